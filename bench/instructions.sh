#!/bin/sh
# Usage: instructions.sh URLS... Instructions a URL, counted by callgrind: the difference of a run with six passes and
# one with one, over every 20th URL of the list. What is prepared before the passes cancels out.
set -eu
cd "$(dirname "$0")"
cargo build --quiet --release
program=target/release/napkin-bench

# count OPERATION PEER URLS
count() {
    for passes in 1 6; do
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --once "$1" "$2" "$passes" "$3" 2>&1
    done | awk '/Collected/ { total = $NF - total } /^[0-9]+$/ { urls = $1 } END { printf "%.0f", total / urls / 5 }'
}

echo '## Instructions a URL'
echo
echo '| list | operation | napkin | fluent-uri | oxiri |'
echo '|---|---|--:|--:|--:|'
for urls in "$@"; do
    name=$(basename "$urls" | sed 's/\.[^.]*$//')
    for operation in read resolve-stripped resolve-stripped-into resolve-updir resolve-updir-into \
        normalise-clean normalise-dirty; do
        printf '| %s | %s ' "$name" "$operation"
        for peer in napkin fluent-uri oxiri; do
            case $operation:$peer in
                *-into:fluent-uri | normalise-*:oxiri) printf '| ' ;;
                *) printf '| %s ' "$(count "$operation" "$peer" "$urls")" ;;
            esac
        done
        echo '|'
    done
done
