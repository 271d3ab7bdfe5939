#!/bin/bash
# Builds the C interface and installs it: `c.sh PREFIX [--dev]`. PREFIX gets include/napkin.h, lib/libnapkin_c.so and .a, and a file for
# pkg-config. With --dev nothing is optimised.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
needs_argument "$@"
prefix=$(folder "$1")
profile=release build=(--release)
[ "${2:-}" != --dev ] || { profile=debug; build=(); }
libraries=$(cd "$root" && cargo rustc "${build[@]}" -p napkin-c --lib --crate-type cdylib --crate-type staticlib -- --print native-static-libs 2>&1 |
    tee /dev/stderr | sed -n 's/^note: native-static-libs: //p')
target=${CARGO_TARGET_DIR:-$root/target}/$profile
mkdir -p "$prefix"/{include,lib/pkgconfig}
cp "$root/crates/napkin-c/include/napkin.h" "$prefix/include"
cp "$target/libnapkin_c.a" "$prefix/lib"
cp "$target/libnapkin_c.so" "$prefix/lib/libnapkin_c.so.0"
ln -sf libnapkin_c.so.0 "$prefix/lib/libnapkin_c.so"
cat > "$prefix/lib/pkgconfig/napkin.pc" << END
prefix=$prefix
Name: napkin
Description: URLs under the standard of your choice
Version: $version
Cflags: -I\${prefix}/include
Libs: -L\${prefix}/lib -lnapkin_c
Libs.private: $libraries
END
