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

# The source package of nmh, of this release or of a later one, for not every mirror has the sources of every release. Its tests are in
# the first archive; what Debian adds is of no interest here.
nmh() {
    for release in "" trixie sid; do
        sources "$release"
        fetch_sources update > /dev/null
        (cd "$work" && fetch_sources source --download-only nmh) > "$work/log" 2>&1 || true
        for archive in "$work"/nmh_*.orig.tar.*; do
            case $archive in *.asc) continue ;; esac
            [ -f "$archive" ] && return 0
        done
    done
    cat "$work/log" >&2
    return 1
}

# The archive of Debian that this machine's apt uses, as one of sources; of another release, if one is named.
sources() {
    rm -rf "$work/parts"
    mkdir -p "$work/parts"
    for file in /etc/apt/sources.list.d/*.sources; do
        [ -f "$file" ] || continue
        # The first paragraph that has the release itself, and not its security updates.
        awk -v release="$1" 'BEGIN { RS = ""; FS = "\n" } !/security/ && /debian/ {
            sub(/Types:[^\n]*/, "Types: deb-src")
            if (release) sub(/Suites:[^\n]*/, "Suites: " release)
            print
            exit
        }' "$file" > "$work/parts/$(basename "$file")"
    done
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -f "$file" ] || continue
        sed -n 's/^deb\(-src\)\{0,1\} /deb-src /p' "$file" | sed "${1:+s/ [a-z]* main.*/ $1 main/}" \
            > "$work/parts/$(basename "$file" .list).list"
    done
}

fetch_sources() {
    apt -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts" "$@"
}

if [ ! -f "$room/nmh/done" ]; then
    nmh
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
