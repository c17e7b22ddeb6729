"""A page taken apart as a browser does it: by a parser of HTML that knows nothing of how pages are made."""

import base64
import hashlib
import json
import zlib
from html.parser import HTMLParser
from typing import Any

Attributes = dict[str, str | None]


class Taken(HTMLParser):
    """The elements of a page, and the text in each script, style and title.

    Attributes:
        elements: Every start tag with its attributes, in order.
        texts: Of each script, style and title, with its tag and attributes.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, Attributes]] = []
        self.texts: list[tuple[str, Attributes, str]] = []
        self._within: tuple[str, Attributes] | None = None
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element."""
        self.elements.append((tag, dict(attrs)))
        if tag in ("script", "style", "title"):
            self._within = tag, dict(attrs)
            self.texts.append((tag, dict(attrs), ""))

    def handle_endtag(self, tag: str) -> None:
        """End one."""
        self._within = None

    def handle_data(self, data: str) -> None:
        """Keep the text of those whose text matters."""
        if self._within is not None:
            tag, attributes, text = self.texts[-1]
            self.texts[-1] = tag, attributes, text + data

    @property
    def title(self) -> str:
        """Of the window."""
        (text,) = (text for tag, _, text in self.texts if tag == "title")
        return text

    @property
    def manifest(self) -> dict[str, Any]:
        """The manifest."""
        (text,) = (text for _, attributes, text in self.texts if attributes.get("id") == "tollens-manifest")
        found: dict[str, Any] = json.loads(text)
        return found

    @property
    def blocks(self) -> dict[str, Any]:
        """The blocks, inflated."""
        return {
            name: json.loads(zlib.decompress(base64.b64decode(text, validate=True), -zlib.MAX_WBITS))
            for _, attributes, text in self.texts
            if (name := attributes.get("data-block")) is not None
        }

    @property
    def policy(self) -> dict[str, list[str]]:
        """The rules of the policy in its head."""
        (content,) = (
            attributes["content"] or ""
            for tag, attributes in self.elements
            if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
        )
        return {words[0]: words[1:] for rule in content.split(";") for words in [rule.split()]}

    def hashes(self, kind: str) -> list[str]:
        """The hashes of the texts of scripts that run, or of styles, as policies name them."""
        texts = [text for tag, attributes, text in self.texts if tag == kind and "type" not in attributes]
        return [f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in texts]
