"""One file, one identity."""

import pytest

from tollens.plugins.sessions.assembly.paths import Places, joined
from tollens.plugins.sessions.links import Links


@pytest.mark.parametrize(
    ("root", "path", "shown", "outside"),
    [
        ("/w/p", "/w/p/a.py", "a.py", False),
        ("/w/p", "/w/p/src/../a.py", "a.py", False),
        ("/w/p", "./a.py", "a.py", False),
        ("/w/p", "/w/p", ".", False),
        ("/w/p", "/w/pq/a.py", "/w/pq/a.py", True),
        ("/w/p", "/etc/../../x", "/x", True),
        ("/w/p", "../q/a.py", "/w/q/a.py", True),
        ("/w/p", "../p/a.py", "a.py", False),
        ("/w/p", "../../../../x", "/x", True),
        ("/", "../x", "x", False),
        ("", "../x", "../x", True),
        (r"C:\Users\Me\proj", r"..\x.ts", "C:/Users/Me/x.ts", True),
        (r"C:\Users\Me\proj", r"\\?\C:\Users\Me\proj\a.ts", "a.ts", False),
        ("/w/p", r"\\?\C:\a.ts", "C:/a.ts", True),
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


class TestLinks:
    """Where the links of the project are given, two ways to write a path are one."""

    LINKS = Links(
        ("/w/p", "/data/p"),
        {"lib": "vendor/lib", "vendor/now": "vendor/v2", "a.py": "src/a.py", "away": "/elsewhere/x", "up": "."},
    )

    @pytest.mark.parametrize(
        ("path", "shown", "outside"),
        [
            ("/w/p/lib/b.py", "vendor/lib/b.py", False),
            ("lib/b.py", "vendor/lib/b.py", False),
            ("vendor/lib/b.py", "vendor/lib/b.py", False),
            ("/data/p/lib/b.py", "vendor/lib/b.py", False),
            ("/data/p", ".", False),
            ("a.py", "src/a.py", False),
            ("vendor/now", "vendor/v2", False),
            ("up/up/src/c.py", "src/c.py", False),
            ("away/y.py", "/elsewhere/x/y.py", True),
            ("/elsewhere/x/y.py", "/elsewhere/x/y.py", True),
            ("library/b.py", "library/b.py", False),
            ("../q", "../q", True),
            ("/data/q", "/data/q", True),
        ],
    )
    def test_a_path_through_a_link_is_where_it_leads(self, path: str, shown: str, outside: bool) -> None:
        places = Places("/w/p", self.LINKS)
        assert (places.shown(path), places.outside(path)) == (shown, outside)
        assert places.shown(places.shown(path)) == shown

    def test_the_links_that_were_followed_are_told(self) -> None:
        places = Places("/data/p/src", self.LINKS)
        assert places.shown("/w/p/src/x.py") == "x.py"
        assert places.followed == {}
        assert places.shown("../lib/y.py") == "../lib/y.py"  # not followed upwards
        assert places.shown("/w/p/lib/y.py") == "/data/p/vendor/lib/y.py"
        assert places.followed == {"lib": "vendor/lib"}

    def test_a_session_of_another_machine_has_the_same_links(self) -> None:
        places = Places("/home/ada/p", self.LINKS)
        assert places.shown("/home/ada/p/lib/b.py") == "vendor/lib/b.py"
        assert places.shown("/w/p/lib/b.py") == "/w/p/lib/b.py"

    @pytest.mark.parametrize("root", ["", "C:\\p", "//host/p"])
    def test_where_the_folder_is_not_known_or_of_windows_nothing_is_followed(self, root: str) -> None:
        assert Places(root, self.LINKS).shown("lib/b.py") == "lib/b.py"

    def test_links_that_lead_in_a_circle_end(self) -> None:
        places = Places("/w/p", Links(("/w/p",), {"a": "b", "b": "a"}))
        assert {places.shown("a/x"), places.shown("b/x")} == {"b/x", "a/x"}
