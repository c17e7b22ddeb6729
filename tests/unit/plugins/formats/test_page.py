"""A page is made of a template that has its two marks once; what is a page is told by its beginning."""

import pytest

from tests.laws.pages import Taken
from tests.unit.core.derive.traces import document
from tollens.apps import wiring
from tollens.core.errors import MisuseError
from tollens.core.view.viewing import view
from tollens.plugins.formats.page import DATA, HEAD, is_page, page

TEMPLATE = f"<!doctype html>\n<head>{HEAD}</head><body>{DATA}<script>go()</script></body>"


def paged(template: str) -> str:
    made = view(wiring.judged(document(), "a.json", {}), "tollens 0")
    return b"".join(page(template, made.manifest, made.texts)).decode()


def test_the_data_stands_before_the_script_and_the_policy_before_both() -> None:
    taken = Taken(paged(TEMPLATE))
    tags = [(tag, attributes.get("id") or attributes.get("data-block")) for tag, attributes in taken.elements]
    assert tags[:4] == [("head", None), ("meta", None), ("meta", None), ("title", None)]
    assert tags[4:7] == [("body", None), ("script", "tollens-manifest"), ("script", "review")]
    assert tags[-1] == ("script", None)
    assert taken.policy["script-src"] == taken.hashes("script")
    assert taken.policy["style-src"] == ["'none'"]


@pytest.mark.parametrize("template", ["", TEMPLATE.replace(HEAD, ""), TEMPLATE.replace(DATA, DATA + DATA)])
def test_another_template_is_refused(template: str) -> None:
    with pytest.raises(MisuseError, match="times, not once"):
        paged(template)


def test_a_page_is_told_by_its_beginning() -> None:
    assert is_page(paged(TEMPLATE).encode()[:4096])
    assert not is_page(TEMPLATE.encode())
    assert not is_page(b'{"x": "<meta name=\\"generator\\" content=\\"tollens "}')
    assert not is_page(b"")
