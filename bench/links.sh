#!/bin/bash
# Usage: links.sh NAPKIN LYCHEE [ROUNDS]. Every link of the pages of fetch-links.sh, by `napkin links` and by `lychee --dump`: one
# process for all pages of a package. They take turns on the same files; printed is the least of the rounds (default 11).
# PAUSE, if set, is run before each package's rounds, and RESUME behind them: to keep other work of the machine away.
# `cargo install lychee --version 0.24.2 --locked --root target/lychee` builds the peer.
set -euo pipefail
napkin=$(realpath "$1") lychee=$(realpath "$2") rounds=${3:-11}
cd "$(dirname "$0")"
pages=${CARGO_TARGET_DIR:-target}/links
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run PEER [BEFORE...]: the pages of $work/list. What is not said goes for all: as many threads as there are cores.
run() {
    local peer=$1
    shift
    case $peer in
        lychee) xargs -s 2000000 -x -n 100000 -a "$work/${list:-list}" "$@" "$lychee" --dump --no-progress --root-dir / ;;
        'napkin links') xargs -s 2000000 -x -n 100000 -a "$work/${list:-list}" "$@" "$napkin" links -q ;;
        'napkin links --json') xargs -s 2000000 -x -n 100000 -a "$work/${list:-list}" "$@" "$napkin" links -q --json ;;
        'napkin links -j 1') xargs -s 2000000 -x -n 100000 -a "$work/${list:-list}" "$@" "$napkin" links -q -j 1 ;;
    esac
}
# Milliseconds by the clock, and of the processors.
taken() {
    local TIMEFORMAT='%R %U %S'
    { time run "$1" > /dev/null 2>&1 || true; } 2>&1 |
        awk '{ printf "%d %d\n", $1 * 1000, ($2 + $3) * 1000 }' >> "$work/$1.times"
}
least() { awk -v field="$2" '!least || $field < least { least = $field } END { print least }' "$work/$1.times"; }
# MiB of memory, at most.
memory() {
    { run "$1" /usr/bin/time -o "$work/memory" -f %M > /dev/null 2>&1 || true; }
    awk '/^[0-9]+$/ { printf "%.0f", $1 / 1024 }' "$work/memory"
}
# Millions of instructions for every 20th page, by callgrind.
instructions() {
    local list=part
    { run "$1" valgrind --tool=callgrind --callgrind-out-file=/dev/null 2>&1 > /dev/null || true; } |
        awk '/Collected/ { printf "%.0f", $NF / 1e6 }'
}

echo '| pages | MB | | ms, clock | × | ms, processors | × | million instructions, every 20th page | × | MiB | links |'
echo '|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|'
for package in "$pages"/*.done; do
    name=$(basename "$package" .done)
    find "$(realpath "$pages/$name")" -name '*.html' | LC_ALL=C sort > "$work/list"
    awk 'NR % 20 == 1' "$work/list" > "$work/part"
    megabytes=$(xargs -a "$work/list" cat | wc -c | awk '{ printf "%.1f", $1 / 1e6 }')
    rm -f "$work"/*.times
    set -- lychee 'napkin links' 'napkin links --json' 'napkin links -j 1'
    eval "${PAUSE:-:}"
    for _ in $(seq "$rounds"); do
        for peer; do taken "$peer"; done
    done
    eval "${RESUME:-:}"
    their_count=$(instructions lychee)
    for peer; do
        [ "$peer" = lychee ] && count=$their_count || count=$(instructions "$peer")
        awk -v name="$name, $(wc -l < "$work/list")" -v megabytes="$megabytes" -v peer="$peer" \
            -v clock="$(least "$peer" 1)" -v processors="$(least "$peer" 2)" -v count="${count:-0}" \
            -v c="$(least lychee 1)" -v p="$(least lychee 2)" -v i="${their_count:-0}" -v memory="$(memory "$peer")" \
            -v links="$({ run "$peer" 2> /dev/null || true; } | wc -l)" 'BEGIN {
                printf "| %s | %s | %s | %d | %.1f | %d | %.1f | %d | %.1f | %d | %d |\n", name, megabytes, peer,
                    clock, c / clock, processors, p / processors, count, count ? i / count : 0, memory, links }'
    done
done
