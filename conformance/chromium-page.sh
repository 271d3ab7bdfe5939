#!/bin/bash
# The workbench page of `napkin serve` in a real Chromium: typed, clicked and dropped into, attacked through every field, and
# held against axe-core in light, dark and on a phone. 10,000 idle connections beside it. Pictures are left in target/page.
# NAPKIN_PROGRAM names the command, otherwise it is built. NAPKIN_PICTURES=1 makes the picture of the README anew.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here"
. ./browser.sh
needs node nodejs
needs npm npm
find_napkin
# The accessibility checks, of this version, for this test alone.
axe=target/axe-core-4.14.1
if [ ! -f "$axe/package/axe.min.js" ]; then
    mkdir -p "$axe"
    (cd "$axe" && npm pack --silent axe-core@4.14.1 > /dev/null && tar -xzf axe-core-4.14.1.tgz)
fi
mkdir -p target/page
# Every connection is a descriptor, here and there.
ulimit -n "$(ulimit -Hn)"
CHROMIUM=$browser node chromium-page.mjs "$napkin" "$axe/package/axe.min.js" target/page ../data/markup.txt ../data ../examples
