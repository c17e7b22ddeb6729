#!/usr/bin/env bash
# Report on the traces of a pull request in every form: annotations in the log, the summary of the job, and files.
#
# Reads TOLLENS (the program), RUNNER_TEMP and the inputs: TRACES and POLICY (patterns and sources, one a line), KEY, LINK,
# FILES_AT, PROJECT, STRICT, WANTS_COMMENT, WANTS_SARIF. Writes `status`, `comment`, `sarif`, `junit` and `json` to
# GITHUB_OUTPUT. Does not fail where something stands against the work: the last step of the action does, so that
# everything is told before.
set -euo pipefail
shopt -s nullglob
deep=1
shopt -s globstar 2>/dev/null || deep= # bash 3.2, which macOS has, does not know ** for any folders

number=1 # the action may be used several times in one job, and what one has written is read later
while [ -e "$RUNNER_TEMP/tollens-report-$number" ]; do number=$((number + 1)); done
folder=$RUNNER_TEMP/tollens-report-$number
mkdir "$folder"

unknown() {
    echo "::error title=Tollens::$1"
    echo "status=2" >>"$GITHUB_OUTPUT"
    exit 0
}

files=()
while IFS= read -r pattern; do
    pattern=${pattern%$'\r'}
    if [ -z "$pattern" ]; then continue; fi
    case $pattern in *'**'*)
        if [ -z "$deep" ]; then unknown "This bash takes ** for one folder, and would miss traces: name the folders."; fi
        ;;
    esac
    matched=("$pattern")
    if [ ! -e "$pattern" ]; then
        case $pattern in *[*?[]*)
            IFS= # the pattern is expanded, and not split at its blanks
            # shellcheck disable=SC2206
            matched=($pattern)
            unset IFS
            ;;
        esac
    fi
    before=${#files[@]}
    for name in ${matched[@]+"${matched[@]}"}; do
        if [ -d "$name" ]; then continue; fi
        case $name in -*) name=./$name ;; esac # a name is no option
        files+=("$name")                       # one that is not there is told by the report
    done
    if [ ${#files[@]} -eq "$before" ]; then
        shown=${pattern//%/%25}
        echo "::warning title=Tollens::No file matches this line of the input traces: ${shown//$'\r'/%0D}"
    fi
done <<<"$TRACES"
if [ ${#files[@]} -eq 0 ]; then
    unknown "No file matches the input traces, so nothing is known of the work."
fi

options=(--key "$KEY")
if [ -n "$LINK" ]; then options+=(--link "$LINK"); fi
if [ -n "$FILES_AT" ]; then options+=(--files "$FILES_AT"); fi
if [ -n "$PROJECT" ]; then options+=(--project "$PROJECT"); fi
case $STRICT in
    true | True | TRUE) options+=(--strict) ;;
    false | False | FALSE | "") ;;
    *) unknown "The input strict is neither true nor false." ;;
esac
for asked in "comment:$WANTS_COMMENT" "sarif:$WANTS_SARIF"; do
    case ${asked#*:} in
        true | True | TRUE | false | False | FALSE | "") ;;
        *) echo "::warning title=Tollens::The input ${asked%%:*} is neither true nor false, and taken as false." ;;
    esac
done
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
