#!/bin/sh
# Fetches the tests of trurl (tests.json of its source package) from Debian's archive into target/trurl, for
# crates/napkin-cli/tests/it/trurl.rs. The licence of curl permits this; nothing of it is committed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
room="${CARGO_TARGET_DIR:-$here/target}/trurl"
. "$here/archive.sh"
mkdir -p "$room" "$work/parts"

# Of this release or of a later one, for not every mirror has the sources of every release.
for release in "" trixie sid; do
    for file in /etc/apt/sources.list.d/*.sources; do
        [ -f "$file" ] || continue
        # The first paragraph that has the release itself, and not its security updates.
        awk -v release="$release" 'BEGIN { RS = ""; FS = "\n" } !/security/ && /debian/ {
            sub(/Types:[^\n]*/, "Types: deb-src")
            if (release) sub(/Suites:[^\n]*/, "Suites: " release)
            print
            exit
        }' "$file" > "$work/parts/$(basename "$file")"
    done
    apt -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts" update > /dev/null
    (cd "$work" && apt -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts" \
        source --download-only trurl) > "$work/log" 2>&1 || true
    for archive in "$work"/trurl_*.orig.tar.*; do
        case $archive in *.asc) continue ;; esac
        [ -f "$archive" ] || continue
        tar -xf "$archive" -C "$work"
        cp "$work"/*/tests.json "$room/tests.json"
        echo "now: NAPKIN_TRURL=$room/tests.json cargo test -p napkin-cli -- trurl::"
        exit 0
    done
done
cat "$work/log" >&2
exit 1
