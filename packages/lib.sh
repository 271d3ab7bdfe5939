# What the scripts of this folder share; they source it.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml" | head -1)

# Prints the comment at the start of the script and ends, unless the script has an argument.
needs_argument() {
    [ $# -ge 1 ] || { sed -n '2,/^set /s/^# //p' "$0" >&2; exit 2; }
}

# Makes a folder, and prints its absolute path.
folder() {
    mkdir -p "$1" && (cd "$1" && pwd)
}
