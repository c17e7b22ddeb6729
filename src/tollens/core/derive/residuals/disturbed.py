"""§13.1, §15.3, §18.3 Results that a merge disturbed: not fresh while a residual asks for them to be established again.

§18.3 compares what a result rests on then and now. A merge knows more: what the other side edited and never modelled,
or that it could not tell what a result rests on. Where it asks for a result to be established again, the comparison
alone would say more than the record does.
"""

from collections.abc import Mapping, Sequence

import msgspec

from tollens.core.derive.freshness.verdicts import Verdict
from tollens.core.derive.residuals.surface import UNRECOGNIZED, Gap
from tollens.core.model import Freshness, ResidualKind, ResidualStatus

_ASKING = (ResidualKind.NeedsRereasoning.value, UNRECOGNIZED)
_STANDING = (ResidualStatus.ResidualOpen.value, ResidualStatus.ResidualAcknowledged.value)


def disturbed(verdicts: Mapping[str, Verdict], gaps: Sequence[Gap]) -> dict[str, Verdict]:
    """The verdicts, of which none is Fresh that a standing residual asks to establish again.

    To acknowledge such a residual is to have seen it, which establishes nothing. It ends where it is addressed, waived
    or replaced. A residual that cannot be read may ask for that: not understanding a doubt does not remove it.

    Args:
        verdicts: By artifact id, in list order.
        gaps: The declared gaps.
    """
    found = dict(verdicts)
    for gap in gaps:
        if gap.kind not in _ASKING or gap.status not in _STANDING or gap.superseded_by is not None:
            continue
        for name in gap.about:
            verdict = found.get(name)
            if verdict is not None and verdict.verdict is Freshness.Fresh:
                found[name] = msgspec.structs.replace(
                    verdict, verdict=Freshness.Stale, basis="disturbed", reason=_reason(gap)
                )
    return found


def _reason(gap: Gap) -> str:
    if gap.kind == UNRECOGNIZED:
        return f"{gap.residual_id!r} is about it, cannot be read, and may ask for it to be established again"
    return f"a merge asks for it to be established again: {gap.residual_id!r}"
