"""``urlsplit``, ``urljoin`` and ``parse_qsl`` in the shape of ``urllib.parse``, by RFC 3986 and RFC 3987.

>>> from napkin.compat.urllib import urljoin, urlsplit
>>> urlsplit("http://sam@pub.example:8080/menu?day=1").netloc
'sam@pub.example:8080'
>>> urljoin("http://pub.example/menu/today", "../beer")
'http://pub.example/beer'

The differences from ``urllib.parse``:

- A text that is no reference of RFC 3987 raises ``napkin.UrlError``, which is a ``ValueError``: ``http://h/a b``, ``http://h:8o/``.
  The standard library reads any text, and its answer then differs from that of browsers and servers.
- ``geturl()`` returns the text that was given, with an empty ``?`` or ``#``.
- Nothing is stripped: no white space, no control characters, no line breaks. They raise.
- ``urljoin`` needs an absolute base, and resolves under every scheme as RFC 3986 section 5.2 says.
- ``parse_qsl`` decodes UTF-8 only, and splits at ``&``. ``max_num_fields`` raises as there.
- Texts only: ``bytes`` raise ``TypeError``.
"""

from __future__ import annotations

import unicodedata
import urllib.parse

from napkin import URL, Params, Reference

__all__ = ["SplitResult", "parse_qs", "parse_qsl", "urldefrag", "urljoin", "urlsplit", "urlunsplit"]


class SplitResult(urllib.parse.SplitResult):
    """The five parts of ``urllib.parse.urlsplit``, which keep the text that was given.

    >>> from napkin.compat.urllib import urlsplit
    >>> urlsplit("http://pub.example/?").geturl(), urlsplit("http://pub.example/?")._replace(path="/menu").geturl()
    ('http://pub.example/?', 'http://pub.example/menu')
    """

    _given: tuple[tuple[str, ...], str] | None = None

    def geturl(self) -> str:
        """Returns the text that was given, or, of changed parts, their URL."""
        if self._given is not None and self._given[0] == tuple(self):
            return self._given[1]
        return urlunsplit(self)


def urlsplit(url: str, scheme: str = "", allow_fragments: bool = True) -> SplitResult:
    """Splits a reference into scheme, netloc, path, query and fragment. Raises ``napkin.UrlError``."""
    if not isinstance(scheme, str):
        raise TypeError("expected str")
    if scheme:
        URL(f"{scheme}:", "rfc3987")
    read = Reference(url, "rfc3987")
    _refuse_hidden_delimiters(read.authority or "")
    query, fragment = read.query or "", read.fragment
    path = read.path
    if fragment is not None and not allow_fragments:
        query, path = (f"{query}#{fragment}", path) if read.query is not None else (query, f"{path}#{fragment}")
        fragment = None
    parts = SplitResult((read.scheme or scheme).lower(), read.authority or "", path, query, fragment or "")
    parts._given = (tuple(parts), url)
    return parts


def _refuse_hidden_delimiters(authority: str) -> None:
    """Raises for characters that become delimiters when a resolver of names normalises the host, as the standard library does."""
    if authority.isascii():
        return
    hidden = unicodedata.normalize("NFKC", authority.translate({ord(mark): None for mark in "/?#@:"}))
    if any(mark in hidden for mark in "/?#@:"):
        raise ValueError(f"expected a host without hidden delimiters, found {authority!r}")


def urlunsplit(parts: tuple[str, str, str, str, str] | urllib.parse.SplitResult) -> str:
    """Returns the URL of five parts. Raises ``napkin.UrlError`` for parts that no URL has."""
    text = urllib.parse.urlunsplit(parts)
    return Reference(text, "rfc3987").source


def urljoin(base: str, url: str, allow_fragments: bool = True) -> str:
    """Resolves a reference against a base. Raises ``napkin.UrlError``."""
    if not base or not url:
        return url or base
    if not allow_fragments:
        raise ValueError("expected allow_fragments=True: RFC 3986 has no references without them")
    return str(URL(base, "rfc3987").resolve(url))


def urldefrag(url: str) -> tuple[str, str]:
    """Returns the reference without its fragment, and the fragment."""
    read = Reference(url, "rfc3987")
    return str(read.replace(fragment=None)), read.fragment or ""


def parse_qsl(
    qs: str | None, keep_blank_values: bool = False, strict_parsing: bool = False, max_num_fields: int | None = None
) -> list[tuple[str, str]]:
    """Returns the names and values of a query; none of a missing one."""
    if qs is None:
        return []
    if not isinstance(qs, str):
        raise TypeError("expected str")
    if max_num_fields is not None and qs and qs.count("&") + 1 > max_num_fields:
        raise ValueError(f"expected at most {max_num_fields} fields")
    pairs = Params(qs).items()
    if strict_parsing and any(value is None for _, value in pairs):
        raise ValueError("expected a `=` in each field")
    return [(name, value or "") for name, value in pairs if value or keep_blank_values]


def parse_qs(
    qs: str | None, keep_blank_values: bool = False, strict_parsing: bool = False, max_num_fields: int | None = None
) -> dict[str, list[str]]:
    """Returns the values of each name of a query."""
    found: dict[str, list[str]] = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, max_num_fields):
        found.setdefault(name, []).append(value)
    return found
