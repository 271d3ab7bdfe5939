#!/usr/bin/env python3
"""Usage: warc.py NAPKIN FOLDER. Lists the links of web archives, beside readers that list none; prints WARC.md.

Makes a web archive of the pages in FOLDER, about 60 MB, plain and packed by record. FastWARC and warcio (from the Python package index: `pip
install fastwarc warcio`) read each record's body and do no more. Processor time, the least of ROUNDS, and peak memory.
"""

import gzip
import os
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

ROUNDS, SIZE = 5, 60_000_000
READERS = {
    "FastWARC": "from fastwarc.warc import ArchiveIterator\nfor r in ArchiveIterator(open(sys.argv[1], 'rb')): r.reader.read()",
    "warcio": "from warcio.archiveiterator import ArchiveIterator\nfor r in ArchiveIterator(open(sys.argv[1], 'rb')): r.content_stream().read()",
}


def records(folder):
    """The records of pages, until there are enough bytes."""
    made = 0
    for path in sorted(Path(folder).rglob("*.html")):
        if not path.is_file() or made > SIZE:
            continue
        body = path.read_bytes()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        made += len(body)
        yield (
            "WARC/1.1\r\nWARC-Type: response\r\n"
            f"WARC-Target-URI: http://docs.example/{path.relative_to(folder)}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
            f"WARC-Record-ID: <urn:uuid:{made:08x}-0000-4000-8000-000000000000>\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(head) + len(body)}\r\n\r\n"
        ).encode() + head + body + b"\r\n\r\n"


def taken(command):
    """The least processor time in seconds, the peak memory in MB, and the lines of output."""
    times, memories = [], []
    for _ in range(ROUNDS):
        child = subprocess.Popen(command, stdout=subprocess.PIPE)
        lines = sum(piece.count(b"\n") for piece in iter(lambda: child.stdout.read(1 << 20), b""))
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit(f"{command[0]}: exit status {child.returncode}")
        times.append(usage.ru_utime + usage.ru_stime)
        memories.append(usage.ru_maxrss / 1024)
    return min(times), max(memories), lines


def main():
    napkin, folder = sys.argv[1:]
    python = lambda code: [sys.executable, "-c", f"import sys\n{code}"]
    start = {name: taken(python(code.split("\n", maxsplit=1)[0]))[0] for name, code in READERS.items()}
    with tempfile.TemporaryDirectory() as work:
        plain, packed = Path(work) / "a.warc", Path(work) / "a.warc.gz"
        with open(plain, "wb") as out, open(packed, "wb") as small:
            for record in records(folder):
                out.write(record)
                small.write(gzip.compress(record))
        size = plain.stat().st_size / 1e6
        print(f"# Web archives\n\n`warc.py`, {date.today()}: {size:.0f} MB, packed {packed.stat().st_size / 1e6:.0f} MB. Processor time; that of the "
              "interpreter is left out.\n\n| task | plain | MB/s | packed | MB/s | memory |\n|---|--:|--:|--:|--:|--:|")
        rows = {f"{name}: read": (python(code), start[name]) for name, code in READERS.items()}
        rows |= {"napkin: list the records": ([napkin, "archive", "list"], 0), "napkin: list the links": ([napkin, "links", "-q", "-j", "1"], 0)}
        rows |= {"napkin: list the links, with output": ([napkin, "links", "-j", "1"], 0)}
        for name, (command, idle) in rows.items():
            each = [taken([*command, str(path)]) for path in (plain, packed)]
            cells = " | ".join(f"{time - idle:.2f} s | {size / max(time - idle, 0.001):.0f}" for time, _, _ in each)
            print(f"| {name} | {cells} | {each[1][1]:.0f} MB |", flush=True)


main()
