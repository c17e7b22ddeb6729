"""§15.3 The merge of two traces: what either side changed, what became of each prior result, and one trace of both."""

from tollens.core.merge.checking import CheckReport, check_merge
from tollens.core.merge.merging import Merged, merge
from tollens.core.merge.parents import Parents, Side, parents
from tollens.core.merge.report import MergeReport

__all__ = ["CheckReport", "MergeReport", "Merged", "Parents", "Side", "check_merge", "merge", "parents"]
