#!/usr/bin/env python3
"""Counts the alarms of `napkin audit` on lists of ordinary URLs, per rule and 1,000 URLs.

    conformance/audit-lists.py NAPKIN NAME=FILE...
    conformance/audit-lists.py NAPKIN --attacks data/audit/corpus-malicious.tsv

Each FILE has one URL per line. A list is split by the lowest bit of the SHA-256 digest of a URL: the half `open` may be looked at
while rules are written, the half `frozen` may not; only its counts are printed. Alarms are findings at medium or above; a URL
counts once per rule, and once in the sum. With --attacks, counts the attacks of a corpus that are found and missed, by their sources.
"""

import collections
import hashlib
import json
import re
import subprocess
import sys


def half(url):
    return "frozen" if hashlib.sha256(url.encode()).digest()[-1] & 1 else "open"


def alarms(napkin, urls, null=False):
    """Returns how many URLs each rule alarms, and how many URLs are alarmed."""
    run = subprocess.run(
        [napkin, "audit", "--json", "--min-level", "medium", "--fail-on", "none"] + (["-0"] if null else []),
        input="".join(url + ("\0" if null else "\n") for url in urls).encode("utf-8", "surrogatepass"),
        stdout=subprocess.PIPE,
        check=True,
    )
    rules, alarmed = collections.defaultdict(set), set()
    for line in run.stdout.splitlines():
        row = json.loads(line)
        rules[row["rule"]].add(row["line"])
        alarmed.add(row["line"])
    return {rule: len(lines) for rule, lines in rules.items()}, len(alarmed)


def source(text):
    """Returns the group of a source: the advisories are one, and so are sources of fewer than five attacks."""
    name = re.split(r" *[,:;(]", text)[0]
    return "advisories (CVE)" if name.startswith("CVE-") else name


def attacks(napkin, path):
    """Prints how many attacks of each source are alarmed at medium or above."""
    rows = [line.rstrip("\n").split("\t") for line in open(path, encoding="utf-8") if not line.startswith("#")]
    groups = collections.defaultdict(list)
    for url, _, where in rows:
        groups[source(where)].append(json.loads(f'"{url}"'))
    few = [name for name, urls in groups.items() if len(urls) < 5]
    groups["others"] = [url for name in few for url in groups.pop(name)]
    print("| source | attacks | found | missed |\n|---|--:|--:|--:|")
    total = [0, 0]
    for name, urls in sorted(groups.items(), key=lambda it: -len(it[1])) + [("all", None)]:
        if urls is not None:
            # A line end in a URL would make two of it.
            found = sum(alarms(napkin, [url], null=True)[1] for url in urls)
            total = [total[0] + len(urls), total[1] + found]
        count, found = total if urls is None else (len(urls), found)
        print(f"| {name} | {count} | {found} | {count - found} |")


def main():
    napkin = sys.argv[1]
    if sys.argv[2] == "--attacks":
        return attacks(napkin, sys.argv[3])
    print("| list | half | URLs | alarmed per 1,000 | by rule, per 1,000 |")
    print("|---|---|--:|--:|---|")
    for argument in sys.argv[2:]:
        name, path = argument.split("=", 1)
        with open(path, encoding="utf-8", errors="replace") as file:
            urls = sorted({line.rstrip("\r\n") for line in file} - {""})
        for which in ("open", "frozen"):
            some = [url for url in urls if half(url) == which]
            rules, alarmed = alarms(napkin, some)
            per = lambda count: f"{1000 * count / max(len(some), 1):.2f}"
            by_rule = ", ".join(f"`{rule}` {per(count)}" for rule, count in sorted(rules.items(), key=lambda it: -it[1]))
            print(f"| {name} | {which} | {len(some):,} | {per(alarmed)} | {by_rule or '-'} |")


main()
