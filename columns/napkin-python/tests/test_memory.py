"""No call keeps memory, and no document ends the process."""

import gc
import resource
import tracemalloc

import napkin
import pyarrow
import pytest
from napkin import URL, col

COLUMN = pyarrow.array(["http://pub.example/menu"] * 1000)


def attempt(function):
    try:
        function()
    except ValueError:
        pass


CALLS = {
    "parse": (lambda: URL("http://pub.example/menu?x=1").host, 1_000_000),
    "error": (lambda: attempt(lambda: URL("http://h:8o/")), 20_000),
    "edit": (lambda: URL("http://pub.example/?x=1").set_param("x", "2").replace(port=81), 20_000),
    "links": (lambda: napkin.links("<a href=menu>", url="http://h/"), 20_000),
    "rewrite": (lambda: napkin.rewrite("<a href=menu>", lambda link: "x"), 20_000),
    "audit": (lambda: napkin.audit("http://0x7f.1/"), 10_000),
    "pattern": (lambda: napkin.Pattern("https://h/:x").exec("https://h/y"), 20_000),
    "template": (lambda: napkin.Template("/{x}").expand(x=["a"]), 100_000),
    "data": (lambda: napkin.data_url("data:,x").body, 100_000),
    "column": (lambda: col.parse(COLUMN), 500),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_keep_no_memory(name):
    function, count = CALLS[name]
    for _ in range(count // 10):
        function()
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tracemalloc.start()
    first = tracemalloc.get_traced_memory()[0]
    for _ in range(1000):
        function()
    gc.collect()
    kept = tracemalloc.get_traced_memory()[0] - first
    tracemalloc.stop()
    for _ in range(count):
        function()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert kept < 20_000, f"{kept} bytes kept by 1,000 calls"
    assert grown < 4_096, f"{grown} KiB more after {count} calls"
