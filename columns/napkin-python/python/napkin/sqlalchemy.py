"""A column type for SQLAlchemy: URLs as text.

>>> import sqlalchemy as sa, napkin
>>> from napkin.sqlalchemy import UrlColumn
>>> engine = sa.create_engine("sqlite://")
>>> pages = sa.Table("pages", sa.MetaData(), sa.Column("url", UrlColumn()))
>>> pages.create(engine)
>>> with engine.begin() as connection:
...     _ = connection.execute(pages.insert(), {"url": napkin.URL("http://pub.example/menu")})
...     connection.execute(sa.select(pages.c.url)).scalar_one().host
'pub.example'
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import types

from . import URL

__all__ = ["UrlColumn"]


class UrlColumn(types.TypeDecorator[URL]):
    """Keeps the text of a URL, and reads it under a standard. A text that is given is read first, so that no other enters.

    >>> from napkin.sqlalchemy import UrlColumn
    >>> str(UrlColumn(length=200).compile())
    'VARCHAR(200)'
    """

    impl: Any = types.String
    cache_ok: bool | None = True

    def __init__(self, length: int | None = None, standard: str = "whatwg") -> None:
        super().__init__(length)
        self.standard = standard

    def process_bind_param(self, value: Any, dialect: Any) -> str | None:
        """Returns the text that is kept."""
        if value is None:
            return None
        return str(value if isinstance(value, URL) else URL(value, self.standard))

    def process_result_value(self, value: Any, dialect: Any) -> URL | None:
        """Returns the URL of a text that was kept."""
        return None if value is None else URL(value, self.standard)
