#!/bin/bash
# Builds the Debian package of the command for this machine: `deb.sh FOLDER [--dev]`. The package comes into FOLDER. Needs dpkg-dev.
# With --dev nothing is optimised. NAPKIN_PROGRAM names the command, otherwise it is built.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
needs_argument "$@"
out=$(folder "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$root/packages/command.sh" "$work/package/usr" "${@:2}"
chmod 755 "$work/package"
(cd "$work/package/usr/share" && mkdir zsh/vendor-completions && mv zsh/site-functions/_napkin zsh/vendor-completions && rmdir zsh/site-functions)
gzip -9nr "$work/package/usr/share/man"
cat > "$work/package/usr/share/doc/napkin/copyright" << 'END'
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

Files: *
Copyright: the authors of napkin
License: MIT or Apache-2.0
 The texts are in LICENSE-MIT and LICENSE-APACHE beside this file.
END
# What the program is linked with decides on what the package depends.
mkdir "$work/debian"
echo 'Source: napkin' > "$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info package/usr/bin/napkin 2> /dev/null | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || { echo "expected what the program depends on, found nothing" >&2; exit 1; }
mkdir "$work/package/DEBIAN"
cat > "$work/package/DEBIAN/control" << END
Package: napkin
Version: $version-1
Architecture: $(dpkg --print-architecture)
Maintainer: the authors of napkin <napkin@example.invalid>
Section: web
Priority: optional
Depends: $depends
Installed-Size: $(du -ks "$work/package/usr" | cut -f1)
Description: reads, resolves, compares, finds, checks and retrieves URLs
 napkin reads URL references under the standard of your choice, says exactly what is wrong with them, finds them in
 documents, checks links, audits them for tricks, and retrieves what they name under a policy.
END
dpkg-deb --root-owner-group --build "$work/package" "$out" > /dev/null
ls "$out"/napkin_"$version"-1_*.deb
