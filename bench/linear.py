#!/usr/bin/env python3
"""Usage: linear.py NAPKIN [BYTES [TYPE]]. Measures the work of commands for the hostile documents of hostile.tsv.

Not time: instructions, counted by qemu with the plugin qemu-count.c, bytes of output (both streams), and peak memory, at BYTES (default
32,768) and at four times as many. What an empty document takes is left out. Fails where four times the length takes more than 4.6 times as much of any of the three, and
four times that length again: a buffer that has to grow is a step, and no slope. With TYPE, only documents of that.

Every command that prints findings or rewrites is measured for every document of its type. Counts take a fifth of a second each, so there are
some for the first command of a type, and for some others where hostile.tsv has a `!`; LINEAR_ALL=1 counts for all. Debian's package qemu-user
has qemu, which starts three times as fast as callgrind.

Documents of the type `long` are 32 times as long: 1 MiB and 4 MiB by default. Their commands are those of the program `long_urls` of
`bench/operations`, which is built beside NAPKIN, since a URL as an argument is limited to 128 KiB. Patterns, templates and the URLs for them are
shorter, since the time grows with the product of both, and a pattern is limited to 16 KiB for each component; lists of patterns are longer.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from instructions import counted, counting

MOST = 4.6
# What is less than this, in bytes and in instructions, says nothing of a slope: commands differ by more in what an empty document takes.
LEAST_OUTPUT, LEAST_MEMORY, LEAST_WORK = 16 << 10, 8 << 20, 1_000_000
# A `+` marks commands whose instructions are counted for the documents that have a `!`.
DOCUMENT = [
    "links --type TYPE -q",
    "+links --type TYPE --json --max-output OUTPUT",
    "links --type TYPE --explain --pretty -v --max-output OUTPUT",
    "+audit --type TYPE --json",
    "audit --type TYPE --pretty -v",
    "+rewrite --type TYPE --absolute --max-output OUTPUT",
]
# Formats that mark their references have one reader.
MARKED = ["links --type TYPE -q", "rewrite --type TYPE --absolute --max-output OUTPUT"]
URL = [
    "+audit --json",
    "audit --pretty -v",
    "audit --sarif",
    "+audit --verdict --json",
    "parse --json",
    "+parse --standard all -v --pretty",
    "parse --standard all --json",
    "normalize --json",
    "normalize --standard whatwg -v --pretty",
    "+normalize -v",
    "resolve --base http://a.b/c -v --pretty",
    "relativize --base http://a.b/c -v --json",
    "edit --set query=x -v",
    "scheme check -v",
    "compare ITSELF -v --pretty",
]
MAIL = [
    "mail list -q",
    "mail list --json",
    "mail list -v --pretty",
    "mail detach --dry-run --to FOLDER --url http://a.b/ -v",
    "links --type mail --json --max-output OUTPUT",
    "audit --type mail --json",
    "screen --type mail --json",
]
# Patterns and templates for long URLs.
TARGETED = ["http://a.b/*a*b*c*d*e", "http://a.b/:a{/:b}*{/:c}*/:d?", "http://a.b/{:x-:y}+", "http://a.b/{a}*{aa}*{aaa}*b", "http://a.b/(.*)a(.*)b", "http://*.*.*.b/*?*=*&*=*#*", "http://a.b/*aaaaaaaaaa*b", "http://a.b/((?:a|ab?)+)x"]
FILLED = ["http://a.b/{x}{y}{z}", "http://a.b{/x*}{?y*,z}", "http://a.b/{+x}a{+y}b{+z}", "http://a.b/{x:3}{y*}{x:3}", "{+x}{#y*}"]
COMMANDS = {
    "html": DOCUMENT + ["screen --type html --json", "+bundle --offline -v - --max-links LINKS", "+unbundle -v - --output FOLDER"],
    "css": DOCUMENT + ["screen --type css --json", "unbundle -v - --output FOLDER"],
    "svg": DOCUMENT + ["screen --type xml --json", "unbundle -v - --output FOLDER"],
    "xml": DOCUMENT + ["screen --type xml --json"],
    "json": DOCUMENT + ["screen --type json --json"],
    "markdown": DOCUMENT,
    "manifest": DOCUMENT,
    "text": DOCUMENT + ["screen --type text --json"],
    "asciidoc": MARKED,
    "http": MARKED,
    "latex": MARKED,
    "org": MARKED,
    "pdf": MARKED[:1],
    "playlist": MARKED,
    "rst": MARKED,
    "turtle": MARKED,
    "toml": MARKED,
    "yaml": MARKED,
    # Web archives, which are recognised by their first line.
    "warc": ["links --json --max-output OUTPUT"],
    "list": MAIL,
    "mail": ["links --type mail -q"] + MAIL[1:],
    "url": URL,
    "long": ["+compare", "+relativize"],
    "pattern": ["+pattern check", "+pattern test --patterns in --base http://a.b/ TARGET"],
    "patterns": ["+pattern test --patterns in http://a.b/x/y/z", "+pattern exec --all --patterns in http://a.b/x/y/z"],
    "target": [f"+pattern exec {pattern}" for pattern in TARGETED] + [f"+template match {template}" for template in FILLED],
    "template": ["+template check", "+template expand INPUT a=b", "+template match INPUT TARGET"],
    "scheme": ["+scheme lint -v --pretty -", "scheme lint --json -"],
}

# How long documents are for BYTES.
SCALES = {"long": 32, "patterns": 4, "pattern": 1 / 8, "target": 1 / 4, "template": 1 / 8}
# The URL for patterns and templates.
TARGET = "http://a.b/" + "ab/-x,y;z=" * 30 + "?a=b&c=d#e"

# Rows that exceed the limit, by the document's start, its piece's end, and the command, with the reason; an entry that nothing needs fails.
KNOWN = {}


def unescaped(text):
    """What printf's %b makes of a text: escapes in octal, and \\n, \\\\ and \\t."""
    out, at = bytearray(), 0
    raw = text.encode()
    named = {ord("n"): 10, ord("t"): 9, ord("\\"): 92, ord("r"): 13}
    while at < len(raw):
        if raw[at] != 92 or at + 1 == len(raw):
            out.append(raw[at])
            at += 1
        elif raw[at + 1] in named:
            out.append(named[raw[at + 1]])
            at += 2
        else:
            digits = raw[at + 1 : at + 4]
            out.append(int(digits, 8))
            at += 4
    return bytes(out)


def document(length, start, piece, behind):
    """A document of about so many bytes."""
    times = max(1, length // len((piece + behind).encode()))
    numbered = lambda text: "".join(text.replace("{i}", str(i)) for i in range(times)) if "{i}" in text else text * times
    return unescaped(start + numbered(piece) + numbered(behind))


class Measured:
    """What a command takes for documents of one shape."""

    def __init__(self, napkin, command, kind, shape, counts, of_nothing):
        self.napkin, self.command, self.kind, self.shape, self.counts, self.of_nothing = napkin, command, kind, shape, counts, of_nothing

    def arguments(self, folder, text):
        # Every link beyond --max-links is listed. The limit is low enough that the shortest document of a long base reaches it too.
        given = text.decode("utf-8", "replace")
        places = {"TYPE": self.kind, "OUTPUT": str(100 * max(len(text), 1000)), "LINKS": str(len(text)), "FOLDER": str(folder / "out"), "ITSELF": given, "INPUT": given, "TARGET": TARGET}
        words = [places.get(word, word) for word in self.command.removeprefix("+").split()]
        if "ITSELF" in self.command:
            words.insert(1, words[1])
        elif self.kind == "url":
            words += ["--max-length", "99999999"]
        if words[0] in ("links", "audit", "screen", "parse", "normalize", "resolve", "relativize", "edit") or words[:2] == ["mail", "list"]:
            words += ["-j", "1"]
        return words

    def run(self, text):
        """Output, peak memory, and instructions if they are counted."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "in").write_bytes(text)
            example = str(Path(self.napkin).parent / "long_urls")
            arguments = [example, self.command[1:]] if self.kind == "long" else [self.napkin, *self.arguments(folder, text)]
            output, memory = self.spawn(arguments, folder)
            if not self.counts:
                return output, memory, None
            shutil.rmtree(folder / "out", ignore_errors=True)
            log = folder / "log"
            self.spawn(counting(log) + arguments, folder)
            return output, memory, counted(log)

    @staticmethod
    def spawn(arguments, folder):
        with open(folder / "in", "rb") as stdin:
            child = subprocess.Popen(arguments, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder)
        output = 0
        while piece := os.read(child.stdout.fileno(), 1 << 20):
            output += len(piece)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        child.stdout.close()
        if child.returncode not in (0, 1, 2):
            raise SystemExit(f"{' '.join(arguments)[:200]}: exit status {child.returncode}")
        return output, usage.ru_maxrss << 10

    def at(self, length):
        taken = self.run(document(length, *self.shape))
        return [None if one is None else max(one - none, 0) for one, none in zip(taken, self.of_nothing)]

    def slopes(self, short, long):
        """How many times as much each takes; 1 where it is too little to tell."""
        least = (LEAST_OUTPUT, LEAST_MEMORY, LEAST_WORK)
        return [1.0 if b is None or b < floor else b / max(a, 1, floor // 8) for a, b, floor in zip(short, long, least)]

    def line(self, length):
        length = int(length * SCALES.get(self.kind, 1))
        short, long = self.at(length), self.at(4 * length)
        slopes, longer = self.slopes(short, long), None
        if max(slopes) > MOST and "ITSELF" not in self.command:
            again = self.slopes(long, self.at(16 * length))
            longer = [min(one, other) for one, other in zip(slopes, again)]
        name = "".join(self.shape[:2]) + "…" + self.shape[2]
        each = "–" if short[2] is None else f"{short[2] / length:.1f}"
        told = " | ".join("–" if b is None else f"{slope:.2f}" for b, slope in zip(long, slopes))
        return f"| {self.command.removeprefix('+')} | {self.kind} `{name[:60]}` | {each} | {told} |", max(longer or slopes) <= MOST, longer

    def known(self):
        """The entry of KNOWN for this document and command, whether or not there is one."""
        return self.shape[0], self.shape[2], self.command.removeprefix("+").split()[0]


def main():
    napkin = str(Path(sys.argv[1]).resolve())
    length = int(sys.argv[2]) if len(sys.argv) > 2 else 32768
    only = sys.argv[3] if len(sys.argv) > 3 else None
    rows = [line.split("\t") for line in Path(__file__).with_name("hostile.tsv").read_text().splitlines() if not line.startswith("#")]
    rows = [(row[0], tuple((row[1:] + ["", "", ""])[:3]), row[4:5] == ["!"]) for row in rows if only in (None, row[0])]
    counts_all = bool(os.environ.get("LINEAR_ALL"))
    failed = 0
    with ThreadPoolExecutor(2) as pool:
        nothing = {}
        for kind in {kind for kind, _, _ in rows}:
            for command in COMMANDS[kind]:
                nothing[kind, command] = pool.submit(Measured(napkin, command, kind, None, True, None).run, b"")
        cases = []
        for kind, shape, is_marked in rows:
            for number, command in enumerate(COMMANDS[kind]):
                counts = number == 0 or counts_all or (is_marked and command.startswith("+"))
                cases.append(Measured(napkin, command, kind, shape, counts, nothing[kind, command].result()))
        print("| command | document | instructions a byte | × output | × memory | × instructions |")
        print("|---|---|--:|--:|--:|--:|")
        needed = set()
        for case, (line, is_good, longer) in zip(cases, pool.map(lambda case: case.line(length), cases)):
            print(line, flush=True)
            if longer:
                print("  at four times that length: " + ", ".join(f"{slope:.2f}" for slope in longer))
            if not is_good and case.known() in KNOWN:
                print(f"  known: {KNOWN[case.known()]}")
                needed.add(case.known())
            elif not is_good:
                print("  FAILED")
                failed = 1
    stale = {case.known() for case in cases} & KNOWN.keys() - needed
    for entry in stale:
        print(f"  FAILED: {entry} is known, and does not exceed the limit")
    return failed or int(bool(stale))


sys.exit(main())
