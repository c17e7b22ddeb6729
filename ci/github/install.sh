#!/usr/bin/env bash
# Install tollens from the checkout of this action into an environment of its own.
#
# Python is run with -I: the folder that one works in is a pull request's, and nothing in it is imported.
# Reads RUNNER_TEMP, ACTION_PATH; writes `tollens`, the path of the program, to GITHUB_OUTPUT.
set -euo pipefail

python=
for candidate in python3 python; do
    if "$candidate" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "::error title=Tollens::Python 3.11 or later is needed: run actions/setup-python before this action."
    exit 2
fi

environment=$RUNNER_TEMP/tollens-environment
"$python" -I -m venv "$environment"
programs=$environment/bin
if [ -d "$environment/Scripts" ]; then programs=$environment/Scripts; fi # on Windows
"$programs/python" -I -m pip install --quiet --disable-pip-version-check "${ACTION_PATH}[yaml]"
echo "tollens=$programs/tollens" >>"$GITHUB_OUTPUT"
