# planted.awk -- reads planted.txt: can each of its mistakes be planted, and is there a test that is to notice it?
#
#   awk -f planted.awk planted.txt                    the numbers of the mistakes, a line each, with where they are and who notices
#   awk -v number=N -f planted.awk planted.txt        the file with that mistake in it
#
# Said of each that cannot: why not; exit status 1 then.
function wrong(line, why) { print FILENAME ":" line ": " why > "/dev/stderr"; bad = 1 }

function load(file,    line, all) {
    if (file in text) return
    while ((getline line < file) > 0) all = all line "\n"
    close(file)
    text[file] = all
    lines[file] = split(all, part, "\n")
    for (k = 1; k <= lines[file]; k++) line_of[file, k] = part[k]
}

# Where the function begins and ends, into first and last: from the line that names it, at the margin, to a brace there.
function find_function(file, name,    k, at, found, inside) {
    first = 1
    last = length(text[file])
    if (name == "") return 1
    at = 1
    for (k = 1; k <= lines[file]; k++) {
        if (!inside && line_of[file, k] ~ /^[a-zA-Z_]/ && line_of[file, k] !~ /;$/ && line_of[file, k] ~ "[ *]" name "\\(") {
            inside = 1
            found++
            first = at
        }
        at += length(line_of[file, k]) + 1
        if (inside && line_of[file, k] ~ /^}/) {
            inside = 0
            if (found == 1) last = at - 1
        }
    }
    return found == 1
}

function exists(file,    line) {
    if (!(file in there)) there[file] = (getline line < file) >= 0
    close(file)
    return there[file]
}

# What is wrong with the test; "": nothing.
function doubt(test,    word, count, k) {
    count = split(test, word, " ")
    if (test == "weak") return ""
    if (word[1] == "weak") {
        load("test/memory/weak.c")
        return index(text["test/memory/weak.c"], "\"" substr(test, 6) "\"") ? "" : "test/memory/weak.c does not know this program"
    }
    if (word[1] == "litmus") return exists("test/memory/programs/" word[2]) ? "" : "there is no such program"
    if (word[1] == "unit") return exists("test/unit/" word[2] ".c") ? "" : "there is no such test"
    if (word[1] == "reduction") {
        load("test/run")
        return index(text["test/run"], "memory/reduction " word[2] " ") ? "" : "make test does not begin there"
    }
    for (k = 2; k <= count; k++) if (!exists(word[k])) return "there is no " word[k]
    return word[1] == "run" && count > 1 ? "" : "what test is that?"
}

function finish(    file, name, body, place, why) {
    if (!entry) return
    file = where
    sub(/ .*/, "", file)
    name = where == file ? "" : substr(where, length(file) + 2)
    load(file)
    if (!find_function(file, name)) wrong(at_line, "not one function of " file " is called " name)
    body = substr(text[file], first, last - first + 1)
    place = index(body, old)
    if (old == new || !olds) wrong(at_line, "nothing changes")
    else if (!place) wrong(at_line, "this does not stand there: " old)
    else if (index(substr(body, place + 1), old)) wrong(at_line, "this stands there more than once: " old)
    why = tests == 1 ? doubt(test) : "one line: by TEST"
    if (why != "") wrong(at_line, why ": " test)
    if (!number) print entry "\t" FILENAME ":" at_line "\t" rule "\t" where "\t" test
    else if (number == entry)
        printf "%s%s%s", substr(text[file], 1, first + place - 2), new, substr(text[file], first + place - 1 + length(old))
}

/^#/ || /^$/ { next }
/^rule / { finish(); entry = 0; rule = substr($0, 6); next }
/^at / {
    finish()
    entry = ++entries
    where = substr($0, 4)
    at_line = FNR
    old = new = test = ""
    olds = news = tests = 0
    next
}
/^- / { old = old (olds++ ? "\n" : "") substr($0, 3); next }
/^\+( |$)/ { new = new (news++ ? "\n" : "") substr($0, 3); next }
/^by / { test = substr($0, 4); tests++; next }
{ wrong(FNR, "what is this?") }
END { finish(); exit bad }
