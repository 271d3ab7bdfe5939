#!/usr/bin/env python3
"""Common Crawl's columns, held against the programs that Common Crawl makes them with.

common-crawl.py make COUNT LIST... > URLS      URLs made of the hosts, paths and queries of real ones, and of what is odd
common-crawl.py check URLS JAVA OURS           OURS is the table of the example `common_crawl`, JAVA that of CommonCrawlUrl.java

SURT keys are those of the Internet Archive's `surt`, suffixes those of `tldextract` with the list that it brings, labels by the schema's
descriptions. Each difference is counted by column and reason, with the first as an example; one without a reason is printed, and fails.
"""

import random
import re
import sys
from collections import Counter
from functools import lru_cache

NAMES = (
    "url_surtkey url_host_name url_host_tld url_host_2nd_last_part url_host_3rd_last_part url_host_4th_last_part"
    " url_host_5th_last_part url_host_registry_suffix url_host_registered_domain url_host_private_suffix"
    " url_host_private_domain url_host_name_reversed url_protocol url_port url_path url_query"
).split()
NULL = "\\N"


def parts(url):
    """RFC 3986 appendix B: scheme, authority, path, query."""
    found = re.match(r"^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?", url)
    return found.groups()


def make(count, lists):
    hosts, paths, queries = [], [], []
    for name in lists:
        with open(name, encoding="utf-8-sig") as lines:
            for url in map(str.strip, lines):
                scheme, authority, path, query = parts(url)
                if scheme in ("http", "https") and authority:
                    hosts.append(authority)
                paths.append(path if path.startswith("/") else "/" + path)
                if query:
                    queries.append(query)
    hosts += ["192.0.2.17", "10.1", "2130706433", "[2001:db8::17]", "www.bbc.co.uk", "bucket.s3.amazonaws.com", "a.b.c.kobe.jp"]
    hosts += ["b\u00fccher.example", "\u65e5\u672c.jp", "xn--bcher-kva.ch", "myblog.blogspot.com", "example.invalid", "www2.example.org"]
    sessions = ["jsessionid=0123456789abcdefghijklemopqrstuv", "PHPSESSID=0123456789abcdefghijklemopqrstuv", "CFID=1&CFTOKEN=2"]
    dice = random.Random(2396)
    for _ in range(count):
        host, path = dice.choice(hosts), dice.choice(paths)
        odd = dice.random()
        if odd < 0.03:
            host = host.upper()
        elif odd < 0.05:
            host = host.partition(":")[0] + dice.choice([":80", ":443", ":8080", ":"])
        elif odd < 0.06:
            host = host.partition(":")[0] + "." if not host.startswith("[") else host
        elif odd < 0.08:
            path += dice.choice(["/", "//", "/%7Esam", "/%2525", "/a b", "/\u00e9", "/A;x=1", "/(S(4hqa0555fwsecu455xqckv45))/x.aspx"])
        elif odd < 0.09:
            path = dice.choice(["", "/../x", "/a/./b", "/a/../b"])
        query = dice.choice(queries) if dice.random() < 0.4 else None
        if query is not None and dice.random() < 0.05:
            query += "&" + dice.choice(sessions + ["", "a=%41", "B", "\u00e9=1"])
        url = dice.choice(["http://", "https://"]) + host + path
        print(url if query is None else url + "?" + query)


@lru_cache(maxsize=1 << 20)
def suffixes(host):
    """Registry suffix and domain, private suffix and domain."""
    found = []
    for extract in extractors():
        suffix = extract(host)
        found += [suffix.suffix or None, suffix.top_domain_under_public_suffix or None]
    return found


@lru_cache(maxsize=1)
def extractors():
    import tldextract

    options = {"suffix_list_urls": (), "cache_dir": None}
    return (
        tldextract.TLDExtract(include_psl_private_domains=False, **options),
        tldextract.TLDExtract(include_psl_private_domains=True, **options),
    )


def expected(url, java):
    import surt

    host, protocol, port, path, query = java
    try:
        key = surt.surt(url)
    except ValueError:
        key = None
    # An address with the root's dot is none to the index (`setHostName` of its `HostName.java`), and has labels.
    has_dot = re.sub(r":\d*$", "", parts(url)[1] or "").endswith(".")
    is_name = not host.startswith("[") and (has_dot or not re.fullmatch(r"\d+\.\d+\.\d+\.\d+", host))
    labels = host.split(".")[::-1] if is_name else []
    of_list = suffixes(host) if is_name else [None] * 4
    backwards = ".".join(labels) if is_name else None
    five = [labels[n] if n < len(labels) else None for n in range(5)]
    row = [key, host, *five, *of_list, backwards, protocol, port, path, query]
    return [NULL if text is None else text for text in row]


def reason(url, column, ours, theirs):
    """Why the two may differ, where that is known."""
    host = (parts(url)[1] or "").rpartition("@")[2]
    path = parts(url)[2]
    if column == "url_path" and re.search(r"(^|/)\.\.?(/|$)", path):
        return "java.net.URL folds dot segments, which the crawler has done before"
    if column.startswith("url_host_") and ("suffix" in column or "domain" in column):
        if ".." in host:
            return "a name with an empty label, under which nothing is registered"
        return "another version of the public suffix list"
    if not host.isascii():
        return "UTS 46 and IDNA 2003"
    return None


def check(urls, java, ours):
    rows, differences, examples, shown = 0, Counter(), {}, 0
    with open(urls, encoding="utf-8", newline="\n") as urls, open(java, encoding="utf-8", newline="\n") as java:
        with open(ours, encoding="utf-8", newline="\n") as ours:
            for url, by_java, row in zip(urls, java, ours, strict=True):
                url, by_java, row = url.rstrip("\n"), by_java.rstrip("\n").split("\t"), row.rstrip("\n").split("\t")
                rows += 1
                if by_java[0] == "error":
                    why = "all", "java.net.URL: " + re.sub(r'".*"|: .*', "", by_java[1])
                    differences[why] += 1
                    examples.setdefault(why, repr(url))
                    continue
                for column, found, wanted in zip(NAMES, row, expected(url, by_java), strict=True):
                    if found != wanted:
                        why = reason(url, column, found, wanted)
                        example = f"{url!r}: {found!r}, but expected {wanted!r}"
                        differences[column, why or "UNEXPLAINED"] += 1
                        examples.setdefault((column, why or "UNEXPLAINED"), example)
                        if why is None and (shown := shown + 1) <= 40:
                            print(f"{column} of {example}")
    print(f"{rows} URLs, {rows * len(NAMES)} values")
    for (column, why), count in sorted(differences.items()):
        print(f"{count:8} {column}: {why}, as of {examples[column, why]}")
    return 1 if shown else 0


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["make", count, *lists]:
            make(int(count), lists)
        case ["check", urls, java, ours]:
            sys.exit(check(urls, java, ours))
        case _:
            sys.exit(__doc__)
