import { expect, it } from "vitest";
import type { StoryAction } from "../src/document.ts";
import { APART, grouped, named, placeOf } from "../src/tabs/policies/timeline.tsx";

it("shows few marks one by one and gathers many, losing none", () => {
  expect(grouped([1, 5], 10)).toEqual([
    { position: 1, count: 1 },
    { position: 5, count: 1 },
  ]);
  const many = grouped(
    Array.from({ length: 5000 }, (_, at) => at * 2),
    10_000,
  );
  expect(many.length).toBe(APART);
  expect(many.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
  expect(many[0]).toEqual({ position: 0, count: 42 });
});

it("names an action without an id by where it stands", () => {
  const actions = [
    [4, "activity", "ReadFile", "Read\nit", "", -1],
    [null, "", "unrecognized", "", "", -1],
  ] as unknown as StoryAction[];
  expect([named(actions, 0), named(actions, 1)]).toEqual(["action 4 · Read it", "action at 1 · unrecognized"]);
  expect([placeOf(actions, 0), placeOf(actions, 1), placeOf(actions, 9)]).toEqual([
    "#/story/action/4",
    "#/record/actions/1",
    "#/record/actions/9",
  ]);
});
