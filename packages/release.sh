#!/bin/bash
# Makes a release, but uploads nothing: `release.sh FOLDER`. Fails unless the tree is clean, every manifest has one version, the changelog has it, and
# `.ci/run` passes (NAPKIN_TESTED=1 says that it did). FOLDER gets the packages, the lists of their parts, and the digests of all.
# Needs cargo-deny, cargo-auditable, cargo-cyclonedx, maturin, npm and dpkg-dev.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
needs_argument "$@"
fail() { echo "release: $1" >&2; exit 1; }
[ $# = 1 ] || fail "expected one folder"
out=$(folder "$1")
cd "$root"

[ -z "$(git status --porcelain)" ] || fail "the tree has changes"
[ "$(sed -n 's/^version = "\(.*\)"/\1/p' columns/Cargo.toml | head -1)" = "$version" ] || fail "columns/Cargo.toml has another version than $version"
! git grep -nE '^napkin[a-z-]* = \{ path = .*version = "' -- '*.toml' | grep -v "version = \"$version\"" || fail "a dependency has another version than $version"
grep -q "^## $version" CHANGELOG.md || fail "CHANGELOG.md has no section for $version"
for manifest in Cargo.toml columns/Cargo.toml; do cargo deny --manifest-path "$manifest" --config deny.toml check; done
[ -n "${NAPKIN_TESTED:-}" ] || .ci/run

git archive --format tar.gz --prefix "napkin-$version/" -o "$out/napkin-$version.tar.gz" HEAD
# The program has the list of its dependencies in it.
cargo auditable build --profile dist --locked -p napkin-cli
export NAPKIN_PROGRAM=${CARGO_TARGET_DIR:-$root/target}/dist/napkin
packages/wheel.sh "$out"
packages/deb.sh "$out"
packages/npm.sh "$out"
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
packages/c.sh "$prefix/usr/local"
tar -C "$prefix" -czf "$out/libnapkin-$version-$(uname -m).tar.gz" usr
cargo cyclonedx --manifest-path crates/napkin-cli/Cargo.toml --format json --override-filename napkin.cdx
mv crates/napkin-cli/napkin.cdx.json "$out"
# It writes one for each crate of the workspace.
git ls-files -o --exclude-standard -- '*napkin.cdx.json' | xargs -r rm
(cd "$out" && sha256sum -- * > SHA256SUMS)
cat << END
Made in $out. Now upload:
  git tag -s v$version && git push --tags
  cargo publish, in the order of xtask/layers.toml
  maturin upload, npm publish, and the rest with the release
END
