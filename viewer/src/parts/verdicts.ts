/** What something came to, in the words of the command line. */

import type { ResolvedGoal } from "../document.ts";

export function goalWord(goal: ResolvedGoal): string {
  if (goal.status === "GoalAbandoned") return "abandoned";
  if (goal.reached) return "reached";
  if (goal.acceptance.some((item) => item.status === "AcceptBlocked")) return "blocked";
  return goal.acceptance.length === 0 ? "no items" : "not reached";
}

export function policyWord(status: string): string {
  return status === "failed" ? "violated" : status === "unknown" ? "undecided" : status;
}
