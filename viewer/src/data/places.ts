/** Where on the page a thing is shown, by its id. */

import { to } from "../app/router.ts";
import type { Review } from "../document.ts";

export class Places {
  readonly #tabs = new Map<string, string>();

  constructor(review: Review) {
    for (const each of review.policies) this.#tabs.set(each.policy_id, "policies");
    for (const each of review.goals) this.#tabs.set(each.goal_id, "goals");
    for (const each of [...review.gaps, ...review.defeaters, ...review.derived])
      this.#tabs.set(each.residual_id, "gaps");
  }

  /** The address of what has this id: a residual, goal or policy of the review, else an artifact. */
  of(id: string): string {
    return to(this.#tabs.get(id) ?? "lineage", id);
  }

  /** An id among the artifacts, whatever else shows it too. */
  lineage(id: string): string {
    return to("lineage", id);
  }

  action(id: number): string {
    return to("story", "action", id);
  }

  /** The address of the subject of a reason or a step: an id, `goal/item`, or `action N`. Null for the whole trace. */
  subject(subject: string): string | null {
    if (subject === "") return null;
    const action = /^action (\d+)$/.exec(subject);
    if (action) return this.action(Number(action[1]));
    const slash = subject.indexOf("/");
    const goal = subject.slice(0, slash);
    if (slash > 0 && !this.#tabs.has(subject) && this.#tabs.get(goal) === "goals") return to("goals", goal);
    return this.of(subject);
  }

  /** The address of the target of a gap: `artifact ID`, `action N`, `policy_evaluation ID` …; null for what has no place. */
  target(target: string): string | null {
    const [, kind, id] = /^(\w+) (.+)$/s.exec(target) ?? [];
    if (id === undefined) return null;
    if (kind === "action") return /^\d+$/.test(id) ? this.action(Number(id)) : null;
    if (kind === "policy" || kind === "policy_evaluation") return to("policies", id);
    return kind === "artifact" || kind === "reference_artifact"
      ? to(this.#tabs.get(id) === "gaps" ? "gaps" : "lineage", id)
      : null;
  }
}

/** Where the record shows what a JSON pointer points to. */
export function pointerPlace(pointer: string): string {
  const [list, position, ...rest] = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (list === undefined) return to("record");
  if ((list === "actions" || list === "artifacts") && position !== undefined && /^\d+$/.test(position))
    return to("record", list, position, ...rest);
  return to("record", "rest", list, ...(position === undefined ? [] : [position, ...rest]));
}
