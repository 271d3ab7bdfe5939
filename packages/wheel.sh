#!/bin/bash
# Builds the Python wheel with the command in it: `wheel.sh FOLDER [--dev]`. The wheel comes into FOLDER. With --dev nothing is optimised.
# NAPKIN_PROGRAM names the command, otherwise it is built. Needs maturin on the PATH.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
needs_argument "$@"
out=$(folder "$1")
crate=$root/columns/napkin-python
profile=(--release --strip)
build=(--release)
[ "${2:-}" != --dev ] || { profile=(); build=(); }
target=${CARGO_TARGET_DIR:-$root/target}
program=${NAPKIN_PROGRAM:-$target/$([ ${#build[@]} -gt 0 ] && echo release || echo debug)/napkin}
[ -n "${NAPKIN_PROGRAM:-}" ] || (cd "$root" && cargo build "${build[@]}" -p napkin-cli)
# What maturin installs into the environment; only the README is in the repository.
data=$crate/napkin.data
trap 'git -C "$root" clean -fdxq -- "$data"' EXIT
mkdir -p "$data/scripts"
cp "$program" "$data/scripts/napkin"
strip "$data/scripts/napkin" 2> /dev/null || true
"$root/packages/share.sh" "$program" "$data/data/share"
maturin build --manifest-path "$crate/Cargo.toml" "${profile[@]}" --out "$out"
