#!/bin/sh
# Usage: documentation.sh DIR > FILE. Text as it comes: the copyright notices, READMEs and changelogs under DIR, at most
# 32 KB of each and 8 MB in all.
set -eu
find -L "$1" -type f \( -name 'copyright*' -o -name 'README*' -o -name 'changelog*' \) 2>/dev/null | LC_ALL=C sort |
    while read -r file; do
        case $file in
            *.gz) gzip -dc "$file" ;;
            *) cat "$file" ;;
        esac 2>/dev/null | head -c 32768 || true
    done | head -c 8000000
