#!/bin/bash
# How many requests `napkin serve` answers, by Debian's wrk on loopback; and the processor's time for each, which says the same
# on a machine that has other things to do.
#
# usage: serve.sh [NAPKIN] [SECONDS]      (the command, else the release build)
set -euo pipefail
napkin=$(realpath "${1:-$(dirname "$0")/../target/release/napkin}")
seconds=${2:-10}
log=$(mktemp)
"$napkin" serve --listen 127.0.0.1:0 2> "$log" &
server=$!
trap 'kill $server; rm -f "$log"' EXIT
until grep -q listening "$log"; do sleep 0.1; done
origin=$(sed -n 's/^listening on \(.*\)\/$/\1/p' "$log")
ticks() { awk '{ print $14 + $15 }' "/proc/$server/stat"; }
for target in '/api/parse?url=http://sam@pub.example:8080/napkins;size=2?ink=blue%23url' \
    '/api/parse?standard=all&url=http://pub.example/a/b' '/api/resolve?base=http://pub.example/a/b&url=../napkin' /; do
    before=$(ticks)
    out=$(wrk -t2 -c64 -d"${seconds}s" "$origin$target")
    used=$(($(ticks) - before))
    requests=$(awk '/requests in/ { print $1 }' <<< "$out")
    rate=$(awk '/Requests\/sec/ { print $2 }' <<< "$out")
    awk -v target="$target" -v requests="$requests" -v rate="$rate" -v used="$used" -v hertz="$(getconf CLK_TCK)" \
        'BEGIN { printf "%-75s %8d a second, %5.1f us of a processor each\n", target, rate, used / hertz / requests * 1e6 }'
done
