#!/bin/bash
# The labelled links of data/check on real servers: nginx, Python's, vsftpd, gophernicus and leafnode. NAPKIN_PROGRAM names the command,
# otherwise it is built.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
napkin=${NAPKIN_PROGRAM:-${CARGO_TARGET_DIR:-$here/../target}/debug/napkin}
[ -n "${NAPKIN_PROGRAM:-}" ] || (cd "$here/.." && cargo build --quiet -p napkin-cli)
node "$here/check-servers.mjs" "$napkin"
