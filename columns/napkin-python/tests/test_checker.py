"""`LinkChecker`: files, fragments, servers, and how a check ends."""

import http.server
import signal
import threading
import time
from collections import Counter

import napkin
import pytest


class Site(http.server.BaseHTTPRequestHandler):
    """Answers by the path, and counts what it is asked."""

    asked: Counter
    is_over: threading.Event

    def do_GET(self):
        self.asked[self.path] += 1
        if self.path == "/slow":
            self.is_over.wait(20)
            return
        body = b"<p id=beer>"
        status = {"/gone": 410, "/old": 301}.get(self.path, 200)
        self.send_response(status)
        if self.path == "/old":
            self.send_header("Location", "/menu")
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def site():
    handler = type("Counted", (Site,), {"asked": Counter(), "is_over": threading.Event()})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", handler.asked
        handler.is_over.set()
        server.shutdown()


def test_files_and_fragments_are_looked_at(tmp_path):
    (tmp_path / "menu.md").write_text("# Beer")
    page = tmp_path / "index.md"
    page.write_text("[a](menu.md#beer) [b](menu.md#wine) [c](gone.md) [d](/menu.md)")
    checker = napkin.LinkChecker(root=tmp_path, suggest=True)
    links = checker.check(page)
    assert [link.verdict for link in links] == ["ok", "fragment-missing", "broken", "ok"]
    assert [link.text for link in links] == ["a", "b", "c", "d"]
    assert links[0].source == str(page) and not links[0].is_failure and links[2].is_failure
    assert page.read_bytes()[slice(*links[1].span)] == b"menu.md#wine"
    assert checker.counts == {"ok": 2, "broken": 1, "fragment-missing": 1}
    with pytest.raises(FileNotFoundError):
        checker.check(tmp_path / "none.md")


def test_places_of_texts_are_characters():
    text = "é😀 [x](#nö)"
    link = napkin.LinkChecker().check(text, kind="markdown")[0]
    assert (text[slice(*link.span)], link.verdict, link.column) == ("#nö", "fragment-missing", 8)
    link = napkin.LinkChecker().check(text.encode(), name="a.md")[0]
    assert text.encode()[slice(*link.span)] == "#nö".encode()


def test_servers_are_asked_only_with_a_permit(site):
    url, asked = site
    page = "".join(f"<a href={path}>" for path in ("/menu", "/menu#beer", "/menu#wine", "/gone", "/old"))
    for options in ({}, {"ask_servers": True}):
        links = napkin.LinkChecker(**options).check(page, url=url + "/index.html")
        assert {link.verdict for link in links} == {"skipped"} and not asked
    checker = napkin.LinkChecker(ask_servers=True, allow_private=True)
    for _ in range(2):
        links = checker.check(page, url=url + "/index.html")
        verdicts = ["ok", "ok", "fragment-missing", "gone", "redirect-permanent"]
        assert [link.verdict for link in links] == verdicts
    assert (links[3].status, links[4].redirects) == (410, [(url + "/old", 301)])
    assert (links[4].suggestion, links[4].is_certain) == ("/menu", True)
    assert asked == {"/menu": 1, "/gone": 1, "/old": 1}


def test_a_check_is_stopped_from_another_thread(site):
    url, _ = site
    checker = napkin.LinkChecker(ask_servers=True, allow_private=True)
    begun = time.monotonic()
    threading.Timer(0.3, checker.stop).start()
    link = checker.check(f"<a href={url}/slow>")[0]
    assert link.is_unseen and time.monotonic() - begun < 10


def test_signals_end_a_check(site):
    url, _ = site
    checker = napkin.LinkChecker(ask_servers=True, allow_private=True)
    begun = time.monotonic()
    # A process in the background of a shell ignores it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        checker.check(f"<a href={url}/slow>")
    signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begun < 10


def test_wrong_options_are_errors(tmp_path):
    for options in ({"base": "menu"}, {"slugs": "menu"}, {"ask_servers": True, "timeout": -1.0}):
        with pytest.raises(ValueError):
            napkin.LinkChecker(**options)
    for document in (7, None):
        with pytest.raises(TypeError):
            napkin.LinkChecker().check(document)
    with pytest.raises(ValueError, match="html, css"):
        napkin.LinkChecker().check("", kind="menu")
