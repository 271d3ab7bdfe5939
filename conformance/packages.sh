#!/bin/bash
# The packages of the command, each installed into an empty prefix, and a first command run there; the steps of the action for GitHub on a
# folder with a broken link. NAPKIN_PROGRAM names the command, otherwise it is built.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Runs an installed command without the environment of this shell.
first() {
    [ "$(env -i PATH=/usr/bin:/bin "$1" resolve --base http://pub.example/menu/ ../beer)" = http://pub.example/beer ]
}

"$root/packages/deb.sh" packages --dev
dpkg-deb -x packages/napkin_*.deb deb
first deb/usr/bin/napkin
zcat deb/usr/share/man/man1/napkin-links.1.gz | grep -q '^\.TH'
ls deb/usr/share/{bash-completion/completions/napkin,zsh/vendor-completions/_napkin,fish/vendor_completions.d/napkin.fish,doc/napkin/copyright} > /dev/null
dpkg-deb -f packages/napkin_*.deb Depends | grep -q libc6
[ -z "$(find deb ! -user "$(id -un)" -o -perm /o+w ! -type l)" ]

"$root/packages/npm.sh" packages --dev
npm install --silent --no-audit --no-fund --offline --prefix npm ./packages/napkin-cli-*.tgz
first npm/node_modules/.bin/napkin

mkdir site
printf '[a](b.md)\n' > site/a.md
# The scripts of the steps, as the runner gives them to bash.
node -e '
const text = require("fs").readFileSync(process.argv[1], "utf8");
const [, one, block] = text.match(/      run: (command.*)\n[^]*      run: \|\n([^]*)$/);
require("fs").writeFileSync("install.sh", one);
require("fs").writeFileSync("run.sh", block.replace(/^ {8}/gm, ""));
' "$root/action.yml"
PATH=$work/deb/usr/bin:$PATH bash --noprofile --norc -eo pipefail install.sh
status=0
COMMAND='check --offline' PATHS=$'site\n' REPORT=github PATH=$work/deb/usr/bin:$PATH bash --noprofile --norc -eo pipefail run.sh > out || status=$?
[ $status = 1 ] && grep -q '^::error file=site/a.md,line=1' out
printf '[a](a.md)\n' > site/a.md
COMMAND='check --offline' PATHS=site REPORT=none PATH=$work/deb/usr/bin:$PATH bash --noprofile --norc -eo pipefail run.sh
echo "the packages: all passed"
