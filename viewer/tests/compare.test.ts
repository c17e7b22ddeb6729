import { expect, it } from "vitest";
import type { Comparison } from "../src/document.ts";
import { rowsOf } from "../src/tabs/compare/rows.ts";

const nothing = {
  loss: false,
  losses: 0,
  kept: 0,
  related: true,
  evidence: [],
  gaps: [],
  goals: [],
  policies: [],
} as unknown as Comparison;

it("tells a verdict once where its standing says the same", () => {
  const held = { artifact_id: "v", action_id: 3, verdict: "proved", standing: "holds", why: "" };
  const evidence = [
    {
      change: "contested",
      loss: true,
      type: "VerificationResult",
      subject: "s",
      before: held,
      after: { ...held, standing: "contested", why: "r" },
      matched_by: "id",
      reason: "because",
    },
  ];
  const [row] = rowsOf({ ...nothing, evidence } as unknown as Comparison).evidence;
  expect(row?.before?.words).toEqual(["proved"]);
  expect(row?.after).toEqual({ id: "v", action: 3, words: ["proved", "contested"], note: "r" });
  expect(row?.loss).toBe(true);
});

it("has nothing on the side of a trace that does not have the gap", () => {
  const gap = {
    change: "vanished",
    loss: true,
    residual_id: "r",
    status: "open",
    severity: "high",
    severity_before: "high",
    kind: "assumption",
    statement: "s",
  };
  const [vanished, opened] = rowsOf({
    ...nothing,
    gaps: [gap, { ...gap, change: "opened", severity_before: "" }],
  } as unknown as Comparison).gap;
  expect([vanished?.before?.words, vanished?.after]).toEqual([["high"], null]);
  expect([opened?.before, opened?.after?.words]).toEqual([null, ["high", "open"]]);
});

it("keeps the items of a goal with it", () => {
  const state = { status: "GoalActive", reached: true, progress: 0.5, certified: true, governed: false, open_gaps: 1 };
  const item = {
    acceptance_id: "a",
    label: "l",
    change: "fell",
    loss: true,
    before: "AcceptDone",
    after: "",
    evidence_before: ["v"],
    evidence_after: [],
    reason: "gone",
  };
  const goals = [
    { change: "dropped", loss: true, goal_id: "g", intent: "i", before: state, after: null, items: [item] },
  ];
  const [row] = rowsOf({ ...nothing, goals } as unknown as Comparison).goal;
  expect(row?.before).toEqual({
    id: "g",
    action: null,
    words: ["reached"],
    note: "50 % done · 1 open gap · certified · a policy fails over it",
  });
  expect(row?.after).toBeNull();
  expect(row?.items.map((each) => [each.subject, each.before?.note, each.after])).toEqual([["l", "v", null]]);
});

it("says of a policy that the other trace does not hold it", () => {
  const state = { status: "", recorded: "", severity: "error", contested_by: "r" };
  const policies = [{ change: "added", loss: false, policy_id: "p", name: "", before: null, after: state, reason: "" }];
  const [row] = rowsOf({ ...nothing, policies } as unknown as Comparison).policy;
  expect([row?.subject, row?.before, row?.after?.words, row?.after?.note]).toEqual([
    "p",
    null,
    ["not in the trace"],
    "error · contested by r",
  ]);
});
