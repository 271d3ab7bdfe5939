# For scripts that fetch Debian packages, which say `. archive.sh`: `apt`, from the archive that this machine's apt already
# uses, with its lists and its cache in $work, a folder that goes when the script ends. Nothing is installed, and apt's own
# lists and settings are left as they are.
#
# What is fetched is other people's work under other people's licences: it is read, never committed.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"

apt() {
    apt-get -q -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root "$@"
}
