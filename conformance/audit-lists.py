"""Counts how often `napkin audit` alarms on lists of ordinary URLs: findings at `medium` or higher per 1,000 URLs, per rule.

    python3 audit-lists.py PROGRAM NAME=FILE...      prints a table

Each list is split by the host: the half of a host is the first bit of the SHA-256 of its A-labels. Read the findings of the open half
(`--show`) and mend the rules; of the frozen half only the number of URLs with a finding is printed. README.md names the lists.
"""

import collections
import hashlib
import json
import subprocess
import sys


def a_labels(host):
    return ".".join(label if label.isascii() else "xn--" + label.encode("punycode").decode() for label in host.split("."))


def is_frozen(url):
    host = url.split("//", 1)[-1].split("/", 1)[0]
    return hashlib.sha256(a_labels(host).encode()).digest()[0] >= 128


def findings(program, urls):
    command = [program, "audit", "--json", "--min-level", "medium", "--fail-on", "none"]
    run = subprocess.run(command, input="".join(url + "\n" for url in urls).encode(), capture_output=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--show"]
    program, lists = arguments[0], [argument.split("=", 1) for argument in arguments[1:]]
    print("| list | half | URLs | with a finding | per 1,000 | rules |\n|---|---|--:|--:|--:|---|")
    for name, path in lists:
        with open(path, encoding="utf-8") as file:
            urls = sorted({line.strip() for line in file if line.strip()})
        for half, want in [("open", False), ("frozen", True)]:
            some = [url for url in urls if is_frozen(url) == want]
            found = [finding for finding in findings(program, some) if finding["rule"] is not None]
            alarmed = {finding["line"] for finding in found}
            rules = collections.Counter(finding["rule"] for finding in found)
            # The rules of the frozen half would tell what to mend.
            shown = "" if want else ", ".join(f"`{rule}` {count}" for rule, count in rules.most_common())
            print(f"| {name} | {half} | {len(some):,} | {len(alarmed)} | {1000 * len(alarmed) / max(len(some), 1):.2f} | {shown} |")
            if "--show" in sys.argv and not want:
                for finding in found:
                    print(f"  {finding['rule']}\t{finding['url']}", file=sys.stderr)


main()
