"""Functions about documents that warn when a document was not read completely."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence

from . import _napkin
from ._napkin import AllowList, Reference
from ._values import Finding, LimitWarning, Link, Links


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

    Archives and images have no text: they raise ``ValueError``. A limit that was reached is a ``LimitWarning``, and
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


def audit_document(
    document: str | bytes,
    *,
    url: str | Reference | None = None,
    kind: str | None = None,
    charset: str | None = None,
    rules: Mapping[str, bool | Mapping[str, str]] | None = None,
    allow_hosts: AllowList | None = None,
    protect: Sequence[str] | None = None,
) -> list[tuple[Link, list[Finding]]]:
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
    return found


def _warned(findings: list[Finding]) -> list[Finding]:
    for finding in findings:
        if finding.is_limit:
            warnings.warn(f"not everything was read: {finding.message}", LimitWarning, stacklevel=3)
    return findings


