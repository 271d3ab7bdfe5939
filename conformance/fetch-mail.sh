#!/bin/sh
# Fetches the messages that Python's own tests are held against, and lays them into target/mail, for tests/engine_mail.rs. (Those of
# mail-parser come with the lockfile.)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
room="${CARGO_TARGET_DIR:-$here/target}/mail"
. "$here/archive.sh"
mkdir -p "$room"
if [ ! -f "$room/done" ]; then
    apt update
    (cd "$work" && apt download libpython3.11-testsuite)
    dpkg-deb -x "$work"/libpython3.11-testsuite_*.deb "$work/unpacked"
    cp "$work"/unpacked/usr/lib/python3.11/test/test_email/data/msg_*.txt "$room"
    : > "$room/done"
fi
echo "$(find "$room" -name 'msg_*.txt' | wc -l) messages in $room"
echo "now: NAPKIN_MAIL=$room cargo test --test engine_mail"
