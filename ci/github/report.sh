#!/usr/bin/env bash
# Report on the traces of a pull request in every form: annotations in the log, the summary of the job, and files.
#
# Reads TOLLENS (the program), RUNNER_TEMP and the inputs: TRACES and POLICY (patterns and sources, one a line), KEY, LINK,
# FILES_AT, PROJECT, STRICT. Writes `status`, `comment`, `sarif`, `junit` and `json` to GITHUB_OUTPUT. Does not fail where
# something stands against the work: the last step of the action does, so that everything is told before.
set -euo pipefail
shopt -s nullglob globstar

folder=$RUNNER_TEMP/tollens-report
mkdir -p "$folder"

files=()
while IFS= read -r pattern; do
    pattern=${pattern%$'\r'}
    if [ -z "$pattern" ]; then continue; fi
    matched=()
    IFS= # the pattern is expanded, and not split at its blanks
    # shellcheck disable=SC2206
    matched=($pattern)
    unset IFS
    for name in ${matched[@]+"${matched[@]}"}; do
        case $name in -*) name=./$name ;; esac # a name is no option
        if [ -f "$name" ]; then files+=("$name"); fi
    done
done <<<"$TRACES"
if [ ${#files[@]} -eq 0 ]; then
    echo "::error title=Tollens::No file matches the input traces, so nothing is known of the work."
    echo "status=2" >>"$GITHUB_OUTPUT"
    exit 0
fi

options=(--key "$KEY")
if [ -n "$LINK" ]; then options+=(--link "$LINK"); fi
if [ -n "$FILES_AT" ]; then options+=(--files "$FILES_AT"); fi
if [ -n "$PROJECT" ]; then options+=(--project "$PROJECT"); fi
if [ "$STRICT" = true ]; then options+=(--strict); fi
while IFS= read -r source; do
    source=${source%$'\r'}
    if [ -n "$source" ]; then options+=("--policy=$source"); fi
done <<<"$POLICY"

status=0
"$TOLLENS" report "${files[@]}" --gate --format github --also "markdown=$folder/comment.md" \
    --also "sarif=$folder/report.sarif" --also "junit=$folder/junit.xml" --also "json=$folder/report.json" \
    "${options[@]}" 2>"$folder/messages" || status=$?
sed 's/^/tollens: /' "$folder/messages" # so that no line of it begins as a command of the runner does
if [ ! -f "$folder/comment.md" ]; then exit 2; fi

cat "$folder/comment.md" >>"$GITHUB_STEP_SUMMARY"
{
    echo "status=$status"
    echo "comment=$folder/comment.md"
    echo "sarif=$folder/report.sarif"
    echo "junit=$folder/junit.xml"
    echo "json=$folder/report.json"
} >>"$GITHUB_OUTPUT"
