#!/bin/sh
# Fetches the messages that Python's and nmh's own tests are held against, and lays them into target/mail, for tests/it/engine_mail.rs and
# tests/it/mail_detached.rs. (Those of mail-parser come with the lockfile.)
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

if [ ! -f "$room/nmh/done" ]; then
    # The tests are in the first archive; what Debian adds is of no interest here.
    source_archive nmh
    rm -rf "$room/nmh"
    mkdir -p "$room/nmh" "$work/nmh"
    tar -xf "$work"/nmh_*.orig.tar.* -C "$work/nmh" --strip-components 1
    (cd "$work/nmh/test" && find . -type f -name 'test-*' | LC_ALL=C sort) | while read -r script; do
        name=$(echo "$script" | sed 's#^\./##; s#/test-#-#; s#/#-#g')
        awk -v into="$room/nmh/$name-" -f "$here/nmh-messages.awk" "$work/nmh/test/$script"
    done
    [ "$(find "$room/nmh" -name '*.eml' | wc -l)" -gt 100 ] || { echo "too few messages in the tests of nmh" >&2; exit 1; }
    : > "$room/nmh/done"
fi
echo "$(find "$room" -name 'msg_*.txt' | wc -l) messages of Python, $(find "$room/nmh" -name '*.eml' | wc -l) of nmh in $room"
echo "now: NAPKIN_MAIL=$room cargo test -- engine_mail mail_detached"
