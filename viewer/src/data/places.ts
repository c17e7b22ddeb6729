/** Where on the page a thing is shown, by its id. */

import type { Review } from "../document.ts";
import { to } from "../app/router.ts";

export class Places {
  readonly #tabs = new Map<string, string>();

  constructor(review: Review) {
    for (const each of review.policies) this.#tabs.set(each.policy_id, "policies");
    for (const each of review.goals) this.#tabs.set(each.goal_id, "goals");
    for (const each of [...review.gaps, ...review.defeaters, ...review.derived]) this.#tabs.set(each.residual_id, "gaps");
  }

  /** The address of what has this id: a residual, goal or policy of the review, else an artifact. */
  of(id: string): string {
    return to(this.#tabs.get(id) ?? "lineage", id);
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

  /** The address of the target of a gap: `artifact ID`, `policy ID`, `action N`; null for `trace` and what is no place. */
  target(target: string): string | null {
    const [, kind, id] = /^(artifact|policy|goal|action) (.+)$/s.exec(target) ?? [];
    if (id === undefined) return null;
    return kind === "action" && /^\d+$/.test(id) ? this.action(Number(id)) : this.of(id);
  }
}
