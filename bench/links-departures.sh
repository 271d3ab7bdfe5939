#!/bin/bash
# Usage: links-departures.sh NAPKIN LYCHEE. Whether `napkin links` finds in the pages of fetch-links.sh what `lychee --dump` finds:
# both as absolute forms, sorted, each once. What the peer has alone stands in links-departures.txt with its reason; any other,
# and one there that the peer does not have alone any more, fails.
set -euo pipefail
napkin=$(realpath "$1") lychee=$(realpath "$2")
cd "$(dirname "$0")"
pages=${CARGO_TARGET_DIR:-target}/links
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
all() { xargs -s 2000000 -x -n 100000 -a "$work/list" "$@" || true; }
for package in "$pages"/*.done; do
    name=$(basename "$package" .done)
    find "$(realpath "$pages/$name")" -name '*.html' | LC_ALL=C sort > "$work/list"
    all "$lychee" --dump --no-progress --root-dir / --include-mail 2> /dev/null | LC_ALL=C sort -u > "$work/theirs"
    all "$napkin" links -q --format '{absolute}' | LC_ALL=C sort -u > "$work/ours"
    LC_ALL=C comm -23 "$work/theirs" "$work/ours" > "$work/$name.alone"
    echo "$name: lychee has $(wc -l < "$work/theirs") different URLs, napkin $(wc -l < "$work/ours"), lychee alone $(wc -l < "$work/$name.alone")"
done
cat "$work"/*.alone | LC_ALL=C sort > "$work/alone"
grep -v '^#' links-departures.txt | LC_ALL=C sort | diff - "$work/alone"
