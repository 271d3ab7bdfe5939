#!/bin/sh
# Fills corpus/TARGET from the texts of ../data/cases: each by itself, each base with its references, and each as a
# link in a page and in plain text; and for the targets under the URL Standard from the Web Platform Tests, out of the
# crate that the conformance tests take them from. Holds no property; it only spares the fuzzer from inventing `://`.
set -eu
cd "$(dirname "$0")"

# The value of a key on a line, where it has no TOML escape in it.
values() {
    sed -n "s/.*\\b$1 = \"\\([^\"\\\\]*\\)\".*/\\1/p" ../data/cases/*.toml
}

# Base and reference, on two lines each.
pairs() {
    awk '
        function value(key) {
            return match($0, "(^|[^a-z])" key " = \"[^\"\\\\]*\"") ? substr($0, RSTART, RLENGTH) : ""
        }
        function text(found) { sub(/^[^"]*"/, "", found); sub(/"$/, "", found); return found }
        value("base") { base = text(value("base")) }
        value("reference") { print base "\t" text(value("reference")) }
    ' ../data/cases/resolve.toml
}

# One file for each line of the input; a tab in it becomes a line break, as the targets of two texts have it.
fill() {
    mkdir -p "corpus/$1"
    awk -v into="corpus/$1/$2-" '{ gsub(/\t/, "\n"); file = into NR; printf "%s", $0 > file; close(file) }'
}

singles=$({ values input; values a; values b; values reference; } | sort -u)
for target in round_trip normalize edit; do
    echo "$singles" | fill "$target" text
done
for target in resolve_oracle relativize against_fluent_uri against_iri_string; do
    pairs | sort -u | fill "$target" pair
    echo "$singles" | sed 's/$/\tg/' | fill "$target" base
    echo "$singles" | sed 's/^/http:\/\/a\/b\/c\/d;p?q\t/' | fill "$target" reference
done
# A base stands on the line behind the reference.
{ echo "$singles"; sed -n '/^#/!s/\t.*//p' ../data/audit/corpus-malicious.tsv; pairs | awk -F '\t' '{ print $2 "\t" $1 }'; } | fill audit text
echo "$singles" | sed 's/.*/ <a href="&">/' | fill extract page
# The first byte says how large windows are.
sed -n 's/^ *("\(<.*\)", .*/0\1/p' ../crates/napkin-document/tests/it/html.rs ../crates/napkin-html/src/*.rs ../crates/napkin-html/tests/it/*.rs | fill html_oracle page
echo "$singles" | sed 's/.*/!see <&>, or "&"/' | fill extract prose
# The documents of the tables, of every kind that is text; the first byte has the options.
python3 - << 'END'
import pathlib, tomllib
for table in pathlib.Path("../data/documents").glob("*.toml"):
    for case in tomllib.loads(table.read_text()).get("case", []):
        if isinstance(case.get("document"), str):
            pathlib.Path("corpus/extract", f"{table.stem}-{case['id']}").write_text(" " + case["document"])
END
printf ' %%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/URI<</Base(http://h/)>>>>endobj 2 0 obj<</Kids[3 0 R]/Type/Pages>>endobj 3 0 obj<</Type/Page/Annots[<</Subtype/Link/A<</S/URI/URI(x)>>>>]>>endobj trailer<</Root 1 0 R>>' > corpus/extract/pdf
# The first byte is the kind, new texts end with 0xFF.
rewrites() {
    echo "$singles" | LC_ALL=C sed "s#.*#$2&\\xff$3#" | LC_ALL=C fill rewrite "$1"
}
rewrites html 'L' '<a href="x" ping=y><p style="a:url(z)"><iframe srcdoc="<a href=x>">'
rewrites css 'N' "@import 'x'; a{b:url(y);c:image-set('z')}"
rewrites svg 'P' '<svg xmlns="http://www.w3.org/2000/svg"><a href="x" style="fill:url(y)"/></svg>'
rewrites xml 'R' '<rss><link>x</link><description><![CDATA[<a href=y>]]></description></rss>'
rewrites text 'T' 'see http://pub.example/menu, or "ftp://h/x" <URL:y>'
rewrites markdown 'V' '[a](x "b") ![](<y>) <http://h/z> <a href=x>'
rewrites json 'X' '{"a":["http://h/x","http:\\/\\/h"]}'
rewrites manifest 'Z' '{"start_url":"x","icons":[{"src":"y"}]}'
rewrites sourcemap '6' '{"sourceRoot":"x","sources":["y"]}'
rewrites javascript '8' '//\# sourceMappingURL=x'
rewrites asciidoc 'd' 'link:x[y] image::z[] <<a.adoc\#b,c>> {d}'
rewrites latex 'f' '\\href{x}{y} \\url{http://h/z} %% z'
rewrites org 'h' '[[file:x][y]] [[http://h/z]] <http://h/>'
rewrites playlist 'l' '\#EXTM3U'
rewrites rst 'n' '`x <y>`_ http://h/z'
rewrites turtle 'p' '@base <http://h/> . <x> <y> "z" .'

# These have 0xFF between a text and its base, since both may have line breaks of their own.
for target in whatwg_oracle against_ada_url against_url; do
    echo "$singles" | fill "$target" text
    pairs | sort -u | LC_ALL=C awk -F '\t' '{ print $2 "\377" $1 }' | LC_ALL=C fill "$target" pair
    cargo run --quiet --locked --manifest-path ../conformance/Cargo.toml --no-default-features --example seeds \
        "corpus/$target"
done

# Each with where it is cut, and with data to be written.
{ echo "$singles" | grep -i 'data' || true; } | LC_ALL=C sed 's/$/\xff\x03\x01<b>Men\xc3\xbc<\/b>/' |
    LC_ALL=C fill against_data_url text
sed -n 's/^"\([^"\\]*\)"\t.*/\1/p' ../data/chromium-data-urls.tsv | fill against_data_url chromium
cargo run --quiet --locked --manifest-path ../conformance/Cargo.toml --no-default-features --example screen_seeds \
    corpus/screen

# The messages of the cases, in TOML's strings of one line and of many.
mkdir -p corpus/mail
awk -v into=corpus/mail/case- '
    function put(text) { gsub(/\\r/, "\r", text); gsub(/\\n/, "\n", text); gsub(/\\t/, "\t", text); gsub(/\\"/, "\"", text); printf "%s", text > file }
    /^message = ("""|\047\047\047)/ { file = into (++number); inside = 1; next }
    inside && /^("""|\047\047\047)/ { inside = 0; close(file); next }
    inside { sub(/\\r$/, "\r"); print > file; next }
    /^message = "/ { file = into (++number); sub(/^message = "/, ""); sub(/"$/, ""); put($0); close(file) }
' ../data/mail/*.toml
# The same behind a byte of choices, for what takes objects out and puts them in; and messages that are pages.
mkdir -p corpus/detach corpus/mhtml
for message in corpus/mail/case-*; do
    { printf 0; cat "$message"; } > "corpus/detach/${message##*/}"
    { printf 0; cat "$message"; } > "corpus/mhtml/${message##*/}"
done
for message in ../data/mhtml/*.mht; do
    { printf 0; cat "$message"; } > "corpus/mhtml/${message##*/}"
done

# A digit for the kind, and a document of it.
printf '%s\n' "0<img src=data:image/gif;base64,R0lG><link rel=stylesheet href='data:text/css,a{b:url(data:image/png,x)}'>" \
    '0<iframe src="data:text/html,<img src=data:image/png,x>"></iframe><script src=data:text/javascript,1></script>' \
    "0<iframe srcdoc='<img srcset=&quot;data:image/png,x 2x&quot;>'><style>@import 'data:text/css,'</style>" \
    '1@import url(data:text/css,%40import%20%22data:text/css,a%22);a{b:image-set("data:image/png,x" 2x)}' \
    '2<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/png,x"/><style>a{b:url(data:font/woff2,x)}</style></svg>' |
    fill unbundle text

# One public address of IPv4, and the URLs that reach inward or do not; redirects behind a line break.
awk -F '\t' '!/^#/ && $2 !~ /^redirect/ { print $1 } !/^#/ && $2 ~ /^redirect/ { sub(/^redirect /, "", $2); print $2 "\t" $1 }' \
    ../data/ssrf.tsv ../data/ssrf-controls.tsv | LC_ALL=C sed 's/^/\t\x10]\xb8\xd7\x0e/' | LC_ALL=C awk -v into=corpus/policy/text- '
        BEGIN { system("mkdir -p corpus/policy") }
        { first = substr($0, 1, 6); rest = substr($0, 7); gsub(/\t/, "\n", rest); file = into NR; printf "%s%s", first, rest > file; close(file) }'
# The first byte is the kind, then come three times of eight bytes.
responses() {
    { printf '%s' "$2"; head -c 24 /dev/zero; printf "$3"; } > "corpus/response/$1"
}
mkdir -p corpus/response
responses fresh 0 '200\nage: 5\ncache-control: max-age=60, public\ndate: Sun, 06 Nov 1994 08:49:37 GMT\netag: "1"\nvary: accept\n'
responses dated 0 '200\nexpires: Fri, 31 Dec 9999 23:59:59 GMT\nlast-modified: Sun Nov  6 08:49:37 1994\npragma: no-cache\n'
responses part 0 '206\ncontent-range: bytes 4-9/10\ncontent-length: 6\netag: "1"\n'
responses coded 0 '200\ncontent-encoding: gzip, br\ntransfer-encoding: chunked\nconnection: close, x\n'
responses elsewhere 0 '302\nlocation: ../x\nretry-after: 120\n'
responses entry 1 "napkin cache 2\n$(printf '%064d' 0)\n00000000000000000004\n784111777\nhttp://h/\nas sent\naccept: */*\n\n200\nage: 1\n\nbeer"
responses note 2 'napkin part 1\nasked: http://h/\nurl: http://h/\nstatus: 200\netag: "1"\nmodified: \nvalidator: "1"\ntotal: 10\noffset: 0\ncoding: identity\n'

# Web archives: a response with both codings, a resource, and a record that states a wrong length.
mkdir -p corpus/warc
printf 'WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: <http://h/>\r\nContent-Length: 74\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: br\r\n\r\n1\r\nx\r\n0\r\n\r\n' > corpus/warc/response
printf 'WARC/1.0\nWARC-Type: resource\nWARC-Target-URI: http://h/\nContent-Type: text/css\n a\nContent-Length: 9\n\nbeer\n\nWARC/1.0\n' > corpus/warc/resource
