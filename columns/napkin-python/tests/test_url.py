"""URL values: what they keep, what they change, and how they behave in Python."""

import copy
import ipaddress
import os
import pathlib
import pickle
import subprocess
import sys

import napkin
import pytest
from napkin import URL, Reference, UrlError

SIGNED = "https://h.example/a%2fb/%7e/;x=1?X-Sig=a%2Bb%2f%3d&e=1+2&&empty&=v&q=%c3%a9&k=~!$'()*,"


class TestComplaints:
    """What users of other libraries complain about: a test each."""

    @pytest.mark.parametrize("standard", ["whatwg", "rfc3986"])
    def test_signed_urls_keep_their_bytes(self, standard):
        """aiohttp#4307, aiohttp#5512."""
        url = URL(SIGNED, standard)
        assert str(url) == SIGNED.replace("'", "%27" if standard == "whatwg" else "'")
        signed = str(url)
        query = signed.partition("?")[2]
        assert str(url.replace(fragment="f")) == signed + "#f"
        assert str(url.replace(host="g.example")) == signed.replace("h.example", "g.example")
        assert str(url.replace(port=8080)) == signed.replace("h.example", "h.example:8080")
        assert str(url.replace(scheme="http")) == signed.replace("https", "http", 1)
        assert str(url.replace(path="/new")).endswith("/new?" + query)
        assert str(url.drop_params("none")) == signed
        assert str(url.set_param("e", "3")) == signed.replace("e=1+2", "e=3")
        assert str(url.add_param("n", 1)) == signed + "&n=1"

    def test_no_slash_is_added_to_what_was_given(self):
        """pydantic#7186."""
        assert str(URL("http://pub.example", "rfc3986")) == "http://pub.example"
        assert URL("http://pub.example").source == "http://pub.example"

    def test_a_slash_at_the_end_stays(self):
        """yarl#926, yarl#984."""
        assert str(URL("http://h/") / "menu/") == "http://h/menu/"
        assert str(URL("http://h/a/") / "b") == "http://h/a/b"

    @pytest.mark.parametrize("text", ["http://h/?", "http://h/#", "http://h/?#", "http://h/?#f"])
    def test_empty_queries_and_fragments_stay(self, text):
        """cpython#82150."""
        for standard in ("whatwg", "rfc3986", "rfc3987", "draft1997"):
            url = URL(text, standard)
            assert str(url) == text
            assert (url.query is not None) == ("?" in text)
            assert (url.fragment is not None) == ("#" in text)

    def test_multi_value_queries(self):
        """yarl#1127."""
        url = URL("http://h/?a=1&b=2&a=3")
        assert url.params.all("a") == ["1", "3"]
        assert str(url.add_param("a", 4)) == "http://h/?a=1&b=2&a=3&a=4"
        assert str(url.set_param("a", 5)) == "http://h/?a=5&b=2"
        assert str(url.drop_params("a")) == "http://h/?b=2"

    def test_underscores_in_hosts(self):
        """idna#17."""
        assert URL("http://a_b.example/").host == "a_b.example"
        assert URL("http://a_bücher.example/").host == "xn--a_bcher-p2a.example"

    def test_types_are_part_of_the_package(self):
        """furl and rfc3986 have none."""
        assert (pathlib.Path(napkin.__file__).parent / "py.typed").exists()

    def test_hash_and_pickle(self):
        """furl#113, pydantic-core#676."""
        url = URL("HTTP://sam:secret@PUB.example/a/../b?x#y")
        assert {url: 1}[URL("http://sam:secret@pub.example/b?x#y")] == 1
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(url, protocol))
            assert (again, again.source, again.standard, type(again)) == (url, url.source, url.standard, URL)


def test_pickles_of_other_standards_and_bases():
    for url in (URL("x", base="http://h/"), URL("http://h/%7E", "rfc3986"), Reference("../a"), Reference("é", "rfc3987")):
        again = pickle.loads(pickle.dumps(url))
        assert (again, again.standard, type(again)) == (url, url.standard, type(url))


def test_errors_cross_processes():
    with pytest.raises(UrlError) as raised:
        URL("http://h:8o/")
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.finding, again.drawing) == (str(raised.value), raised.value.finding, raised.value.drawing)


def test_values_are_immutable_and_copies_are_the_same():
    url = URL("http://h/")
    with pytest.raises(AttributeError):
        url.host = "g"
    assert copy.copy(url) is url and copy.deepcopy([url])[0] is url


def test_order_and_equality():
    urls = [URL("http://b/"), URL("http://a/")]
    assert sorted(urls) == urls[::-1]
    assert URL("http://a/") != "http://a/"
    assert URL("http://a/") == Reference("http://a/")
    assert hash(URL("http://a/")) == hash(Reference("http://a/"))
    with pytest.raises(TypeError):
        URL("http://a/") < "http://b/"
    with pytest.raises(TypeError):
        "http://a/" / URL("http://a/")


def test_passwords_are_masked_where_nobody_asked():
    url = URL("http://sam:secret@h/")
    assert "secret" not in repr(url) and "secret" not in url._repr_html_()
    assert url.password == "secret" and "secret" in str(url)
    with pytest.raises(UrlError) as raised:
        URL("http://sam:sec^ret@h:8o/", "rfc3986")
    assert "sec" not in str(raised.value) and "^ret" not in raised.value.drawing
    assert "^" not in raised.value.finding.message


@pytest.mark.parametrize(
    ("text", "standard", "piece"),
    [("http://é/:8o", "rfc3986", "é"), ("http://h/é|\n", "rfc3986", "é"), ("http://é.example:8o/", "rfc3987", "o"), ("http://😀é:x/", "whatwg", "x")],
)
def test_places_count_characters(text, standard, piece):
    with pytest.raises(UrlError) as raised:
        URL(text, standard)
    start, end = raised.value.span
    assert text[start:end] == piece
    assert str(raised.value).endswith(f"at index {start}")


def test_surrogates():
    assert str(URL("http://h/\ud800x\udfff")) == "http://h/%EF%BF%BDx%EF%BF%BD"
    assert str(URL("http://h/\ud83d\ude00")) == "http://h/%F0%9F%98%80"
    with pytest.raises(UnicodeEncodeError):
        URL("http://h/\ud800", "rfc3986")
    assert URL.can_parse("http://h/\ud800") and not URL.can_parse("http://h/\ud800", "rfc3986")


def test_ports():
    assert (URL("http://h:8080/").port, URL("http://h:80/").port, URL("http://h:80/").port_or_default) == (8080, None, 80)
    assert URL("x://h/").port_or_default is None
    with pytest.raises(ValueError, match="65535"):
        URL("http://h:99999/", "rfc3986").port


def test_addresses():
    assert URL("http://127.1/").ip == ipaddress.ip_address("127.0.0.1")
    assert URL("http://[::1]/").ip == ipaddress.ip_address("::1")
    assert URL("http://h/").ip is None and Reference("a").ip is None


def test_paths_of_files():
    assert os.fspath(URL.from_path("/a b/é")) == "/a b/é"
    assert open(URL.from_path(pathlib.Path(__file__)), "rb").read(3) == b'"""'
    for text in ("http://h/a", "file://h/a"):
        with pytest.raises(UrlError):
            os.fspath(URL(text))
    with pytest.raises(UrlError):
        URL.from_path("relative")


def test_pattern_matching():
    match URL("http://h/a?b"):
        case URL(scheme="http", path="/a", query=query):
            assert query == "b"
        case _:
            pytest.fail("the URL does not match")


def test_subclasses_of_str_are_texts():
    class Text(str):
        pass

    assert URL(Text("http://h/")) == URL("http://h/")


@pytest.mark.parametrize("wrong", [b"http://h/", None, 7])
def test_other_types_are_refused(wrong):
    with pytest.raises(TypeError):
        URL(wrong)


def test_unknown_standards_are_named():
    with pytest.raises(ValueError, match="draft1997, rfc3986, rfc3987, whatwg"):
        URL("http://h/", "rfc1738")


def test_replace():
    url = URL("http://sam:pw@h:81/a?b#c")
    assert str(url.replace(user=None, query=None, fragment=None)) == "http://h:81/a"
    assert str(url.replace(query="", fragment="")) == "http://sam:pw@h:81/a?#"
    assert str(url.replace(host="EXAMPLE.com", port="80")) == "http://sam:pw@example.com/a?b#c"
    assert str(url.replace(path="/é", encode=True)) == "http://sam:pw@h:81/%C3%A9?b#c"
    assert str(url.replace(query="a=100%&b=é", encode=True)) == "http://sam:pw@h:81/a?a=100%25&b=%C3%A9#c"
    with pytest.raises(UrlError):
        URL("http://h/", "rfc3986").replace(query="a b")
    with pytest.raises(TypeError):
        url.replace(hots="h")
    with pytest.raises(TypeError):
        url.replace(port=True)


def test_parents():
    for text, parent in [("http://h/a/b?c", "http://h/a/"), ("http://h/a/b/", "http://h/a/"), ("http://h/", "http://h/")]:
        assert str(URL(text).parent) == parent


def test_whatwg_relativize_is_an_inverse():
    base = URL("http://h/a/b?c")
    for text in ("http://h/a/d", "http://h/a/b", "http://h/", "http://g/x", "mailto:sam@h", "http://h/a/b?c#d", "http://h/a//x:y"):
        assert base.resolve(base.relativize(text)) == URL(text)
    assert base.relativize("http://h/a/d") == "d"


def test_threads_share_urls():
    program = """
import sys, threading, napkin
page = "<a href=menu>" * 20000
def work():
    for _ in range(3): assert len(napkin.links(page, url="http://h/")) == 20000
threads = [threading.Thread(target=work) for _ in range(4)]
[thread.start() for thread in threads]; [thread.join() for thread in threads]
"""
    subprocess.run([sys.executable, "-c", program], check=True)
