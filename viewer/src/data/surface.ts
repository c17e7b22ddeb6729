/** How much of the residual surface is outstanding, and how its entries are ordered (§13). */

import type { Review } from "../document.ts";

export function openGaps(review: Review): number {
  return [...review.gaps, ...review.defeaters].filter((gap) => gap.open).length + review.derived.length;
}

const SEVERITIES = ["critical", "high", "medium", "low", "info"];

/** Where a severity stands, the gravest first; one that is none of them stands last. */
export function severityRank(severity: string): number {
  const place = SEVERITIES.indexOf(severity);
  return place < 0 ? SEVERITIES.length : place;
}
