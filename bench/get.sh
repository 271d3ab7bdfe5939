#!/bin/bash
# Usage: get.sh NAPKIN MANY. Retrieves from nginx on loopback with both, `napkin get` and the example `many` of napkin-retrieve, and
# with curl, and prints a table: 1 GiB in one object, into a file and to nowhere; and 10,000 objects of 1 KiB over kept
# connections. Time by the clock, the least of seven rounds, in turns, since the server takes part; memory at its highest.
set -euo pipefail
napkin=$1 many=$2
work=$(mktemp -d)
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
sed 's/.*/url = "&"\noutput = "\/dev\/null"/' "$work/urls" > "$work/curl.config"

get() { "$napkin" get -q --allow-host 127.0.0.1 --allow-port "$port" "$@"; }
napkin_file() { get -o "$work/out/n" "$url/large"; }
curl_file() { curl -s -o "$work/out/c" "$url/large"; }
napkin_null() { get "$url/large" > /dev/null; }
curl_null() { curl -s "$url/large" > /dev/null; }
napkin_many() { "$many" 127.0.0.1 "$port" 50 < "$work/urls" > "$work/out/many"; }
curl_many() { curl -s --parallel --parallel-max 50 -K "$work/curl.config" 2> /dev/null; }

# Milliseconds by the clock.
taken() {
    local begun=${EPOCHREALTIME/./}
    "$@" > /dev/null
    echo $(((${EPOCHREALTIME/./} - begun) / 1000))
}
row() {
    local best_n= best_c= took
    for _ in 1 2 3 4 5 6 7; do
        took=$(taken "napkin_$1")
        [ -n "$best_n" ] && [ "$best_n" -le "$took" ] || best_n=$took
        took=$(taken "curl_$1")
        [ -n "$best_c" ] && [ "$best_c" -le "$took" ] || best_c=$took
    done
    awk -v name="$2" -v n="$best_n" -v c="$best_c" 'BEGIN { printf "| %s | %d ms | %d ms | %.2f |\n", name, n, c, n / c }'
}
# The highest resident memory in KiB, as the kernel counts it for the children of a shell.
memory() { python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$@"; }

curl --version | head -1
echo
echo '| | napkin | curl | napkin / curl |'
echo '|---|---|---|---|'
row file '1 GiB into a file'
row null '1 GiB to nowhere'
row many '10,000 objects of 1 KiB, 50 at once'
cmp "$work/out/n" "$work/www/large"
grep -q '^10000 URLs, 10240000 bytes, 0 failed$' "$work/out/many"
echo
echo "Memory of \`napkin get\` at its highest: $(memory "$napkin" get -q --allow-host 127.0.0.1 --allow-port "$port" "$url/small") KiB for 1 KiB,"
echo "$(memory "$napkin" get -q --allow-host 127.0.0.1 --allow-port "$port" "$url/large") KiB for 1 GiB."
