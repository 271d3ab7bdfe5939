"""Every public name has a documentation, and every example in it runs."""

import doctest
import importlib
import inspect
import io
import pathlib

import napkin
import pytest

MODULES = "napkin napkin.col napkin.polars napkin.pandas napkin.duckdb napkin.datafusion napkin.pydantic napkin.sqlalchemy napkin.compat.urllib".split()


def members():
    """Returns the documented objects by their names."""
    found = {}
    for name in MODULES:
        module = importlib.import_module(name)
        found[name] = module
        for public in getattr(module, "__all__", []):
            value = getattr(module, public)
            found[f"{name}.{public}"] = value
            if inspect.isclass(value) and value.__module__.startswith("napkin"):
                bases = [base for base in reversed(value.__mro__) if base.__module__.startswith("napkin")]
                own = {key: item for base in bases for key, item in vars(base).items()}
                for key, item in own.items():
                    if not key.startswith("_") and key not in getattr(tuple, "__dict__") and key not in vars(list):
                        found[f"{name}.{public}.{key}"] = item
    return found


MEMBERS = members()
# Values of named tuples that only say what a field is.
FIELDS = {name for name, item in MEMBERS.items() if type(item).__name__ == "_tuplegetter"}
INHERITED = ("._asdict", "._replace", "._make", ".with_traceback", ".add_note", ".args")


@pytest.mark.parametrize("name", sorted(MEMBERS.keys() - FIELDS))
def test_public_names_are_documented(name):
    if name.endswith(INHERITED):
        return
    assert (MEMBERS[name].__doc__ or "").strip(), f"{name} has no documentation"


@pytest.mark.parametrize("name", sorted(MEMBERS))
def test_examples_run(name):
    text = MEMBERS[name].__doc__ or ""
    if ">>>" not in text:
        return
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert test.examples
    out = io.StringIO()
    runner = doctest.DocTestRunner()
    runner.run(test, out=out.write)
    assert runner.summarize(verbose=False).failed == 0, out.getvalue()


def test_functions_and_classes_have_examples():
    values = {"Change", "Left", "Embedded", "Wrapped", "DetachedObject", "LeftPart", "Detached", "Wanted", "AttachedBody", "Attached"}
    values |= {"LimitWarning", "DataUrl"}
    without = {name for name in napkin.__all__ if ">>>" not in (getattr(napkin, name).__doc__ or "")}
    assert without == values


@pytest.mark.parametrize("page", ["README.md", "guide/python.md", "columns/napkin-python/README.md"])
def test_examples_of_pages_run(page):
    text = (pathlib.Path(__file__).parents[3] / page).read_text(encoding="utf-8")
    blocks = [block.partition("```")[0] for block in text.split("```python\n")[1:]]
    assert blocks, f"{page} has no example"
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, page, page, 0)
    out = io.StringIO()
    runner = doctest.DocTestRunner()
    runner.run(test, out=out.write)
    assert runner.summarize(verbose=False).failed == 0, out.getvalue()
