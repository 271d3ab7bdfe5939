#!/bin/sh
# Fetches packages of documentation, and lays their documents of every kind into target/pages, for tests/it/rewriting.rs,
# tests/it/engine_html.rs, tests/it/engine_links.rs, tests/it/engine_bases.rs and chromium-links.sh; beside each package the names of
# all its files (links to other packages are none), and its version.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
room="${CARGO_TARGET_DIR:-$here/target}/pages"
packages="python3.11-doc cppreference-doc-en-html libreoffice-help-en-us libreoffice-help-common apache2-doc
    npm libjs-bootstrap5 liferea-data ikiwiki sqlite3-doc"
. "$here/archive.sh"
mkdir -p "$room"
apt update
for package in $packages; do
    [ ! -f "$room/$package.version" ] || [ ! -f "$room/$package.count" ] || continue
    (cd "$work" && apt download "$package")
    rm -rf "${room:?}/$package" "$work/unpacked"
    dpkg-deb -x "$work/$package"_*.deb "$work/unpacked"
    (cd "$work/unpacked" && find . -type f \
        \( -name '*.html' -o -name '*.html.*' -o -name '*.htm' -o -name '*.css' -o -name '*.txt' -o -name '*.svg' \
        -o -name '*.xml' -o -name '*.opml' -o -name '*.mdwn' -o -name '*.js' \
        -o -name '*.json' -o -name '*.map' -o -name '*.md' -o -name '*.markdown' \)) \
        > "$work/files"
    mkdir -p "$room/$package"
    tar -C "$work/unpacked" -cf - -T "$work/files" | tar -C "$room/$package" -xf -
    (cd "$work/unpacked" && find . -type f -printf '%P\n' | LC_ALL=C sort) > "$room/$package.names"
    dpkg-deb -f "$work/$package"_*.deb Version > "$room/$package.version"
    wc -l < "$work/files" > "$room/$package.count"
done
for package in $packages; do
    echo "$(cat "$room/$package.count") files of $package in $room/$package"
done
echo "now: NAPKIN_PAGES=$room cargo test -- rewriting engine_html engine_links engine_bases"
