#!/bin/sh
# Usage: fetch-links.sh. Pages for links.sh, into target/links: the HTML of three packages of documentation, as Debian has them.
set -eu
cd "$(dirname "$0")"
room="${CARGO_TARGET_DIR:-$PWD/target}/links"
. ../conformance/archive.sh
mkdir -p "$room"
apt update
# What Debian calls it differs by release: the first of these that it has.
python=$(apt-cache -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" depends python3-doc | awk '/Depends: python3\..*-doc/ { print $2 }')
linux=$(apt-cache -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" depends linux-doc | awk '/Depends: linux-doc-/ { print $2 }')
for package in "$python" "$linux" cppreference-doc-en-html; do
    [ ! -f "$room/$package.done" ] || continue
    (cd "$work" && apt download "$package")
    rm -rf "${room:?}/$package" "$work/unpacked"
    dpkg-deb -x "$work/$package"_*.deb "$work/unpacked"
    (cd "$work/unpacked" && find . -type f -name '*.html') > "$work/files"
    mkdir -p "$room/$package"
    tar -C "$work/unpacked" -cf - -T "$work/files" | tar -C "$room/$package" -xf -
    (cd "$work" && echo "$package"_*.deb) > "$room/$package.done"
done
cat "$room"/*.done
