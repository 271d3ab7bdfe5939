"""The functions that engines of SQL get."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from . import col

_OF_ONE = "scheme host path query fragment registrable_domain public_suffix normalize".split()
_OF_TWO = "resolve relativize param drop_param".split()


class Function(NamedTuple):
    name: str
    #: Takes columns, and returns one of this type of Arrow.
    run: Callable[..., Any]
    arguments: int
    answer: str


def functions(prefix: str) -> Iterator[Function]:
    """Returns all functions, with a prefix before their names."""
    for name in _OF_ONE:
        yield _of_one(prefix + name, getattr(col, name), "string")
    for name in _OF_TWO:
        yield _of_two(prefix + name, getattr(col, name))
    yield _of_one(prefix + "port", col.port, "uint16")
    yield _of_one(prefix + "valid", col.valid, "bool")


# DuckDB counts the parameters of a function, and engines take the answer as the type that was registered.
def _of_one(name: str, function: Any, answer: str) -> Function:
    return Function(name, lambda column: function(column).cast(answer), 1, answer)


def _of_two(name: str, function: Any) -> Function:
    return Function(name, lambda column, other: function(column, other).cast("string"), 2, "string")
