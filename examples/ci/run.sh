#!/usr/bin/env bash
# Runs colddeck in a job of GitHub Actions: the findings go to the page of the job, and to a JUnit file.
#
#   COLDDECK             the program
#   COLDDECK_ARGUMENTS   what it is asked, with quotes as in a shell; nothing in it is expanded or run
set -uo pipefail

mapfile -d '' -t words < <(xargs printf '%s\0' <<<"$COLDDECK_ARGUMENTS")
command=${words[0]-}
case $command in
compare | exec | run | test) ;;
*)
    echo "::error title=colddeck::arguments: found \`$command\` first; accepted: compare, exec, run or test, and what belongs to it"
    exit 2
    ;;
esac

folder=$RUNNER_TEMP/colddeck-found
mkdir -p "$folder"
junit=$folder/colddeck.xml
summary=$folder/colddeck.md
rm -f "$junit" "$summary"
"$COLDDECK" "$command" --export "$summary" --export "$junit" "${words[@]:1}"
exit=$?
if [ -f "$summary" ]; then
    # The answer, and the first two tables: the rest is in the file.
    awk '/^## / { tables++ } tables > 2 { exit } { print }' "$summary" >>"$GITHUB_STEP_SUMMARY"
fi
printf 'junit=%s\nsummary=%s\n' "$junit" "$summary" >>"$GITHUB_OUTPUT"
exit $exit
