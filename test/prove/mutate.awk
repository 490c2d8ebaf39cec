# mutate.awk -- changes of a Zing program, one a file: DIRECTORY/1.zing and so on.
#
#   awk -v to=DIRECTORY -f mutate.awk PROGRAM
#
# In the code before `class Main`, not in annotations: a statement is dropped, two statements change
# places, a comparison or an operator becomes another one, a constant changes, an atomic block loses its
# atomicity.  One change a file.
{ line[NR] = $0 }

function emit(at, text, with, other,    i, file) {
    file = to "/" ++made ".zing"
    for (i = 1; i <= NR; i++)
        print i == at ? text : (i == with ? other : line[i]) > file
    close(file)
}

# Each place where the pattern stands becomes the replacement, one at a time.
function replace_each(at, pattern, by,    before, rest) {
    before = ""
    rest = line[at]
    while (match(rest, pattern)) {
        emit(at, before substr(rest, 1, RSTART - 1) by substr(rest, RSTART + RLENGTH), 0, "")
        before = before substr(rest, 1, RSTART + RLENGTH - 1)
        rest = substr(rest, RSTART + RLENGTH)
    }
}

function next_numbers(at,    before, rest) {
    before = ""
    rest = line[at]
    while (match(rest, /[0-9]+/)) {
        if (substr(before rest, length(before) + RSTART - 1, 1) !~ /[A-Za-z_]/)
            emit(at, before substr(rest, 1, RSTART - 1) (substr(rest, RSTART, RLENGTH) + 1) substr(rest, RSTART + RLENGTH), 0, "")
        before = before substr(rest, 1, RSTART + RLENGTH - 1)
        rest = substr(rest, RSTART + RLENGTH)
    }
}

function is_statement(at) { return code[at] && line[at] ~ /^ +[^{}]*;$/ }

END {
    for (i = 1; i <= NR && line[i] !~ /^class Main/; i++) {
        if (line[i] ~ /\/\*@/) note = 1
        code[i] = !note && line[i] !~ /\/\/|^class|^array|^    (static )?[A-Za-z]+ [a-z]+( = .*)?;/
        if (line[i] ~ /\*\//) note = 0
    }
    last = i - 1
    for (i = 1; i <= last; i++) {
        if (!code[i])
            continue
        if (is_statement(i))
            emit(i, "", 0, "")
        if (is_statement(i) && is_statement(i + 1))
            emit(i, line[i + 1], i + 1, line[i])
        replace_each(i, "(acquire|release)\\([^()]*\\);", ";")
        replace_each(i, " == ", " != ")
        replace_each(i, " != ", " == ")
        replace_each(i, " < ", " <= ")
        replace_each(i, " < ", " > ")
        replace_each(i, " > ", " >= ")
        replace_each(i, " \\+ ", " - ")
        replace_each(i, " - ", " + ")
        replace_each(i, "!", "")
        replace_each(i, "true", "false")
        replace_each(i, "false", "true")
        replace_each(i, "atomic ", "")
        replace_each(i, "null", "this")
        next_numbers(i)
    }
}
