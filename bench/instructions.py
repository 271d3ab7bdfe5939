#!/usr/bin/env python3
"""Usage: instructions.py [--fill]. Compares the instructions of the main operations with instructions.toml.

Builds the command, and `operations` with and without AVX2. `--fill` writes the counts to the table.

qemu counts two lengths of work, with the plugin qemu-count.c: the difference has nothing of the start of the process. It starts three times
as fast as callgrind, and has AVX2 whether or not the machine has it. Fails where a count differs from the table by more than 3 %, in either
direction, so that the table stays true. The counts depend on the versions of the compiler, of qemu and of libc. Where those differ, the
differences are printed as a note, and nothing fails.
"""

import atexit
import functools
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MOST = 0.03
HERE = Path(__file__).resolve().parent
TABLE = HERE / "instructions.toml"
# The numbers of passes, or of repetitions of a piece.
SHORT, LONG = 20, 80


def versions():
    first = lambda *command: subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return {"rustc": first("rustc", "--version")[1], "qemu": first("qemu-x86_64", "--version")[2], "libc": platform.libc_ver()[1]}


def build():
    """Builds the three programs, which abort at a panic; NAPKIN_PROGRAM is a command that is built already."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent / "target")).resolve()
    cargo = ["cargo", "build", "--quiet", "--release", "--manifest-path"]
    scalar = target / "scalar"
    operations = [str(HERE / "operations/Cargo.toml"), "--bin", "operations", "--target-dir"]
    aborts = os.environ | {"CARGO_PROFILE_RELEASE_PANIC": "abort"}
    napkin = os.environ.get("NAPKIN_PROGRAM")
    if not napkin:
        subprocess.run(cargo + [str(HERE.parent / "Cargo.toml"), "-p", "napkin-cli"], env=aborts, check=True)
        napkin = str(target / "release/napkin")
    subprocess.run(cargo + operations + [str(target)], env=aborts, check=True)
    flags = {"RUSTFLAGS": '--cfg napkin_at_most="scalar"'}
    subprocess.run(cargo + operations + [str(scalar)], env=aborts | flags, check=True)
    return [napkin, *(str(one / "release/operations") for one in (target, scalar))]


@functools.cache
def plugin():
    """Compiles the plugin of qemu that counts instructions."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    path = f"{folder}/count.so"
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", path, str(HERE / "qemu-count.c")], check=True)
    return path


def counting(log, machine="x86_64"):
    """The start of a command line that counts the instructions of the rest, and writes them to a file."""
    libraries = [] if machine == platform.machine() else ["-L", f"/usr/{machine}-linux-gnu"]
    return [f"qemu-{machine}", "-cpu", "max", "-plugin", f"{plugin()},out={log}", *libraries]


def counted(log):
    """The count in the file."""
    return int(re.search(r"^instructions: (\d+)", Path(log).read_text(), re.MULTILINE)[1])


def instructions(arguments, text, machine="x86_64"):
    """The instructions of a process. Its environment is fixed, because the process reads all of it."""
    with tempfile.TemporaryDirectory() as folder:
        log, given = Path(folder) / "log", Path(folder) / "in"
        given.write_bytes(text)
        with given.open("rb") as stdin:
            environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
            done = subprocess.run(counting(log, machine) + arguments, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        if done.returncode not in (0, 1):
            raise SystemExit(f"{' '.join(arguments)}: exit status {done.returncode}")
        return counted(log)


def engine(program, row, table):
    text = table["inputs"][row["input"]].encode()
    short, long = (instructions([program, row["name"], str(passes)], text) for passes in (SHORT, LONG))
    return (long - short) / (LONG - SHORT) / len(text.splitlines())


def command(napkin, row):
    text = lambda times: (row.get("start", "") + row["piece"] * times).encode()
    short, long = (instructions([napkin, *row["command"].split()], text(times)) for times in (SHORT, LONG))
    return (long - short) / (LONG - SHORT)


def measured(table, programs):
    """Each count of the table, in its order: the row, the name of the count, and a function that counts."""
    napkin, operations, scalar = programs
    for row in table["engine"]:
        for key, program in (("avx2", operations), ("scalar", scalar)):
            yield row, key, lambda row=row, program=program: engine(program, row, table)
    for row in table["command"]:
        yield row, "instructions", lambda row=row: command(napkin, row)
    for row in table["start"]:
        yield row, "instructions", lambda row=row: instructions([napkin, *row["command"].split()], b"")


def name(row):
    return row.get("command") or f"{row['name']} of {row['input']}"


def fill(counts, found):
    """Writes versions and counts to the table. A count is the last lines of its row."""
    text = re.sub(r"^(avx2|scalar|instructions) = .*\n", "", TABLE.read_text(), flags=re.MULTILINE)
    for key, value in found.items():
        text = re.sub(rf'^{key} = .*$', f'{key} = "{value}"', text, flags=re.MULTILINE)
    head, *rows = re.split(r"^(?=\[\[)", text, flags=re.MULTILINE)
    by_row = {}
    for row, key, count in counts:
        by_row.setdefault(id(row), []).append(f"{key} = {count:.0f}\n")
    for number, lines in enumerate(by_row.values()):
        kind, rest = rows[number].split("\n", 1)
        rows[number] = kind + "\n" + "".join(lines) + rest
    TABLE.write_text(head + "".join(rows))


def main():
    table, found = tomllib.loads(TABLE.read_text()), versions()
    rows = list(measured(table, build()))
    with ThreadPoolExecutor(2) as pool:
        counts = [(row, key, count) for (row, key, _), count in zip(rows, pool.map(lambda each: each[2](), rows))]
    if "--fill" in sys.argv[1:]:
        fill(counts, found)
        return 0
    failed = 0
    for row, key, count in counts:
        before = row.get(key)
        change = count / before - 1 if before else 1
        failed += abs(change) > MOST
        print(f"{count:12.0f} {change:+7.1%} {key:12} {name(row)}{'  DIFFERS' * (abs(change) > MOST)}")
    if not failed:
        return 0
    if found != table["versions"]:
        print(f"not run: the comparison of instruction counts, because {found} differ from {table['versions']} of the table")
        return 0
    print(f"{failed} counts differ from bench/instructions.toml; if the change is meant to alter them: bench/instructions.py --fill")
    return 1


if __name__ == "__main__":
    sys.exit(main())
