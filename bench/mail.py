"""Mail in Python, for mail.sh.

    mail.py corpus FILE...   prints an mbox file of these messages, quoted as mboxrd
    mail.py ordinary COUNT TEXT...   prints an mbox file of so many messages of ordinary sizes with these texts in them: plain text
                                     and HTML, and in every fourth an attachment of 60 kB
    mail.py parse MBOX       reads every message of an mbox file with `email`
    mail.py list MBOX        the same, and prints each part with its type and its sizes
"""

import email
import email.message
import html
import mailbox
import os
import random
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


def ordinary(count, paths):
    texts = [open(path, encoding="utf-8").read() for path in sorted(paths)]
    for number in range(count):
        message = email.message.EmailMessage()
        # Of which boundaries are made.
        random.seed(number)
        # As many fields as a letter has that came over two machines.
        for hop in range(3):
            message["Received"] = (
                f"from mx{hop}.pub.example (mx{hop}.pub.example [192.0.2.{hop + 1}]) by mail{hop}.cellar.example with ESMTPS"
                f" id {number:06}-{hop} for <sam@pub.example>; Mon, 23 Nov 2026 00:0{hop}:00 +0000"
            )
        message["From"] = "Kim <kim@cellar.example>"
        message["To"] = "Sam <sam@pub.example>"
        message["Subject"] = f"Caf\u00e9 menu, number {number}"
        message["Date"] = "Mon, 23 Nov 2026 00:00:00 +0000"
        message["Message-ID"] = f"<{number}@cellar.example>"
        text = texts[number % len(texts)][number * 97 % 1000 :][: 1000 + number * 131 % 7000]
        message.set_content(text)
        lines = "".join(f'<p style="margin:0">{html.escape(line)}</p>\n' for line in text.splitlines() if line)
        message.add_alternative(f"<html><body>\n{lines}</body></html>\n", subtype="html", cte="quoted-printable")
        if number % 4 == 3:
            content = random.Random(number).randbytes(60_000)
            message.add_attachment(content, maintype="application", subtype="pdf", filename=f"menu {number}.pdf")
        written = re.sub(rb"(?m)^(>*From )", rb">\1", message.as_bytes())
        sys.stdout.buffer.write(b"From kim@cellar.example Mon Nov 23 00:00:00 2026\n" + written + b"\n")


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
    elif command == "ordinary":
        ordinary(int(arguments[0]), arguments[1:])
    elif command == "parse":
        print(parse(arguments[0]))
    else:
        list_parts(arguments[0])
    sys.stdout.flush()
    os._exit(0)
