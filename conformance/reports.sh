#!/bin/sh
# Compares the reports of napkin with what their readers expect: SARIF with its schema, JUnit with the schema of Jenkins, rdjson with a
# validator of reviewdog's format; and runs the hooks by pre-commit. The schemas and the programs come from package registries into
# target/reports, and are not committed. GitLab publishes no schema; tests/it/reports.rs checks the fields that its documentation requires.
#
#   conformance/reports.sh NAPKIN
set -eu
here=$(cd "$(dirname "$0")" && pwd)
napkin=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
room="${CARGO_TARGET_DIR:-$here/../target}/reports"
mkdir -p "$room/sarif/src" "$room/work"
cd "$room"

# The crate serde-sarif carries the schema of OASIS.
printf '[package]\nname = "sarif"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[dependencies]\nserde-sarif = "=0.8.0"\n' > sarif/Cargo.toml
: > sarif/src/lib.rs
cargo fetch --quiet --manifest-path sarif/Cargo.toml
find "${CARGO_HOME:-$HOME/.cargo}/registry/src" -path '*/serde-sarif-0.8.0/src/schema.json' -exec cp {} sarif.json \;
# The source of pytest carries the schema of Jenkins.
[ -f junit-10.xsd ] || {
    python3 -m pip download --quiet --no-deps --no-binary pytest --dest . pytest==8.3.4
    tar -xzf pytest-8.3.4.tar.gz --strip-components 3 pytest-8.3.4/testing/example_scripts/junit-10.xsd
}
[ -d venv ] || { python3 -m venv venv && venv/bin/pip install --quiet jsonschema xmlschema pre-commit; }
[ -d node_modules ] || npm install --silent --no-save @umbrelladocs/rdformat-validator@1.0.1

cd work
cp "$here"/../examples/*.html "$here"/../examples/*.eml .
cut -f 1 "$here/../data/audit/corpus-malicious.tsv" > urls.txt
printf '<a href=missing.html>\303\251<a href="#no&amp;\342\200\256x">\n' > broken.html
printf '[x](missing.md)\n' > broken.md
for command in audit 'check --offline'; do
    # shellcheck disable=SC2086
    "$napkin" -q $command --report sarif=r.sarif --report junit=r.xml --report rdjson=r.rdjson --report gitlab=r.gitlab ./*.html ./*.md ./*.eml urls.txt > /dev/null || [ $? -le 2 ]
    ../venv/bin/python - ../sarif.json ../junit-10.xsd << 'END'
import json, sys
import jsonschema, xmlschema
log = json.load(open("r.sarif", encoding="utf-8"))
jsonschema.validate(log, json.load(open(sys.argv[1], encoding="utf-8")))
xmlschema.XMLSchema(sys.argv[2]).validate("r.xml")
issues = json.load(open("r.gitlab", encoding="utf-8"))
assert len({issue["fingerprint"] for issue in issues}) == len(issues)
results = len(log["runs"][0]["results"])
assert results > 0 and len(issues) >= results
print(f"{results} results in SARIF and JUnit, {len(issues)} issues")
END
    ../node_modules/.bin/rdformat-validator --strict r.rdjson
done
rm -f r.*

# The hooks, on a repository with a good and a bad file.
rm -rf ../hooks ../site
mkdir ../hooks ../site
cp "$here/../.pre-commit-hooks.yaml" ../hooks
mkdir ../bin 2> /dev/null || true
ln -sf "$napkin" ../bin/napkin
export PATH="$room/bin:$PATH" GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@x
export PRE_COMMIT_HOME="$room/pre-commit"
(cd ../hooks && git init -q && git add -A && git commit -qm hooks)
cd ../site
git init -q
printf '<p id=x><a href="#x">x</a>\n' > good.html
git add -A
for hook in napkin-check napkin-audit napkin-audit-fix; do ../venv/bin/pre-commit try-repo ../hooks $hook --all-files > /dev/null; done
printf '<a href=http://127.1:25/>x</a> <a href=missing.html>y</a>\n' > bad.html
git add -A
for hook in napkin-check napkin-audit napkin-audit-fix; do
    if ../venv/bin/pre-commit try-repo ../hooks $hook --all-files > out; then cat out && exit 1; fi
    grep -q bad.html out
done
echo "the hooks run by pre-commit"
