#!/bin/sh
# Runs every target, or those named, for so many seconds each (600), two at a time, and prints one line a target:
# name, executions, executions a second, coverage, crashes. Fails if there was one; what it was is in artifacts/TARGET.
#
#   ./fuzz/run.sh [SECONDS [TARGET...]]
#
# Needs a nightly toolchain and cargo-fuzz (`cargo install cargo-fuzz --locked`).
set -eu
cd "$(dirname "$0")"

seconds=${1:-600}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- $(sed -n 's/^name = "\(.*\)"/\1/p' Cargo.toml | tail -n +2)

./seeds.sh
cargo +nightly fuzz build 2>/dev/null || { cargo +nightly fuzz build; exit 1; }
mkdir -p target/logs

# One target: $1 is the seconds, $2 the name.
run='
    log="target/logs/$2.log"
    case $2 in html*) dictionary=html.dict ;; *) dictionary=url.dict ;; esac
    mkdir -p "artifacts/$2"
    before=$(ls "artifacts/$2" | wc -l)
    cargo +nightly fuzz run "$2" -- -max_total_time="$1" -max_len=512 -rss_limit_mb=4096 -dict=$dictionary \
        -print_final_stats=1 >"$log" 2>&1 || true
    number() { sed -n "s/^stat::$1: *//p" "$log"; }
    coverage=$(grep -o "cov: [0-9]* ft: [0-9]*" "$log" | tail -n 1)
    crashes=$(($(ls "artifacts/$2" | wc -l) - before))
    printf "%-20s %12s executions %8s/s  %s  crashes: %s\n" "$2" "$(number number_of_executed_units)" \
        "$(number average_exec_per_sec)" "$coverage" "$crashes"
    [ "$crashes" -eq 0 ]
'
printf '%s\n' "$@" | xargs -P 2 -I TARGET sh -c "$run" run "$seconds" TARGET
