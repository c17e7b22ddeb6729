"""§10.1 and §10.2: formalizations and formal models."""

from msgspec import UNSET, UnsetType

from tollens.core.model.base import Record, Word


class FormalizationStatus(Word):
    """How far source code was carried into the model language (§10.1)."""

    Transparent = "transparent"
    Opaque = "opaque"
    Failed = "failed"


class FormalizationPayload(Record, frozen=True, kw_only=True):
    """Source code and the formal text made of it (§10.1).

    `src_code_ref` and `formal_code_ref` stand beside an empty text whose content was moved to an object store.
    """

    status: FormalizationStatus
    src_lang: str
    src_code: str
    formal_code: str
    model_language: str | None = None
    symbols: tuple[str, ...] = ()
    src_code_ref: str | UnsetType = UNSET
    formal_code_ref: str | UnsetType = UNSET


class FormalModelPayload(Record, frozen=True, kw_only=True):
    """A model text and the symbols it defines (§10.2).

    `formal_code_ref` stands beside an empty `formal_code` whose content was moved to an object store.
    """

    model_language: str
    formal_code: str
    symbols: tuple[str, ...] = ()
    scope: str | None = None
    formal_code_ref: str | UnsetType = UNSET
