#!/bin/bash
# Small data: objects out of the gateway of `napkin serve` beside nginx with files of the same size, by Debian's wrk on loopback: requests
# a second, and the processor's time for each. Both in turns, three rounds, the best of each, since whatever else the machine does only
# takes away.
#
# usage: gateway.sh [NAPKIN] [SECONDS]      (the command, else the release build)
set -euo pipefail
napkin=$(realpath "${1:-$(dirname "$0")/../target/release/napkin}")
seconds=${2:-10}
at=$(mktemp -d)
chmod 755 "$at"
trap 'kill $server $nginx 2> /dev/null || true; rm -rf "$at"' EXIT
"$napkin" serve --listen 127.0.0.1:0 2> "$at/log" &
server=$!
until grep -q listening "$at/log"; do sleep 0.1; done
origin=$(sed -n 's/^listening on \(.*\)\/$/\1/p' "$at/log")
port=$(( 20000 + RANDOM % 10000 ))
mkdir "$at/root"
cat > "$at/nginx.conf" << EOF
daemon off; worker_processes auto; pid $at/pid; error_log $at/errors; events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; open_file_cache max=100; keepalive_requests 1000000000; default_type text/plain;
client_body_temp_path $at/1; proxy_temp_path $at/2; fastcgi_temp_path $at/3; uwsgi_temp_path $at/4; scgi_temp_path $at/5;
server { listen 127.0.0.1:$port; root $at/root; } }
EOF
PATH=$PATH:/usr/sbin nginx -e "$at/errors" -c "$at/nginx.conf" &
nginx=$!
# Ticks of a process and of its children.
ticks() { cat /proc/"$1"/stat $(pgrep -P "$1" | sed 's|.*|/proc/&/stat|') | awk '{ sum += $14 + $15 } END { print sum }'; }
# PROCESS URL: requests a second, microseconds of a processor each
measure() {
    local before out used
    before=$(ticks "$1")
    out=$(wrk -t1 -c32 -d"${seconds}s" "$2")
    used=$(($(ticks "$1") - before))
    if grep -q 'Non-2xx' <<< "$out"; then echo "$2: not every answer is good" >&2; exit 1; fi
    awk -v used="$used" -v hertz="$(getconf CLK_TCK)" \
        '/requests in/ { requests = $1 } /Requests\/sec/ { rate = $2 } END { printf "%.0f %.1f\n", rate, used / hertz / requests * 1e6 }' <<< "$out"
}
echo "| object | gateway, requests a second | nginx | gateway, us of a processor each | nginx | nginx's rate to the gateway's |"
echo '|---|--:|--:|--:|--:|--:|'
for size in 16 256 1024 4096 16384; do
    body=$(head -c "$size" /dev/zero | tr '\0' 'x')
    printf %s "$body" > "$at/root/$size"
    chmod 644 "$at/root/$size"
    for round in 1 2 3; do
        echo "$(measure "$server" "$origin/get/data:,$body") $(measure "$nginx" "http://127.0.0.1:$port/$size")"
    done | awk -v size="$size" '{
        if ($1 > rate) rate = $1; if (!us || $2 < us) us = $2; if ($3 > other) other = $3; if (!otherus || $4 < otherus) otherus = $4
    } END { printf "| %d bytes | %d | %d | %.1f | %.1f | %.2f |\n", size, rate, other, us, otherus, other / rate }'
done
