#!/bin/bash
# Usage: linear.sh NAPKIN [BYTES [TYPE]]. As linear.py says.
exec python3 "$(dirname "$0")/linear.py" "$@"
