#!/bin/bash
# The gateway of `napkin serve` in a real Chromium: menus, folders, groups and pages of real servers by links, a hostile page in its sandbox, pages of other origins that
# try to use it, and the browser with it as its proxy; 10,000 connections beside that. Pictures are left in target/gateway.
# NAPKIN_PROGRAM names the command, otherwise it is built.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here"
. ./browser.sh
PATH=$PATH:/usr/sbin
needs node nodejs
needs gophernicus gophernicus
needs nginx nginx-light
needs vsftpd vsftpd
needs leafnode leafnode
needs in.tftpd tftpd-hpa
/usr/bin/python3 -c 'import pyftpdlib' 2> /dev/null || missing "pyftpdlib (Debian's package is python3-pyftpdlib)"
find_napkin
mkdir -p target/gateway
# Every connection is a descriptor, here and there.
ulimit -n "$(ulimit -Hn)"
CHROMIUM=$browser node chromium-gateway.mjs "$napkin" target/gateway
