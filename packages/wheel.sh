#!/bin/bash
# Builds the Python wheel with the command in it: `wheel.sh FOLDER [--dev]`. The wheel comes into FOLDER. With --dev nothing is optimised.
# NAPKIN_PROGRAM names the command, otherwise it is built. Needs maturin on the PATH. Each free-threaded Python on the PATH (`python3.14t`) gets a
# wheel of its own, as they have no stable ABI.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
needs_argument "$@"
out=$(folder "$1")
crate=$root/columns/napkin-python
profile=(--release --strip)
optimised=(--release)
[ "${2:-}" != --dev ] || { profile=(); optimised=(); }
target=${CARGO_TARGET_DIR:-$root/target}
program=${NAPKIN_PROGRAM:-$target/$([ ${#optimised[@]} -gt 0 ] && echo release || echo debug)/napkin}
[ -n "${NAPKIN_PROGRAM:-}" ] || (cd "$root" && cargo build "${optimised[@]}" -p napkin-cli)
# What maturin installs into the environment; only the README is in the repository.
data=$crate/napkin.data
trap 'git -C "$root" clean -fdxq -- "$data"' EXIT
mkdir -p "$data/scripts"
cp "$program" "$data/scripts/napkin"
strip "$data/scripts/napkin" 2> /dev/null || true
"$root/packages/share.sh" "$program" "$data/data/share"
build=(maturin build --manifest-path "$crate/Cargo.toml" "${profile[@]}" --out "$out")
"${build[@]}"
for python in python3.{13..16}t; do
    ! command -v "$python" > /dev/null || "${build[@]}" --interpreter "$python"
done
