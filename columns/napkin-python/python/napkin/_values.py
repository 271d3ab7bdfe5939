"""Values without behaviour, which the functions in Rust return.

They are named tuples: immutable, comparable, picklable, and cheap to make.
"""

from __future__ import annotations

from html import escape
from typing import Any, NamedTuple

Span = tuple[int, int]
"""Start and end: characters of a ``str``, bytes of ``bytes``. ``text[start:end]`` is the piece."""


class Finding(NamedTuple):
    """Something that is wrong with a text, or worth knowing about it.

    >>> import napkin
    >>> finding = napkin.check("http://pub.example:8o/", "rfc3986")[0]
    >>> finding.rule, finding.message
    ('port', 'expected a digit, but found `o`')
    """

    rule: str
    """The stable name of the rule: ``port``, ``pct-encoded``."""
    span: Span
    """The place in the text."""
    message: str
    """What was expected, and what was found."""
    level: str
    """``error`` or ``remark``; of an audit ``low``, ``medium`` or ``high``."""
    see: str
    """The section of the standard; empty if no standard has this rule."""
    why: str
    """Why the rule matters."""
    standard: str
    """The standard under which this is a finding."""
    is_limit: bool
    """Whether something was not read completely, because of a limit."""
    also: Span | None
    """A second place that the finding is about."""


class Findings(list[Finding]):
    """Findings, which notebooks show as a table.

    >>> import napkin
    >>> findings = napkin.audit("http://127.1/")
    >>> [finding.rule for finding in findings], "<table>" in findings._repr_html_()
    (['ip-spelling', 'inward-host'], True)
    """

    def _repr_html_(self) -> str:
        if not self:
            return "<p>no findings</p>"
        head = "".join(f"<th>{name}</th>" for name in ("level", "rule", "place", "message", "see"))
        rows = (
            (finding.level, finding.rule, "{}-{}".format(*finding.span), finding.message, finding.see) for finding in self
        )
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        return f"<table><tr>{head}</tr>{body}</table>"


class UrlError(ValueError):
    """A text is not a URL, or not a value of the other kinds that are parsed: a template, a pattern, a media type.

    The message shows no password.

    >>> import napkin
    >>> try:
    ...     napkin.URL("http://pub.example:8o/", "rfc3986")
    ... except napkin.UrlError as error:
    ...     print(error)
    ...     print(error.drawing)
    expected a digit, but found `o` at index 20
      http://pub.example:8o/
                          ^ port, RFC 3986 section 3.2.3
    """

    def __init__(self, message: str, finding: Finding, drawing: str) -> None:
        super().__init__(message, finding, drawing)

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> str:
        """The sentence, with the place."""
        message: str = self.args[0]
        return message

    @property
    def finding(self) -> Finding:
        """The finding, with the reason and the section of the standard."""
        finding: Finding = self.args[1]
        return finding

    @property
    def drawing(self) -> str:
        """The text on one line, with the wrong piece underlined. Passwords are masked."""
        drawing: str = self.args[2]
        return drawing

    @property
    def rule(self) -> str:
        """The stable name of the rule."""
        return self.finding.rule

    @property
    def span(self) -> Span:
        """The place in the text."""
        return self.finding.span


class LimitWarning(UserWarning):
    """A limit was reached, so that a document was not read completely."""


class Comparison(NamedTuple):
    """Where two references agree, or differ.

    >>> import napkin
    >>> napkin.Reference("http://h/%7Ea").compare(napkin.Reference("http://h/~a")).rung
    'percent'
    """

    rung: str | None
    """The first rung at which they agree: ``identical``, ``case``, ``percent``, ``path``, ``scheme``. ``None`` if they differ."""
    component: str | None
    """The first component that differs."""
    span: Span | None
    """The component in the first reference."""
    other_span: Span | None
    """The component in the second reference."""

    @property
    def is_equivalent(self) -> bool:
        """Whether they agree at some rung."""
        return self.rung is not None


class Link(NamedTuple):
    """A reference in a document.

    >>> import napkin
    >>> link = napkin.links("<base href=/menu/><a href=beer>", url="http://pub.example/")[0]
    >>> link.text, link.url, link.base_from
    ('beer', 'http://pub.example/menu/beer', 'content')
    """

    text: str
    """The reference, decoded: without character references and escapes of the document."""
    url: str | None
    """The absolute URL; ``None`` if there is no base, and if ``error`` says so."""
    span: Span
    """The place in the document."""
    context: str
    """What makes it a reference: ``html a[href]``, ``css url()``."""
    base: str | None
    """The base that applies to it."""
    base_from: str
    """Why this base applies: ``content``, ``encapsulating-entity``, ``retrieval``, ``none``."""
    rel: str | None
    """The relation of the link to its document."""
    part: str | None
    """The number of the part of a message; the path of the document in an archive."""
    assumed: str | None
    """The prefix that is assumed for a host without a scheme: ``http://``."""
    error: Finding | None
    """Why it has no absolute URL. Places are those of ``text``."""


class Links(list[Link]):
    """The links of a document, and what is wrong with the document itself.

    >>> import napkin
    >>> links = napkin.links("<a href=menu> <!-- <a href=beer>")
    >>> len(links), links.findings[0].rule
    (1, 'eof-in-comment')
    """

    findings: list[Finding]

    @property
    def is_complete(self) -> bool:
        """Whether the whole document was read, within the limits."""
        return not any(finding.is_limit for finding in self.findings)


class Base(NamedTuple):
    """The base URL of a document.

    >>> import napkin
    >>> napkin.base("<base href=/menu/>", url="http://pub.example/").url
    'http://pub.example/menu/'
    """

    url: str | None
    layer: str
    """``content``, ``encapsulating-entity``, ``retrieval`` or ``none``."""
    span: Span | None
    """The ``href`` of the ``base`` element in the document."""
    href: str | None
    """This ``href``, decoded."""


class Change(NamedTuple):
    """A link that was rewritten."""

    span: Span
    """Its place in the old document."""
    old: str
    new: str
    context: str


class Left(NamedTuple):
    """A link that could not be rewritten."""

    span: Span
    old: str
    new: str
    context: str
    reason: str
    """``unwritable``, ``overlaps`` or ``misread``."""


class Rewritten(NamedTuple):
    """A rewritten document.

    >>> import napkin
    >>> napkin.rewrite("<a href='menu'>", lambda link: "/pub/" + link.text).document
    "<a href='/pub/menu'>"
    """

    document: Any
    """The new document: ``str`` or ``bytes``, as the old one."""
    changes: list[Change]
    left: list[Left]
    links: int
    """The number of links, including unchanged ones."""


class CheckedLink(NamedTuple):
    """A link, and what it points at.

    >>> import napkin
    >>> link = napkin.LinkChecker().check('<a href="tel:beer">call us</a>')[0]
    >>> link.verdict, link.is_failure, link.text
    ('malformed', True, 'call us')
    """

    source: str
    """The name of the document."""
    raw: str
    """The reference as the document writes it."""
    url: str | None
    """The absolute URL."""
    verdict: str
    """``ok``, ``broken``, ``gone``, ``fragment-missing``, ``redirect-permanent`` and so on: those of ``napkin check``."""
    reason: str
    """Why, in a sentence; empty for a good link without a remark."""
    is_failure: bool
    is_unseen: bool
    """Whether the target could not be looked at."""
    status: int | None
    """The status of HTTP."""
    final_url: str | None
    """The URL after redirects."""
    redirects: list[tuple[str, int]]
    """Each redirect: the URL that redirects, and its status."""
    suggestion: str | None
    """What the link should be instead."""
    is_certain: bool
    """Whether the suggestion is the only one possible."""
    line: int
    column: int
    span: Span
    context: str
    """Its place, such as ``html a[href]``."""
    text: str | None
    """The visible text of the link."""
    part: str | None
    """The number of the message part."""


class Embedded(NamedTuple):
    """A ``data:`` URL in a document."""

    url: str
    span: Span
    """Its place in the document; for a URL in the data of another, the place of that one."""
    depth: int
    """1 in the document itself, 2 in the data of such a URL."""
    context: str
    media_type: str
    sniffed: str | None
    """The media type that its data looks like."""
    is_denied: bool
    findings: list[Finding]


class Screened(NamedTuple):
    """The result of screening a document.

    >>> import napkin
    >>> screened = napkin.screen("<a href='data:text/html,x'>", deny=["active"])
    >>> screened.denied, screened.is_admitted
    (1, False)
    """

    urls: list[Embedded]
    denied: int
    unread: int
    """The number of places that were not searched, because of a limit."""

    @property
    def is_admitted(self) -> bool:
        """Whether everything was searched, and nothing is denied."""
        return not self.denied and not self.unread


class Wrapped(NamedTuple):
    """A link that a redirector or a mail gateway made around a URL."""

    service: str
    url: str | None
    """The URL inside; ``None`` if only the service knows it."""


class DetachedObject(NamedTuple):
    """A part that moved out of a message."""

    part: str
    media_type: str
    name: str
    """A file name: the SHA-256 digest of the bytes, and an extension."""
    url: str
    """The URL under which the object must be published."""
    body: bytes


class LeftPart(NamedTuple):
    """A part that stayed in a message."""

    part: str
    media_type: str
    why: str
    finding: Finding


class Detached(NamedTuple):
    """A message, and what moved out of it."""

    message: bytes
    objects: list[DetachedObject]
    left: list[LeftPart]
    dkim: Finding | None
    """The signature that detaching has broken."""


class Wanted(NamedTuple):
    """An object that an external body refers to."""

    part: str
    url: str
    media_type: str
    size: int | None
    expiration: str | None
    is_here: bool
    """Whether it is in the message or in the URL itself, so that nothing is retrieved."""
    limit: int
    """The most bytes that are accepted."""


class AttachedBody(NamedTuple):
    """The outcome for an external body."""

    part: str
    url: str | None
    span: Span
    outcome: str
    """``attached``, ``redundant`` or ``failed``."""
    why: str | None
    finding: Finding | None


class Attached(NamedTuple):
    """A message with its objects."""

    message: bytes
    bodies: list[AttachedBody]

    @property
    def is_complete(self) -> bool:
        """Whether no external body failed."""
        return all(body.outcome != "failed" for body in self.bodies)


class PatternMatch(NamedTuple):
    """The texts of the groups of each component. A group without a name has its number.

    >>> import napkin
    >>> napkin.Pattern("https://pub.example/menu/:drink").exec("https://pub.example/menu/stout").pathname
    {'drink': 'stout'}
    """

    protocol: dict[str, str | None]
    username: dict[str, str | None]
    password: dict[str, str | None]
    hostname: dict[str, str | None]
    port: dict[str, str | None]
    pathname: dict[str, str | None]
    search: dict[str, str | None]
    hash: dict[str, str | None]
