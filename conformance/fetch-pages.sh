#!/bin/sh
# Fetches packages of documentation, and lays their pages, style sheets and texts into target/pages, for tests/rewriting.rs.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
room="${CARGO_TARGET_DIR:-$here/target}/pages"
packages="python3.11-doc cppreference-doc-en-html libreoffice-help-en-us libreoffice-help-common apache2-doc"
. "$here/archive.sh"
mkdir -p "$room"
apt update
for package in $packages; do
    [ ! -f "$room/$package.done" ] || continue
    (cd "$work" && apt download "$package")
    rm -rf "${room:?}/$package" "$work/unpacked"
    dpkg-deb -x "$work/$package"_*.deb "$work/unpacked"
    (cd "$work/unpacked" && find . -type f \
        \( -name '*.html' -o -name '*.html.*' -o -name '*.htm' -o -name '*.css' -o -name '*.txt' -o -name '*.svg' \)) \
        > "$work/files"
    mkdir -p "$room/$package"
    tar -C "$work/unpacked" -cf - -T "$work/files" | tar -C "$room/$package" -xf -
    wc -l < "$work/files" > "$room/$package.done"
done
for package in $packages; do
    echo "$(cat "$room/$package.done") files of $package in $room/$package"
done
echo "now: NAPKIN_PAGES=$room cargo test --release --test rewriting"
