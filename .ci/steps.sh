# What .ci/run and .ci/full have in common: steps with names, whose minutes are printed. Sourced by both.
#
#     step NAME COMMAND…     names a step
#     run_steps [NAME…]      runs all of them, or those of these names, in their order
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
    echo "${0##*/}: $*" >&2
    exit 1
}

names=()
declare -A commands

step() {
    local name=$1
    shift
    names+=("$name")
    commands[$name]=$*
}

# minutes SECONDS: with one digit after the point.
minutes() { echo "$(($1 / 60)).$(($1 % 60 / 6)) minutes"; }

run_steps() {
    local name wanted=" $* " begin
    for name in "$@"; do
        [ -n "${commands[$name]:-}" ] || fail "no step $name; steps: ${names[*]}"
    done
    for name in "${names[@]}"; do
        [ $# = 0 ] || [[ $wanted == *" $name "* ]] || continue
        begin=$SECONDS
        echo "+ $name: ${commands[$name]}"
        ${commands[$name]}
        echo "= $name: $(minutes $((SECONDS - begin)))"
    done
    echo "= all: $(minutes $SECONDS)"
}

# The commands that the README gives, word for word.
readme_command() { grep -m1 -oE "^ {4}cargo $1.*" README.md | sed 's/ *#.*//; s/^ *//'; }
tests=$(readme_command "test ")
job=$(readme_command "run --release -- ")
[ -n "$tests" ] && [ -n "$job" ] || fail "the README does not give the two commands"

# Tests that there were when they were last counted, those that are ignored included: fewer are never run by mistake.
LEAST_TESTS=1816

counted() {
    local found
    found=$($tests -- --list | grep -c ": test$")
    echo "$found tests"
    [ "$found" -ge $LEAST_TESTS ] || fail "$found tests, not $LEAST_TESTS"
}

# ignored_of RUNNER: the names of the tests that are ignored because RUNNER (".ci/run ignored") runs them.
ignored_of() {
    git ls-files --cached --others --exclude-standard '*.rs' | xargs awk -v reason="#\\\\[ignore = \".*$1\"\\\\]" '
        $0 ~ reason { found = 1 }
        found && match($0, /fn [a-z0-9_]+\(/) { print substr($0, RSTART + 3, RLENGTH - 4); found = 0 }'
}

# ignored RUNNER: runs them; fails if one of them was not.
ignored() {
    local wanted paths ran log
    mapfile -t wanted < <(ignored_of "$*")
    [ ${#wanted[@]} -gt 0 ] || fail "no test names $*"
    # With their modules: the name of one may begin that of another.
    mapfile -t paths < <($tests --lib --tests -- --list --ignored | sed -n 's/: test$//p' |
        awk -F:: 'NR == FNR { wanted[$1]; next } $NF in wanted' <(printf '%s\n' "${wanted[@]}") -)
    [ ${#paths[@]} -ge ${#wanted[@]} ] || fail "${#paths[@]} tests found, not ${wanted[*]}"
    log=$(mktemp)
    $tests --lib --tests -- --ignored --exact "${paths[@]}" 2>&1 | tee "$log"
    ran=$(awk '/^test result: ok/ { ran += $4 } END { print ran + 0 }' "$log")
    rm "$log"
    [ "$ran" -ge ${#paths[@]} ] || fail "$ran tests ran, not ${#paths[@]}"
}

# built COMMAND…: runs it with the program built, where a step is run by itself.
built() {
    cargo build --release --locked
    "$@"
}
