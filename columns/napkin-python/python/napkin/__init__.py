"""URLs under the standard of your choice: read, resolve, compare, edit, find in documents, audit.

>>> import napkin
>>> url = napkin.URL("http://pub.example:8080/menu/today?day=1")
>>> url.host, url.port, url.query, url.fragment
('pub.example', 8080, 'day=1', None)
>>> url.resolve("../napkin")
URL('http://pub.example:8080/napkin')
>>> url.set_param("day", 2)
URL('http://pub.example:8080/menu/today?day=2')

Places in a ``str`` are counted in characters, places in ``bytes`` in bytes.
"""

from ._documents import audit, audit_document, check, links
from ._napkin import (
    URL,
    AllowList,
    DataUrl,
    LinkChecker,
    Params,
    Pattern,
    PatternSet,
    Reference,
    Template,
    attach,
    base,
    data_url,
    detach,
    encode_data_url,
    registrable_domain,
    rewrite,
    safe_host,
    screen,
    unwrap,
    wanted,
)
from ._values import (
    Attached,
    AttachedBody,
    Base,
    Change,
    CheckedLink,
    Comparison,
    Detached,
    DetachedObject,
    Embedded,
    Finding,
    Findings,
    Left,
    LeftPart,
    LimitWarning,
    Link,
    Links,
    PatternMatch,
    Rewritten,
    Screened,
    UrlError,
    Wanted,
    Wrapped,
)

__all__ = [
    "URL",
    "AllowList",
    "Attached",
    "AttachedBody",
    "Base",
    "Change",
    "CheckedLink",
    "Comparison",
    "DataUrl",
    "Detached",
    "DetachedObject",
    "Embedded",
    "Finding",
    "Findings",
    "Left",
    "LeftPart",
    "LimitWarning",
    "Link",
    "LinkChecker",
    "Links",
    "Params",
    "Pattern",
    "PatternMatch",
    "PatternSet",
    "Reference",
    "Rewritten",
    "Screened",
    "Template",
    "UrlError",
    "Wanted",
    "Wrapped",
    "attach",
    "audit",
    "audit_document",
    "base",
    "check",
    "data_url",
    "detach",
    "encode_data_url",
    "links",
    "registrable_domain",
    "rewrite",
    "safe_host",
    "screen",
    "unwrap",
    "wanted",
]


def _name_values() -> None:
    # The names by which they are imported are those in messages and in pickles.
    for name in __all__:
        value = globals()[name]
        if isinstance(value, type) and value.__module__ == "napkin._values":
            value.__module__ = __name__


_name_values()
del _name_values
