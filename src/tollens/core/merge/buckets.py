"""§15.3 Which buckets a merged trace puts its prior results in, as it is recorded."""

from tollens.core.graph.grounds import results_to_establish_again
from tollens.core.graph.index import Index
from tollens.core.merge.account import Account, Bucket
from tollens.core.model.artifacts import CarriedForwardArtifact, ReasoningResult, ResidualArtifact
from tollens.core.model.residuals import ResidualKind, ResidualStatus


class Buckets:
    """The accounts that stand in a merged trace; what a later one supersedes, or what is addressed, does not.

    Attributes:
        carried: Positions of the CarriedForward artifacts by the result that they carry.
        rereasoned: Positions of the NeedsRereasoning residuals by the results that they are about.

    Args:
        index: Of the trace.
    """

    def __init__(self, index: Index) -> None:
        self.carried: dict[str, list[int]] = {}
        self.rereasoned: dict[str, list[int]] = {}
        replaced = index.replaced
        unread = {each.artifact_id for _, each in index.unread_artifacts}
        for position, artifact in index.of(CarriedForwardArtifact):
            if artifact.artifact_id not in replaced:
                self.carried.setdefault(artifact.payload.result_id, []).append(position)
        for position, gap in index.of(ResidualArtifact):
            addressed = gap.payload.status is ResidualStatus.ResidualAddressed
            if gap.payload.kind is not ResidualKind.NeedsRereasoning or addressed or gap.artifact_id in replaced:
                continue
            for name in results_to_establish_again(
                gap.payload,
                gap.derived_from,
                lambda name: name in unread or isinstance(index.artifact(name), ReasoningResult),
            ):
                self.rereasoned.setdefault(name, []).append(position)

    def of(self, account: Account) -> list[Bucket]:
        """The buckets that a result is in: exactly one, where all is well.

        That a result was established again is not recorded; it is so where that is recomputed and nothing else stands.
        """
        name = account.merged_id
        found = [Bucket.CarriedForward] * len(self.carried.get(name, ()))
        found += [Bucket.NeedsRereasoning] * min(1, len(self.rereasoned.get(name, ())))
        if not found and account.bucket is Bucket.Reestablished:
            return [Bucket.Reestablished]
        return found
