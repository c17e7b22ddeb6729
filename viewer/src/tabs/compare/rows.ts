/** The changes of a comparison as rows of one kind, so that losses of all kinds can stand together. */

import type { Comparison, Held } from "../../document.ts";
import { count } from "../../parts/words.ts";

export interface Row {
  readonly kind: "evidence" | "gap" | "goal" | "policy";
  /** What became of it, in the word of `tollens diff`. */
  readonly change: string;
  readonly loss: boolean;
  readonly subject: string;
  /** Ids in the first and in the second trace; null where it has none there. */
  readonly before: Side | null;
  readonly after: Side | null;
  readonly reason: string;
  /** Of a goal, what became of its items. */
  readonly items: readonly Row[];
}

export interface Side {
  readonly id: string | null;
  readonly action: number | null;
  /** What it says there, the most important word first. */
  readonly words: readonly string[];
  readonly note: string;
}

export function rowsOf(comparison: Comparison): Readonly<Record<Row["kind"], readonly Row[]>> {
  return {
    evidence: comparison.evidence.map(evidence),
    gap: comparison.gaps.map(gap),
    goal: comparison.goals.map(goal),
    policy: comparison.policies.map(policy),
  };
}

function evidence(change: Comparison["evidence"][number]): Row {
  return {
    kind: "evidence",
    change: change.change,
    loss: change.loss,
    subject: `${change.type}: ${change.subject}`,
    before: held(change.before),
    after: held(change.after),
    reason: change.reason,
    items: [],
  };
}

function held(of: Held | null): Side | null {
  if (of === null) return null;
  const words = of.standing === "holds" || of.standing === of.verdict ? [of.verdict] : [of.verdict, of.standing];
  return { id: of.artifact_id, action: of.action_id, words, note: of.why };
}

function gap(change: Comparison["gaps"][number]): Row {
  const there = change.change !== "vanished";
  const before = change.severity_before ? { id: null, action: null, words: [change.severity_before], note: "" } : null;
  const after = there
    ? { id: change.residual_id, action: null, words: [change.severity, change.status], note: "" }
    : null;
  return {
    kind: "gap",
    change: change.change,
    loss: change.loss,
    subject: `${change.kind}: ${change.statement}`,
    before,
    after,
    reason: "",
    items: [],
  };
}

function goal(change: Comparison["goals"][number]): Row {
  const state = (of: typeof change.before): Side | null =>
    of && {
      id: change.goal_id,
      action: null,
      words: [of.reached ? "reached" : "not reached"],
      note: [
        `${Math.round(of.progress * 100)} % done`,
        of.open_gaps ? count(of.open_gaps, "open gap") : "",
        of.certified ? "certified" : "",
        of.governed === false ? "a policy fails over it" : "",
      ]
        .filter(Boolean)
        .join(" · "),
    };
  return {
    kind: "goal",
    change: change.change,
    loss: change.loss,
    subject: change.intent,
    before: state(change.before),
    after: state(change.after),
    reason: "",
    items: change.items.map(item),
  };
}

function item(change: Comparison["goals"][number]["items"][number]): Row {
  const side = (status: string, evidence: readonly string[]): Side | null =>
    status ? { id: null, action: null, words: [status], note: evidence.join(", ") } : null;
  return {
    kind: "goal",
    change: change.change,
    loss: change.loss,
    subject: change.label,
    before: side(change.before, change.evidence_before),
    after: side(change.after, change.evidence_after),
    reason: change.reason,
    items: [],
  };
}

function policy(change: Comparison["policies"][number]): Row {
  const state = (of: typeof change.before): Side | null =>
    of && {
      id: change.policy_id,
      action: null,
      words: [of.status || "not in the trace"],
      note: [of.severity, of.contested_by ? `contested by ${of.contested_by}` : ""].filter(Boolean).join(" · "),
    };
  return {
    kind: "policy",
    change: change.change,
    loss: change.loss,
    subject: change.name || change.policy_id,
    before: state(change.before),
    after: state(change.after),
    reason: change.reason,
    items: [],
  };
}
