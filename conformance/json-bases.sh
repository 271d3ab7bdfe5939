#!/bin/bash
# The URLs in JSON Schema, JSON-LD and RDF, against JSON-Schema-Test-Suite with the package `referencing`, json-ld-api and rdf-tests.
# `json-bases.sh`, with the command in NAPKIN_PROGRAM. The first suite comes in the sources of a package of Python; the others are in no
# package, so NAPKIN_JSON_LD names the folder `tests` of the one, and NAPKIN_RDF the root of the other.
set -euo pipefail
cd "$(dirname "$0")/.."
. conformance/tools.sh
if pip install 'referencing>=0.36' && pip download --no-deps --no-binary :all: -d "$work" jsonschema==4.25.1; then
    tar xzf "$work"/jsonschema-*.tar.gz -C "$work"
    "$work/venv/bin/python" conformance/json-bases.py "$napkin" schemas "$work"/jsonschema-*/json/tests
else
    not_run "the suite of JSON Schema, because the package index of Python cannot be reached"
fi
if [ -n "${NAPKIN_JSON_LD:-}" ]; then
    python3 conformance/json-bases.py "$napkin" json-ld "$NAPKIN_JSON_LD/expand-manifest.jsonld"
else
    echo "not run: the suite of JSON-LD, which is in no package; NAPKIN_JSON_LD names its folder"
fi
if [ -n "${NAPKIN_RDF:-}" ]; then
    python3 conformance/rdf-bases.py "$napkin" "$NAPKIN_RDF"
else
    echo "not run: the suite of RDF, which is in no package; NAPKIN_RDF names its folder"
fi
