#!/bin/sh
# Fetches Roy Fielding's five test tables (t/roytest1.html to t/roytest5.html of Perl's URI distribution)
# from Debian's source package liburi-perl into target/roytest, for tests/it/roytest.rs.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
room="${CARGO_TARGET_DIR:-$here/target}/roytest"
. "$here/archive.sh"
mkdir -p "$work/parts" "$room"

# Every source that apt knows in its binary form, once more as a source of sources.
for file in /etc/apt/sources.list.d/*.sources; do
    [ -f "$file" ] || continue
    sed 's/^Types:.*/Types: deb-src/' "$file" > "$work/parts/$(basename "$file")"
done
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -f "$file" ] || continue
    sed -n 's/^deb\(-src\)\{0,1\} /deb-src /p' "$file" > "$work/parts/$(basename "$file" .list).list"
done

sources() {
    apt -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts" "$@"
}
sources update
(cd "$work" && sources source --download-only liburi-perl)
tar -xf "$work"/liburi-perl_*.orig.tar.* -C "$work"
found=0
for table in "$work"/*/t/roytest*.html; do
    [ -f "$table" ] || continue
    cp "$table" "$room/"
    found=$((found + 1))
done
if [ "$found" -eq 0 ]; then
    echo "the source package holds no t/roytest*.html" >&2
    exit 1
fi
echo "$found tables in $room"
echo "now: NAPKIN_ROYTEST=$room cargo test -- roytest"
