# The messages in the tests of nmh: scripts that write them in here-documents. A here-document is one if it begins with a header field, or
# with the envelope line of a mailbox, and says From or Content-Type somewhere. `into` is what the names of the files begin with.

# The shell undoes these backslashes where the end is named without quotes.
function unescaped(line) {
    gsub(/\\\$/, "$", line)
    gsub(/\\`/, "`", line)
    gsub(/\\\\/, "\\", line)
    return line
}

function finish() {
    if (text ~ /^(From |[A-Za-z-]+:)/ && text ~ /(^|\n)(From|Content-Type|Subject):/) {
        file = into sprintf("%02d", ++number) ".eml"
        printf "%s", text > file
        close(file)
    }
    inside = 0
}

!inside && match($0, /<<-? *['"]?[A-Z]+['"]?( \|\|.*)?$/) {
    end = substr($0, RSTART, RLENGTH)
    is_plain = end !~ /['"]/
    sub(/ \|\|.*/, "", end)
    gsub(/[<'" -]/, "", end)
    inside = 1
    text = ""
    next
}
inside && $0 == end { finish(); next }
inside { text = text (is_plain ? unescaped($0) : $0) "\n" }
