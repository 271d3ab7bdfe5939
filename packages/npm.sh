#!/bin/bash
# Builds the npm package of the command for this platform: `npm.sh FOLDER [--dev]`. The package comes into FOLDER. With --dev nothing is
# optimised. NAPKIN_PROGRAM names the command, otherwise it is built.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
needs_argument "$@"
out=$(folder "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$root/packages/command.sh" "$work" "${@:2}"
cp "$root"/{LICENSE-APACHE,LICENSE-MIT} "$work"
cp "$root/crates/napkin-cli/README.md" "$work"
cd "$work"
node -e '
const [version] = process.argv.slice(1);
const manual = require("fs").readdirSync("share/man/man1").map((page) => `share/man/man1/${page}`);
const libc = process.platform === "linux" && process.report.getReport().header.glibcVersionRuntime ? ["glibc"] : undefined;
console.log(JSON.stringify({
  name: "napkin-cli", version, description: "The command napkin: reads, resolves, compares, finds, checks and retrieves URLs",
  license: "MIT OR Apache-2.0", bin: { napkin: "bin/napkin" }, man: manual, files: ["bin", "share"],
  os: [process.platform], cpu: [process.arch], libc, keywords: ["url", "uri", "links", "audit", "whatwg"],
}, null, 2));
' "$version" > package.json
npm pack --silent --pack-destination "$out"
