#!/bin/bash
# The gateway of `napkin serve` under a mixed load for ten minutes: small data: objects, a page that is rewritten, files through the
# proxy and by ranges, refusals, and clients that go away in the middle. Memory must be flat: the resident set is printed every
# twentieth of the time, and the run fails where the second half needs a tenth more than the first did at its most.
#
# usage: soak.sh [NAPKIN] [SECONDS]      (the command, else the release build; else 600)
set -euo pipefail
napkin=$(realpath "${1:-$(dirname "$0")/../target/release/napkin}")
seconds=${2:-600}
at=$(mktemp -d)
chmod 755 "$at"
trap 'kill $(jobs -p) 2> /dev/null || true; rm -rf "$at"' EXIT
mkdir "$at/root"
head -c 5000000 /dev/urandom > "$at/root/long.bin"
for line in $(seq 500); do echo "<p><a href=page$line.html>x</a> <img src=i$line.png>"; done > "$at/root/page.html"
chmod -R a+rX "$at/root"
port=$(( 20000 + RANDOM % 10000 ))
cat > "$at/nginx.conf" << EOF
daemon off; worker_processes 1; pid $at/pid; error_log $at/errors; events { worker_connections 1024; }
http { access_log off; types { text/html html; } default_type application/octet-stream;
client_body_temp_path $at/1; proxy_temp_path $at/2; fastcgi_temp_path $at/3; uwsgi_temp_path $at/4; scgi_temp_path $at/5;
server { listen 127.0.0.1:$port; root $at/root; } }
EOF
PATH=$PATH:/usr/sbin nginx -e "$at/errors" -c "$at/nginx.conf" &
"$napkin" serve --listen 127.0.0.1:0 --allow-host 127.0.0.1 --allow-port "$port" 2> "$at/log" &
server=$!
until grep -q listening "$at/log"; do sleep 0.1; done
origin=$(sed -n 's/^listening on \(.*\)\/$/\1/p' "$at/log")
there=http://127.0.0.1:$port
wrk -t1 -c8 -d"${seconds}s" "$origin/get/data:,napkin" > "$at/data" &
wrk -t1 -c2 -d"${seconds}s" "$origin/get/$there/page.html" > "$at/page" &
wrk -t1 -c2 -d"${seconds}s" "$origin/get/http://10.0.0.1/" > "$at/refused" &
(while :; do
    curl -s -o /dev/null -x "$origin" "$there/long.bin"
    curl -s -o /dev/null -r 1000000-1999999 "$origin/get/$there/long.bin"
    # A client that goes away.
    curl -s --max-time 0.02 --limit-rate 100k -o /dev/null "$origin/get/$there/long.bin" || true
    sleep 0.2
done) &
resident() { awk '/^VmRSS/ { print $2 }' "/proc/$server/status"; }
first=0 second=0
for part in $(seq 20); do
    sleep "$(awk -v seconds="$seconds" 'BEGIN { print seconds / 20 }')"
    now=$(resident)
    echo "after $((part * seconds / 20)) s: $((now / 1024)) MiB"
    if [ "$part" -le 10 ]; then first=$((now > first ? now : first)); else second=$((now > second ? now : second)); fi
done
sleep 2
grep -h 'requests in' "$at/data" "$at/page" "$at/refused"
curl -s "$origin/metrics" | grep -E '^napkin_(answer_bytes|connections|retrievals)'
echo "at most $((first / 1024)) MiB in the first half, $((second / 1024)) MiB in the second"
[ "$second" -le $((first * 11 / 10)) ]
