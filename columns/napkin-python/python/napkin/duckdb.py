"""Functions for DuckDB: ``napkin.duckdb.register(connection)``, then ``SELECT url_host(url) FROM pages``.

>>> import duckdb, napkin.duckdb
>>> connection = duckdb.connect()
>>> napkin.duckdb.register(connection)
>>> connection.sql("SELECT url_host('http://pub.example/menu'), url_valid('http://h:8o/')").fetchall()
[('pub.example', False)]
"""

from __future__ import annotations

from typing import Any

from . import col

_TEXTS = "scheme host path query fragment registrable_domain public_suffix normalize".split()
_OF_TWO = "resolve relativize param drop_param".split()


def register(connection: Any, *, prefix: str = "url_") -> None:
    """Registers ``url_host``, ``url_port``, ``url_valid``, ``url_resolve`` and so on, for whole columns at a time.

    A text that is not valid has the answer ``NULL``.
    """

    for name in _TEXTS:
        _add(connection, prefix + name, _of_one(getattr(col, name), "string"), 1, "VARCHAR")
    for name in _OF_TWO:
        _add(connection, prefix + name, _of_two(getattr(col, name), "string"), 2, "VARCHAR")
    _add(connection, prefix + "port", _of_one(col.port, "uint16"), 1, "USMALLINT")
    _add(connection, prefix + "valid", _of_one(col.valid, "bool"), 1, "BOOLEAN")


def _add(connection: Any, name: str, function: Any, arguments: int, answer: str) -> None:
    texts = ["VARCHAR"] * arguments
    connection.create_function(name, function, texts, answer, type="arrow", null_handling="special")


# DuckDB counts the parameters of a function, and takes the answer as the type that was registered.
def _of_one(function: Any, kind: str) -> Any:
    return lambda column: function(column).cast(kind)


def _of_two(function: Any, kind: str) -> Any:
    return lambda column, other: function(column, other).cast(kind)
