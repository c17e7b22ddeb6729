/** What something came to, in the words of the command line. */

import type { Claim, ResolvedGoal } from "../document.ts";
import { plainWord, type Tone, toneOf } from "./badge.tsx";

export function goalWord(goal: ResolvedGoal): string {
  if (goal.status === "GoalAbandoned") return "abandoned";
  if (goal.reached) return "reached";
  if (goal.acceptance.some((item) => item.status === "AcceptBlocked")) return "blocked";
  return goal.acceptance.length === 0 ? "no items" : "not reached";
}

export function policyWord(status: string): string {
  return status === "failed" ? "violated" : status === "unknown" ? "undecided" : status;
}

/** The tone of a claim's verdict: good only where it speaks for the work once all that bears on it is counted in. */
export function claimTone(claim: Claim): Tone {
  const tone = toneOf(plainWord(claim.verdict));
  if (tone !== "good" || claim.weight === "for") return tone;
  return claim.weight === "against" ? "contested" : "warn";
}
