"""Python and DuckDB on the rows of `napkin-bench-columns`: `peers.py FILE [ROWS]`.

The lines of FILE over and over until there are so many rows, a million if it is not said. Each reads in one thread, at least three times; the
least counts. The answers are made and dropped.
"""

import sys
import time
import urllib.parse

import duckdb
import pandas
import pyarrow

# RFC 3986 appendix B.
APPENDIX_B = r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?"
GROUPS = ["scheme_", "scheme", "authority_", "authority", "path", "query_", "query", "fragment_", "fragment"]


def fastest(run, rounds=3):
    def once():
        begun = time.perf_counter()
        run()
        return time.perf_counter() - begun

    return min(once() for _ in range(rounds))


def split(url):
    """All components, those of the authority too; nothing where `urllib` raises, as it does for wrong ports and brackets."""
    try:
        parts = urllib.parse.urlsplit(url)
        return (*parts, parts.username, parts.password, parts.hostname, parts.port)
    except ValueError:
        return (None,) * 9


def main(file, rows=1_000_000):
    with open(file, encoding="utf-8") as lines:
        lines = [line.strip() for line in lines if line.strip()]
    rows = int(rows)
    urls = (lines * (rows // len(lines) + 1))[:rows]

    series = pandas.Series(urls)
    connection = duckdb.connect(config={"threads": 1})
    connection.register("urls", pyarrow.table({"url": urls}))
    connection.execute("CREATE TABLE held AS SELECT * FROM urls")
    groups = ", ".join(f"'{group}'" for group in GROUPS)
    pattern = APPENDIX_B.replace("'", "''")
    sql = f"SELECT sum(length(made.path)) FROM (SELECT regexp_extract(url, '{pattern}', [{groups}]) AS made FROM held)"

    cases = {
        f"Python {sys.version.split()[0]}: urllib.parse over pandas {pandas.__version__}": lambda: series.map(split),
        f"DuckDB {duckdb.__version__}: the expression of appendix B": lambda: connection.execute(sql).fetchall(),
    }
    print("| | ns a row | million rows a second |\n|---|--:|--:|")
    for name, run in cases.items():
        seconds = fastest(run)
        print(f"| {name} | {seconds * 1e9 / rows:.1f} | {rows / seconds / 1e6:.2f} |")


if __name__ == "__main__":
    main(*sys.argv[1:])
