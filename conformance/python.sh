#!/bin/bash
# The Python package: builds the wheel with the command, installs it into empty environments of each Python from 3.10 to 3.14 that is here, and runs
# its tests in one of them, and in free-threaded ones (`python3.14t` on the PATH). The tools come from the Python package index; where they cannot be
# had nothing is run, and a line says so, or it is a failure where NAPKIN_REQUIRE_ALL=1. NAPKIN_PROGRAM names the command, otherwise it is built.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
crate=$here/../columns/napkin-python
folder=${CARGO_TARGET_DIR:-$here/target}/python

not_run() {
    echo "not run: the tests of the Python package, as $1"
    [ "${NAPKIN_REQUIRE_ALL:-}" != 1 ] || exit 1
    exit 0
}

tools=$folder/tools
[ -x "$tools/bin/pip" ] || python3 -m venv "$tools" || not_run "Python has no venv here"
"$tools/bin/pip" install -q --disable-pip-version-check -r "$crate/tests/requirements.txt" || not_run "its tools cannot be had here"
PATH=$tools/bin:$PATH
rm -rf "$folder/wheels"
"$here/../packages/wheel.sh" "$folder/wheels" --dev
from_wheels=(install -q --disable-pip-version-check --no-index --find-links "$folder/wheels")

# Returns a Python of a version, on the PATH or by pyenv, whose own commands may start none.
interpreter() {
    local each
    for each in "$(command -v "python$1")" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python; do
        ! "$each" --version > /dev/null 2>&1 || { echo "$each"; return; }
    done
    return 1
}

rm -rf "$folder/pickles" && mkdir "$folder/pickles"
# The command and the module, in an environment that has nothing else.
for version in 3.10 3.11 3.12 3.13 3.14 3.13t 3.14t; do
    python=$(interpreter "$version") || { echo "no Python $version here"; continue; }
    rm -rf "$folder/clean"
    "$python" -m venv "$folder/clean" || { echo "Python $version has no venv here"; continue; }
    "$folder/clean/bin/pip" "${from_wheels[@]}" napkin
    "$folder/clean/bin/python" -I "$here/python.py" "$folder/pickles"
    [ "$("$folder/clean/bin/napkin" resolve --base http://h/a b)" = http://h/b ]
    ls "$folder"/clean/share/{man/man1/napkin-links.1,fish/vendor_completions.d/napkin.fish} > /dev/null
    case $version in *t)
        echo "not run: the tests of columns and of documentation in Python $version, because polars and DuckDB have no wheels for it"
        "$folder/clean/bin/pip" install -q --disable-pip-version-check pytest hypothesis pyarrow
        (cd "$crate" && "$folder/clean/bin/python" -P -m pytest -q -p no:cacheprovider tests --ignore tests/test_columns.py --ignore tests/test_docs.py)
    esac
done

"$tools/bin/pip" "${from_wheels[@]}" --no-deps --force-reinstall napkin
cd "$crate"
"$tools/bin/python" -P -m pytest -q -p no:cacheprovider tests
mypy --config-file pyproject.toml -p napkin
python3 -m mypy.stubtest napkin._napkin --mypy-config-file pyproject.toml --allowlist tests/stubtest-allowed.txt
# Another checker of types: it also says whether every public name has one.
if npm install --silent --no-audit --no-fund --prefix "$folder" pyright@1.1.414; then
    pyright() { "$folder/node_modules/.bin/pyright" --pythonpath "$tools/bin/python" "$@"; }
    pyright --verifytypes napkin --ignoreexternal
    pyright "$("$tools/bin/python" -P -c 'import napkin; print(*napkin.__path__)')"
else
    echo "not run: pyright, which cannot be had here"
    [ "${NAPKIN_REQUIRE_ALL:-}" != 1 ] || exit 1
fi
