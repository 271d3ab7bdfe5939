# Sourced, in the root of the repository, by scripts that hold the command against tools from the package index of Python: `napkin` is the command, and
# `work` a folder that is removed at the end, with an environment for Python in `venv`.
napkin=$(realpath "${NAPKIN_PROGRAM:-target/debug/napkin}")
work=$(mktemp -d)
trap 'kill "${server:-}" 2> /dev/null || true; rm -rf "$work"' EXIT
python3 -m venv "$work/venv"

# Runs pip; what it says is in the log.
pip() {
    "$work/venv/bin/pip" "$1" -q --disable-pip-version-check "${@:2}" >> "$work/log" 2>&1
}

# Says what is not run and why. With NAPKIN_REQUIRE_ALL it shows the log, and the script fails.
not_run() {
    [ -z "${NAPKIN_REQUIRE_ALL:-}" ] || { cat "$work/log" >&2; exit 1; }
    echo "not run: $1"
}
