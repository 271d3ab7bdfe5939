#!/usr/bin/env python3
"""Counts the alarms of `napkin audit` on lists of ordinary URLs, per rule and 1,000 URLs.

    conformance/audit-lists.py NAPKIN NAME=FILE...

Each FILE has one URL per line. A list is split by the lowest bit of the SHA-256 digest of a URL: the half `open` may be looked at
while rules are written, the half `frozen` may not; only its counts are printed. Alarms are findings at medium or above; a URL
counts once per rule, and once in the sum.
"""

import collections
import hashlib
import json
import subprocess
import sys


def half(url):
    return "frozen" if hashlib.sha256(url.encode()).digest()[-1] & 1 else "open"


def alarms(napkin, urls):
    """Returns how many URLs each rule alarms, and how many URLs are alarmed."""
    run = subprocess.run(
        [napkin, "audit", "--json", "--min-level", "medium", "--fail-on", "none"],
        input="".join(f"{url}\n" for url in urls).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    rules, alarmed = collections.defaultdict(set), set()
    for line in run.stdout.splitlines():
        row = json.loads(line)
        rules[row["rule"]].add(row["line"])
        alarmed.add(row["line"])
    return {rule: len(lines) for rule, lines in rules.items()}, len(alarmed)


def main():
    napkin = sys.argv[1]
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
