#!/usr/bin/env python3
"""Usage: check.py NAPKIN [LYCHEE]. Checks generated folders and servers; prints the table "Speed and memory" of CHECK.md.

Processor time and peak memory of whole runs, the least of ROUNDS. Every link of the folders is good, and has a fragment that is there. nginx
(Debian's package nginx-light) serves 10,000 targets on 50 hosts, 127.0.0.1 to 127.0.0.50, and its log tells what was asked for.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROUNDS = 3
HOSTS, PATHS, PORT = 50, 200, 8193


def site(folder, pages, links):
    """Pages of links to places of other pages. They are written piecewise, since the memory of a child counts that of its parent."""
    for page in range(pages):
        with open(folder / f"page{page}.html", "w") as file:
            file.write(f"<!doctype html><title>Page {page}</title><ul>\n")
            for link in range(links):
                file.write(f'<li id="i{link}"><a href="page{(page * 7 + link * 13) % pages}.html#i{link}">link {link}</a>\n')
            file.write("</ul>\n")


def once(command):
    """The processor time in seconds and the peak memory in MB of a run, which must find nothing."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)}: exit status {child.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def least(command):
    """The least of some runs."""
    return [min(each) for each in zip(*(once(command) for _ in range(ROUNDS)))]


def told(taken):
    return f"{taken[0]:.2f} s, {taken[1]:.0f} MB"


def folders(napkin, lychee):
    print("| task | napkin | lychee | × |\n|---|--:|--:|--:|")
    for pages, links in ((3000, 100), (1000, 1000), (1, 1_000_000)):
        with tempfile.TemporaryDirectory() as name:
            site(Path(name), pages, links)
            ours = least([napkin, "check", "--offline", name])
            # lychee takes minutes for a page of a million links.
            theirs = least([lychee, "--offline", "--include-fragments", "--no-progress", name]) if lychee and pages > 1 else None
            ratio = f"{theirs[0] / ours[0]:.1f}" if theirs else ""
            print(f"| {pages * links:,} links in {pages:,} pages, fragments | {told(ours)} | {told(theirs) if theirs else ''} | {ratio} |", flush=True)


CONFIGURATION = """
worker_processes 1;
daemon off;
pid {folder}/pid;
error_log {folder}/error;
events {{ worker_connections 4096; }}
http {{
    log_format asked '$server_addr $msec $request_method $status $connection';
    access_log {folder}/asked asked;
    server {{ {listen} location / {{ default_type text/html; return 200 "<p>here</p>"; }} }}
}}
"""


def servers(napkin):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        listen = " ".join(f"listen 127.0.0.{host}:{PORT};" for host in range(1, HOSTS + 1))
        (folder / "conf").write_text(CONFIGURATION.format(folder=folder, listen=listen))
        urls = (f"http://127.0.0.{host}:{PORT}/{path}" for path in range(PATHS) for host in range(1, HOSTS + 1))
        with open(folder / "page.html", "w") as page:
            page.writelines(f'<a href="{url}">x</a>\n' for url in urls)
        nginx = subprocess.Popen(["/usr/sbin/nginx", "-p", name, "-c", "conf"], stderr=subprocess.DEVNULL)
        try:
            time.sleep(1)
            for interval in (0.1, 0.02):
                (folder / "asked").write_text("")
                begun = time.monotonic()
                options = ["--allow-private", "--host-interval", str(interval)]
                used = once([napkin, "check", *options, str(folder / "page.html")])
                seconds = time.monotonic() - begun
                shortest = (PATHS - 1) * interval
                asked = [line.split() for line in open(folder / "asked")]
                in_a_second = max(Counter((host, int(float(at))) for host, at, *_ in asked).values())
                connections = len({connection for *_, connection in asked})
                print(f"Interval {interval} s: {len(asked)} requests on {connections} connections in {seconds:.1f} s, of which the interval "
                      f"takes {shortest:.1f} s ({100 * shortest / seconds:.0f} %), at most {in_a_second} to a host in a second; {told(used)}.", flush=True)
        finally:
            nginx.terminate()
            nginx.wait()


def main():
    napkin, lychee = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    folders(napkin, lychee)
    servers(napkin)


main()
