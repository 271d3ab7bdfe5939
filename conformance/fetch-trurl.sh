#!/bin/sh
# Fetches the tests of trurl (tests.json and testfiles of its source package) from Debian's archive into target/trurl, for
# crates/napkin-cli/tests/it/trurl.rs. The licence of curl permits this; nothing of it is committed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
room="${CARGO_TARGET_DIR:-$here/target}/trurl"
. "$here/archive.sh"
mkdir -p "$room" "$work/trurl"
source_archive trurl
tar -xf "$work"/trurl_*.orig.tar.* -C "$work/trurl" --strip-components 1
cp -r "$work/trurl/tests.json" "$work/trurl/testfiles" "$room"
echo "now: NAPKIN_TRURL=$room/tests.json cargo test -p napkin-cli -- trurl::"
