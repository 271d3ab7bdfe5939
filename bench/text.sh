#!/bin/sh
# Usage: text.sh. Links out of the texts of fetch-text.sh: megabytes a second of user time, so that a machine with other work
# counts less, and instructions a byte of the first four megabytes, by valgrind. Each is the difference of many passes and one.
set -eu
cd "$(dirname "$0")"
cargo build --quiet --release --features text --bin napkin-bench-text
program=${CARGO_TARGET_DIR:-target}/release/napkin-bench-text
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# seconds PEER PASSES FILE: user time, the least of five runs
seconds() {
    for _ in 1 2 3 4 5; do
        bash -c 'TIMEFORMAT=%3U; time "$@" > /dev/null' time "$program" --once "$1" "$2" "$3" 2>&1
    done | sort -n | head -1
}

# instructions PEER PASSES FILE
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --once "$1" "$2" "$3" 2>&1 |
        awk '/Collected/ { print $NF }'
}

echo '| text | MB | peer | MB/s | × | instructions a byte |'
echo '|---|--:|---|--:|--:|--:|'
for class in sparse documentation dense; do
    file=target/text/$class.txt
    head -c 4000000 "$file" > "$scratch/part.txt"
    bytes=$(wc -c < "$file")
    ours=
    for peer in napkin linkify regex memmem; do
        long=$(seconds "$peer" 21 "$file")
        short=$(seconds "$peer" 1 "$file")
        speed=$(awk "BEGIN { printf \"%.0f\", 20 * $bytes / ($long - $short) / 1e6 }")
        ours=${ours:-$speed}
        many=$(instructions "$peer" 3 "$scratch/part.txt")
        one=$(instructions "$peer" 1 "$scratch/part.txt")
        awk "BEGIN { printf \"| $class | %.1f | $peer | $speed | %.2f | %.2f |\n\", $bytes / 1e6, $ours / $speed,
            ($many - $one) / 2 / 4e6 }"
    done
done
