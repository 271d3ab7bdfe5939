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

# The first archive of the source package $1, into $work: of this release or of a later one, for not every mirror has the sources of
# every release.
source_archive() {
    for release in "" trixie sid; do
        sources "$release"
        fetch_sources update > /dev/null
        (cd "$work" && fetch_sources source --download-only "$1") > "$work/log" 2>&1 || true
        for archive in "$work/$1"_*.orig.tar.*; do
            case $archive in *.asc) continue ;; esac
            [ -f "$archive" ] && return 0
        done
    done
    cat "$work/log" >&2
    return 1
}

# The archive of Debian that this machine's apt uses, as one of sources; of another release, if one is named.
sources() {
    rm -rf "$work/parts"
    mkdir -p "$work/parts"
    for file in /etc/apt/sources.list.d/*.sources; do
        [ -f "$file" ] || continue
        # The first paragraph that has the release itself, and not its security updates.
        awk -v release="$1" 'BEGIN { RS = ""; FS = "\n" } !/security/ && /debian/ {
            sub(/Types:[^\n]*/, "Types: deb-src")
            if (release) sub(/Suites:[^\n]*/, "Suites: " release)
            print
            exit
        }' "$file" > "$work/parts/$(basename "$file")"
    done
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -f "$file" ] || continue
        sed -n 's/^deb\(-src\)\{0,1\} /deb-src /p' "$file" | sed "${1:+s/ [a-z]* main.*/ $1 main/}" \
            > "$work/parts/$(basename "$file" .list).list"
    done
}

fetch_sources() {
    apt -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts" "$@"
}
