/** What of the residual surface is outstanding, as `Gap.open` and `Defeater.open` of the Python side say it (§13.2). */

import type { Defeater, Gap, Review } from "../document.ts";

export function gapOpen(gap: Gap): boolean {
  return gap.status === "open" && gap.superseded_by === null;
}

/** To have acknowledged a defeater answers nothing. */
export function defeaterOpen(defeater: Defeater): boolean {
  return (defeater.status === "open" || defeater.status === "acknowledged") && defeater.superseded_by === null;
}

export function openGaps(review: Review): number {
  return review.gaps.filter(gapOpen).length + review.defeaters.filter(defeaterOpen).length + review.derived.length;
}

const SEVERITIES = ["critical", "high", "medium", "low", "info"];

/** Where a severity stands, the gravest first; one that is none of them stands last. */
export function severityRank(severity: string): number {
  const place = SEVERITIES.indexOf(severity);
  return place < 0 ? SEVERITIES.length : place;
}
