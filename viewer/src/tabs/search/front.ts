/** What can be found at once: everything that the page has read already, as one line each. */

import { to } from "../../app/router.ts";
import type { FileStory, PolicyStory, Review, Story } from "../../document.ts";

export interface Found {
  /** What it is, for a person. */
  readonly kind: string;
  readonly title: string;
  readonly more: string;
  readonly address: string;
}

export function fronts(
  review: Review,
  story: Story,
  policies: readonly PolicyStory[],
  files: readonly FileStory[],
): readonly Found[] {
  const gaps = [...review.gaps, ...review.defeaters];
  return [
    ...review.claims.map((claim) => ({
      kind: "claim",
      title: `${claim.verdict}: ${claim.subject}`,
      more: [claim.artifact_id, claim.by, claim.detail].filter(Boolean).join(" · "),
      address: addressOf(claim),
    })),
    ...review.goals.flatMap((goal) => [
      { kind: "goal", title: goal.intent, more: goal.goal_id, address: to("goals", goal.goal_id) },
      ...goal.acceptance.map((item) => ({
        kind: "goal's item",
        title: item.label,
        more: [goal.goal_id, item.acceptance_id, item.reason].filter(Boolean).join(" · "),
        address: to("goals", goal.goal_id),
      })),
    ]),
    ...gaps.map((gap) => ({
      kind: "attacks" in gap ? "counter-evidence" : "gap",
      title: gap.statement,
      more: [gap.residual_id, gap.severity, gap.status, gap.suggested_check].filter(Boolean).join(" · "),
      address: to("gaps", gap.residual_id),
    })),
    ...review.derived.map((gap) => ({
      kind: "gap",
      title: gap.statement,
      more: [gap.residual_id, gap.suggested_check].filter(Boolean).join(" · "),
      address: to("gaps", gap.residual_id),
    })),
    ...policies.map((policy) => ({
      kind: "policy",
      title: policy.name || policy.policy_id,
      more: [policy.policy_id, policy.status, policy.message].filter(Boolean).join(" · "),
      address: to("policies", policy.policy_id),
    })),
    ...files.map((file) => ({
      kind: "file",
      title: file.path,
      more: [file.how.join(", "), file.unchecked ? "not tested since" : ""].filter(Boolean).join(" · "),
      address: to("changes", file.path),
    })),
    ...story.units.map((unit) => ({
      kind: "unit of work",
      title: unit.title,
      more: [unit.id, unit.status, unit.intent, unit.outcome].filter(Boolean).join(" · "),
      address: unitAddress(story, unit),
    })),
  ];
}

function addressOf(claim: Review["claims"][number]): string {
  if (claim.artifact_id !== null) return to("lineage", claim.artifact_id);
  if (claim.action_id !== null) return to("story", "action", claim.action_id);
  return claim.policy_id !== null ? to("policies", claim.policy_id) : to("review");
}

function unitAddress(story: Story, unit: Story["units"][number]): string {
  const first = unit.actions[0]?.[0];
  const id = first === undefined ? null : (story.actions[first]?.[0] ?? null);
  return id === null ? to("story") : to("story", "action", id);
}

/** Those in which every word of the query begins a word, in their order. */
export function among(fronts: readonly Found[], query: readonly string[]): readonly Found[] {
  const tests = query.map(beginsAWord);
  return fronts.filter((front) => {
    const text = `${front.kind} ${front.title} ${front.more}`;
    return tests.every((test) => test.test(text));
  });
}

/** Tests whether a word begins with this one, which consists of letters, digits and `_` only. */
export function beginsAWord(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])${word}`, "iu");
}
