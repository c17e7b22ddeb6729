"""§15.3 Trace composition."""

from tollens.core.model.base import Record, Word


class MergeEvent(Record, frozen=True, kw_only=True):
    """Two-parent provenance of a merged trace, kept off the artifact lineage (§15.3).

    `kind` is `merge`, `rebase`, `cherry-pick` or `squash`.
    """

    parents: tuple[str, ...] = ()
    base: str | None = None
    kind: str


class CarriedForwardBasis(Word):
    """Why a prior result provably still holds (§15.3)."""

    ClosureDisjoint = "closure_disjoint"
    UninterpretedOpaque = "uninterpreted_opaque"


class CarriedForwardPayload(Record, frozen=True, kw_only=True):
    """A prior result that the merge cannot have affected, with the witness to recompute it from (§15.3).

    Attributes:
        result_id: The carried reasoning result.
        closure: The component ids that were checked against the change set.
        via_assumptions: For UninterpretedOpaque, the assumptions relied upon.
    """

    result_id: str
    basis: CarriedForwardBasis
    closure: tuple[str, ...] = ()
    via_assumptions: tuple[str, ...] = ()
