"""Mail in Python, for mail.sh.

    mail.py corpus FILE...   prints an mbox file of these messages, quoted as mboxrd
    mail.py parse MBOX       reads every message of an mbox file with `email`
    mail.py list MBOX        the same, and prints each part with its type and its sizes
"""

import email
import mailbox
import os
import re
import sys


def corpus(paths):
    for path in sorted(paths):
        with open(path, "rb") as file:
            message = file.read()
        header, separator, body = re.split(rb"(\r?\n\r?\n)", message + b"\n\n", maxsplit=1)
        body = re.sub(rb"(?m)^(>*From )", rb">\1", body[:-2])
        header = re.sub(rb"\AFrom [^\n]*\n", b"", header)
        sys.stdout.buffer.write(b"From sam@pub.example Mon Nov 23 00:00:00 2026\n" + header + separator + body + b"\n\n")


def parse(path):
    messages = mailbox.mbox(path, create=False)
    return sum(sum(1 for _ in email.message_from_bytes(messages.get_bytes(key)).walk()) for key in messages.keys())


def list_parts(path):
    messages = mailbox.mbox(path, create=False)
    for key in messages.keys():
        for part in email.message_from_bytes(messages.get_bytes(key)).walk():
            payload = part.get_payload(decode=True) or b""
            print(f"{path}:{key + 1}\t{part.get_content_type()}\t{len(payload)}\t{part.get_filename() or '-'}".encode("ascii", "replace").decode())


if __name__ == "__main__":
    command, arguments = sys.argv[1], sys.argv[2:]
    if command == "corpus":
        corpus(arguments)
    elif command == "parse":
        print(parse(arguments[0]))
    else:
        list_parts(arguments[0])
    sys.stdout.flush()
    os._exit(0)
