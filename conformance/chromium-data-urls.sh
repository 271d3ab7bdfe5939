#!/bin/sh
# Asks a Chromium what it makes of every odd data: URL, and compares that with data/chromium-data-urls.tsv.
#
#   ./chromium-data-urls.sh           compares; fails if the same version answers otherwise, prints it if another does
#   ./chromium-data-urls.sh --write   makes the file anew
#
# CHROMIUM names the browser, otherwise it is looked for. Without one nothing is compared, and a line says so, unless
# NAPKIN_REQUIRE_ALL=1. Nothing is fetched from a network: the page is a local file, and its requests are data: URLs.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
kept="$here/../data/chromium-data-urls.tsv"
. "$here/browser.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# No sandbox, because a container's root has none to offer, and all that is read here is our own.
chromium() {
    timeout 300 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$work/profile" "$@"
}
odd() {
    if [ -n "${NAPKIN_PROGRAM:-}" ]; then
        # Built with the command.
        "$(dirname "$NAPKIN_PROGRAM")/chromium_data_urls" "$@"
    else
        cargo run --quiet --manifest-path "$here/Cargo.toml" --no-default-features --bin chromium_data_urls -- "$@"
    fi
}

version=$(chromium --version 2> /dev/null | sed -n 's/^\([A-Za-z ]*[0-9.]*[0-9]\).*/\1/p')
odd page > "$work/page.html"
chromium --dump-dom "file://$work/page.html" > "$work/dump.html" 2> "$work/log" || { cat "$work/log" >&2; exit 1; }
odd rows "$version, $(date -u +%Y-%m-%d)" < "$work/dump.html" > "$work/rows.tsv"
if [ "${1:-}" = --write ]; then
    cp "$work/rows.tsv" "$kept"
    echo "written, with $version"
elif grep -v '^#' "$kept" > "$work/kept" && grep -v '^#' "$work/rows.tsv" > "$work/new" && diff "$work/kept" "$work/new"; then
    echo "$version answers as is kept, $(grep -vc '^#' "$work/rows.tsv") URLs"
elif head -1 "$kept" | grep -qF "# $version,"; then
    echo "$version does not answer as it did" >&2
    exit 1
else
    # Somebody else's new release is no fault of a change that is tested here.
    echo "$version answers otherwise than the one that is kept: look at the classes in tests/it/chromium_data_urls.rs, then --write"
fi
