"""Traces made to do harm to whoever looks at them: markup, handlers, hidden and reordered text in every free place."""

import json
import random
from collections.abc import Iterator
from typing import Any

MARKUP = (
    "<script>alert(1)</script><img src=x onerror=alert(2)><svg/onload=alert(3)></script><!--<style>*{display:none}"
    "</style>'\"><a href=javascript:alert(4)>&lt;b&gt;]]>${alert(5)}{{7*7}}<!--tollens:data-->"
)
"""What would be run, fetched or styled if it were ever markup."""

HIDDEN = "\u202eevil\u202c\u2066\u200b\ufeff\u0000\u001b[31m\ue000"
"""What would be unseen, or would reorder what is around it, if it were shown as it is."""

ESCAPED = "\\u202eevil\\u202c\\u2066\\u200b\\ufeff\\x00\\x1b[31m\\ue000"
"""How the page shows that."""

ID = "/../%2F%00?#&'\"<b> \u202e\u00e9\U0001f600\\"
"""What makes an id a bad address."""

_IDS = (("artifacts", "artifact_id"), ("policies", "policy_id"), ("goals", "goal_id"), ("meta_actions", "id"))

_TEXTS = (
    *("label", "rationale", "detail", "title", "intent", "outcome", "summary", "description", "name", "statement"),
    *("suggested_check", "note", "text", "body", "content", "path", "command", "output", "reason", "message"),
)
"""Members whose text is free."""


def hostile(trace: dict[str, Any]) -> dict[str, Any]:
    """The same trace with harm in every free text, and ids that are no good address; valid as before."""
    ids = {held[name]: held[name] + ID for list_, name in _IDS for held in trace[list_]}
    made: dict[str, Any] = _harmed(trace, ids, "")
    made["title"] = MARKUP
    made["artifacts"][0]["metadata"] = json.loads('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}')
    return made


def _harmed(value: Any, ids: dict[str, str], member: str) -> Any:
    match value:
        case str() if value in ids and member != "kind":
            return ids[value]
        case str() if member in _TEXTS:
            return f"{value} {MARKUP} {HIDDEN}"
        case list():
            return [_harmed(each, ids, member) for each in value]
        case dict():
            return {name: _harmed(each, ids, name) for name, each in value.items()}
        case _:
            return value


_JUNK: tuple[Any, ...] = (
    None,
    0,
    -1,
    1e308,
    2**64,
    "",
    "x",
    [],
    {},
    [[]],
    {"a": None},
    True,
    "\u202e<b>",
    [None],
    "__proto__",
)


def broken(trace: dict[str, Any], seed: int) -> dict[str, Any]:
    """The trace with many members and elements taken out or replaced by what does not belong there."""
    chance = random.Random(seed)
    made: dict[str, Any] = json.loads(json.dumps(trace))
    for _ in range(60):
        container, place = chance.choice(list(_places(made)))
        if isinstance(container, dict) and chance.random() < 0.3:
            del container[place]
        else:
            container[place] = chance.choice(_JUNK)
    return made


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for place in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, place
        yield from _places(value[place])
