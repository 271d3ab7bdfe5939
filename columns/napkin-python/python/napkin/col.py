"""Functions over columns of URLs: of pyarrow, polars, pandas, DuckDB, and everything else that has Arrow's capsules.

Each takes a column of texts (``string``, ``large_string``, ``string_view``, or dictionaries of them, also in chunks and with
nulls) without a copy of the text, and returns a column with the same number of rows: of pyarrow, polars or pandas if the given
one is, and otherwise an object with capsules. A null stays null, and so becomes a row that is not valid; ``part(x, "rule")``
and ``findings(x)`` say why. ``threads=0`` takes all cores.

>>> import pyarrow, napkin.col as col
>>> urls = pyarrow.array(["http://pub.example:8080/menu", "http://h:8o/", None])
>>> col.host(urls).to_pylist()
['pub.example', None, None]
>>> col.resolve(pyarrow.array(["../beer"]), "http://pub.example/menu/today").to_pylist()
['http://pub.example/beer']
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal

from . import _napkin
from ._napkin import Pattern, Template

Standard = Literal["draft1997", "rfc3986", "rfc3987", "whatwg"]
Part = Literal[
    "ok",
    "kind",
    "scheme",
    "authority",
    "user",
    "password",
    "host",
    "host_kind",
    "port",
    "port_text",
    "path",
    "query",
    "fragment",
    "rule",
]

__all__ = [
    "decode",
    "drop_param",
    "equivalence",
    "findings",
    "fragment",
    "host",
    "match_template",
    "matches",
    "normalize",
    "param",
    "params",
    "parse",
    "part",
    "path",
    "port",
    "public_suffix",
    "query",
    "registrable_domain",
    "relativize",
    "resolve",
    "scheme",
    "set_param",
    "surt",
    "valid",
]


def _like(column: Any, answer: Any) -> Any:
    """Returns an answer as a column of the library that the given column has."""
    library = type(column).__module__.partition(".")[0]
    if library == "polars":
        return import_module("polars").Series(column.name, answer)
    if library not in ("pyarrow", "pandas"):
        return answer
    pyarrow = import_module("pyarrow")
    is_array = hasattr(answer, "__arrow_c_array__")
    array = pyarrow.array(answer) if is_array else pyarrow.chunked_array(answer)
    if library == "pyarrow":
        return array
    pandas = import_module("pandas")
    array = pandas.arrays.ArrowExtensionArray(array.cast(_without_views(pyarrow, array.type)))
    return pandas.Series(array, index=column.index, name=column.name)


def _without_views(pyarrow: Any, kind: Any) -> Any:
    """Returns a type of pyarrow without string views, which pandas cannot print."""
    if pyarrow.types.is_struct(kind):
        return pyarrow.struct([field.with_type(_without_views(pyarrow, field.type)) for field in kind])
    if pyarrow.types.is_list(kind):
        return pyarrow.list_(kind.value_field.with_type(_without_views(pyarrow, kind.value_type)))
    return pyarrow.large_string() if pyarrow.types.is_string_view(kind) else kind


def parse(column: Any, parts: list[Part] | None = None, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Splits each URL: a column of structs with these parts; by default all 14."""
    return _like(column, _napkin.column_parts(column, standard, parts or [], threads))


def part(column: Any, part: Part, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Returns one part of each URL."""
    return _like(column, _napkin.column_part(column, standard, part, threads))


def scheme(column: Any, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Returns the schemes."""
    return part(column, "scheme", standard=standard, threads=threads)


def host(column: Any, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Returns the hosts."""
    return part(column, "host", standard=standard, threads=threads)


def port(column: Any, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Returns the ports as numbers; null where there is none."""
    return part(column, "port", standard=standard, threads=threads)


def path(column: Any, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Returns the paths."""
    return part(column, "path", standard=standard, threads=threads)


def query(column: Any, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Returns the queries."""
    return part(column, "query", standard=standard, threads=threads)


def fragment(column: Any, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Returns the fragments."""
    return part(column, "fragment", standard=standard, threads=threads)


def valid(column: Any, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Returns whether each text is valid under the standard."""
    return _like(column, _napkin.column_of(column, standard, "valid", threads))


def findings(column: Any, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Returns everything that is wrong with each text: lists of structs. Places are bytes of UTF-8."""
    return _like(column, _napkin.column_of(column, standard, "findings", threads))


def registrable_domain(column: Any, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Returns the domains that somebody registered, by the Public Suffix List."""
    return _like(column, _napkin.column_of(column, standard, "registrable_domain", threads))


def public_suffix(column: Any, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Returns the public suffixes of the hosts."""
    return _like(column, _napkin.column_of(column, standard, "public_suffix", threads))


def surt(column: Any, *, threads: int = 1) -> Any:
    """Returns the keys by which web archives sort URLs."""
    return _like(column, _napkin.column_of(column, "whatwg", "surt", threads))


def decode(column: Any, *, threads: int = 1) -> Any:
    """Decodes the escapes of any texts. What is no UTF-8 becomes U+FFFD."""
    return _like(column, _napkin.column_of(column, "whatwg", "decode", threads))


def normalize(column: Any, *rungs: str, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Returns the normal forms: by ``case``, ``percent``, ``path``, ``scheme``, or all of them."""
    return _like(column, _napkin.column_normalize(column, standard, threads, *rungs))


def resolve(column: Any, base: Any, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Resolves each reference against a base: a text, or a column of the same length."""
    return _like(column, _napkin.column_with(column, base, standard, "resolve", threads))


def relativize(column: Any, base: Any, *, standard: Standard = "rfc3986", threads: int = 1) -> Any:
    """Returns the shortest references that resolve to the URLs. The URL Standard has no inverse of its parser."""
    return _like(column, _napkin.column_with(column, base, standard, "relativize", threads))


def equivalence(column: Any, other: Any, *, standard: Standard = "rfc3986", threads: int = 1) -> Any:
    """Returns the rung at which two URLs agree; ``none`` if they differ."""
    return _like(column, _napkin.column_with(column, other, standard, "equivalence", threads))


def param(column: Any, name: Any, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Returns the decoded value of the first parameter of a name."""
    return _like(column, _napkin.column_with(column, name, standard, "param", threads))


def params(column: Any, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Returns the parameters: lists of structs of name and value."""
    return _like(column, _napkin.column_of(column, standard, "params", threads))


def set_param(column: Any, name: str, value: str, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Sets a parameter of each URL. The others keep their bytes."""
    return _like(column, _napkin.column_set_param(column, name, value, standard, threads))


def drop_param(column: Any, name: Any, *, standard: Standard = "whatwg", threads: int = 1) -> Any:
    """Removes the parameters of a name. The others keep their bytes."""
    return _like(column, _napkin.column_with(column, name, standard, "drop_param", threads))


def matches(column: Any, pattern: str | Pattern, *, threads: int = 1) -> Any:
    """Returns whether each URL matches a pattern of the URL Pattern Standard."""
    compiled = pattern if isinstance(pattern, Pattern) else Pattern(pattern)
    return _like(column, _napkin.column_match(column, compiled, threads))


def match_template(column: Any, template: str | Template, *, threads: int = 1) -> Any:
    """Returns the values of the variables of a URI template in each URL; null where it does not match."""
    return _like(column, _napkin.column_template(column, str(template), threads))
