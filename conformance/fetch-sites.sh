#!/bin/sh
# Fetches packages of documentation, and lays them as a whole into target/sites, for chromium-bundle.mjs, chromium-mhtml.sh and
# bench/bundle.sh; only those named, if any are.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
room="${CARGO_TARGET_DIR:-$here/target}/sites"
packages="gimp-help-en gimp-help-common sqlite3-doc cppreference-doc-en-html python3.11-doc libjs-jquery libjs-sphinxdoc libjs-underscore"
[ $# -eq 0 ] || packages="$*"
. "$here/archive.sh"
mkdir -p "$room"
apt update
for package in $packages; do
    [ ! -f "$room/$package.done" ] || continue
    (cd "$work" && apt download "$package")
    # All into one tree, since their symbolic links lead from one to the other.
    dpkg-deb -x "$work/$package"_*.deb "$room"
    : > "$room/$package.done"
done
find "$room" -name '*.html' | wc -l
