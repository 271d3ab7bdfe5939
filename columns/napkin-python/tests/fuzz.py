"""Gives random arguments to the package: `python tests/fuzz.py -max_total_time=1200`. Needs atheris. No test: `pytest` does not run it.

Only `ValueError` and its kinds may be raised; a panic is a `PanicException`, and ends the run.
"""

import sys
import warnings

import atheris

with atheris.instrument_imports():
    import napkin
    from napkin.compat import urllib as compat

warnings.simplefilter("ignore")
STANDARDS = ["whatwg", "rfc3986", "rfc3987", "draft1997"]
KINDS = ["html", "css", "xml", "svg", "markdown", "json", "mail", "text", "pdf", "turtle", "rst", "org", "latex", "asciidoc", "playlist"]
COMPONENTS = ["scheme", "authority", "user", "password", "host", "port", "path", "query", "fragment"]
ATTRIBUTES = ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"]


def edit(data, text, other):
    standard = data.PickValueInList(STANDARDS)
    url = napkin.URL(text, standard)
    assert napkin.URL(str(url), standard) == url
    component = data.PickValueInList(COMPONENTS)
    changed = url.replace(encode=data.ConsumeBool(), **{component: other if data.ConsumeBool() else None})
    assert type(changed)(str(changed), standard) == changed
    added = url.set_param(other, other).drop_params(other, "*x")
    added = (added / other).parent
    url.assign(data.PickValueInList(ATTRIBUTES), other)
    for made in (changed, added, url.normalize()):
        made.segments, made.params.items(), made.ip, made.port, repr(made), made._repr_html_()
        url.compare(made)


def resolve(data, text, other):
    base = napkin.URL(text, data.PickValueInList(STANDARDS))
    made = base.resolve(other)
    assert base.resolve(base.relativize(made)) in (made, base.resolve(str(made)))


def document(data, text, other):
    options = {"url": other or None, "kind": data.PickValueInList(KINDS)}
    for link in napkin.links(text, **options):
        start, end = link.span
        assert 0 <= start <= end <= len(text)
    napkin.base(text, **options)
    napkin.audit_document(text, **options)
    napkin.screen(text)
    done = napkin.rewrite(text, lambda link: other, **options)
    assert len(done.changes) + len(done.left) <= done.links
    assert napkin.rewrite(text, lambda link: None, **options).document == text


def judge(data, text, other):
    for finding in napkin.audit(text, base=other or None) + napkin.check(text, data.PickValueInList(STANDARDS)):
        start, end = finding.span
        assert 0 <= start <= end <= len(text)
    napkin.unwrap(text)
    napkin.AllowList(other).why_not(text)
    napkin.safe_host(text)


def match(data, text, other):
    napkin.Template(text).expand(a=other, b=[other], c={other: other})
    napkin.Template(text).match_url(other)
    pattern = napkin.Pattern(text, base="https://h/")
    assert pattern.test(other) == (pattern.exec(other) is not None)


def message(data, text, other):
    body = text.encode("utf-8", "replace")
    done = napkin.detach(body, "https://h/", min_size=0)
    kept = {each.url: (each.body, each.media_type) for each in done.objects}
    assert napkin.attach(done.message, lambda wanted: kept.get(wanted.url)).message == body
    napkin.wanted(body)


def other_shapes(data, text, other):
    assert napkin.data_url(napkin.encode_data_url(text.encode(), "a/b")).body == text.encode()
    compat.parse_qsl(text)
    compat.urljoin(text, other)
    compat.urlsplit(text).geturl()
    napkin.data_url("data:" + text)


ACTIONS = [edit, resolve, document, judge, match, message, other_shapes]


def one(data):
    provider = atheris.FuzzedDataProvider(data)
    action = provider.PickValueInList(ACTIONS)
    other = provider.ConsumeUnicodeNoSurrogates(24)
    text = provider.PickValueInList(["", "", "http://h/", "http://", "<a href='", "From: a\nContent-Type: text/html\n\n"])
    text += provider.ConsumeUnicodeNoSurrogates(200)
    try:
        action(provider, text, other)
    except ValueError:
        pass


atheris.Setup(sys.argv, one)
atheris.Fuzz()
