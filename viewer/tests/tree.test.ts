import { expect, test } from "vitest";
import { linesOf, treeOf, within } from "../src/data/tree.ts";
import type { Story, StoryAction, StoryUnit } from "../src/document.ts";

function unit(id: string, parent_id: string | null, actions: [number, number][]): StoryUnit {
  return { id, title: id, intent: "", outcome: "", status: "", source: "", parent_id, abandoned: false, actions };
}

function story(units: StoryUnit[], count: number, failed: number[] = []): Story {
  const owner = new Map(
    units.flatMap(({ actions }, place) =>
      actions.flatMap(([from, length]) => Array.from({ length }, (_, more) => [from + more, place] as const)),
    ),
  );
  const actions = Array.from(
    { length: count },
    (_, at): StoryAction => [
      at + 1,
      "activity",
      "RunTests",
      `action ${at + 1}`,
      failed.includes(at) ? "failed" : "",
      owner.get(at) ?? -1,
    ],
  );
  return { units, actions };
}

const shown = (told: Story, open = (_: number) => true, wanted?: (at: number) => boolean) =>
  linesOf(treeOf(told), open, wanted).map(
    (line) => `${" ".repeat(line.depth)}${line.kind === "unit" ? told.units[line.at]?.id : line.at}`,
  );

test("inner meta-actions stand among the actions, strays among the outermost", () => {
  const told = story(
    [
      unit("a", null, [
        [1, 1],
        [4, 1],
      ]),
      unit("b", "a", [[2, 2]]),
    ],
    6,
  );
  expect(shown(told)).toEqual(["0", "a", " 1", " b", "  2", "  3", " 4", "5"]);
  expect(shown(told, () => false)).toEqual(["0", "a", "5"]);
});

test("sizes and failures count what is further inside", () => {
  const tree = treeOf(
    story([unit("a", null, [[0, 1]]), unit("b", "a", [[1, 2]]), unit("c", "b", [[3, 1]])], 4, [2, 3]),
  );
  expect(tree.size).toEqual([4, 3, 1]);
  expect(tree.failed).toEqual([2, 2, 1]);
  expect(within(tree, 2)).toEqual([2, 1, 0]);
});

test("a meta-action inside itself, or inside one that is not there, stands outside", () => {
  const told = story(
    [unit("a", "b", [[0, 1]]), unit("b", "a", [[1, 1]]), unit("c", "c", []), unit("d", "gone", [[2, 1]])],
    3,
  );
  expect(
    shown(told)
      .map((line) => line.trim())
      .sort(),
  ).toEqual(["0", "1", "2", "a", "b", "c", "d"]);
});

test("of a filtered story the meta-actions that hold something wanted are left", () => {
  const told = story([unit("a", null, [[0, 1]]), unit("b", "a", [[1, 2]]), unit("c", null, [[3, 1]])], 4);
  expect(
    shown(
      told,
      () => true,
      (at) => at === 2,
    ),
  ).toEqual(["a", " b", "  2"]);
});

test("twenty thousand meta-actions, each inside the one before, take no recursion", () => {
  const many = 20_000;
  const units = Array.from({ length: many }, (_, at) => unit(`u${at}`, at === 0 ? null : `u${at - 1}`, [[at, 1]]));
  const tree = treeOf(story(units, many));
  expect(tree.size[0]).toBe(many);
  expect(linesOf(tree, () => true).length).toBe(2 * many);
});
