#!/bin/sh
# Usage: fetch-text.sh [LIST...]. Real text in three classes, into target/text: `sparse` is the kernel's documentation,
# `documentation` Python's in its source form, twice, and `dense` the URLs of the lists (one a line), each in a line of
# prose. The texts are Debian's, fetched from its archive and unpacked, never installed.
set -eu
lists=$(for file in "$@"; do realpath "$file"; done)
cd "$(dirname "$0")"
mkdir -p target/text/packages
cd target/text

# fetch PACKAGE: the version that is recommended, or the latest that the archive still has.
fetch() {
    [ -d "packages/$1" ] && return
    (
        cd packages
        for version in $(apt-cache madison "$1" | awk '{ print $3 }'); do
            apt-get download -qq "$1=$version" && break
        done
        dpkg -x "$1"_*.deb "$1"
    )
}

fetch linux-doc-6.1
fetch python3.11-doc
find packages/linux-doc-6.1/usr/share/doc/linux-doc-6.1/Documentation -type f -name '*.gz' | LC_ALL=C sort |
    xargs gzip -dc > sparse.txt
find packages/python3.11-doc -name '*.rst.txt' | LC_ALL=C sort | xargs cat > once.txt
cat once.txt once.txt > documentation.txt
rm once.txt
# Names with white space in them are not worth an array here.
# shellcheck disable=SC2086
[ -z "$lists" ] || cat $lists | tr -d '\r' | awk 'NR % 5 { print "see " $0 " for"; next } { print "and <" $0 ">," }' > dense.txt
for class in sparse documentation dense; do
    [ ! -f "$class.txt" ] || wc -c "$class.txt"
done
