#!/usr/bin/env python3
"""Holds the IRIs that napkin reads in Turtle, TriG, RDF/XML and SPARQL against those of the W3C's rdf-tests.

`rdf-bases.py NAPKIN FOLDER`, the root of rdf-tests. Each IRI of the pairs `IRI-resolution` must be that of the expected triples, in order; for
RDF/XML, the subjects and objects of the pairs of `xmlbase`, without the names of elements, which are no references; for SPARQL, the IRIs that the
five queries `base-prefix` write, by section 4.1.1 of SPARQL 1.0.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

NAPKIN, SUITE = sys.argv[1], Path(sys.argv[2])
HOME = "https://w3c.github.io/rdf-tests/"
QUERIES = {
    1: ["http://example.org/x/"], 2: ["http://example.org/x/#"], 3: ["http://example.org/ns#", "http://example.org/x/"],
    4: ["http://example.org/x/x", "http://example.org/x/p"], 5: ["http://example.org/x/#x", "http://example.org/x/#p"],
}


def links(path, kind, context):
    """Returns the absolute IRIs of a document; a reference to the document itself is its base."""
    base = HOME + path.relative_to(SUITE).as_posix()
    command = [NAPKIN, "links", "--json", "--type", kind, "--standard", "rfc3987", "--base", base, str(path)]
    rows = map(json.loads, subprocess.run(command, capture_output=True, text=True).stdout.splitlines())
    return [row["absolute"] or row["base"].split("#")[0] for row in rows if re.search(context, row["context"])]


def lists():
    """Yields a name, the IRIs of napkin, and the expected ones."""
    for folder, ending, result in (("rdf-turtle", "ttl", "nt"), ("rdf-trig", "trig", "nq")):
        for path in sorted((SUITE / "rdf/rdf11" / folder).glob(f"IRI-resolution-*.{ending}")):
            yield path, links(path, "turtle", " iri$"), re.findall("<([^>]*)>", path.with_suffix("." + result).read_text())
    for path in sorted((SUITE / "rdf/rdf11/rdf-xml/xmlbase").glob("test*.rdf")):
        terms = re.findall(r"^<([^>]*)>|<([^>]*)> *\.$", path.with_suffix(".nt").read_text(), re.MULTILINE)
        expected = {subject or value for subject, value in terms if "rdf-syntax-ns#" not in value}
        found = set(links(path, "xml", r"\[rdf:(about|resource|ID)\]$"))
        # Elements with a name of their own are instances of that name.
        yield path, sorted(found), sorted(expected - {"http://example.org/type", "http://example.org/value"})
    for number, expected in QUERIES.items():
        path = SUITE / f"sparql/sparql10/basic/base-prefix-{number}.rq"
        yield path, links(path, "turtle", ""), expected


def main():
    count, wrong = 0, []
    for path, found, expected in lists():
        count += len(expected)
        if found != expected:
            wrong.append(f"{path.relative_to(SUITE)}: expected {expected}, found {found}")
    print("\n".join(wrong + [f"{count} IRIs, {len(wrong)} documents wrong"]))
    sys.exit(bool(wrong) or count < 800)


main()
