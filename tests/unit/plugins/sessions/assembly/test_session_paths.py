"""One file, one identity."""

import pytest

from tollens.plugins.sessions.assembly.paths import Places, joined


@pytest.mark.parametrize(
    ("root", "path", "shown", "outside"),
    [
        ("/w/p", "/w/p/a.py", "a.py", False),
        ("/w/p", "/w/p/src/../a.py", "a.py", False),
        ("/w/p", "./a.py", "a.py", False),
        ("/w/p", "/w/p", ".", False),
        ("/w/p", "/w/pq/a.py", "/w/pq/a.py", True),
        ("/w/p", "/etc/../../x", "/x", True),
        ("/w/p", "../q/a.py", "../q/a.py", True),
        ("", "/w/p/a.py", "/w/p/a.py", False),
        (r"C:\Users\Me\proj", r"c:\users\me\proj\src\a.ts", "src/a.ts", False),
        (r"C:\Users\Me\proj", "C:/Users/Me/proj/src/a.ts", "src/a.ts", False),
        (r"C:\Users\Me\proj", r"D:\x.ts", "D:/x.ts", True),
        (r"C:\Users\Me\proj", r"src\a.ts", "src/a.ts", False),
    ],
)
def test_shown_paths(root: str, path: str, shown: str, outside: bool) -> None:
    places = Places(root)
    assert places.shown(path) == shown
    assert places.outside(path) is outside


def test_the_spelling_first_seen_is_the_one_shown() -> None:
    places = Places(r"C:\Users\Me\proj")
    assert places.shown(r"C:\Users\Me\proj\Src\A.ts") == "Src/A.ts"
    assert places.shown("c:/users/me/proj/src/a.ts") == "Src/A.ts"
    assert places.shown(r"src\a.ts") == "Src/A.ts"


def test_case_matters_elsewhere() -> None:
    places = Places("/w/p")
    assert places.shown("/w/p/A.py") != places.shown("/w/p/a.py")


def test_joined() -> None:
    assert joined("/w/p", "a.py") == "/w/p/a.py"
    assert joined("/w/p", "/a.py") == "/a.py"
    assert joined("", "a.py") == "a.py"
    assert joined("/w/p", r"C:\a.py") == r"C:\a.py"


def test_the_folders_that_macos_links_into_private_are_one_with_their_links() -> None:
    places = Places("/private/tmp/p")
    assert places.shown("/tmp/p/a.py") == places.shown("/private/tmp/p/a.py") == "a.py"
    assert not places.outside("/tmp/p/x")
    assert places.shown("/private/var/x") == "/var/x"
    assert places.shown("/private/other") == "/private/other"
    assert places.shown("/private") == "/private"
