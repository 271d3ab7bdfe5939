#!/bin/bash
# Usage: mail.sh NAPKIN MESSAGE... [-- GIGABYTES]. Mail beside mail-parser and Python's `email`, on an mbox file of these messages, over and
# over: readers in memory by the clock (rounds in turns, the least counts) and by callgrind; commands on 100 MB; and napkin alone on a
# mailbox of so many gigabytes (default 10) that comes through a pipe and is nowhere. The messages of the runs in MAIL.md are those of the
# crate mail-parser, and of Python's own tests (../conformance/fetch-mail.sh).
set -euo pipefail
napkin=$(realpath "$1")
shift
messages=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    messages+=("$(realpath "$1")")
    shift
done
gigabytes=${2:-10}
cd "$(dirname "$0")"
cargo build --quiet --release --ignore-rust-version --features mail --bin napkin-bench-mail
bench=${CARGO_TARGET_DIR:-target}/release/napkin-bench-mail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Small and odd ones, and such as people send: letters of 1 to 8 kB in plain text and HTML, every fourth with 60 kB beside it.
python3 mail.py corpus "${messages[@]}" > "$work/small"
python3 mail.py ordinary 400 ../guide/*.md > "$work/ordinary"
size=$(stat -c %s "$work/small")
# repeated BYTES: the small messages until there are so many bytes, or a few more
repeated() { for ((i = 0; i < $1; i += 16 * size)); do cat "$work/sixteen"; done; }
for _ in {1..16}; do cat "$work/small"; done > "$work/sixteen"
repeated 100000000 > "$work/small-large"
for _ in {1..8}; do cat "$work/ordinary"; done > "$work/ordinary-large"

# instructions PEER MBOX: of two passes, a byte
instructions() {
    for passes in 1 3; do
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" --once "$1" "$passes" "$2" 2>&1 > /dev/null
    done | awk -v size="$(stat -c %s "$2")" '/Collected/ { total = $NF - total } END { printf "%.2f", total / 2 / size }'
}
for corpus in small ordinary; do
    printf '\n## In memory: %s messages\n\n' "$corpus"
    "$bench" "$work/$corpus"
    printf '\nInstructions a byte, by callgrind:\n\n| | instructions | × mail-parser |\n|---|--:|--:|\n'
    first=
    for peer in 'mail-parser: parse' 'napkin: parse' 'napkin: all that `mail list` says'; do
        count=$(instructions "$peer" "$work/$corpus")
        first=${first:-$count}
        awk -v peer="$peer" -v count="$count" -v first="$first" 'BEGIN { printf "| %s | %s | %.2f |\n", peer, count, first / count }'
    done
done

# taken NAME COMMAND...: seconds by the clock and of the processors, and MiB of memory
taken() {
    local name=$1
    shift
    /usr/bin/time -f '%e %U %S %M' -o "$work/time" "$@" > /dev/null 2> "$work/said" || [ $? -le 1 ] || cat "$work/said"
    awk -v name="$name" 'END { printf "%s\t%.2f\t%.2f\t%.0f\n", name, $1, $2 + $3, $4 / 1024 }' "$work/time"
}
mkdir "$work/kept"
for corpus in small ordinary; do
    large=$work/$corpus-large
    printf '\n## Commands: %s messages, %s bytes\n\n| | seconds | of the processors | MiB |\n|---|--:|--:|--:|\n' \
        "$corpus" "$(stat -c %s "$large")"
    for _ in 1 2 3; do
        taken 'mail-parser, every message parsed (in memory)' "$bench" --once 'mail-parser: parse' 1 "$large"
        taken 'napkin mail list -j 1' "$napkin" -q mail list -j 1 "$large"
        taken 'napkin mail list' "$napkin" -q mail list "$large"
        taken 'napkin mail list --json' "$napkin" -q mail list --json "$large"
        taken 'napkin links' "$napkin" -q links "$large"
        taken 'napkin mail detach --min-size 4096' "$napkin" -q mail detach --to "$work/kept" --url https://pub.example/ --min-size 4096 "$large"
        taken 'Python, every message parsed' python3 mail.py parse "$large"
    done | awk -F '\t' '!($1 in least) { names[++n] = $1; least[$1] = $3; row[$1] = $0 } $3 < least[$1] { least[$1] = $3; row[$1] = $0 }
        END { for (i = 1; i <= n; i++) { split(row[names[i]], f); printf "| %s | %s | %s | %s |\n", f[1], f[2], f[3], f[4] } }'
done

printf '\n## %s GB through a pipe\n\n| | seconds | of the processors | MiB |\n|---|--:|--:|--:|\n' "$gigabytes"
long=$((gigabytes * 1000000000))
for command in 'mail list' 'links' "mail detach --to $work/kept --url https://pub.example/ --min-size 4096"; do
    # shellcheck disable=SC2086 # The words of a command.
    repeated $long | taken "napkin ${command%% --to*}" "$napkin" -q $command | awk -F '\t' '{ printf "| %s | %s | %s | %s |\n", $1, $2, $3, $4 }'
done
