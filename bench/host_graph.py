#!/usr/bin/env python3
"""Counts the host graph of a generated crawl, whose answers are known: `host_graph.py NAPKIN-QUERY FOLDER [GIGABYTES]`.

FOLDER gets web archives of 256 MB, half of them packed, unless it has them. Each page has links to pages of its host, to the next hosts and to a
few large ones, by a rule from which the answer is computed without reading anything. The query is that of guide/columns.md.
"""

import collections
import gzip
import os
import resource
import subprocess
import sys
import time

HOSTS = 5000
LARGE = 7
WORDS = b" ".join(b"<p>the beer of the house, number %d, a pint or a half, with a napkin" % number for number in range(60))


def page(number):
    """Returns the host of a page, and the hosts to which it leads with the number of links."""
    host = number % HOSTS
    to = [(host, 3), ((host + 1) % HOSTS, 1), ((host * 7 + 3) % HOSTS, 2)]
    return host, to, number % LARGE


def record(number):
    host, to, large = page(number)
    links = [b"<a href='/%d'>" % link for link in range(to[0][1])]
    for other, count in to[1:]:
        links += [b"<a href='http://www.site%d.co.uk/%d'>" % (other, link) for link in range(count)]
    links.append(b"<img src=//cdn.large%d.com/x.png>" % large)
    body = b"<!doctype html><title>%d</title>" % number + WORDS.join(links)
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
    return (
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://www.site%d.co.uk/page/%d\r\n"
        b"WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n"
        % (host, number, len(block))
        + block
        + b"\r\n\r\n"
    )


def generate(folder, gigabytes):
    """Writes the archives, and returns the number of pages and of unpacked bytes."""
    os.makedirs(folder, exist_ok=True)
    each, number, total = 256 << 20, 0, 0
    for file in range(int(gigabytes * 4)):
        packed = file % 2 == 1
        path = os.path.join(folder, f"{file:03}.warc" + (".gz" if packed else ""))
        known, size = os.path.exists(path), 0
        with open(os.devnull if known else path, "wb") as out:
            while size < each:
                made = record(number)
                out.write(gzip.compress(made, 1) if packed and not known else made)
                number, size = number + 1, size + len(made)
        total += size
    return number, total


def answer(pages):
    """Returns the number of links from each host to each domain."""
    graph = collections.Counter()
    for number in range(pages):
        host, to, large = page(number)
        for other, count in to:
            graph[f"www.site{host}.co.uk", f"site{other}.co.uk"] += count
        graph[f"www.site{host}.co.uk", f"large{large}.com"] += 1
    return graph


QUERY = """SELECT url_extract_host(page) AS host, domain, count(*) AS links
FROM napkin_links('{}') WHERE domain IS NOT NULL GROUP BY 1, 2"""


def main():
    program, folder = sys.argv[1:3]
    pages, total = generate(folder, float(sys.argv[3]) if len(sys.argv) > 3 else 5)
    begun = time.monotonic()
    ran = subprocess.run([program, "query", "--to", "csv", QUERY.format(folder)], capture_output=True, text=True, check=True)
    elapsed = time.monotonic() - begun
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = collections.Counter()
    for line in ran.stdout.splitlines()[1:]:
        host, domain, links = line.split(",")
        found[host, domain] += int(links)
    expected = answer(pages)
    if found != expected:
        sys.exit(f"wrong: {len(found)} edges and {found.total()} links, expected {len(expected)} and {expected.total()}")
    processors = usage.ru_utime + usage.ru_stime
    print(
        f"{pages} pages, {total / 1e9:.2f} GB, {len(found)} edges, {found.total()} links, all as computed: {elapsed:.1f} s, "
        f"{processors:.1f} s of the processors ({total / 1e6 / processors:.0f} MB/s), {usage.ru_maxrss / 1024:.0f} MB"
    )


if __name__ == "__main__":
    main()
