# What Python's `email` makes of messages, whose names come on standard input: for each message a line of JSON, a list of its
# entities in their order, each with its depth, its media type, and of a leaf the SHA-256 of its body as it stands there.
import email
import hashlib
import json
import sys


def entities(part, depth):
    if part.is_multipart():
        yield [depth, part.get_content_type(), None]
        for child in part.get_payload():
            yield from entities(child, depth + 1)
    else:
        # `get_payload` would decode the charset.
        body = (part._payload or "").encode("ascii", "surrogateescape")
        yield [depth, part.get_content_type(), hashlib.sha256(body).hexdigest()]


for line in sys.stdin:
    with open(line.rstrip("\n"), "rb") as file:
        message = email.message_from_bytes(file.read())
    print(json.dumps(list(entities(message, 0))))
