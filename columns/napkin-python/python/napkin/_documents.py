"""Functions with answers of Python: lists with findings, and warnings when a document was not read completely."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence

from . import _napkin
from ._napkin import AllowList, Reference
from ._values import Finding, Findings, LimitWarning, Link, Links


def links(
    document: str | bytes,
    *,
    url: str | Reference | None = None,
    kind: str | None = None,
    charset: str | None = None,
    standard: str | None = None,
    bare: bool = False,
    code: bool = False,
) -> Links:
    """Returns every link of a document, absolute where a base is known.

    ``url`` is the URL from which the document was retrieved: its base, unless the document declares another. ``kind`` is
    ``html``, ``markdown`` and so on, a media type or a file name; by default the content decides. ``charset`` is the label
    from a header field. ``standard`` resolves; by default the one of the kind. ``bare`` also finds hosts and mail addresses
    in plain text, and ``code`` URLs in the code of Markdown.

    Of an archive, the links of its documents are returned, in web archives under the URLs from which they were retrieved; ``part`` of
    a link is the path of its document, and ``span`` a place there. A damaged archive raises ``ValueError``, and so do images, which have
    no text. A limit that was reached is a ``LimitWarning``, and
    ``Links.is_complete`` is false.

    >>> import napkin
    >>> for link in napkin.links("See <http://pub.example/menu>."):
    ...     print(link.url, link.span)
    http://pub.example/menu (5, 28)
    """
    found, findings = _napkin.links(
        document, url=url, kind=kind, charset=charset, standard=standard, bare=bare, code=code
    )
    listed = Links(found)
    listed.findings = _warned(findings)
    return listed


def check(text: str, standard: str = "whatwg") -> Findings:
    """Returns everything that is wrong with a text under a standard.

    >>> import napkin
    >>> [(finding.rule, finding.span) for finding in napkin.check("http://a b:8o/", "rfc3986")]
    [('host', (8, 9)), ('port', (12, 13))]
    """
    return Findings(_napkin.check(text, standard))


def audit(
    reference: str | Reference,
    *,
    base: str | Reference | None = None,
    rules: Mapping[str, bool | Mapping[str, str]] | None = None,
    allow_hosts: AllowList | None = None,
    protect: Sequence[str] | None = None,
) -> Findings:
    """Returns the dangers in a URL, valid or not: tricks that have deceived people and programs.

    ``rules`` sets single rules: ``{"port-not-default": False, "trailing-dot": {"level": "high"}}``. With ``allow_hosts`` each
    other host is a finding, and so is a host that imitates one of ``protect``.

    >>> import napkin
    >>> [(finding.rule, finding.level) for finding in napkin.audit("http://0x7f.1/?next=//evil.example")]
    [('ip-spelling', 'high'), ('inward-host', 'medium'), ('redirect-disguised', 'high')]
    """
    return Findings(_napkin.audit(reference, base=base, rules=rules, allow_hosts=allow_hosts, protect=protect))


def audit_document(
    document: str | bytes,
    *,
    url: str | Reference | None = None,
    kind: str | None = None,
    charset: str | None = None,
    rules: Mapping[str, bool | Mapping[str, str]] | None = None,
    allow_hosts: AllowList | None = None,
    protect: Sequence[str] | None = None,
) -> list[tuple[Link, Findings]]:
    """Returns the links of a document that have dangers, each with its findings. Options as for ``links`` and ``audit``.

    >>> import napkin
    >>> page = "<a href=https://evil.example/>www.pub.example</a>"
    >>> [(link.text, finding.rule) for link, findings in napkin.audit_document(page) for finding in findings]
    [('https://evil.example/', 'misleading-link-text')]
    """
    found, findings = _napkin.audit_document(
        document, url=url, kind=kind, charset=charset, rules=rules, allow_hosts=allow_hosts, protect=protect
    )
    _warned(findings)
    return [(link, Findings(of_link)) for link, of_link in found]


def _warned(findings: list[Finding]) -> list[Finding]:
    for finding in findings:
        if finding.is_limit:
            warnings.warn(f"not everything was read: {finding.message}", LimitWarning, stacklevel=3)
    return findings
