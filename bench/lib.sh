# lib.sh -- what the generators share; they read it with "."
# shellcheck shell=sh disable=SC2034

# start SCRIPT LEAST LANGUAGE N ...: checks the arguments, sets $language and $n
start() {
    name=$(basename "$1") least=$2
    shift 2
    case ${1-} in
    zing | promela) ;;
    *) usage ;;
    esac
    language=$1 n=${2-}
    number "$n" "$least" 100
}

# number TEXT LEAST MOST: stops unless TEXT is a number between them
number() {
    case $1 in
    '' | *[!0-9]*) usage ;;
    esac
    if [ "$1" -lt "$2" ] || [ "$1" -gt "$3" ]; then
        usage
    fi
}

usage() {
    echo "usage: $name zing|promela N${options:+ $options}     (N from $least to 100)" >&2
    exit 2
}

# each COMMAND [TIMES]: runs it for 0 .. TIMES-1 (TIMES is N unless told)
each() {
    i=0
    while [ "$i" -lt "${2-$n}" ]; do
        "$1" "$i"
        i=$((i + 1))
    done
}
