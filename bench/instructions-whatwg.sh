#!/bin/sh
# Usage: instructions-whatwg.sh URLS. Instructions a URL under the URL Standard for each class of input, counted by
# callgrind: the difference of a run with six passes and one with one, over every 20th URL of the list.
set -eu
cd "$(dirname "$0")"
cargo build --quiet --release --features whatwg --bin napkin-bench-whatwg
program=${CARGO_TARGET_DIR:-target}/release/napkin-bench-whatwg

# count OPERATION PEER CLASS URLS
count() {
    for passes in 1 6; do
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --once "$1" "$2" "$passes" "$3" "$4" 2>&1
    done | awk '/Collected/ { total = $NF - total } /^[0-9]+$/ { urls = $1 } END { printf "%.0f", total / urls / 5 }'
}

echo '| class | parse: napkin | ada-url | url | can_parse: napkin | ada-url |'
echo '|---|--:|--:|--:|--:|--:|'
"$program" --class names | while read -r class; do
    printf '| %s ' "$class"
    for pair in parse:napkin parse:ada-url parse:url can-parse:napkin can-parse:ada-url; do
        printf '| %s ' "$(count "${pair%%:*}" "${pair#*:}" "$class" "$1")"
    done
    echo '|'
done
