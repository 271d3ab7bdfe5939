#!/usr/bin/env python3
"""Usage: start.py NAPKIN [TRURL]. Measures how long programs take from their start to their first byte of output.

Each program parses one URL, or for jq one JSON text, in turns with the others, 400 times. Prints the median, and the instructions
of the whole process by callgrind, as Markdown. The environment is empty except for PATH.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

TURNS = 400
URL = "http://a/b"
ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C"}


def first_byte(command):
    read, write = os.pipe()
    actions = [(os.POSIX_SPAWN_DUP2, write, 1), (os.POSIX_SPAWN_CLOSE, read)]
    begun = time.perf_counter()
    child = os.posix_spawnp(command[0], command, ENVIRONMENT, file_actions=actions)
    os.close(write)
    assert os.read(read, 1), command
    taken = time.perf_counter() - begun
    while os.read(read, 4096):
        pass
    os.close(read)
    os.waitpid(child, 0)
    return taken


def instructions(command):
    with tempfile.NamedTemporaryFile() as log:
        callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={log.name}"]
        subprocess.run(callgrind + command, stdout=subprocess.DEVNULL, env=ENVIRONMENT, check=True)
        return int(re.search(rb"Collected : (\d+)", log.read())[1])


def main():
    napkin, *trurl = sys.argv[1:]
    commands = [[napkin, "parse", URL], [napkin, "--version"], ["jq", "-n", '"http://a/b"'], ["/bin/echo", "x"]]
    commands[2:2] = [[program, "--get", "{host}", URL] for program in trurl]
    times = [[] for _ in commands]
    for _ in range(TURNS):
        for taken, command in zip(times, commands):
            taken.append(first_byte(command))
    print("| command | first byte, ms | instructions, million |\n|---|---|---|")
    for taken, command in zip(times, commands):
        name = " ".join([os.path.basename(command[0]), *command[1:]])
        print(f"| `{name}` | {statistics.median(taken) * 1000:.2f} | {instructions(command) / 1e6:.2f} |")


main()
