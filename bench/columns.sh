#!/bin/bash
# Usage: columns.sh FILE [ROWS]. Measures columns of URLs; the rows (a million) are the lines of FILE, repeated: napkin's kernels beside the engine
# alone, its functions for DataFusion beside those of datafusion-spark, and, if PYTHON names a Python with pandas, pyarrow and duckdb, urllib over
# pandas and a regular expression in DuckDB. It builds DataFusion, which takes long.
set -euo pipefail
file=$(realpath "$1")
rows=${2:-1000000}
cd "$(dirname "$0")/../columns"
cargo build --quiet --release -p napkin-bench-columns --features sql
"${CARGO_TARGET_DIR:-target}/release/napkin-bench-columns" "$file" "$rows"
if [ -n "${PYTHON:-}" ]; then
    "$PYTHON" bench/peers.py "$file" "$rows"
else
    echo "not run: Python and DuckDB, because PYTHON is not set"
fi
