"""Documents, audits, messages, templates and patterns."""

import email
import pickle

import napkin
import pytest

def test_places_in_texts_are_characters_and_in_bytes_are_bytes():
    text = "<p>é😀 <a href='/menü'>"
    link = napkin.links(text)[0]
    assert text[slice(*link.span)] == "/menü"
    in_bytes = napkin.links(text.encode(), charset="utf-8")[0]
    assert text.encode()[slice(*in_bytes.span)] == "/menü".encode()


def test_kinds_are_told_by_name_type_or_url():
    text = "[menu](/menu)"
    for options in ({"kind": "markdown"}, {"kind": "text/markdown"}, {"kind": "a.md"}, {"url": "http://h/a.md"}):
        assert [link.text for link in napkin.links(text, **options)] == ["/menu"]
    with pytest.raises(ValueError, match="html, css"):
        napkin.links(text, kind="menu")


def test_documents_without_text_are_refused():
    for document in (b"\x89PNG\r\n\x1a\n" + bytes(100), bytes(1000)):
        with pytest.raises(ValueError, match="found"):
            napkin.links(document)


def test_limits_warn():
    deep = "x"
    for _ in range(20):
        deep = "<iframe srcdoc=\"" + deep.replace("&", "&amp;").replace('"', "&quot;") + "\">"
    with pytest.warns(napkin.LimitWarning):
        links = napkin.links("<p>" + deep)
    assert not links.is_complete


def test_links_without_a_base_say_so():
    link = napkin.links("<a href=menu>")[0]
    assert link.url is None and link.error is not None
    link = napkin.links("<a href='http://h:8o/'>", url="http://pub.example/")[0]
    assert link.url is None and link.text[slice(*link.error.span)] == "o"


def test_rewrite_keeps_every_other_byte():
    page = b"<a  href = 'menu' >\xff<img src=x.png>"
    done = napkin.rewrite(page, lambda link: None if link.text == "x.png" else "it's")
    assert done.document == b"<a  href = 'it&#39;s' >\xff<img src=x.png>"
    assert [change.new for change in done.changes] == ["it's"] and done.links == 2
    with pytest.raises(ZeroDivisionError):
        napkin.rewrite(page, lambda link: 1 / 0)
    with pytest.raises(TypeError):
        napkin.rewrite(page, lambda link: 7)
    with pytest.raises(TypeError):
        napkin.rewrite(page, "menu")


def test_audits_have_settings():
    url = "http://pub.example:8080/"
    assert [finding.rule for finding in napkin.audit(url)] == ["port-not-default"]
    assert napkin.audit(url, rules={"port-not-default": False}) == []
    assert napkin.audit(url, rules={"port-not-default": {"level": "high"}})[0].level == "high"
    assert napkin.audit("https://evil.example/", allow_hosts=napkin.AllowList("pub.example"))[0].rule == "host-not-allowed"
    for wrong in ({"no-such-rule": False}, {"port-not-default": {"colour": "red"}}):
        with pytest.raises(ValueError):
            napkin.audit(url, rules=wrong)
    assert "secret" not in repr(napkin.audit("http://sam:secret^@h/"))
    table = napkin.audit("http://127.1/?next=//<b>")._repr_html_()
    assert table.count("<tr>") == 1 + len(napkin.audit("http://127.1/?next=//<b>")) and "<b>" not in table
    assert napkin.audit("https://pub.example/")._repr_html_() == "<p>no findings</p>"


def test_allow_lists_name_wrong_entries():
    with pytest.raises(ValueError, match="line 2"):
        napkin.AllowList("pub.example", "https://")
    assert napkin.AllowList("a.example").why_not("http://b.example/").endswith("under draft1997")


def test_messages_of_the_standard_library():
    message = email.message_from_bytes(b"Content-Type: image/gif\nContent-Transfer-Encoding: base64\n\nR0lGODlh\n")
    done = napkin.detach(message, "https://pub.example/kept/", min_size=0)
    assert [found.url for found in napkin.wanted(done.message)[0]] == [done.objects[0].url]
    attached = napkin.attach(done.message, lambda wanted: (done.objects[0].body, "image/gif"))
    assert attached.message == message.as_bytes() and attached.is_complete
    refused = napkin.attach(done.message, lambda wanted: None)
    assert refused.message == done.message and not refused.is_complete
    with pytest.raises(KeyError):
        napkin.attach(done.message, lambda wanted: {}["x"])
    with pytest.raises(ValueError):
        napkin.detach(message, "relative/")
    for wrong in ("text", 7):
        with pytest.raises(TypeError):
            napkin.detach(wrong, "https://pub.example/")


def test_templates():
    template = napkin.Template("{/list*}{?map*,number}")
    assert template.expand(list=["a", "b"], map={"x": 1}, number=2.5) == "/a/b?x=1&number=2.5"
    assert template.expand({"list": None}) == ""
    assert template.variables == ["list", "map", "number"] and template.level == 4
    assert pickle.loads(pickle.dumps(template)) == template
    with pytest.raises(napkin.UrlError):
        napkin.Template("{a")
    for wrong in (True, object(), [object()]):
        with pytest.raises(TypeError):
            template.expand(list=wrong)


def test_patterns():
    pattern = napkin.Pattern("/menu/:drink", base="https://pub.example/")
    assert pattern.exec("/menu/stout", base="https://pub.example/").pathname == {"drink": "stout"}
    assert not pattern.test("nonsense") and pattern.pathname == "/menu/:drink"
    assert napkin.Pattern(pathname="/(\\d+)").has_regexp_groups
    with pytest.raises(napkin.UrlError):
        napkin.Pattern("https://h/{x")
    with pytest.raises(TypeError):
        napkin.Pattern("https://h/", pathname="/x")


def test_data_urls():
    assert napkin.data_url("data:;base64,TW Vu dQ").body == b"Menu"
    with pytest.raises(napkin.UrlError):
        napkin.data_url("data:;base64,TW Vu dQ", strict=True)
    for body in (b"", bytes(range(256)), b"x" * 1000):
        for base64 in (None, True, False):
            data = napkin.data_url(napkin.encode_data_url(body, "image/png", base64=base64))
            assert (data.body, data.essence) == (body, "image/png")
            assert base64 is None or data.is_base64 == base64


def _archive(*members):
    import io
    import zipfile

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members:
            archive.writestr(name, content)
    return out.getvalue()


def test_links_of_archives():
    book = _archive(("OPS/one.xhtml", "<a href='two.xhtml'/>"), ("OPS/a.css", "a{background:url(../b.png)}"))
    found = napkin.links(book, url="http://pub.example/book.epub")
    assert [(link.part, link.url) for link in found] == [
        ("OPS/one.xhtml", "http://pub.example/book.epub/OPS/two.xhtml"),
        ("OPS/a.css", "http://pub.example/book.epub/b.png"),
    ]
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=beer>"
    head = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://pub.example/d/\r\nContent-Length: %d\r\n\r\n"
    record = head % len(block) + block + b"\r\n\r\n"
    nested = napkin.links(_archive(("crawl.warc", record)))
    assert [(link.part, link.url, link.base_from) for link in nested] == [
        ("crawl.warc/http://pub.example/d/", "http://pub.example/d/beer", "retrieval")
    ]
    with pytest.raises(ValueError, match="cannot be read"):
        napkin.links(b"PK\x03\x04 and no more")


def test_limits_of_archives_are_warnings():
    large = _archive(("a.html", "<a href=x>" + " " * (65 << 20)), ("b.html", "<a href=http://h/>"))
    with pytest.warns(napkin.LimitWarning):
        found = napkin.links(large)
    assert not found.is_complete and [link.url for link in found] == ["http://h/"]
