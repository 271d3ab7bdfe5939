#!/bin/bash
# Installs the command into a prefix: `command.sh PREFIX [--dev]`. PREFIX gets bin/napkin, its manual pages and completions, and the licences.
# With --dev nothing is optimised. NAPKIN_PROGRAM names the command, otherwise it is built.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
needs_argument "$@"
prefix=$(folder "$1")
profile=dist build=(--profile dist)
[ "${2:-}" != --dev ] || { profile=debug; build=(); }
program=${NAPKIN_PROGRAM:-${CARGO_TARGET_DIR:-$root/target}/$profile/napkin}
[ -n "${NAPKIN_PROGRAM:-}" ] || (cd "$root" && cargo build "${build[@]}" --locked -p napkin-cli)
mkdir -p "$prefix/bin" "$prefix/share/doc/napkin"
install -m 755 "$program" "$prefix/bin/napkin"
strip "$prefix/bin/napkin"
"$root/packages/share.sh" "$program" "$prefix/share"
install -m 644 "$root"/{LICENSE-APACHE,LICENSE-MIT,README.md,CHANGELOG.md} "$prefix/share/doc/napkin"
