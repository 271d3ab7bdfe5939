#!/bin/bash
# The recipes of guide/columns.md in the engines that they are for: ClickHouse (its makers' chdb), DuckDB, and with `--spark` Spark, which is
# half a gigabyte and wants Java. They come from the Python package index, once; where they cannot be had nothing is run, and a line says so, or
# it is a failure where NAPKIN_REQUIRE_ALL=1.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
venv=${CARGO_TARGET_DIR:-$here/target}/recipes
packages=(chdb-core==26.9.0 duckdb==2.0.0 pyarrow==26.0.1)
engines=(clickhouse duckdb)
if [ "${1:-}" = --spark ]; then
    packages+=(pyspark==4.3.0 pandas==3.1.1)
    engines+=(spark)
fi

not_run() {
    echo "not run: the recipes, as $1"
    [ "${NAPKIN_REQUIRE_ALL:-}" != 1 ] || exit 1
    exit 0
}

[ -x "$venv/bin/pip" ] || python3 -m venv "$venv" || not_run "Python has no venv here"
"$venv/bin/pip" install -q --disable-pip-version-check "${packages[@]}" || not_run "the engines cannot be had here"
napkin=${NAPKIN_PROGRAM:-${CARGO_TARGET_DIR:-$here/../target}/debug/napkin}
[ -n "${NAPKIN_PROGRAM:-}" ] || (cd "$here/.." && cargo build --quiet -p napkin-cli)
# The engines say much on standard error, of references that they keep and of the machine.
NAPKIN_REQUIRE_ALL=1 "$venv/bin/python" -W ignore "$here/recipes.py" "$napkin" "${engines[@]}" \
    2> "$venv/errors" || { cat "$venv/errors" >&2; exit 1; }
