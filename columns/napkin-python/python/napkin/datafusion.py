"""Functions for DataFusion: ``napkin.datafusion.register(context)``, then ``SELECT url_host(url) FROM pages``.

>>> import datafusion, napkin.datafusion
>>> context = datafusion.SessionContext()
>>> napkin.datafusion.register(context)
>>> context.sql("SELECT url_host('http://pub.example/menu') AS host").to_pydict()
{'host': ['pub.example']}
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ._sql import functions


def register(context: Any, *, prefix: str = "url_") -> None:
    """Registers ``url_host``, ``url_port``, ``url_valid``, ``url_resolve`` and so on, for whole columns at a time.

    A text that is not valid has the answer ``NULL``.
    """
    datafusion, pyarrow = import_module("datafusion"), import_module("pyarrow")
    for name, run, arguments, answer in functions(prefix):
        texts = [pyarrow.string()] * arguments
        context.register_udf(datafusion.udf(run, texts, pyarrow.type_for_alias(answer), "immutable", name=name))
