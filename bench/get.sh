#!/bin/bash
# Usage: get.sh NAPKIN [ROUNDS]. Prints a table of `napkin get`, curl and wget, which retrieve from nginx on loopback:
# - 1 GiB in one object, into a file, and into /dev/null;
# - 10,000 objects of 1 KiB over kept connections, into files, and into /dev/null. wget requests one after the other.
# The columns are time by the clock, time of the processors (user and system), and the largest memory: each the least of
# ROUNDS (7), in which the programs take turns. Files are written to memory if there is /dev/shm.
set -euo pipefail
napkin=$1 rounds=${2:-7}
place=/dev/shm
[ -w "$place" ] || place=${TMPDIR:-/tmp}
work=$(mktemp -d -p "$place")
trap 'kill "$server" 2> /dev/null; rm -rf "$work"' EXIT
port=$((20000 + RANDOM % 20000))
mkdir "$work/www" "$work/out"
head -c $((1 << 30)) /dev/urandom > "$work/www/large"
head -c 1024 /dev/urandom > "$work/www/small"
cat > "$work/nginx.conf" << END
daemon off; master_process off; pid nginx.pid; events { worker_connections 512; }
http { access_log off; sendfile on; keepalive_requests 1000000; root $work/www; client_body_temp_path $work/t1;
proxy_temp_path $work/t2; fastcgi_temp_path $work/t3; uwsgi_temp_path $work/t4; scgi_temp_path $work/t5;
server { listen 127.0.0.1:$port; } }
END
/usr/sbin/nginx -p "$work" -c nginx.conf -e error.log &
server=$!
url=http://127.0.0.1:$port
until curl -sf "$url/small" > "$work/out/probe"; do sleep 0.1; done
for number in $(seq 10000); do echo "$url/small?$number"; done > "$work/urls"
sed 's/.*/url = "&"\noutput = "\/dev\/null"/' "$work/urls" > "$work/curl.null"
awk -v at="$work/out/curl" '{ print "url = \"" $0 "\"\noutput = \"" at "/" NR "\"" }' "$work/urls" > "$work/curl.files"

get() { "$napkin" get -q --allow-host 127.0.0.1 --allow-port "$port" "$@"; }
napkin_file() { get -o "$work/out/n" "$url/large"; }
curl_file() { curl -s -o "$work/out/c" "$url/large"; }
wget_file() { wget -q -O "$work/out/w" "$url/large"; }
napkin_null() { get "$url/large"; }
curl_null() { curl -s "$url/large"; }
wget_null() { wget -q -O - "$url/large"; }
napkin_many() { get -j 50 - < "$work/urls"; }
curl_many() { curl -s --parallel --parallel-max 50 -K "$work/curl.null" 2> /dev/null; }
wget_many() { wget -q -i "$work/urls" -O -; }
napkin_files() { get -j 50 --to "$work/out/napkin" - < "$work/urls"; }
curl_files() { curl -s --parallel --parallel-max 50 -K "$work/curl.files" 2> /dev/null; }
wget_files() { wget -q -i "$work/urls" -P "$work/out/wget"; }

TIMEFORMAT='%R %U %S'
# The least of each kind of time that a program has taken for a row, in milliseconds.
declare -A clock processor
least() { [ -n "${1:-}" ] && [ "$1" -le "$2" ] && echo "$1" || echo "$2"; }
round() {
    local key=$1_$2 took
    rm -rf "$work/out/$1"
    mkdir -p "$work/out/curl" "$work/out/wget"
    took=$({ time "$key" > /dev/null; } 2>&1 | tail -1)
    read -r real cpu < <(awk '{ printf "%d %d\n", $1 * 1000, ($2 + $3) * 1000 }' <<< "$took")
    clock[$key]=$(least "${clock[$key]:-}" "$real")
    processor[$key]=$(least "${processor[$key]:-}" "$cpu")
}
row() {
    local number
    for number in $(seq "$rounds"); do
        for program in napkin curl wget; do round "$program" "$1"; done
    done
    local n=${clock[napkin_$1]} c=${clock[curl_$1]}
    printf '| %s |' "$2"
    for program in napkin curl wget; do printf ' %s ms (%s) |' "${clock[${program}_$1]}" "${processor[${program}_$1]}"; done
    awk -v n="$n" -v c="$c" 'BEGIN { printf " %.2f |\n", n / c }'
}
# The highest resident memory in KiB, as the kernel counts it for the children of a shell.
memory() { python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$@"; }

curl --version | head -1
wget --version | head -1
echo
echo '| | napkin | curl | wget | napkin / curl |'
echo '|---|---|---|---|---|'
row file '1 GiB into a file'
row null '1 GiB to nowhere'
row many '10,000 objects of 1 KiB to nowhere, 50 at once'
row files '10,000 objects of 1 KiB into files, 50 at once'
cmp "$work/out/n" "$work/www/large"
[ "$(cat "$work"/out/napkin/* | wc -c)" = 10240000 ]
[ "$(napkin_many | wc -c)" = 10240000 ]
echo
own=(get -q --allow-host 127.0.0.1 --allow-port "$port")
echo "Memory of \`napkin get\` at its highest: $(memory "$napkin" "${own[@]}" "$url/small") KiB for 1 KiB,"
echo "$(memory "$napkin" "${own[@]}" "$url/large") KiB for 1 GiB; for a list with --head, 50 at once: of 1,000"
head -1000 "$work/urls" > "$work/few"
for _ in 1 2 3 4 5 6 7 8 9 10; do cat "$work/urls"; done > "$work/more"
echo "$(memory "$napkin" "${own[@]}" --head -j 50 --from "$work/few") KiB, of 100,000 $(memory "$napkin" "${own[@]}" --head -j 50 --from "$work/more") KiB."
