#!/usr/bin/env python3
"""Holds the URLs that napkin reads in JSON Schema and JSON-LD against other programs and suites.

`json-bases.py NAPKIN schemas FOLDER`: for each schema of JSON-Schema-Test-Suite in FOLDER, every `$ref`, `$dynamicRef` and `$recursiveRef`
against the base that the package `referencing` finds for it, joined by RFC 3986 section 5.2.
`json-bases.py NAPKIN json-ld MANIFEST`: for each test of the expansion of JSON-LD, every IRI of a node in the expected result must be
among the links. What differs on purpose is in DEPARTURES, with the reason; an entry that no longer differs is an error.
"""

import collections
import concurrent.futures
import glob
import json
import os
import subprocess
import sys

NAPKIN, WHAT, WHERE = sys.argv[1:4]
SCHEMA = "http://localhost:1234/root.json"

MAP = "a name of a member is no value, and values in maps by index are not looked for"
PREFIX = "a name with a prefix is no reference, as in Turtle"
VOCAB = "a value of a term of type @vocab is the name of a term, not a reference to a document"
SCOPE = "a term that a context declares counts in the whole document, not only where that context applies"
BASE = "a base that is null, or one of several in an array of contexts"
DEPARTURES = {
    PREFIX: "t0014 t0048 t0058 t0122",
    VOCAB: "t0055 t0057 t0088 t0131 tc004 tc012 tc022 tc023 tc026 tso05",
    MAP: "t0073 t0074 t0085 t0086 t0087 t0099 t0100 t0101 t0106 t0108 tm001 tm005 tm017 tm018 tm019 tpi06 tpi08 tpi09 tpi10",
    SCOPE: "t0006 t0065 tc015 tc024 tc027 tpr06",
    BASE: "t0060 t0091",
}


def links(text, base):
    """Returns the links of a JSON document: the last member of the path, the source, the absolute URL."""
    command = [NAPKIN, "links", "--json", "--type", "json", "--base", base]
    ran = subprocess.run(command, input=text.encode(), capture_output=True)
    for line in ran.stdout.decode().splitlines():
        row = json.loads(line)
        url = row.get("absolute") or (row["base"].split("#")[0] if row.get("same_document") else None)
        yield row["context"].split(" ")[-1].split(".")[-1], row["raw"], url


def joined(base, reference):
    """Resolves by RFC 3986 section 5.2; `urllib` does not know the schemes of URNs, whose references here are fragments."""
    from urllib.parse import urljoin

    if reference.startswith("#"):
        return base.split("#")[0] + reference
    return urljoin(base, reference)


def references(resource, resolver, found):
    for name in ("$ref", "$dynamicRef", "$recursiveRef"):
        if isinstance(resource.contents, dict) and isinstance(resource.contents.get(name), str):
            found[name, joined(resolver._base_uri, resource.contents[name]).rstrip("#")] += 1
    for inner in resource.subresources():
        references(inner, resolver.in_subresource(inner), found)


def schemas():
    """Yields a name, the expected references and those of napkin."""
    from referencing import Registry, Resource
    from referencing.jsonschema import specification_with

    drafts = {f"draft{n}": f"http://json-schema.org/draft-0{n}/schema#" for n in (3, 4, 6, 7)}
    drafts |= {f"draft{day}": f"https://json-schema.org/draft/{day}/schema" for day in ("2019-09", "2020-12")}
    for draft, dialect in drafts.items():
        for path in sorted(glob.glob(f"{WHERE}/{draft}/**/*.json", recursive=True)):
            for number, group in enumerate(json.load(open(path))):
                schema = group["schema"]
                if not isinstance(schema, dict) or schema.setdefault("$schema", dialect) != dialect:
                    continue
                text = json.dumps(schema)
                if "Ref" not in text and "$ref" not in text:
                    continue
                resource = Resource(contents=schema, specification=specification_with(dialect))
                resolver = Registry().with_resource(SCHEMA, resource).resolver(SCHEMA).in_subresource(resource)
                expected = collections.Counter()
                try:
                    references(resource, resolver, expected)
                except AttributeError as error:
                    # The package fails at texts where draft 3 has schemas.
                    print(f"not compared: {os.path.relpath(path, WHERE)} {number}: {error}")
                    continue
                names = ("$ref", "$dynamicRef", "$recursiveRef")
                found = [(name, url and url.rstrip("#")) for name, _, url in links(text, SCHEMA) if name in names]
                yield f"{os.path.relpath(path, WHERE)} {number}", expected, collections.Counter(found)


def ids(value):
    """Yields the IRIs of the nodes in an expanded document."""
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from ids(inner)
    if isinstance(value, dict) and isinstance(value.get("@id"), str) and not value["@id"].startswith("_:"):
        yield value["@id"]


def json_ld(test):
    """Returns the name of a test, the IRIs that are missing, and the relative references with another result."""
    folder = os.path.dirname(WHERE)
    options = test.get("option", {})
    base = options.get("base") or "https://w3c.github.io/json-ld-api/tests/" + test["input"]
    expected = set(ids(json.load(open(f"{folder}/{test['expect']}"))))
    found = list(links(open(f"{folder}/{test['input']}").read(), base))
    missing = expected - {url for _, _, url in found}
    wrong = [raw for name, raw, url in found if name == "@id" and url not in expected and ":" not in raw]
    return test["@id"].lstrip("#"), missing, wrong, len(expected)


def main():
    wrong, compared, count = [], 0, 0
    if WHAT == "schemas":
        for name, expected, found in schemas():
            compared, count = compared + 1, count + expected.total()
            if expected != found:
                wrong.append(f"{name}: expected {expected - found}, found {found - expected}")
    else:
        tests = json.load(open(WHERE))["sequence"]
        tests = [test for test in tests if "jld:PositiveEvaluationTest" in test["@type"] and test["input"].endswith(".jsonld")]
        tests = [test for test in tests if test.get("option", {}).get("specVersion") != "json-ld-1.0"]
        known = {test: reason for reason, names in DEPARTURES.items() for test in names.split()}
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for name, missing, other, expected in pool.map(json_ld, tests):
                compared, count = compared + 1, count + expected
                if bool(missing or other) != (name in known):
                    wrong.append(f"{name}: missing {sorted(missing)}, others {other}, {known.get(name, 'no departure is known')}")
        for reason, names in DEPARTURES.items():
            print(f"{len(names.split())} tests differ: {reason}")
    print("\n".join(wrong))
    print(f"{compared} documents with {count} references, {len(wrong)} wrong")
    sys.exit(bool(wrong) or count < 100)


main()
