"""A view document as one HTML file: the built page, with the document in it as data that nothing executes.

Nothing of a trace stands in the markup but its title, which is escaped: the manifest is JSON in which no `<` is left,
every block is base64, and a browser takes neither for anything but text. What may run and what may style is named by
its hash, and nothing may be fetched.
"""

import base64
import hashlib
import html
import re
from collections.abc import Iterator, Mapping

import msgspec

from tollens.core.errors import MisuseError
from tollens.core.view.document import Manifest
from tollens.core.view.packing import deflated

HEAD = "<!--tollens:head-->"
DATA = "<!--tollens:data-->"
"""The comments in whose place the built page gets its policy and title, and its data."""

_GENERATOR = '<meta name="generator" content="tollens '
_GLANCE = 4096
"""Bytes at the start of a page in which its generator is named."""

_RUNS = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_STYLES = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def page(template: str, manifest: Manifest, texts: Mapping[str, bytes]) -> Iterator[bytes]:
    """The pieces of the file, in order.

    Args:
        template: The built page.
        manifest: Of the document.
        texts: The blocks of the document by name, as JSON.

    Raises:
        MisuseError: The template is none.
    """
    for mark in (HEAD, DATA):
        if template.count(mark) != 1:
            raise MisuseError(f"the template of the page has {mark} {template.count(mark)} times, not once")
    before, rest = template.split(HEAD)
    between, after = rest.split(DATA)
    yield f"{before}{_head(template, manifest)}{between}".encode()
    yield f'<script type="application/json" id="tollens-manifest">{_inert(manifest)}</script>\n'.encode()
    for name, text in texts.items():
        yield f'<script type="text/plain" data-block="{name}">'.encode()
        yield base64.b64encode(deflated(text))
        yield b"</script>\n"
    yield after.encode()


def is_page(start: bytes) -> bool:
    """Whether a file that begins so is a page that this made; its first 4,096 bytes tell."""
    return start[:_GLANCE].lstrip()[:9].lower() == b"<!doctype" and _GENERATOR.encode() in start[:_GLANCE]


def _head(template: str, manifest: Manifest) -> str:
    return (
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(template)}">\n'
        f'{_GENERATOR}{html.escape(manifest.generator.removeprefix("tollens "))}">\n'
        f"<title>{html.escape(manifest.title)}</title>"
    )


def _policy(template: str) -> str:
    """What a browser may do with the page: run and style what stands in it, by hash, and nothing else."""
    rules = ["default-src 'none'"]
    for rule, found in (("script-src", _RUNS), ("style-src", _STYLES)):
        hashes = [_hash(text) for text in found.findall(template)] or ["'none'"]
        rules.append(f"{rule} {' '.join(hashes)}")
    return "; ".join((*rules, "img-src data:", "base-uri 'none'", "form-action 'none'"))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _inert(manifest: Manifest) -> str:
    """The manifest as JSON that ends no element and begins none."""
    return msgspec.json.encode(manifest).decode().replace("<", "\\u003c")
