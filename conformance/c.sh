#!/bin/bash
# The C interface, installed into an empty prefix: its tests with the shared and the static library, in valgrind and with the sanitizers of
# addresses and undefined behaviour; its examples in C and Go, and those of its documentation; the header in C++.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
crate=$here/../crates/napkin-c
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
"$here/../packages/c.sh" "$prefix" --dev
config() { PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config "$@" napkin; }
read -ra flags <<< "$(config --cflags)"
read -ra shared <<< "$(config --libs) -Wl,-rpath,$prefix/lib"
read -ra static <<< "$prefix/lib/libnapkin_c.a $(config --libs --static | sed 's/-lnapkin_c//')"
warnings=(-std=c11 -Wall -Wextra -Wpedantic -Werror -g)

cc "${warnings[@]}" "${flags[@]}" "$crate/tests/c/test.c" "${shared[@]}" -o "$work/shared"
"$work/shared"
valgrind --quiet --leak-check=full --errors-for-leak-kinds=all --error-exitcode=1 "$work/shared"
cc "${warnings[@]}" "${flags[@]}" -fsanitize=address,undefined -fno-sanitize-recover "$crate/tests/c/test.c" "${static[@]}" -o "$work/static"
"$work/static"
echo '#include <napkin.h>' | c++ -std=c++17 -Wall -Wextra -Werror "${flags[@]}" -x c++ -fsyntax-only -

cc "${warnings[@]}" "${flags[@]}" "$crate/examples/parts.c" "${shared[@]}" -o "$work/parts"
[ "$(printf 'menu\n//Beer.example\n' | "$work/parts" https://pub.example/a/)" = $'pub.example\thttps://pub.example/a/menu\nbeer.example\thttps://beer.example/' ]
! "$work/parts" <<< 'http://pub.example:8o/' 2> "$work/error" || exit 1
grep -q '^http://pub.example:8o/:20: expected a digit, but found `o` (port-invalid)$' "$work/error"

# The programs of the documentation.
program() {
    sed -n '/^```c$/,/^```$/p' "$1" | grep -v '^```' > "$work/page.c"
    cc "${warnings[@]}" "${flags[@]}" "$work/page.c" "${shared[@]}" -o "$work/page"
    "$work/page"
}
[ "$(program "$here/../guide/c.md")" = $'http://pub.example/beer?size=pint\n/beer' ]
[ "$(program "$crate/README.md")" = pub.example ]

cp -r "$crate/examples/go" "$work/go"
(cd "$work/go" && GOFLAGS=-mod=mod GOCACHE=$work/cache CGO_CFLAGS=${flags[*]} CGO_LDFLAGS=${shared[*]} go build -o "$work/host" .)
[ "$("$work/host" 'HTTP://Bücher.example/a')" = 'xn--bcher-kva.example http://xn--bcher-kva.example/a' ]
echo "the C interface: all passed"
