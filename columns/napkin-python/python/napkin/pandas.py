"""An accessor for pandas: ``frame["url"].url.host()``.

Import it once; it registers the accessor ``url`` of series. Texts of Arrow (``string[pyarrow]``) are not copied.

>>> import pandas as pd, napkin.pandas
>>> series = pd.Series(["http://pub.example/menu", "nonsense"], dtype="string[pyarrow]")
>>> series.url.valid().to_list()
[True, False]
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from . import col


class _Accessor:
    def __init__(self, series: Any) -> None:
        self._series = series

    def __getattr__(self, name: str) -> Any:
        if name not in col.__all__:
            raise AttributeError(name)
        function = getattr(col, name)
        return lambda *arguments, **options: function(self._series, *arguments, **options)

    def __dir__(self) -> list[str]:
        return [*col.__all__]


pd.api.extensions.register_series_accessor("url")(_Accessor)
