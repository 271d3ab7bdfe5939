"""Columns of every library, compared with values of URL for each row."""

import itertools
import threading

import datafusion
import duckdb
import napkin
import napkin.datafusion
import napkin.duckdb
import napkin.pandas
import napkin.polars
import pandas
import polars
import pyarrow
import pytest
from napkin import URL, Reference, UrlError, col

TEXTS = [
    "http://pub.example:8080/menu?day=1#soup",
    "HTTP://sam:pw@PUB.example/a/../b?a=1&b=x+y",
    "http://h:8o/",
    None,
    "",
    "http://bücher.example/é",
    "https://www.pub.co.uk/?#",
    "mailto:sam@pub.example",
    "http://[::1]/",
    "x" * 40,
]
TYPES = {
    "string": pyarrow.string(),
    "large_string": pyarrow.large_string(),
    "string_view": pyarrow.string_view(),
    "dictionary": pyarrow.dictionary(pyarrow.int16(), pyarrow.string()),
}
COLUMNS = {name: pyarrow.array(TEXTS).cast(kind) for name, kind in TYPES.items()}
COLUMNS["chunked"] = pyarrow.chunked_array([pyarrow.array(TEXTS[:3]), pyarrow.array([], pyarrow.string()), pyarrow.array(TEXTS[3:])])
COLUMNS["sliced"] = pyarrow.array(["before", *TEXTS, "behind"]).slice(1, len(TEXTS))


def url(text, standard):
    """Returns the value of a row; none for an invalid one."""
    if text is None:
        return None
    if standard == "whatwg":
        return URL.try_parse(text)
    try:
        return Reference(text, standard)
    except UrlError:
        return None


def port(value):
    return value.port


PARTS = {name: (lambda value, name=name: getattr(value, name)) for name in "scheme host path query fragment user password".split()}
PARTS["port"] = port


@pytest.mark.parametrize("standard", ["whatwg", "rfc3986", "rfc3987", "draft1997"])
@pytest.mark.parametrize("name", COLUMNS)
def test_parts_are_those_of_values(name, standard):
    values = [url(text, standard) for text in TEXTS]
    for part, get in PARTS.items():
        expected = [None if value is None else get(value) for value in values]
        assert col.part(COLUMNS[name], part, standard=standard).to_pylist() == expected, part
    found = col.parse(COLUMNS[name], ["host", "path"], standard=standard).to_pylist()
    assert [row and row["host"] for row in found] == [value and value.host for value in values]
    valid = col.valid(COLUMNS[name], standard=standard).to_pylist()
    # Browsers mend texts that are not valid.
    assert valid == [None if text is None else not napkin.check(text, standard) for text in TEXTS]


@pytest.mark.parametrize("name", COLUMNS)
def test_urls_are_made_as_by_values(name):
    column = COLUMNS[name]
    values = [url(text, "whatwg") for text in TEXTS]
    base = URL("http://pub.example/a/b")
    expected = [None if text is None else (lambda made: made and str(made))(URL.try_parse(text, base=base)) for text in TEXTS]
    assert col.resolve(column, str(base)).to_pylist() == expected
    assert col.resolve(column, pyarrow.array([str(base)] * len(TEXTS))).to_pylist() == expected
    assert col.normalize(column).to_pylist() == [value and str(value.normalize()) for value in values]
    assert col.param(column, "b").to_pylist() == [value and value.params.get("b") for value in values]
    assert col.drop_param(column, "a").to_pylist() == [value and str(value.drop_params("a")) for value in values]
    found = [[tuple(pair.values()) for pair in row] if row is not None else None for row in col.params(column).to_pylist()]
    assert found == [value and value.params.items() if value is not None else None for value in values]


def test_findings_say_why():
    found = col.findings(COLUMNS["string"], standard="rfc3986").to_pylist()
    assert found[2][0]["rule"] == napkin.check(TEXTS[2], "rfc3986")[0].rule
    assert found[0] == [] and found[3] is None


def test_empty_columns_have_the_type_of_others():
    full = pyarrow.chunked_array([pyarrow.array(TEXTS)])
    for name in set(col.__all__) - {"part", "matches", "match_template", "param", "drop_param", "set_param", "resolve", "relativize", "equivalence"}:
        function = getattr(col, name)
        assert function(full.slice(0, 0)).type == function(full).type, name
        assert function(pyarrow.chunked_array([], pyarrow.string())).type == function(full).type, name


def test_threads_keep_the_order():
    texts = [f"http://h{number}.example/" for number in range(200_000)]
    expected = [f"h{number}.example" for number in range(200_000)]
    for column in (pyarrow.array(texts), pyarrow.chunked_array([texts[:70_001], texts[70_001:]])):
        for threads in (0, 1, 3):
            found = col.host(column, threads=threads)
            assert isinstance(found, pyarrow.ChunkedArray) == isinstance(column, pyarrow.ChunkedArray)
            assert found.to_pylist() == expected


def test_columns_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="10 rows, found 1"):
        col.resolve(COLUMNS["string"], pyarrow.array(["http://h/"]))
    for wrong in (pyarrow.array([1, 2]), ["http://h/"], "http://h/", None):
        with pytest.raises((TypeError, ValueError), match="expected|Expected"):
            col.host(wrong)
    with pytest.raises(ValueError, match="host_kind"):
        col.parse(COLUMNS["string"], ["hots"])


def test_columns_cut_in_different_places_are_joined():
    texts = ["a", "b", "c"]
    bases = pyarrow.chunked_array([["http://h/"], ["http://g/", "http://f/"]])
    assert col.resolve(pyarrow.chunked_array([texts]), bases).to_pylist() == ["http://h/a", "http://g/b", "http://f/c"]


def test_polars():
    series = polars.Series("url", TEXTS)
    expected = col.host(COLUMNS["string"]).to_pylist()
    assert series.url.host().to_list() == expected
    frame = polars.DataFrame({"url": series})
    eager = frame.select(polars.col("url").url.host().alias("host"), polars.col("url").url.port().alias("port"))
    lazy = frame.lazy().select(polars.col("url").url.host().alias("host"), polars.col("url").url.port().alias("port"))
    assert eager["host"].to_list() == expected and lazy.collect().equals(eager)
    assert lazy.collect_schema() == eager.schema
    assert frame.select(polars.col("url").url.resolve("http://g/"))["url"].to_list()[4] == "http://g/"


def test_pandas():
    for dtype in ("string[pyarrow]", object, pandas.ArrowDtype(pyarrow.large_string())):
        series = pandas.Series(TEXTS, dtype=dtype, index=range(5, 5 + len(TEXTS)), name="url")
        found = series.url.host()
        assert [None if pandas.isna(host) else host for host in found] == col.host(COLUMNS["string"]).to_pylist()
        assert list(found.index) == list(series.index) and found.name == "url"
        assert "pub.example" in repr(series.url.parse(["host"]))
    with pytest.raises(AttributeError):
        series.url.hots


def test_duckdb():
    connection = duckdb.connect()
    napkin.duckdb.register(connection)
    pages = pyarrow.table({"url": COLUMNS["string"]})
    found = connection.sql("SELECT url_host(url), url_port(url), url_valid(url) FROM pages").fetchall()
    expected = itertools.zip_longest(*(part(COLUMNS["string"]).to_pylist() for part in (col.host, col.port, col.valid)))
    assert found == list(expected)
    assert connection.sql("SELECT url_resolve('x', 'http://h/a/')").fetchall() == [("http://h/a/x",)]
    # A relation is a table with one column.
    assert pyarrow.chunked_array(col.host(connection.sql("SELECT url FROM pages"))).to_pylist() == col.host(COLUMNS["string"]).to_pylist()


@pytest.mark.parametrize("kind", TYPES)
def test_datafusion(kind):
    context = datafusion.SessionContext()
    napkin.datafusion.register(context)
    context.register_record_batches("pages", [pyarrow.table({"url": COLUMNS[kind]}).to_batches()])
    found = context.sql("SELECT url_host(url) AS host, url_port(url) AS port, url_valid(url) AS valid FROM pages").to_pydict()
    parts = {"host": col.host, "port": col.port, "valid": col.valid}
    assert found == {name: part(COLUMNS["string"]).to_pylist() for name, part in parts.items()}
    assert context.sql("SELECT url_resolve('x', 'http://h/a/') AS url").to_pydict() == {"url": ["http://h/a/x"]}


def test_other_threads_run_meanwhile():
    column = pyarrow.array(["http://pub.example/menu"] * 2_000_000)
    ran = []
    done = threading.Event()
    thread = threading.Thread(target=lambda: (col.normalize(column), done.set()))
    thread.start()
    while not done.wait(0.001):
        ran.append(1)
    thread.join()
    assert len(ran) > 5
