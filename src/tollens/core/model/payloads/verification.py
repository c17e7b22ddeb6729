"""§10.3 and §10.4: verification goals and results."""

from msgspec import UNSET, UnsetType

from tollens.core.model.base import Record, Word
from tollens.core.model.fingerprint import ReasoningFingerprint


class VerificationGoalKind(Word):
    """What is asked of the reasoner (§10.3)."""

    VerifyGoal = "verify"
    Instance = "instance"
    Theorem = "theorem"
    Lemma = "lemma"
    Axiom = "axiom"


class PropertyStatus(Word):
    """What is known of one property (§10.3)."""

    Pending = "pending"
    Proved = "proved"
    Refuted = "refuted"
    UnknownProperty = "unknown"


class PropertyItem(Record, frozen=True, kw_only=True):
    """One property of a verification goal or proof (§10.3)."""

    name: str
    status: PropertyStatus
    src: str
    note: str | None = None


class VerificationGoalPayload(Record, frozen=True, kw_only=True):
    """A goal put to a reasoner about `target_artifact_id` (§10.3)."""

    goal_id: int
    goal_revision: int | None = None
    kind: VerificationGoalKind
    description: str
    src: str
    target_artifact_id: str
    target_symbol: str | None = None
    properties: tuple[PropertyItem, ...] = ()


class VerificationResultStatus(Word):
    """The reasoner's verdict (§10.4)."""

    VrProved = "proved"
    VrRefuted = "refuted"
    VrSat = "sat"
    VrUnknown = "unknown"


class SatModelType(Word):
    """What a satisfying model is (§10.4)."""

    InstanceModel = "instance_model"
    CounterexampleModel = "counterexample_model"


class SatModel(Record, frozen=True, kw_only=True):
    """A satisfying model in the model language (§10.4)."""

    m_type: SatModelType
    src: str


class ProvedResult(Record, frozen=True, kw_only=True):
    """The goal was proved (§10.4)."""

    proof_pp: str
    properties: tuple[PropertyItem, ...] = ()


class RefutedResult(Record, frozen=True, kw_only=True):
    """The goal was refuted (§10.4)."""

    counterexample: str


class SatResult(Record, frozen=True, kw_only=True):
    """A model satisfies the goal; never a proof (§10.4)."""

    model: SatModel


class UnknownResult(Record, frozen=True, kw_only=True):
    """The reasoner could not tell (§10.4)."""

    note: str | None = None


class VerificationResultVariant(Record, frozen=True, kw_only=True):
    """Exactly one of the four results, each under its own tag (§10.4, §16.1).

    >>> VerificationResultVariant.of(RefutedResult(counterexample="x = 0")).tag
    'refuted'
    """

    proved: ProvedResult | UnsetType = UNSET
    refuted: RefutedResult | UnsetType = UNSET
    sat: SatResult | UnsetType = UNSET
    unknown: UnknownResult | UnsetType = UNSET

    def __post_init__(self) -> None:
        given = [self.proved, self.refuted, self.sat, self.unknown]
        if given.count(UNSET) != 3:
            raise ValueError("Expected exactly one of `proved`, `refuted`, `sat`, `unknown`")

    @classmethod
    def of(cls, result: ProvedResult | RefutedResult | SatResult | UnknownResult) -> "VerificationResultVariant":
        """Put a result under its tag."""
        match result:
            case ProvedResult():
                return cls(proved=result)
            case RefutedResult():
                return cls(refuted=result)
            case SatResult():
                return cls(sat=result)
            case UnknownResult():
                return cls(unknown=result)

    @property
    def tag(self) -> str:
        """The tag that is set."""
        return _TAGS[type(self.value)]

    @property
    def value(self) -> ProvedResult | RefutedResult | SatResult | UnknownResult:
        """The result under the tag."""
        for result in (self.proved, self.refuted, self.sat, self.unknown):
            if not isinstance(result, UnsetType):
                return result
        raise AssertionError("one is set")


_TAGS: dict[type, str] = {ProvedResult: "proved", RefutedResult: "refuted", SatResult: "sat", UnknownResult: "unknown"}


class VerificationResultPayload(Record, frozen=True, kw_only=True):
    """What a reasoner answered to the goal `goal_artifact_id` (§10.4).

    `status` and the tag of `result` name the same verdict; a payload in which they differ cannot be built.
    """

    goal_id: int
    goal_artifact_id: str
    status: VerificationResultStatus
    engine: str | None = None
    completed_at: str | None = None
    result: VerificationResultVariant
    fingerprint: ReasoningFingerprint | None = None

    def __post_init__(self) -> None:
        if self.status.value != self.result.tag:
            raise ValueError(
                f"Expected `result` tagged `{self.status.value}` as `status` says, got `{self.result.tag}`"
            )
