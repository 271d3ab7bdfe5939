#!/bin/sh
# Asks a Chromium for the absolute URLs of the elements of more than 200 real pages, and compares them with those of `napkin links`.
#
#   ./fetch-pages.sh && ./chromium-links.sh           fails where one differs, or where data/chromium-links.tsv says otherwise
#   ./fetch-pages.sh && ./chromium-links.sh --write   makes that file anew
#
# CHROMIUM names the browser, otherwise it is looked for; it is driven by node. Without them, or without pages, nothing is
# compared, and a line says so, unless NAPKIN_REQUIRE_ALL=1. Nothing is fetched from a network but from this machine itself.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
kept="$here/../data/chromium-links.tsv"
pages=${NAPKIN_PAGES:-${CARGO_TARGET_DIR:-$here/target}/pages}
. "$here/browser.sh"
needs node nodejs
[ -f "$pages/libreoffice-help-en-us.version" ] || missing "page (./fetch-pages.sh)"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

find_napkin
CHROMIUM="$browser" timeout 300 node "$here/chromium-links.mjs" "$napkin" 32 "$pages" > "$work/table.tsv"
if [ "${1:-}" = --write ]; then
    cp "$work/table.tsv" "$kept"
    echo "written"
elif [ "$(head -1 "$kept")" = "$(head -1 "$work/table.tsv")" ]; then
    diff "$kept" "$work/table.tsv"
fi
# Of another version, of the browser or of the pages, the counts may be others; a difference has failed already.
grep -P '^all\t' "$work/table.tsv" | awk '{ print $2 " pages, " $3 " with a base: " $4 " URLs are those of Chromium" }'
