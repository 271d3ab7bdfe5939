#!/usr/bin/env python3
"""Usage: processors.py URLS... > PROCESSORS.md. Instructions per URL of napkin and its peers, for each class of machine.

Builds the benchmarks with AVX2, for machines with SSSE3 only, for machines without either, and for 64-bit Arm. qemu counts with the plugin
qemu-count.c, of Debian's package qemu-user; Arm needs g++-aarch64-linux-gnu and rustup's target aarch64-unknown-linux-gnu too. A class that cannot be built here is left out, and the page says so.

A count is the difference of runs with three passes and without any, over every 20th URL. NAPKIN_TARGET is the folder for the four builds.
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

from instructions import HERE, instructions

PASSES = 3
ARM = "aarch64-unknown-linux-gnu"
# The class, its flags for rustc, and its target if that is not the machine's own.
CLASSES = [
    ("AVX2", "", None),
    ("SSSE3", '--cfg napkin_at_most="ssse3"', None),
    ("scalar", '--cfg napkin_at_most="scalar"', None),
    ("aarch64 (NEON)", "", ARM),
]
GENERIC = {
    "read": ["napkin", "fluent-uri", "oxiri", "iri-string"],
    "resolve-stripped": ["napkin", "fluent-uri", "oxiri", "iri-string"],
    "resolve-stripped-into": ["napkin", "oxiri", "iri-string"],
    "resolve-updir": ["napkin", "fluent-uri", "oxiri", "iri-string"],
    "resolve-updir-into": ["napkin", "oxiri", "iri-string"],
    "normalise-clean": ["napkin", "fluent-uri", "iri-string"],
    "normalise-dirty": ["napkin", "fluent-uri", "iri-string"],
}
WHATWG = {"parse": ["napkin", "ada-url", "url"], "can-parse": ["napkin", "ada-url"]}
ORDINARY = "as in the list"


HEAD = """# Instructions on each class of machine

`processors.py`, {date}. Instructions per URL, counted by qemu, so that other load does not matter. × is the
ratio to napkin: above 1, napkin needs fewer. The peers choose no instructions at run time. The operations are those of
[README.md](README.md); `parse` and `can-parse` are those of the URL Standard.

AVX-512 has kernels for long bodies only ([DATA.md](DATA.md)). All operations below run the code of AVX2 there, and qemu has no AVX-512.
"""


def build(flags, target):
    """Returns the command line of the two programs, without arguments, or None if this class cannot be built."""
    # One folder per class, so that nothing is built twice.
    root = Path(os.environ.get("NAPKIN_TARGET", HERE / "target")).resolve()
    folder = root / re.sub(r"\W", "", (target or flags or "native").split("=")[-1])
    cargo = ["cargo", "build", "--quiet", "--release", "--no-default-features", "--features", "whatwg", "--target-dir", str(folder)]
    cargo += ["--bin", "napkin-bench", "--bin", "napkin-bench-whatwg"] + (["--target", target] if target else [])
    linker = {"CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER": "aarch64-linux-gnu-gcc", "RUSTFLAGS": flags}
    if subprocess.run(cargo, cwd=HERE, env=os.environ | linker, check=False).returncode:
        return None
    return [str(folder / (target or "") / "release" / name) for name in ("napkin-bench", "napkin-bench-whatwg")]


class Counter:
    """Counts the operations of one class of machine."""

    def __init__(self, programs, machine, known):
        """`known` has the counts of peers on the same processor. The class of the machine changes napkin alone."""
        self.generic, self.whatwg = programs
        self.known = known
        self.count = lambda arguments: instructions(arguments, b"", machine)

    def arguments(self, operation, peer, passes, urls):
        if operation in GENERIC:
            return [self.generic, "--once", operation, peer, str(passes), urls]
        return [self.whatwg, "--once", operation, peer, str(passes), ORDINARY, urls]

    def row(self, operation, urls):
        """The instructions per URL of each peer. What is prepared is the same for all of them."""
        peers = (GENERIC | WHATWG)[operation]
        one = subprocess.run(native(self.arguments(operation, "napkin", 0, urls)), capture_output=True, text=True, check=True)
        per_url = 1 / (PASSES * int(one.stdout))
        before = self.count(self.arguments(operation, "napkin", 0, urls))
        work = lambda peer: (self.count(self.arguments(operation, peer, PASSES, urls)) - before) * per_url
        others = self.known.get((operation, urls)) or {peer: work(peer) for peer in peers[1:]}
        self.known[operation, urls] = others
        return {"napkin": work("napkin")} | others


def native(arguments):
    """The command line that runs a program here."""
    return ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", *arguments] if ARM in arguments[0] else arguments


def table(rows, peers):
    """Prints the rows of one list: instructions of each peer, and the ratio to napkin."""
    print(f"| list | operation | napkin | {' | '.join(f'{peer} | ×' for peer in peers)} |")
    print(f"|---|---|--:|{'--:|--:|' * len(peers)}")
    for urls, operation, counts in rows:
        ours = counts["napkin"]
        cells = [f"{counts[peer]:.0f} | {counts[peer] / ours:.2f}" if peer in counts else " | " for peer in peers]
        print(f"| {Path(urls).stem} | {operation} | {ours:.0f} | {' | '.join(cells)} |")
    print(flush=True)


def main():
    lists = [str(Path(name).resolve()) for name in sys.argv[1:]]
    if not lists:
        raise SystemExit(__doc__.split("\n", 1)[0])
    print(HEAD.format(date=date.today()), flush=True)
    known = {}
    with ThreadPoolExecutor(2) as pool:
        for name, flags, target in CLASSES:
            print(f"## {name}\n", flush=True)
            programs = build(flags, target)
            if not programs:
                print("Not counted: the benchmarks could not be built for this class.\n")
                continue
            counter = Counter(programs, "aarch64" if target else "x86_64", known.setdefault(target, {}))
            for operations, peers in ((GENERIC, ["fluent-uri", "oxiri", "iri-string"]), (WHATWG, ["ada-url", "url"])):
                pairs = [(urls, operation) for urls in lists for operation in operations]
                rows = pool.map(lambda pair: (*pair, counter.row(pair[1], pair[0])), pairs)
                table(list(rows), peers)


if __name__ == "__main__":
    main()
