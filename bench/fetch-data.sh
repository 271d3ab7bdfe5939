#!/bin/sh
# Usage: fetch-data.sh DIR. Fetches top100.txt, the URLs that pages of the 100 most visited sites link to: the list on
# which the makers of ada publish their measurements. Its licence is unclear, so it is fetched and not kept here.
set -eu
repository=https://github.com/ada-url/url-various-datasets
mkdir -p "$1"
curl --fail --location --silent --show-error --output "$1/top100.txt" "$repository/raw/main/top100/top100.txt"
wc -l "$1/top100.txt"
