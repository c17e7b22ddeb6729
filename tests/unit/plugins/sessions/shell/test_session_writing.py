"""Which files file commands are known to change."""

import pytest

from tollens.plugins.sessions.shell.changing import Effect, effects
from tollens.plugins.sessions.shell.contents import Contents
from tollens.plugins.sessions.shell.reading import parse

NAMED = [
    ("mv a.py b.py", "a.py b.py"),
    ("mv -f -- a.py b.py", "a.py b.py"),
    ("mv src/a.py lib/", "src/a.py lib/a.py"),
    ("mv a.py b.py dir", "a.py b.py dir/a.py dir/b.py"),
    ("git mv -k a.py b.py", "a.py b.py"),
    ("cp a.py b/", "b/a.py"),
    ("cp -p a.py b.py lib", "lib/a.py lib/b.py"),
    ("rm -rf a b.py", "a b.py"),
    ("git rm -f a.py", "a.py"),
    ("git checkout -- a.py", "a.py"),
    ("git checkout HEAD~1 -- a.py b.ts", "a.py b.ts"),
    ("git restore a.py", "a.py"),
    ("git restore -W -- a.py", "a.py"),
    ("git restore --staged a.py", ""),
    ("sed -i '' 's/a/b/' a.py", "a.py"),
    ("sed -i.bak -n -E 's/a/b/' a.py", "a.py a.py.bak"),
    ("sed -i -e 's/a/b/' -e 3d a.py b.py", "a.py b.py"),
    ("sed -nie p a.py", "a.py a.pye"),
    ("sed --in-place=.b --expression=s/a/b/ --posix a.py", "a.py a.py.b"),
    ("sed -es/a/b/ -i -- a.py", "a.py"),
    ("perl -pi -e 's/a/b/g' a.py", "a.py"),
    ("perl -p -i -e 's#a#$1#;' a.py b.py", "a.py b.py"),
]
UNKNOWN = [
    "mv -n a.py b.py",
    "mv -t dir a.py",
    "mv a.py",
    "mv dir/ b",
    "cp -a a b",
    "cp a* b/",
    "git rm -n a.py",
    "git mv -n a b",
    "git checkout a.py",
    "git checkout -- src",
    "git checkout -p -- a.py",
    "git restore -s HEAD a.py",
    "git restore .",
    "git restore a.py -p",
    "git stash",
    "sed -i s/a/b/ *.py",
    "sed -i s/a/b/ src/",
    "sed -i -f x.sed a.py",
    "sed --foo -i s/a/b/ a.py",
    "sed -i 's/a/b/w out' a.py",
    "sed -i s/a/b/e a.py",
    "sed -i s/a/b/",
    "sed -i'old/*' s/a/b/ a.py",
    "perl -pi -e 'system(\"x\")' a.py",
    "perl -pi -e 's/a/b/e' a.py",
    "perl -i.bak -pe s/a/b/ a.py",
    "perl x.pl a.py",
    "perl -pi -e s/a/b/ -- a.py",
    "sed -i -e",
    "xargs sed -i s/a/b/",
]


@pytest.mark.parametrize(("text", "files"), NAMED)
def test_the_files_that_a_command_names(text: str, files: str) -> None:
    assert effects(parse(text)) == (Effect(tuple(files.split()), False),)


@pytest.mark.parametrize("text", UNKNOWN)
def test_what_may_change_other_files_than_it_names(text: str) -> None:
    assert effects(parse(text)) == (Effect((), True),)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("printf 'x\\n' > a", "x\n"),
        ("printf 'a\\tb %% \\\\ \\\"' > a", 'a\tb % \\ "'),
        ("printf '%s\\n' x 'y z' > a", "x\ny z\n"),
    ],
)
def test_what_printf_leaves(text: str, whole: str) -> None:
    assert Contents(parse(text)).of(0)["a"].whole == whole


@pytest.mark.parametrize(
    "text",
    [
        "printf '%s' > a", "printf x y > a", "printf '%d\\n' 1 > a", "printf '\\x41' > a", "printf '%s' $X > a",
        'printf "$X" > a', "printf -v x y > a", "printf > a",
    ],
)  # fmt: skip
def test_what_printf_leaves_may_not_be_known(text: str) -> None:
    assert Contents(parse(text)).of(0) == {}
