"""Functions for DuckDB: ``napkin.duckdb.register(connection)``, then ``SELECT url_host(url) FROM pages``.

>>> import duckdb, napkin.duckdb
>>> connection = duckdb.connect()
>>> napkin.duckdb.register(connection)
>>> connection.sql("SELECT url_host('http://pub.example/menu'), url_valid('http://h:8o/')").fetchall()
[('pub.example', False)]
"""

from __future__ import annotations

from typing import Any

from ._sql import functions

_TYPES = {"string": "VARCHAR", "uint16": "USMALLINT", "bool": "BOOLEAN"}


def register(connection: Any, *, prefix: str = "url_") -> None:
    """Registers ``url_host``, ``url_port``, ``url_valid``, ``url_resolve`` and so on, for whole columns at a time.

    A text that is not valid has the answer ``NULL``.
    """
    for name, run, arguments, answer in functions(prefix):
        texts = ["VARCHAR"] * arguments
        connection.create_function(name, run, texts, _TYPES[answer], type="arrow", null_handling="special")
