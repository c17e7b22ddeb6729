"""What the generated Pydantic models share (§16.4). Needs the extra `pydantic`; nothing else of tollens imports it."""

from typing import Any, ClassVar, Self, TypeVar

import msgspec
from pydantic import BaseModel, ConfigDict, model_validator

from tollens.core.model.base import Record, decode_hook
from tollens.core.wire.encode import to_value

T = TypeVar("T", bound=Record)


class Projection(BaseModel):
    """A model of one record or constructor of the text.

    Values are not coerced: a number in a string's place is refused. Unknown members are kept, as the specification's
    readers keep them; members that belong to another constructor of the same union are refused unless they are null.
    Alternative spellings of older files are not read here: `tollens upgrade` rewrites them. Open JSON that is nested
    deeper than Pydantic itself goes (some 250 levels) is refused.
    """

    model_config = ConfigDict(frozen=True, extra="allow", allow_inf_nan=False)

    foreign: ClassVar[frozenset[str]] = frozenset()
    """Members that only other constructors of the union have."""
    omittable: ClassVar[frozenset[str]] = frozenset()
    """Members that may be absent but not null."""
    exactly_one: ClassVar[bool] = False
    """Whether exactly one of the omittable members is given (§16.1)."""
    verdict: ClassVar[tuple[str, str] | None] = None
    """The field that names the tag of another one (§10.4)."""

    @model_validator(mode="before")
    @classmethod
    def _check_members(cls, value: Any) -> Any:
        """Refuse what no field's own type can refuse."""
        if not isinstance(value, dict):
            return value
        for name in cls.omittable:
            if name in value and value[name] is None:
                raise ValueError(f"`{name}` may be absent, not null")
        for name in sorted(cls.foreign):
            if value.get(name) is not None:
                raise ValueError(f"`{name}` does not belong to {cls.__name__}")
        return {name: held for name, held in value.items() if name not in cls.foreign} if cls.foreign else value

    @model_validator(mode="after")
    def _check_tags(self) -> Self:
        """Refuse a result with no tag, two tags, or another tag than its status says."""
        if self.exactly_one and sum(getattr(self, name) is not None for name in self.omittable) != 1:
            raise ValueError(f"exactly one of {', '.join(sorted(self.omittable))} must be given")
        if self.verdict is not None:
            status, result = (getattr(self, name) for name in self.verdict)
            if getattr(result, status) is None:
                raise ValueError(f"`{self.verdict[1]}` must be tagged `{status}` as `{self.verdict[0]}` says")
        return self

    def wire(self) -> dict[str, Any]:
        """The JSON value in its normal form, unknown members included."""
        return _plain(self, unknown=True)  # type: ignore[no-any-return]

    @classmethod
    def of(cls, canonical: Record) -> Self:
        """The model of a canonical value."""
        return cls.model_validate(to_value(canonical))

    def _canonical(self, kind: type[T]) -> T:
        """Rebuild the canonical value, which has no place for unknown members (§16.4)."""
        return msgspec.convert(_plain(self, unknown=False), kind, dec_hook=decode_hook)


def _plain(value: Any, unknown: bool) -> Any:
    """A value made of JSON's own types; its depth is that of the model, as open JSON is passed through."""
    if isinstance(value, tuple):
        return [_plain(item, unknown) for item in value]
    if not isinstance(value, Projection):
        return value
    made: dict[str, Any] = {}
    for name, field in type(value).model_fields.items():
        held = getattr(value, name)
        wire = field.alias or name
        if held is not None or wire not in value.omittable:
            made[wire] = _plain(held, unknown)
    if unknown:
        made.update(value.model_extra or {})
    return made
