"""CPython's own tests of `urllib.parse`: each call in them, with the answer of `napkin.compat.urllib` beside it.

The calls are recorded while CPython's tests run. Where the answers differ, the difference is one of those that the module lists.
"""

import io
import unittest
import urllib.parse
from unittest import mock

import napkin
import pytest
from napkin.compat import urllib as compat

NAMES = ["urlsplit", "urljoin", "parse_qsl", "parse_qs", "urldefrag"]


def record(module):
    """Runs CPython's tests, and returns the calls of each function with their answers."""
    calls = {name: {} for name in NAMES}

    def recording(name):
        original = getattr(urllib.parse, name)

        def function(*arguments, **options):
            key = (arguments, tuple(sorted(options.items())))
            try:
                answer = original(*arguments, **options)
            except Exception as error:
                answer = error
                raise
            finally:
                try:
                    calls[name][key] = answer
                except TypeError:  # Lists and other values are no keys; they are no URLs either.
                    pass
            return answer

        return function

    with mock.patch.multiple(urllib.parse, **{name: recording(name) for name in NAMES}):
        suite = unittest.defaultTestLoader.loadTestsFromModule(module)
        result = unittest.TextTestRunner(stream=io.StringIO()).run(suite)
    assert result.testsRun > 50
    return calls


@pytest.fixture(scope="module")
def calls():
    return record(pytest.importorskip("test.test_urlparse"))


def outcome(function, call):
    arguments, options = call
    try:
        return function(*arguments, **dict(options))
    except Exception as error:
        return error


def difference(name, call, theirs, ours):
    """Returns which of the listed differences this is; `None` if it is none."""
    arguments, options = call
    options = dict(options)
    if any(isinstance(argument, (bytes, bytearray)) for argument in (*arguments, *options.values())):
        return "texts only" if isinstance(ours, (TypeError, AttributeError)) else None
    if not isinstance(arguments[0], str) or not all(isinstance(argument, (str, bool, int)) or argument is None for argument in arguments):
        return "texts only" if isinstance(ours, (TypeError, AttributeError)) else None
    if isinstance(ours, napkin.UrlError):
        # Each has the section that the text breaks.
        return f"no reference: {ours.finding.see}" if ours.finding.see else None
    if isinstance(ours, TypeError) and {"encoding", "errors", "separator"} & options.keys():
        return "UTF-8 and & only"
    if name == "urljoin" and not isinstance(ours, Exception):
        base, reference = arguments[:2]
        expected = str(napkin.URL(base, "rfc3987").resolve(reference)) if base and reference else reference or base
        # The oracle is RFC 3986 section 5.2, by the other entrance.
        return "resolves under every scheme" if ours == expected and theirs != ours else None
    if name == "urldefrag" and tuple(ours) == tuple(theirs):
        return "a tuple"
    if name == "urldefrag" and arguments[0].partition("#")[0] == ours[0]:
        return "empty queries stay"
    if isinstance(ours, Exception) or isinstance(theirs, Exception):
        return None
    if name == "urlsplit" and ours.netloc == theirs.netloc and isinstance(arguments[0], str) and arguments[0] != arguments[0].strip():
        return "nothing is stripped"
    return None


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_equal_or_differ_as_listed(calls, name):
    function = getattr(compat, name)
    equal, differ = 0, {}
    for call, theirs in calls[name].items():
        ours = outcome(function, call)
        is_equal = ours == theirs or (isinstance(theirs, ValueError) and isinstance(ours, ValueError))
        if is_equal and not isinstance(ours, Exception) and hasattr(theirs, "hostname"):
            is_equal = (ours.hostname, ours.username, ours.password) == (theirs.hostname, theirs.username, theirs.password)
        if is_equal:
            equal += 1
            continue
        why = difference(name, call, theirs, ours)
        assert why is not None, (name, call, theirs, ours)
        differ[why] = differ.get(why, 0) + 1
    print(f"{name}: {equal} equal, {differ}")
    assert equal > 0
