#!/bin/sh
# Usage: run.sh URLS... > RESULTS.md. Everything that is measured, in one run, with what it was measured on.
# DOCUMENTS names a directory with running text; without such a directory that row is left out.
set -eu
lists=$(for file in "$@"; do realpath "$file"; done)
cd "$(dirname "$0")"
cargo build --quiet --release
documents=${DOCUMENTS:-/usr/share/doc}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

version() {
    tr -d '"' < Cargo.lock | awk -v name="$1" '$1 == "name" { here = $3 == name } here && $1 == "version" { print $3 }'
}

echo '# Results'
echo
echo "One run of \`run.sh\`; [README.md](README.md) explains the figures."
echo
echo "- date: $(date +%F)"
echo "- machine: $(awk -F ': ' '/^model name/ { print $2; exit }' /proc/cpuinfo), $(nproc) cores"
echo "- compiler: $(rustc --version), release, fat LTO, one codegen unit, no target-cpu"
printf -- '- peers:'
for peer in fluent-uri oxiri iri-string uriparse http linkify; do
    printf ' %s %s' "$peer" "$(version "$peer")"
    [ "$peer" = linkify ] || printf ','
done
printf '\n\n'

set --
if [ -d "$documents" ]; then
    ./documentation.sh "$documents" > "$scratch/documentation.txt"
    set -- --text "$scratch/documentation.txt"
fi
# Names with white space in them are not worth an array here.
# shellcheck disable=SC2086
target/release/napkin-bench "$@" $lists
if command -v valgrind > /dev/null; then
    # shellcheck disable=SC2086
    ./instructions.sh $lists
fi
