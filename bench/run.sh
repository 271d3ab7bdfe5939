#!/bin/sh
# Usage: run.sh URLS... > RESULTS.md. Everything that is measured, in one run, with what it was measured on: as this machine is, as one with
# SSSE3 only, and as one without either.
# DOCUMENTS names a directory with running text; without such a directory that row is left out. CLASSES names the classes of machines, by
# default `native ssse3 scalar`. TEXTS=no leaves out the tables of texts, which need napkin-document.
set -eu
lists=$(for file in "$@"; do realpath "$file"; done)
cd "$(dirname "$0")"
documents=${DOCUMENTS:-/usr/share/doc}
target=$(realpath -m "${NAPKIN_TARGET:-target}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

version() {
    tr -d '"' < Cargo.lock | awk -v name="$1" '$1 == "name" { here = $3 == name } here && $1 == "version" { print $3 }'
}

# The flags for rustc of a class of machines. `processors.py` uses the same folders.
flags() {
    [ "$1" = native ] || printf -- '--cfg napkin_at_most="%s"' "$1"
}

title() {
    case $1 in
        native) echo 'This machine' ;;
        ssse3) echo 'As on a machine with SSSE3, without AVX2' ;;
        scalar) echo 'As on a machine without vector instructions that napkin uses' ;;
    esac
}

echo '# Results'
echo
echo "One run of \`run.sh\`; [README.md](README.md) explains the figures."
echo
echo "- date: $(date +%F), load average before the run: $(cut -d ' ' -f 1 /proc/loadavg)"
echo "- machine: $(awk -F ': ' '/^model name/ { print $2; exit }' /proc/cpuinfo), $(nproc) cores"
echo "- compiler: $(rustc --version), release, fat LTO, one codegen unit, no target-cpu"
printf -- '- peers:'
for peer in fluent-uri oxiri iri-string uriparse http linkify; do
    printf ' %s %s' "$peer" "$(version "$peer")"
    [ "$peer" = linkify ] || printf ','
done
printf '\n\n'

for class in ${CLASSES:-native ssse3 scalar}; do
    set -- --no-default-features --features whatwg --bin napkin-bench
    text=
    # Texts once, by the machine's own instructions.
    if [ "$class" = native ] && [ "${TEXTS:-yes}" = yes ]; then
        set -- --bin napkin-bench
        if [ -d "$documents" ]; then
            ./documentation.sh "$documents" > "$scratch/documentation.txt"
            text="--text $scratch/documentation.txt"
        fi
    fi
    RUSTFLAGS=$(flags "$class") cargo build --quiet --release --target-dir "$target/$class" "$@"
    echo "# $(title "$class")"
    echo
    # Names with white space in them are not worth an array here.
    # shellcheck disable=SC2086
    "$target/$class/release/napkin-bench" $text $lists
done
echo 'Instructions per URL, on Arm too: [PROCESSORS.md](PROCESSORS.md).'
