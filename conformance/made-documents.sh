#!/bin/bash
# The links of documents that other programs make: `made-documents.sh`, with the command in NAPKIN_PROGRAM. pandoc, openpyxl, Chromium, docutils and
# asciidoctor make them from a source whose links are known; python-docx, python-pptx, openpyxl, odfpy, ebooklib, pypdf, docutils and asciidoctor read
# them beside napkin. The programs come from the package indexes of Python and Node.js.
set -euo pipefail
cd "$(dirname "$0")/.."
. conformance/tools.sh
packages=(pypandoc_binary==1.17 python-docx==1.2.0 python-pptx==1.0.2 odfpy==1.4.1 ebooklib==0.20 openpyxl==3.1.5 pypdf==7.1.1 docutils==0.23)
if pip install "${packages[@]}" && npm install --silent --no-audit --no-fund --prefix "$work" asciidoctor@4 >> "$work/log" 2>&1; then
    PATH=$work/node_modules/.bin:$PATH "$work/venv/bin/python" conformance/made-documents.py "$napkin" "$work"
else
    not_run "documents that other programs make, because these cannot be had here"
fi
