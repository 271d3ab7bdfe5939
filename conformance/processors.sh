#!/bin/bash
# Usage: conformance/processors.sh [TARGET...]. Tests the engine on other processors: 64-bit Arm, whose vector kernels are compared with the
# portable code; 32-bit Arm; and s390x, which is big-endian. Debian's cross linkers link, and qemu runs. Where rustup has no compiled
# standard library for these targets, a nightly toolchain builds it from its source.
set -euo pipefail
cd "$(dirname "$0")/.."

# The target, the prefix of its linker and its C library, and the name of its emulator.
TARGETS="aarch64-unknown-linux-gnu aarch64-linux-gnu aarch64
armv7-unknown-linux-gnueabihf arm-linux-gnueabihf arm
s390x-unknown-linux-gnu s390x-linux-gnu s390x"

cargo=(cargo)
# shellcheck disable=SC2046
if ! timeout 300 rustup target add $(cut -d ' ' -f 1 <<< "$TARGETS"); then
    if ! rustc +nightly --print sysroot > /dev/null 2>&1 || [ ! -d "$(rustc +nightly --print sysroot)/lib/rustlib/src/rust/library" ]; then
        timeout 300 rustup toolchain install nightly --profile minimal --component rust-src ||
            { echo "not run: tests on other processors, because neither their standard library nor a nightly toolchain with rust-src can be installed here"; exit 0; }
    fi
    cargo=(cargo +nightly -Zbuild-std)
fi
# What serves the toolchain of the project does not serve a nightly one.
unset RUSTC_WORKSPACE_WRAPPER CLIPPY_ARGS
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=false
while read -r target prefix machine; do
    [ $# = 0 ] || [[ " $* " = *" $target "* ]] || continue
    name=${target//-/_}
    export "CARGO_TARGET_${name^^}_LINKER=$prefix-gcc" "CARGO_TARGET_${name^^}_RUNNER=qemu-$machine-static -L /usr/$prefix"
    echo "$target"
    "${cargo[@]}" test --target "$target" --target-dir "${CARGO_TARGET_DIR:-target}/processors" -p napkin --lib
done <<< "$TARGETS"
