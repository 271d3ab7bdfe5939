"""Properties of all URLs."""

import pickle

import napkin
from hypothesis import given, settings
from hypothesis import strategies as st
from napkin import URL, Reference

STANDARDS = st.sampled_from(["whatwg", "rfc3986", "rfc3987", "draft1997"])
PIECE = st.text(st.sampled_from("abzAZ09-._~!$'()*,;=:@/?[]%20%2f%c3+&é \\|"), max_size=12)
URLS = st.builds("{}://{}{}/{}?{}#{}".format, st.sampled_from(["http", "x", "file"]), st.sampled_from(["", "u:p@"]), PIECE, PIECE, PIECE, PIECE)
SIGNED = st.from_regex(r"\A([a-z]{1,3}=([A-Za-z0-9+/*,!$]|%[0-9a-fA-F]{2}){0,8}&{1,2}){0,5}\Z")


@settings(max_examples=500)
@given(URLS, STANDARDS)
def test_what_is_read_is_read_again(text, standard):
    url = URL.try_parse(text, standard)
    assert (url is not None) == URL.can_parse(text, standard)
    if url is None:
        return
    again = URL(str(url), standard)
    assert again == url and hash(again) == hash(url) and pickle.loads(pickle.dumps(url)) == url
    assert url.source == text and (standard == "whatwg" or str(url) == text)
    # w3lib#131, w3lib#187: normal forms are normal.
    normal = url.normalize()
    assert normal.normalize() == normal and url.compare(normal).is_equivalent


@settings(max_examples=500)
@given(st.text(max_size=40), STANDARDS)
def test_any_text_is_read_or_refused(text, standard):
    try:
        url = URL(text, standard)
    except ValueError as error:
        if isinstance(error, napkin.UrlError):
            start, end = error.span
            assert 0 <= start <= end <= len(text)
        return
    assert str(URL(str(url), standard)) == str(url)


@settings(max_examples=300)
@given(SIGNED, STANDARDS, st.sampled_from(["host", "port", "path", "fragment", "user", "scheme"]))
def test_signed_urls_survive_what_does_not_touch_them(query, standard, component):
    signed = f"https://h.example/a%2fb?{query}"
    url = URL(signed, standard)
    assert str(url) == signed
    value = {"host": "g.example", "port": 81, "path": "/x", "fragment": "f", "user": "u", "scheme": "http"}[component]
    changed = url.replace(**{component: value})
    assert (changed.query, getattr(changed, component)) == (query, value)
    assert component == "path" or changed.path == "/a%2fb"
    assert str(url.set_param("zzzz", 1)).startswith(signed)
    assert str(url.drop_params("zzzz")) == signed


@settings(max_examples=300)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_document(document):
    for kind in ("html", "css", "xml", "markdown", "json", "mail", "text", "pdf", "turtle"):
        for link in napkin.links(document, kind=kind):
            start, end = link.span
            assert 0 <= start <= end <= len(document)
    assert napkin.rewrite(document, lambda link: None, kind="html").document == document


@settings(max_examples=300)
@given(st.text(max_size=60))
def test_audits_take_any_text(text):
    for finding in napkin.audit(text if text.isprintable() else repr(text)):
        assert finding.rule and finding.level in ("low", "medium", "high")


@settings(max_examples=200)
@given(st.text(max_size=20), st.text(max_size=20))
def test_references_resolve_or_fail(reference, base):
    for standard in ("whatwg", "rfc3986"):
        url = URL.try_parse(f"http://h/{base}", standard)
        if url is None:
            continue
        made = URL.try_parse(reference, standard, base=url)
        if made is not None:
            assert url.resolve(url.relativize(made)) in (made, url.resolve(str(made)))


def test_references_compare_by_text():
    assert Reference("a") < Reference("b") and not Reference("a") > Reference("b")
