"""Types for pydantic: a field of type ``WhatwgUrl`` or ``Rfc3986Url`` reads a text, and is written as it is.

>>> import pydantic
>>> from napkin.pydantic import Rfc3986Url, WhatwgUrl
>>> class Pub(pydantic.BaseModel):
...     page: WhatwgUrl
...     hook: Rfc3986Url
>>> pub = Pub(page="HTTP://pub.example", hook="https://pub.example?sig=%2f")
>>> pub.page.host, pub.model_dump_json()
('pub.example', '{"page":"http://pub.example/","hook":"https://pub.example?sig=%2f"}')
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic_core import CoreSchema, core_schema

from . import URL

__all__ = ["Rfc3986Url", "UrlType", "WhatwgUrl"]


class UrlType:
    """An annotation of ``URL``: the standard, and the schemes that are admitted.

    >>> import napkin, pydantic
    >>> from typing import Annotated
    >>> from napkin.pydantic import UrlType
    >>> adapter = pydantic.TypeAdapter(Annotated[napkin.URL, UrlType(schemes=["https"])])
    >>> adapter.validate_python("https://pub.example/")
    URL('https://pub.example/')
    """

    def __init__(self, standard: str = "whatwg", schemes: list[str] | None = None) -> None:
        self.standard = standard
        self.schemes = schemes

    def __get_pydantic_core_schema__(self, _source: Any, _handler: Any) -> CoreSchema:
        of_text = core_schema.no_info_after_validator_function(self._read, core_schema.str_schema())
        of_value = core_schema.no_info_after_validator_function(self._checked, core_schema.is_instance_schema(URL))
        return core_schema.json_or_python_schema(
            json_schema=of_text,
            python_schema=core_schema.union_schema([of_value, of_text]),
            serialization=core_schema.plain_serializer_function_ser_schema(str, when_used="json"),
        )

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, _handler: Any) -> dict[str, Any]:
        return {"type": "string", "format": "uri"}

    def _read(self, text: str) -> URL:
        return self._checked(URL(text, self.standard))

    def _checked(self, url: URL) -> URL:
        if self.schemes is not None and url.scheme.lower() not in self.schemes:
            raise ValueError(f"expected a URL of {', '.join(self.schemes)}")
        return url


WhatwgUrl = Annotated[URL, UrlType()]
Rfc3986Url = Annotated[URL, UrlType("rfc3986")]
