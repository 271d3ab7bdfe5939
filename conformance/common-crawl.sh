#!/bin/bash
# Common Crawl's columns of 1.2 million URLs against java.net.URL, the archive's `surt` and `tldextract`: `common-crawl.sh LIST...`, each with one URL a
# line. Needs a JDK and Python with venv; the two packages come from the Python package index. Some minutes.
set -euo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || { echo "expected lists of URLs, one a line" >&2; exit 2; }
lists=("$(realpath "$1")"); shift
for list in "$@"; do lists+=("$(realpath "$list")"); done
work=target/common-crawl
mkdir -p "$work"
[ -x "$work/venv/bin/python" ] || { python3 -m venv "$work/venv"; "$work/venv/bin/pip" install -q 'surt==0.3.1' 'tldextract==5.4.0'; }
cargo build --release --manifest-path ../columns/Cargo.toml -p napkin-columns --example common_crawl --target-dir ../columns/target
python3 common-crawl.py make 1200000 "${lists[@]}" > "$work/urls"
java CommonCrawlUrl.java < "$work/urls" > "$work/java"
../columns/target/release/examples/common_crawl "$work/urls" > "$work/ours"
"$work/venv/bin/python" -W ignore common-crawl.py check "$work/urls" "$work/java" "$work/ours"
