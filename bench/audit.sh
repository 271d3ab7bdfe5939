#!/bin/sh
# Usage: audit.sh LIST... Instructions a URL of reading and of auditing, counted by callgrind: the difference of a run with six passes and one with one. Of
# each list there is a second row with the URLs alone that are valid and of which nothing is found.
set -eu
cd "$(dirname "$0")"
cargo build --quiet --release --features audit --bin audit
program=target/release/audit
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

# count WHAT URLS
count() {
    for passes in 1 6; do
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$1" "$passes" "$2" 2>&1
    done | awk '/Collected/ { total = $NF - total } /^[0-9]+$/ { urls = $1 } END { printf "%.0f", total / urls / 5 }'
}

echo '| list | URLs | reading | auditing | beside reading |'
echo '|---|--:|--:|--:|--:|'
for list in "$@"; do
    name=$(basename "$list" | sed 's/\.[^.]*$//')
    awk 'NR % 10 == 0' "$list" > "$scratch/some"
    "$program" clean 1 "$scratch/some" > "$scratch/clean"
    for part in some clean; do
        read=$(count read "$scratch/$part")
        audit=$(count audit "$scratch/$part")
        [ "$part" = clean ] && shown="$name, clean" || shown=$name
        # What auditing reads is among its instructions.
        echo "| $shown | $(wc -l < "$scratch/$part") | $read | $audit | $(echo "$read $audit" | awk '{ printf "%.2f", ($2 - $1) / $1 }') |"
    done
done
