"""Reads MHTML that `napkin bundle` has written by Python's email package, and holds every part against its file.

    mhtml-email.py NAPKIN ROOT PAGES FOLDER...

Of each FOLDER below ROOT, PAGES pages at even distances of their sorted list are bundled as if ROOT were published. Every part
has to be the file that its Content-Location names, byte for byte, the first one the page, which `start` names; the header has to be
without defects, and the subject the title.
"""
import email
import email.policy
import html
import pathlib
import re
import subprocess
import sys
import urllib.parse

napkin, root, count, folders = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
BASE = "http://pub.example/"
pages = parts = 0


def published(path):
    return BASE + urllib.parse.quote(str(path.relative_to(root)))


for folder in folders:
    found = sorted((root / folder).rglob("*.html"))
    step = max(1, len(found) / count)
    for page in [found[int(number * step)] for number in range(min(count, len(found)))]:
        command = [napkin, "bundle", "-q", "--root", root, "--base", published(page), page, "--format", "mhtml"]
        done = subprocess.run(command, capture_output=True)
        assert done.returncode in (0, 1), done.stderr
        message = email.message_from_bytes(done.stdout, policy=email.policy.default)
        assert message.get_content_type() == "multipart/related", page
        assert not message.defects and message["date"].datetime.timestamp() == 0, page
        title = re.search(rb"<title>(.*?)</title", page.read_bytes(), re.S | re.I)
        if title and title[1].isascii():
            # What is between encoded words is none of it.
            assert message["subject"] == " ".join(html.unescape(title[1].decode()).split()), (page, message["subject"])
        first = next(message.iter_parts())
        assert first["content-id"] == message["content-type"].params["start"], page
        for number, part in enumerate(message.iter_parts()):
            # The default policy folds no header that is as long as a URL may be.
            location = "".join(part["content-location"].split())
            assert location.startswith(BASE), location
            file = root / urllib.parse.unquote(urllib.parse.urlsplit(location).path[1:])
            assert number > 0 or file == page, file
            assert part.get_payload(decode=True) == file.read_bytes(), file
            assert not part.defects, (file, part.defects)
            parts += 1
        pages += 1
assert pages and parts > 3 * pages
print(f"Python's email reads {parts} parts of {pages} pages in MHTML: each is its file, byte for byte")
