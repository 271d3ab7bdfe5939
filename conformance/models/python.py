"""Reads URLs with urllib.parse.urlsplit. README.md says how it is spoken to."""

import json
import sys
from urllib.parse import urljoin, urlsplit

def read(text, base=None):
    try:
        split = urlsplit(text if base is None else urljoin(base, text))
        return {"scheme": split.scheme or None, "host": split.hostname, "port": split.port, "path": split.path}
    except ValueError as error:
        return {"refused": str(error)}


print(json.dumps({"version": "Python %d.%d.%d" % sys.version_info[:3]}))
for line in sys.stdin:
    print(json.dumps(read(*(bytes.fromhex(part).decode() for part in line.rstrip("\n").split(" ")))))
