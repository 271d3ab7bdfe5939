#!/bin/bash
# Writes what a package installs under `share`: `share.sh PROGRAM SHARE`. The manual pages, and the completions of bash, zsh and fish.
set -euo pipefail
[ $# = 2 ] || { sed -n '2s/^# //p' "$0" >&2; exit 2; }
program=$1 share=$2
mkdir -p "$share"/{man/man1,bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}
"$program" man --all "$share/man/man1"
"$program" completions bash > "$share/bash-completion/completions/napkin"
"$program" completions zsh > "$share/zsh/site-functions/_napkin"
"$program" completions fish > "$share/fish/vendor_completions.d/napkin.fish"
