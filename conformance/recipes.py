"""The recipes of guide/columns.md in the engines that they are for: `recipes.py NAPKIN [ENGINE...]`, all three if none is named.

What is run is the text of the guide. Each engine is the package of its makers for Python: chdb (ClickHouse), duckdb and pyspark (which
wants Java); one that is not there is skipped, with a line that says so, or a failure where NAPKIN_REQUIRE_ALL=1.
"""

import importlib.util
import json
import os
import pathlib
import re
import sys
import tempfile

GUIDE = pathlib.Path(__file__).parent.parent / "guide" / "columns.md"

# Texts and what each standard says of them: (text, RFC 3986's host, whether the URL Standard reads it, its host, its query).
CASES = [
    # RFC 3986 section 3.2.2; an empty query is a query (section 3.4; URL Standard, "query").
    ("http://pub.example:8080/menu?", "pub.example", True, "pub.example", ""),
    # RFC 3986 section 1.1.2: no authority, hence no host.
    ("mailto:John.Doe@example.com", "", True, None, None),
    # A port has digits alone: RFC 3986 section 3.2.3; URL Standard, "port state".
    ("http://h:8o/", "", False, None, None),
    # A backslash ends the authority: URL Standard, "host state". RFC 3986 has none.
    ("http://evil.example\\@pub.example/", "", True, "evil.example", None),
    # Domains to ASCII: URL Standard, "host parser". RFC 3986 has ASCII alone.
    ("http://b\u00fccher.example/", "", True, "xn--bcher-kva.example", None),
    # The first octets of a special address in hexadecimal: URL Standard, "IPv4 parser"; a name by RFC 3986.
    ("http://0x7f.1/", "0x7f.1", True, "127.0.0.1", None),
    # RFC 3986 section 5.4; no URL without a base.
    ("../g", "", False, None, None),
]

# More rows than a block of an engine has.
MANY = 150_000
MANY_SQL = {
    "clickhouse": f"SELECT concat('http://h', toString(number % 7), '.example/', toString(number)) AS url FROM numbers({MANY})",
    "duckdb": f"SELECT 'http://h' || (i % 7) || '.example/' || i AS url FROM range({MANY}) made (i)",
    "spark": f"SELECT concat('http://h', id % 7, '.example/', id) AS url FROM range({MANY})",
}
MANY_HOSTS = [(f"h{n}.example", len(range(n, MANY, 7))) for n in range(7)]


def blocks(heading, language):
    """The examples in a language in the paragraphs of the guide that begin with a heading."""
    text = GUIDE.read_text()
    start = text.index(f"**{heading}")
    end = text.find("\n**", start + 2)
    found = re.findall(rf"^```{language}\n(.*?)^```$", text[start:end], re.MULTILINE | re.DOTALL)
    assert found, f"{GUIDE}: expected an example in {language} under {heading}"
    return found


def same(found, expected, what):
    assert found == expected, f"{what}: expected {expected!r}, but found {found!r}"


def clickhouse(napkin):
    import chdb

    with tempfile.TemporaryDirectory() as folder:
        os.symlink(napkin, f"{folder}/napkin")
        # The name that this package of ClickHouse looks for.
        pathlib.Path(folder, "udf_config.xml").write_text(blocks("ClickHouse", "xml")[0])
        texts = ", ".join("'" + case[0].replace("\\", "\\\\").replace("'", "\\'") + "'" for case in CASES)
        seen = f"(SELECT arrayJoin([{texts}]) AS url)"
        (sql,) = blocks("ClickHouse", "sql")
        answer = chdb.query(sql.replace("FROM seen", f"FROM {seen}"), "JSONCompactEachRow", udf_path=folder)
        rows = [json.loads(line) for line in str(answer).splitlines()]
        for (text, host, ok, host_of_url, _), row in zip(CASES, rows, strict=True):
            same(row[:2], [text, host], "ClickHouse")
            same((row[2]["ok"], row[2]["host"]), (ok, host_of_url), f"ClickHouse: {text}")
        same(rows[0][2]["port"], 8080, "ClickHouse: port")
        sql = f"SELECT napkinHost(url) AS host, count() FROM ({MANY_SQL['clickhouse']}) GROUP BY host ORDER BY host"
        answer = chdb.query(sql, "JSONCompactEachRow", udf_path=folder)
        same([(host, int(count)) for host, count in map(json.loads, str(answer).splitlines())], MANY_HOSTS, "ClickHouse")
        version = str(chdb.query("SELECT version()", "TSV")).strip()
    return f"ClickHouse {version}"


def duckdb(_napkin):
    import duckdb

    made = {}
    exec(blocks("DuckDB", "python")[0], made)
    database = made["database"]
    database.execute("CREATE TABLE seen (url VARCHAR)")
    database.executemany("INSERT INTO seen VALUES (?)", [[case[0]] for case in CASES] + [[None]])
    (sql,) = blocks("DuckDB", "sql")
    same(database.sql(sql).fetchall(), [(case[0], case[3]) for case in CASES] + [(None, None)], "DuckDB")
    queries = database.sql("SELECT url_parts(url).query FROM seen").fetchall()
    same(queries, [(case[4],) for case in CASES] + [(None,)], "DuckDB: queries")
    sql = f"SELECT url_parts(url).host AS host, count(*) FROM ({MANY_SQL['duckdb']}) GROUP BY host ORDER BY host"
    same(database.sql(sql).fetchall(), MANY_HOSTS, "DuckDB")
    return f"DuckDB {duckdb.__version__}"


def spark(_napkin):
    import pyspark
    from pyspark.sql import SparkSession

    # As in a program: what is of no module goes to the workers by value.
    made = {"__name__": "__main__"}
    for block in blocks("DuckDB", "python") + blocks("Spark", "python"):
        exec(block, made)
    # The workers are to be the Python that has the packages.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    local = SparkSession.builder.master("local[2]").config("spark.ui.enabled", False)
    session = local.config("spark.driver.host", "127.0.0.1").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    seen = session.createDataFrame([(case[0],) for case in CASES] + [(None,)], "url string").coalesce(1)
    rows = made["url_parts"](seen).select("host", "query").collect()
    same([tuple(row) for row in rows], [(case[3], case[4]) for case in CASES] + [(None, None)], "Spark")
    frame = made["url_parts"](session.sql(MANY_SQL["spark"]))
    same([tuple(row) for row in frame.groupBy("host").count().orderBy("host").collect()], MANY_HOSTS, "Spark")
    session.stop()
    return f"Spark {pyspark.__version__}"


def main():
    napkin = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as path:
        os.symlink(napkin, f"{path}/napkin")
        os.environ["PATH"] = f"{path}:{os.environ['PATH']}"
        for engine, package in [(clickhouse, "chdb"), (duckdb, "duckdb"), (spark, "pyspark")]:
            if sys.argv[2:] and engine.__name__ not in sys.argv[2:]:
                continue
            if importlib.util.find_spec(package) is None:
                print(f"not run: {engine.__name__}, as Python has no {package} here")
                if os.environ.get("NAPKIN_REQUIRE_ALL") == "1":
                    sys.exit(1)
                continue
            print(f"{engine(napkin)}: the recipe's answers are right")


main()
