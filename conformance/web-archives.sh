#!/bin/bash
# What napkin writes, as the readers of others see it: `warcio check` verifies the digests of each record, `wacz validate` a WACZ file.
# `web-archives.sh`, with the command in NAPKIN_PROGRAM. The tools come from the package index of Python, which may be out of reach.
set -euo pipefail
cd "$(dirname "$0")/.."
. conformance/tools.sh
if ! pip install 'warcio>=1.8' 'wacz>=0.5'; then
    not_run "the readers of web archives, because the package index of Python cannot be reached"
    exit 0
fi

# A server with a redirect, chunks, a content coding and an error.
cat > "$work/server.py" << 'END'
import gzip, http.server

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        status, fields, body = 200, {"Content-Type": "text/html"}, b"<a href=x>beer</a>"
        if self.path == "/old":
            status, fields, body = 302, {"Location": "/packed"}, b"moved"
        elif self.path == "/packed":
            fields, body = {"Content-Type": "text/html", "Content-Encoding": "gzip"}, gzip.compress(body)
        elif self.path == "/gone":
            status, fields, body = 404, {}, b"gone"
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        if self.path == "/chunked":
            self.send_header("Transfer-Encoding", "chunked")
            body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        else:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
END
python3 "$work/server.py" > "$work/port" &
server=$!
until [ -s "$work/port" ]; do sleep 0.1; done
port=$(cat "$work/port")

# Prints how many digests of a file are right; fails if one is wrong, or if there are others than expected.
digests() {
    "$work/venv/bin/warcio" check -v "$1" > "$work/checked"
    ! grep -q failed "$work/checked"
    [ "$(grep -c 'digest pass' "$work/checked")" = "$2" ]
    echo "$(basename "$1"): warcio finds $2 records whose digests are right"
}

for name in crawl.warc crawl.warc.gz; do
    printf "http://127.0.0.1:$port/%s\n" old chunked gone |
        "$napkin" get --allow-host 127.0.0.1 --allow-port "$port" --to "$work/$name.objects" --warc "$work/$name" > /dev/null 2>&1 && exit 1
    # Four exchanges, each of three records.
    digests "$work/$name" 12
    # Two pages with a link each, and a redirect.
    [ "$("$napkin" links "$work/$name" | wc -l)" = 3 ]
done

mkdir "$work/site"
printf '<title>Menu</title><link rel=stylesheet href=a.css><img src=b.png>' > "$work/site/menu.html"
printf 'p { background: url(b.png) }' > "$work/site/a.css"
printf '\x89PNG\r\n\x1a\n' > "$work/site/b.png"
"$napkin" bundle "$work/site/menu.html" --base http://pub.example/menu.html -o "$work/menu.wacz"
"$work/venv/bin/wacz" validate -f "$work/menu.wacz" 2>&1 | tee "$work/log"
grep -q 'the passed WACZ is valid' "$work/log"
python3 -c 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])' "$work/menu.wacz" "$work/unpacked"
digests "$work/unpacked/archive/data.warc.gz" 3
"$napkin" unbundle "$work/menu.wacz" -o "$work/again" > /dev/null
cmp "$work/site/b.png" "$work"/again/*.png
