#!/bin/bash
# Usage: bundle.sh NAPKIN MONOLITH SITES. Bundles the same local pages with both, one process a page and one after the other,
# and prints a table: time of the processor, the least of seven rounds, the bytes of all bundles, and those without the text of
# `file:` URLs in either, since monolith drops the links to files that are not there. `conformance/fetch-sites.sh` fetches the sites;
# `cargo install monolith --version 2.12.0 --locked --root target/monolith` builds the peer.
set -euo pipefail
napkin=$1 monolith=$2 sites=$(cd "$3" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Every nth page of a folder.
pages() {
    find "$sites/$1" -name '*.html' | LC_ALL=C sort | awk -v n="$2" 'NR % n == 1'
}
with_napkin() { "$napkin" bundle -q --root "$sites" "$1" > "$work/n/$2.html" || [ $? -eq 1 ]; }
with_monolith() { "$monolith" -q "$1" > "$work/m/$2.html" || true; }

# Bytes without the `file:` URLs, which in a style sheet in an attribute end at an escaped quote or parenthesis.
without_links() { cat "$@" | perl -pe 's{file://(?:(?!%2[279])[^"\x27()<>\s])*}{}g' | wc -c; }

round() {
    local number=0
    while read -r page; do
        number=$((number + 1))
        "with_$1" "$page" "$number" 2> /dev/null
    done < "$work/list"
}
# Time of the processor, of the command and of the system for it, in microseconds: the machine may have other work.
taken() {
    local TIMEFORMAT='%U %S'
    { time round "$1" > /dev/null; } 2>&1 | awk '{ printf "%d\n", ($1 + $2) * 1e6 }'
}
least() {
    local best=
    for _ in 1 2 3 4 5 6 7; do
        took=$(taken "$1")
        [ -n "$best" ] && [ "$best" -le "$took" ] || best=$took
    done
    echo "$best"
}
echo "| pages | | napkin, ms a page | monolith, ms a page | × | napkin, bytes | monolith, bytes | without links | without links |"
echo "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
for site in "usr/share/doc/python3.11/html 25" "usr/share/doc/sqlite3 40" "usr/share/gimp/2.0/help/en 40" "usr/share/cppreference 250"; do
    read -r folder step <<< "$site"
    rm -rf "$work/n" "$work/m"
    mkdir "$work/n" "$work/m"
    pages "$folder" "$step" > "$work/list"
    count=$(wc -l < "$work/list")
    ours=$(least napkin)
    theirs=$(least monolith)
    awk -v name="$folder" -v count="$count" -v ours="$ours" -v theirs="$theirs" \
        -v a="$(cat "$work"/n/* | wc -c)" -v b="$(cat "$work"/m/* | wc -c)" \
        -v c="$(without_links "$work"/n/*)" -v d="$(without_links "$work"/m/*)" \
        'BEGIN { printf "| %s | %d | %.2f | %.2f | %.1f | %d | %d | %d | %d |\n", name, count, ours / count / 1000, theirs / count / 1000, theirs / ours, a, b, c, d }'
done
