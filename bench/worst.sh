#!/bin/sh
# Usage: worst.sh [BYTES]. Instructions a byte that the inputs of data/whatwg-worst.toml take, counted by callgrind, and
# how many times as many a byte where the input is four times as long. Unlike time they hardly vary.
set -eu
cd "$(dirname "$0")"
cargo build --quiet --release --features whatwg --bin napkin-bench-whatwg
program=${CARGO_TARGET_DIR:-target}/release/napkin-bench-whatwg
bytes=${1:-4096}

# count OPERATION INPUT BYTES: instructions a byte
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='*worst::counted*' \
        "$program" --worst "$1" "$2" "$3" 2>&1 |
        awk '/Collected/ { total = $NF } /^[0-9]+$/ { bytes = $1 } END { printf "%.2f", total / bytes }'
}

echo "## Instructions a byte of the worst inputs, at $bytes bytes; × is how many times that at four times as many"
echo
echo '| input | parse | × 4 | violations | × 4 |'
echo '|---|--:|--:|--:|--:|'
"$program" --worst names | while read -r name; do
    printf '| %s ' "$name"
    for operation in parse violations; do
        short=$(count "$operation" "$name" "$bytes")
        long=$(count "$operation" "$name" $((4 * bytes)))
        printf '| %s | %s ' "$short" "$(awk "BEGIN { printf \"%.2f\", $long / $short }")"
    done
    echo '|'
done
