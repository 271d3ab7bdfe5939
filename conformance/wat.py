#!/usr/bin/env python3
"""Compares the links of a web archive with those of an extraction such as Common Crawl's WAT files have: `wat.py NAPKIN FILE.warc`.

The extraction has the shortcomings of `ExtractingParseObserver`, which writes these: links as written, `<a>` only where
`</a>` ends it, no `srcset`, `imagesrcset`, `ping`, `xlink:href` and `style`, URLs of CSS by a regular expression in the first 100 KB, `data:` URLs
cut. Prints what napkin finds and the extraction does not, by kind, and fails if the extraction has a link that napkin has not.
"""

import collections
import json
import re
import subprocess
import sys
from html.parser import HTMLParser

NAPKIN, FILE = sys.argv[1:3]
ATTRIBUTES = {
    ("a", "href"), ("area", "href"), ("link", "href"), ("img", "src"), ("script", "src"), ("iframe", "src"), ("frame", "src"), ("embed", "src"),
    ("form", "action"), ("object", "data"), ("input", "src"), ("body", "background"), ("source", "src"), ("video", "src"), ("audio", "src"),
}
CSS = re.compile(r"url\s*\(\s*[\"']?([^\"')]+)")


class Extraction(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.open, self.css = collections.Counter(), [], None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.css = "" if tag == "style" else None
        for name, value in attributes:
            if (tag, name) not in ATTRIBUTES or not value:
                continue
            if tag == "a":
                self.open.append(value)
            else:
                self.links[value[:30] if value.startswith("data:") else value] += 1

    def handle_endtag(self, tag):
        if tag == "a" and self.open:
            self.links[self.open.pop()] += 1
        if tag == "style" and self.css is not None:
            self.links.update(CSS.findall(self.css[:100_000]))
            self.css = None

    def handle_data(self, data):
        if self.css is not None:
            self.css += data


def records(data):
    """Yields the URL and the text of each page."""
    at = 0
    while at < len(data):
        end = data.index(b"\r\n\r\n", at)
        head = data[at:end].decode()
        length = int(re.search(r"Content-Length: *(\d+)", head)[1])
        block = data[end + 4 : end + 4 + length]
        yield re.search(r"WARC-Target-URI: *(\S+)", head)[1], block[block.index(b"\r\n\r\n") + 4 :].decode("utf-8", "replace")
        at = end + 4 + length + 4


def normal(text):
    """White space around a link, and line breaks in it, are no part of it."""
    return re.sub(r"[\t\r\n]", "", text).strip()


def main():
    found = collections.defaultdict(collections.Counter)
    kinds = {}
    with subprocess.Popen([NAPKIN, "links", "--json", FILE], stdout=subprocess.PIPE, text=True) as ran:
        for line in ran.stdout:
            row = json.loads(line)
            page, text = row["source"][len(FILE) + 1 :], normal(row["readings"][0])
            found[page][text] += 1
            kinds[page, text] = row["context"]
    missed, other, pages = collections.Counter(), collections.Counter(), 0
    for page, text in records(open(FILE, "rb").read()):
        pages += 1
        links = collections.Counter()
        for link, count in Extraction(text).links.items():
            links[normal(link)] += count
        for link, count in (found[page] - links).items():
            missed[kinds[page, link]] += count
        for link, count in (links - found[page]).items():
            other[link] += count
    total = sum(map(lambda each: each.total(), found.values()))
    print(f"{pages} pages, {total} links; the extraction misses {missed.total()}:")
    for kind, count in missed.most_common():
        print(f"{count:8} {kind}")
    print(f"and has {other.total()} others: {other.most_common(5)}")
    sys.exit(other.total() > 0)


main()
