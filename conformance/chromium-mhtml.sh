#!/bin/sh
# Opens in a Chromium what `napkin bundle --format mhtml` writes of real pages, reads what Chromium saves of them, and compares
# all of it with the pages as they are served, to the pixel; and reads it by Python's email, to the byte.
#
#   ./fetch-sites.sh && ./chromium-mhtml.sh [PAGES]
#
# PAGES is how many pages of each package Chromium is shown (2). CHROMIUM names the browser, otherwise it is looked for; it is driven by node. Without
# them, or without pages, nothing is compared, and a line says so, unless NAPKIN_REQUIRE_ALL=1. NAPKIN_SITES is where
# fetch-sites.sh has laid the pages, if that is elsewhere. Nothing is fetched from a network but from this machine itself.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
sites=${NAPKIN_SITES:-${CARGO_TARGET_DIR:-$here/target}/sites}
. "$here/browser.sh"
needs node nodejs
needs python3 python3
for package in sqlite3-doc cppreference-doc-en-html python3.11-doc; do
    [ -f "$sites/$package.done" ] || missing "page of $package (./fetch-sites.sh)"
done

find_napkin
folders="usr/share/doc/sqlite3 usr/share/cppreference usr/share/doc/python3.11/html"
# Several folders, on purpose.
# shellcheck disable=SC2086
CHROMIUM="$browser" timeout 300 node "$here/chromium-mhtml.mjs" "$napkin" "$here/../data/mhtml" "$sites" "${1:-2}" $folders
# shellcheck disable=SC2086
python3 "$here/mhtml-email.py" "$napkin" "$sites" 20 $folders
