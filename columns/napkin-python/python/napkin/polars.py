"""A namespace for polars: ``pl.col("url").url.host()``.

Import it once; it registers the namespace ``url`` of expressions and of series.

>>> import polars as pl, napkin.polars
>>> frame = pl.DataFrame({"url": ["http://pub.example/menu", "nonsense"]})
>>> frame.select(pl.col("url").url.host().alias("host"))["host"].to_list()
['pub.example', None]
>>> frame["url"].url.valid().to_list()
[True, False]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl

from . import col


def _of_series(function: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, *arguments: Any, **options: Any) -> Any:
        return function(self._of, *arguments, **options)

    method.__doc__ = function.__doc__
    return method


def _of_expression(function: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, *arguments: Any, **options: Any) -> Any:
        apply = lambda series: function(series, *arguments, **options)  # noqa: E731
        # polars learns the type from an empty column of texts.
        dtype = function(pl.Series([], dtype=pl.String), *arguments, **options).dtype
        return self._of.map_batches(apply, return_dtype=dtype, is_elementwise=True)

    method.__doc__ = function.__doc__
    return method


class _Namespace:
    def __init__(self, of: Any) -> None:
        self._of = of


def _register() -> None:
    series = type("UrlSeries", (_Namespace,), {name: _of_series(getattr(col, name)) for name in col.__all__})
    expressions = type("UrlExpressions", (_Namespace,), {name: _of_expression(getattr(col, name)) for name in col.__all__})
    pl.api.register_series_namespace("url")(series)
    pl.api.register_expr_namespace("url")(expressions)


_register()
