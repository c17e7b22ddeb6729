/** Where to begin: the first thing worth a look, or all that the evidence of a goal rests on. */

import type { ResolvedGoal, Review, Story } from "../../document.ts";
import { marksOf } from "./marks.tsx";
import type { Lineage } from "./neighbourhood.ts";

/** The first contested claim, else the first against the work, else the first that is stale, else the last artifact. */
export function beginning(lineage: Lineage, review: Review): number | undefined {
  const contested = review.claims.find(
    (claim) => claim.contested_by !== null && lineage.byId.has(claim.artifact_id ?? ""),
  );
  const claim = contested ?? review.claims.find((each) => lineage.byId.has(each.artifact_id ?? ""));
  if (claim && claim.weight === "against") return lineage.byId.get(claim.artifact_id ?? "");
  const marked = lineage.nodes.findIndex((node) => marksOf(node).includes("stale"));
  if (marked >= 0) return marked;
  return lineage.nodes.length > 0 ? lineage.nodes.length - 1 : undefined;
}

/** Positions of the artifacts that are evidence of a goal's items. */
export function evidenceOf(lineage: Lineage, goal: ResolvedGoal): readonly number[] {
  return goal.acceptance.flatMap((item) => item.evidence).flatMap((id) => lineage.byId.get(id) ?? []);
}

/** The evidence of a goal's items, then what else its cone of actions made. */
export function coneOf(lineage: Lineage, story: Story, goal: ResolvedGoal): readonly number[] {
  const cone = new Set(goal.cone);
  const makers = new Set<number>();
  story.actions.forEach(([id], position) => {
    if (id !== null && cone.has(id)) makers.add(position);
  });
  const made = lineage.nodes.flatMap((node, position) => (makers.has(node[4]) ? [position] : []));
  return [...new Set([...evidenceOf(lineage, goal), ...made])];
}
