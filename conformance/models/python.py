"""Reads URLs with urllib.parse.urlsplit. README.md says how it is spoken to."""

import json
import os
import sys
from urllib.parse import urljoin, urlsplit

BASE = os.environ.get("BASE")


def read(text):
    try:
        split = urlsplit(text if BASE is None else urljoin(BASE, text))
        return {"scheme": split.scheme or None, "host": split.hostname, "port": split.port, "path": split.path}
    except ValueError as error:
        return {"refused": str(error)}


print(json.dumps({"version": "Python %d.%d.%d" % sys.version_info[:3]}))
for line in sys.stdin:
    print(json.dumps(read(bytes.fromhex(line).decode())))
