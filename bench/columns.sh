#!/bin/bash
# Usage: columns.sh FILE [ROWS]. Columns of URLs, the lines of FILE over and over (a million rows): napkin's kernels beside its engine alone,
# its functions for DataFusion beside those of datafusion-spark, and Python's urllib over pandas and a regular expression in DuckDB, where a
# Python with pandas, pyarrow and duckdb is named by PYTHON. It builds DataFusion, which takes long.
set -euo pipefail
file=$(realpath "$1")
rows=${2:-1000000}
cd "$(dirname "$0")/columns"
cargo build --quiet --release --features sql
"${CARGO_TARGET_DIR:-target}/release/napkin-bench-columns" "$file" "$rows"
if [ -n "${PYTHON:-}" ]; then
    "$PYTHON" peers.py "$file" "$rows"
else
    echo "not run: Python and DuckDB, as PYTHON names no interpreter that has them"
fi
