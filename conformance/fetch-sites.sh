#!/bin/sh
# Fetches packages of documentation from the archive that this machine's apt already uses, and lays them as a whole into
# target/sites, for chromium-bundle.mjs and bench/bundle.sh. Nothing is installed, and apt's lists and settings are left as
# they are. They are other people's work under other people's licences: they are read, never committed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
room="${CARGO_TARGET_DIR:-$here/target}/sites"
packages="gimp-help-en gimp-help-common sqlite3-doc cppreference-doc-en-html python3.11-doc libjs-jquery libjs-sphinxdoc libjs-underscore"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$room"

apt() {
    apt-get -q -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root "$@"
}
apt update
for package in $packages; do
    [ ! -f "$room/$package.done" ] || continue
    (cd "$work" && apt download "$package")
    # All into one tree, since their symbolic links lead from one to the other.
    dpkg-deb -x "$work/$package"_*.deb "$room"
    : > "$room/$package.done"
done
find "$room" -name '*.html' | wc -l
