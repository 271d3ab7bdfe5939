# For scripts that ask a browser, which say `. browser.sh`: $browser, the Chromium that CHROMIUM names,
# otherwise the first that is found; and `needs` and `missing`, which end the script where something else is not there. That is
# a failure where NAPKIN_REQUIRE_ALL=1, and else a line that says so.
missing() {
    echo "not compared with a browser: there is no $1 here"
    [ "${NAPKIN_REQUIRE_ALL:-}" != 1 ] || exit 1
    exit 0
}
# needs COMMAND PACKAGE
needs() {
    command -v "$1" > /dev/null || missing "$1 (Debian's package is $2)"
}
# Sets $napkin to the command: the program that NAPKIN_PROGRAM names by an absolute path, or else it is built. $here is this folder.
find_napkin() {
    napkin=${NAPKIN_PROGRAM:-${CARGO_TARGET_DIR:-$here/../target}/debug/napkin}
    [ -n "${NAPKIN_PROGRAM:-}" ] || cargo build --quiet --manifest-path "$here/../Cargo.toml" -p napkin-cli
}
browser=${CHROMIUM:-}
for name in chromium chromium-browser google-chrome; do
    [ -n "$browser" ] || browser=$(command -v "$name" || true)
done
[ -n "$browser" ] || missing "Chromium (Debian's package is chromium)"
