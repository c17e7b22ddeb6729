"""Google-style docstrings as Markdown: paragraphs, lists of arguments, examples."""

import inspect
import re
from collections.abc import Iterator

_SECTION = re.compile(r"(Args|Attributes|Returns|Raises):\n")
_ENTRY = re.compile(r"([A-Za-z_]\w*(?:, \w+)*): (.*)")


def markdown(documented: object) -> Iterator[str]:
    """The lines of a page that tell what `documented` says of itself."""
    for block in _blocks(documented):
        section = _SECTION.match(block)
        if section:
            yield f"*{section[1]}*\n"
            listed = entries(block[section.end() :])
            if listed:
                yield "\n".join(f"- {_code(names)}: {text}" for names, text in listed) + "\n"
            else:
                yield f"{' '.join(block[section.end() :].split())}\n"
        elif block.startswith(">>>"):
            yield f"```python\n{block}\n```\n"
        else:
            yield f"{block}\n"


def attributes(documented: object) -> dict[str, str]:
    """What a class says of its attributes, by name."""
    listed = [block for block in _blocks(documented) if block.startswith("Attributes:\n")]
    found = entries(listed[0].partition("\n")[2]) if listed else []
    return {name: text for names, text in found for name in names.split(", ")}


def summary(documented: object) -> str:
    """The first paragraph."""
    return next(iter(_blocks(documented)), "")


def entries(lines: str) -> list[tuple[str, str]]:
    """The entries of a section: a name or several, and what is said of them, continued on deeper lines."""
    found: list[tuple[str, str]] = []
    for line in inspect.cleandoc(lines).splitlines():
        entry = _ENTRY.fullmatch(line)
        if entry:
            found.append((entry[1], entry[2]))
        elif found:
            names, text = found[-1]
            found[-1] = (names, f"{text} {line.strip()}")
    return found


def _blocks(documented: object) -> list[str]:
    return re.split(r"\n\n+", inspect.cleandoc(getattr(documented, "__doc__", None) or ""))


def _code(names: str) -> str:
    return ", ".join(f"`{name}`" for name in names.split(", "))
