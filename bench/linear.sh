#!/bin/bash
# Usage: linear.sh NAPKIN [BYTES [TYPE]]. Steps, not time: the instructions that `napkin links` takes for the hostile documents of
# hostile.tsv, and for the type `list` (messages and mailboxes) `napkin mail list`, counted by callgrind, at BYTES (default 32,768) and at
# four times as many. What is taken without a document is left out. Fails where four times the length takes more than 4.6 times the
# instructions, and four times that length as well: a buffer that has to grow is a step, and no slope. With TYPE, only documents of that.
set -euo pipefail
napkin=$(realpath "$1") bytes=${2:-32768} only=${3:-}
cd "$(dirname "$0")"

# count TYPE: instructions for the document on standard input
count() {
    local command=(links --type "$1")
    [ "$1" != list ] || command=(mail list)
    { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$napkin" "${command[@]}" -q -j 1 2>&1 > /dev/null || true; } |
        awk '/Collected/ { print $NF }'
}
# document BYTES START PIECE BEHIND
document() {
    awk -v bytes="$1" -v start="${2//\\/\\\\}" -v piece="${3//\\/\\\\}" -v behind="${4//\\/\\\\}" '
    function numbered(text, i) { gsub(/\{i\}/, i, text); return text }
    BEGIN {
        times = int(bytes / length(piece behind))
        printf "%s", start
        for (i = 0; i < times; i++) printf "%s", numbered(piece, i)
        for (i = 0; i < times; i++) printf "%s", numbered(behind, i)
    }' | while IFS= read -r line || [ -n "$line" ]; do printf '%b' "$line"; done
}
declare -A nothing
for type in $(grep -v '^#' hostile.tsv | cut -f1 | sort -u); do nothing[$type]=$(count "$type" < /dev/null); done
echo '| document | instructions a byte | × at four times the length |'
echo '|---|--:|--:|'
failed=0
while IFS=$'\x1f' read -r type start piece behind; do
    [ "${only:-$type}" = "$type" ] || continue
    short=$(document "$bytes" "$start" "$piece" "$behind" | count "$type")
    long=$(document $((4 * bytes)) "$start" "$piece" "$behind" | count "$type")
    name="$start$piece…$behind"
    awk -v type="$type" -v name="${name//\\/\\\\}" -v bytes="$bytes" -v short="$((short - ${nothing[$type]}))" \
        -v long="$((long - ${nothing[$type]}))" 'BEGIN {
        printf "| %s `%s` | %.1f | %.2f |\n", type, name, short / bytes, long / short
        exit long / short > 4.6 }' && continue
    longer=$(document $((16 * bytes)) "$start" "$piece" "$behind" | count "$type")
    awk -v long="$((long - ${nothing[$type]}))" -v longer="$((longer - ${nothing[$type]}))" 'BEGIN {
        printf "  at four times that length: %.2f\n", longer / long
        exit longer / long > 4.6 }' || failed=1
done < <(grep -v '^#' hostile.tsv | tr '\t' '\037')
exit $failed
