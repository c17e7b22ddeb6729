"""§18.1 Goals and acceptance, and the freshness verdict of §18.3. Goals keep §18.6's spelling on the wire."""

from functools import cache
from typing import TYPE_CHECKING

from tollens.core.model.base import Constructors, Json, Record, Word

if TYPE_CHECKING:
    from tollens.core.model.unrecognized import UnrecognizedGoal, UnrecognizedItem


class AcceptanceKind(Word):
    """What a criterion asks for (§18.1); the tag of an acceptance item."""

    Change = "Change"
    Property = "Property"
    Obligation = "Obligation"
    Gap = "Gap"


class AcceptanceStatus(Word):
    """Where a criterion stands (§18.1)."""

    AcceptTodo = "AcceptTodo"
    AcceptDoing = "AcceptDoing"
    AcceptDone = "AcceptDone"
    AcceptBlocked = "AcceptBlocked"


class ChangeBinding(Record, frozen=True, kw_only=True):
    """An edit to `symbol`, in `file` if given (§18.1)."""

    symbol: str
    file: str | None = None


class PropertyBinding(Record, frozen=True, kw_only=True):
    """A property that must hold, by symbol, by name, or by both (§18.1)."""

    symbol: str | None = None
    property: str | None = None


class ObligationBinding(Record, frozen=True, kw_only=True):
    """A policy that must be satisfied (§18.1)."""

    policy_id: str


class GapBinding(Record, frozen=True, kw_only=True):
    """A residual that must be closed (§18.1)."""

    residual_id: str


@cache
def _kind_of(item: type) -> AcceptanceKind:
    """The kind that a class of acceptance items stands for; a trace holds many items of few classes."""
    return AcceptanceKind[item.__name__.removesuffix("Acceptance")]


class AcceptanceCommon(
    Record,
    metaclass=Constructors,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag=lambda name: name.removesuffix("Acceptance"),
):
    """What every acceptance item has (§18.1).

    Attributes:
        status: Authored; only a fallback where nothing resolves the item.
        formula: A formula tree over criteria; when present it drives resolution.
    """

    acceptance_id: str
    label: str
    status: AcceptanceStatus | None = None
    formula: Json | None = None

    @property
    def kind(self) -> AcceptanceKind:
        """The kind that the class stands for."""
        return _kind_of(type(self))


class ChangeAcceptance(AcceptanceCommon, frozen=True, kw_only=True):
    """Met when the edit has landed (§18.2)."""

    binding: ChangeBinding | None = None

    HELD = ("binding", (ChangeBinding, type(None)))


class PropertyAcceptance(AcceptanceCommon, frozen=True, kw_only=True):
    """Met when a matching goal is proved, fresh and uncontested (§18.2)."""

    binding: PropertyBinding | None = None

    HELD = ("binding", (PropertyBinding, type(None)))


class ObligationAcceptance(AcceptanceCommon, frozen=True, kw_only=True):
    """Met when the policy passed (§18.2)."""

    binding: ObligationBinding | None = None

    HELD = ("binding", (ObligationBinding, type(None)))


class GapAcceptance(AcceptanceCommon, frozen=True, kw_only=True):
    """Met when the residual is addressed or waived (§18.2)."""

    binding: GapBinding | None = None

    HELD = ("binding", (GapBinding, type(None)))


KnownAcceptanceItem = ChangeAcceptance | PropertyAcceptance | ObligationAcceptance | GapAcceptance
"""`acceptance_item` with its binding chosen by its kind (§18.1)."""

# As `Kept`, with a kind of its own.
if TYPE_CHECKING:
    AcceptanceItem = KnownAcceptanceItem | UnrecognizedItem
else:
    AcceptanceItem = KnownAcceptanceItem


class GoalStatus(Word):
    """Where a goal stands, as authored (§18.1)."""

    GoalScratch = "GoalScratch"
    GoalActive = "GoalActive"
    GoalDone = "GoalDone"
    GoalAbandoned = "GoalAbandoned"


class Goal(Record, frozen=True, kw_only=True):
    """An intent and what "done" means for it (§18.1)."""

    goal_id: str
    intent: str
    scope: tuple[str, ...] = ()
    acceptance: tuple[AcceptanceItem, ...] = ()
    status: GoalStatus | None = None
    meta_action_id: str | None = None


if TYPE_CHECKING:
    AnyGoal = Goal | UnrecognizedGoal
else:
    AnyGoal = Goal


class Freshness(Word):
    """Whether a reasoning result still applies (§18.3). Derived, never stored in a trace."""

    Fresh = "Fresh"
    Stale = "Stale"
    Detached = "Detached"
