"""The Python package beside other packages: `python.py FILE [ROWS]`, one thread, on the URLs that all of them read.

Each round runs every row once, in turn; the least time of a row counts. The packages: napkin (built with `maturin build --release` in
`columns/napkin-python`), floor (`bench/python-floor`), can_ada, ada-url, url-py, yarl, polars, polars-tldextract.
"""

import sys
import time
import urllib.parse

import ada_url
import can_ada
import floor
import napkin
import polars
import polars_tldextract
import pyarrow
import url as url_py
import yarl
from napkin import URL, col

ROUNDS = 5


def readable(line):
    for read in (URL, can_ada.parse, url_py.URL.parse, yarl.URL, ada_url.URL):
        try:
            read(line)
        except ValueError:
            return False
        except Exception:  # url-py has its own errors.
            return False
    return True


def each(function):
    return lambda urls: [function(url) for url in urls]


def urllib_param(url):
    parts = urllib.parse.urlsplit(url)
    pairs = urllib.parse.parse_qsl(parts.query) + [("k", "9")]
    return parts._replace(query=urllib.parse.urlencode(pairs)).geturl()


BASE = "https://pub.example/menu/today"
NAPKIN_BASE, URL_BASE = URL(BASE), url_py.URL.parse(BASE)


def all_parts(url):
    made = URL(url)
    return made.scheme, made.user, made.password, made.host, made.port, made.path, made.query, made.fragment


def all_of_can_ada(url):
    made = can_ada.parse(url)
    return made.protocol, made.username, made.password, made.hostname, made.port, made.pathname, made.search, made.hash


OBJECTS = {
    "nothing but the loop": {"-": each(lambda url: url)},
    "host": {
        "floor of PyO3": each(lambda url: floor.Floor(url).host),
        "napkin": each(lambda url: URL(url).host),
        "can_ada": each(lambda url: can_ada.parse(url).hostname),
        "url-py": each(lambda url: url_py.URL.parse(url).host_str),
        "urllib": each(lambda url: urllib.parse.urlsplit(url).hostname),
    },
    "eight parts": {
        "napkin": each(all_parts),
        "can_ada": each(all_of_can_ada),
    },
    "can it be parsed": {
        "napkin": each(URL.can_parse),
        "can_ada": each(can_ada.can_parse),
    },
    "resolve": {
        "napkin": each(lambda url: str(NAPKIN_BASE.resolve(url))),
        "url-py": each(lambda url: str(URL_BASE.join(url))),
        "ada-url": each(lambda url: ada_url.join_url(BASE, url)),
        "urllib": each(lambda url: urllib.parse.urljoin(BASE, url)),
    },
    "normalise": {
        "napkin": each(lambda url: str(URL(url).normalize())),
        "can_ada": each(lambda url: str(can_ada.parse(url))),
        "url-py": each(lambda url: str(url_py.URL.parse(url))),
    },
    "set a parameter": {
        "napkin": each(lambda url: str(URL(url).set_param("k", "9"))),
        "yarl": each(lambda url: str(yarl.URL(url) % {"k": "9"})),
        "urllib": each(urllib_param),
    },
}
HOST = r"^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)"


def columns(urls):
    series = polars.Series("url", urls)
    frame = polars.DataFrame({"url": series})
    views = pyarrow.array(series)
    parts = ["scheme", "authority", "user", "password", "host", "port_text", "path", "query", "fragment"]
    return {
        "column: host": {
            "napkin": lambda _: col.host(views),
            "polars, an expression": lambda _: series.str.extract(HOST),
            "can_ada, a list": lambda urls: [can_ada.parse(url).hostname for url in urls],
        },
        "column: registrable domain": {
            "napkin": lambda _: col.registrable_domain(views),
            "polars-tldextract": lambda _: frame.select(polars_tldextract.registrable_domain("url", include_private=True, parallel=False)),
        },
        "column: nine parts": {"napkin": lambda _: col.parse(views, parts)},
        "column: all 14 parts": {"napkin": lambda _: col.parse(views)},
        "column: resolve": {"napkin": lambda _: col.resolve(views, BASE)},
        "column: normalise": {"napkin": lambda _: col.normalize(views)},
        "column: set a parameter": {"napkin": lambda _: col.set_param(views, "k", "9")},
    }


def measure(table, urls):
    least = {}
    for _ in range(ROUNDS):
        for row, runs in table.items():
            for name, run in runs.items():
                begun = time.perf_counter_ns()
                run(urls)
                taken = (time.perf_counter_ns() - begun) / len(urls)
                least[row, name] = min(taken, least.get((row, name), taken))
    return least


def main(file, rows=1_000_000):
    with open(file, encoding="utf-8") as lines:
        urls = [line for line in map(str.strip, lines) if line and readable(line)]
    print(f"{len(urls)} URLs of {file.rpartition('/')[2]}; Python {sys.version.split()[0]}\n")
    print("| ns per URL | | |\n|---|---|--:|")
    least = measure(OBJECTS, urls[:20_000])
    many = (urls * (int(rows) // len(urls) + 1))[: int(rows)]
    least |= measure(columns(many), many)
    for (row, name), taken in least.items():
        own = least.get((row, "napkin"))
        ratio = "" if name in ("napkin", "-") or own is None else f" ({taken / own:.2f})"
        print(f"| {row} | {name} | {taken:.0f}{ratio} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
