#!/usr/bin/env bash
# Put the report on the pull request: in the place of the one with the same key, or as a new comment.
#
# Only a comment of AUTHOR is replaced: anybody may write one that begins with the hidden line.
# Reads GH_TOKEN, GITHUB_REPOSITORY, PULL (the number), COMMENT (the file), AUTHOR. A token that may not comment, as that of
# a pull request from a fork, is a warning: the summary of the job has the same text.
set -euo pipefail

if [ -z "$PULL" ]; then
    echo "There is no pull request to comment on."
    exit 0
fi
IFS= read -r marker <"$COMMENT"

refused() {
    echo "::warning title=Tollens::The comment could not be written. The job needs the permission pull-requests: write;" \
        "a pull request from a fork never has it. The summary of the job has the report."
    exit 0
}

found=
listed=$(gh api --paginate "repos/$GITHUB_REPOSITORY/issues/$PULL/comments?per_page=100" \
    --jq '.[] | [.id, .user.login, ((.body // "") | split("\n")[0] | rtrimstr("\r"))] | @tsv') || refused
while IFS=$'\t' read -r id login first; do
    if [ "$login" = "$AUTHOR" ] && [ "$first" = "$marker" ]; then
        found=$id
        break
    fi
done <<<"$listed"

if [ -n "$found" ]; then
    gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$found" --field "body=@$COMMENT" || refused
else
    gh api --silent --method POST "repos/$GITHUB_REPOSITORY/issues/$PULL/comments" --field "body=@$COMMENT" || refused
fi
