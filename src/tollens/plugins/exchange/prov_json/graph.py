"""The records of a PROV document, gathered in order; and how members of a trace become attributes."""

import re
from datetime import datetime
from typing import Any

from tollens.core.model import Unrecognized
from tollens.core.model.base import OpenWord, Word
from tollens.plugins.exchange.prov_json.names import Names

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)?")


class Graph:
    """A PROV document under way.

    Attributes:
        names: The names of what is in it.
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        self._records: dict[str, dict[str, Any]] = {"entity": {}, "activity": {}, "agent": {}}
        self._seen: set[tuple[str, str, str]] = set()

    def add(self, kind: str, name: str, attributes: dict[str, Any]) -> None:
        """Describe an entity, an activity or an agent; a second description of a name stands beside the first."""
        held = self._records[kind]
        before = held.setdefault(name, attributes)
        if isinstance(before, list):
            before.append(attributes)
        elif before is not attributes:
            held[name] = [before, attributes]

    def agent(self, name: str, label: str, attributes: dict[str, Any]) -> str:
        """Describe an agent once; its name."""
        self._records["agent"].setdefault(name, {"prov:label": label, **attributes})
        return name

    def relate(self, kind: str, members: tuple[str, str], first: str, second: str, **attributes: Any) -> None:
        """State a relation between two names, once for each kind and `prov:type` of it."""
        said = attributes.get("type")
        key = (f"{kind} {said}", first, second)
        if key in self._seen:
            return
        self._seen.add(key)
        record: dict[str, Any] = {f"prov:{members[0]}": first, f"prov:{members[1]}": second}
        if said is not None:
            record["prov:type"] = qualified(said)
        if attributes.get("time") is not None:
            record["prov:time"] = attributes["time"]
        held = self._records.setdefault(kind, {})
        held[f"_:{kind}{len(held) + 1}"] = record

    def used(self, activity: str, entity: str, said: str | None = None) -> None:
        """An activity took something in."""
        self.relate("used", ("activity", "entity"), activity, entity, type=said)

    def generated(self, entity: str, activity: str, time: str | None = None) -> None:
        """An activity made something."""
        self.relate("wasGeneratedBy", ("entity", "activity"), entity, activity, time=time)

    def stated_at(self, entity: str, time: str) -> None:
        """Something was made at a time, by an activity that is not recorded."""
        held = self._records.setdefault("wasGeneratedBy", {})
        held[f"_:wasGeneratedBy{len(held) + 1}"] = {"prov:entity": entity, "prov:time": time}

    def derived(self, entity: str, source: str, said: str | None = None) -> None:
        """Something was made from something."""
        self.relate("wasDerivedFrom", ("generatedEntity", "usedEntity"), entity, source, type=said)

    def attributed(self, entity: str, agent: str) -> None:
        """Somebody answers for something."""
        self.relate("wasAttributedTo", ("entity", "agent"), entity, agent)

    def associated(self, activity: str, agent: str) -> None:
        """Somebody did something."""
        self.relate("wasAssociatedWith", ("activity", "agent"), activity, agent)

    def informed(self, later: str, earlier: str) -> None:
        """One activity followed from another."""
        self.relate("wasInformedBy", ("informed", "informant"), later, earlier)

    def influenced(self, influencee: str, influencer: str, said: str) -> None:
        """A relation that PROV has no word of its own for."""
        self.relate("wasInfluencedBy", ("influencee", "influencer"), influencee, influencer, type=said)

    def author(self, name: str) -> str:
        """Somebody whom the record names: a person or a program, which it does not say."""
        return self.agent(self.names.element("author", name), name, {})

    def engine(self, name: str, version: str | None) -> str:
        """A reasoner, in the version that is stated."""
        stated = {} if version is None else {"ponens:engine_version": version}
        parts = (name,) if version is None else (name, version)
        return self.agent(
            self.names.element("engine", *parts), name, {"prov:type": types("prov:SoftwareAgent"), **stated}
        )

    def value(self) -> dict[str, Any]:
        """The document as a JSON value."""
        return {"prefix": self.names.prefixes, **{kind: held for kind, held in self._records.items() if held}}


def qualified(name: str) -> dict[str, str]:
    """A qualified name as the value of an attribute."""
    return {"$": name, "type": "prov:QUALIFIED_NAME"}


def types(*names: str) -> list[dict[str, str]]:
    """Several of them, as the types of something."""
    return [qualified(name) for name in names]


def described(record: object, *members: str) -> dict[str, Any]:
    """Some members of a record as attributes in the namespace of the specification; those that say something."""
    found = ((member, _plain(getattr(record, member, None))) for member in members)
    return {f"ponens:{member}": value for member, value in found if value not in (None, "", [])}


def labelled(label: str | None) -> dict[str, Any]:
    """A name for a person, if there is one."""
    return {"prov:label": label} if label else {}


def unread(element: Unrecognized) -> dict[str, Any]:
    """What is said of an element that could not be read: where it stands, and why."""
    return {
        "prov:type": types("ponens:Unrecognized"),
        "ponens:path": element.path,
        "ponens:faults": list(element.faults),
    }


def time_of(text: object) -> str | None:
    """A time, if it is one of XML Schema's, which PROV wants."""
    if not isinstance(text, str) or not _TIME.fullmatch(text):
        return None
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return None
    return text


def _plain(value: object) -> Any:
    match value:
        case Word():
            return value.value
        case OpenWord():
            return value.word
        case str() | int() | float():
            return value
        case tuple():
            return [item for item in value if isinstance(item, str | int | float)]
    return None
