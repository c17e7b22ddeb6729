import { describe, expect, it } from "vitest";
import type { LineageNode, ResolvedGoal, Review, Story } from "../src/document.ts";
import { curve, HEAVY, layoutOf } from "../src/tabs/lineage/layout.ts";
import { choice, FAN, lineageOf, MOST, neighbours, partAround } from "../src/tabs/lineage/neighbourhood.ts";
import { beginning, coneOf } from "../src/tabs/lineage/seeds.ts";
import { ranked, spared } from "../src/tabs/lineage/sparing.ts";

const node = (
  id: string,
  parents: number[] = [],
  more: Partial<Record<"maker" | "freshness" | "contested", unknown>> = {},
): LineageNode =>
  [
    id,
    "Plan",
    "",
    "",
    more.maker ?? -1,
    parents,
    [],
    more.freshness ?? null,
    more.contested ?? null,
    null,
  ] as unknown as LineageNode;

const chain = lineageOf(Array.from({ length: 10 }, (_, at) => node(`a${at}`, at ? [at - 1] : [])));
const positions = (part: { shown: readonly { position: number }[] }) => part.shown.map(({ position }) => position);

describe("the part that is shown", () => {
  it("goes as far as it is told on each side", () => {
    expect(positions(partAround(chain, [5], { made: 2, came: 1 }, new Map()))).toEqual([3, 4, 5, 6]);
    expect(positions(partAround(chain, [5], { made: 0, came: 0 }, new Map()))).toEqual([5]);
  });

  it("counts what it leaves out at the node that leads there", () => {
    const part = partAround(chain, [5], { made: 1, came: 0 }, new Map());
    expect(part.shown[0]).toEqual({ position: 4, hidden: { made: 1, came: 0 }, beside: { made: 0, came: 1 } });
    expect(part.edges).toEqual([[4, 5]]);
  });

  it("goes further where somebody opened a side, and not where somebody closed one", () => {
    const opened = new Map([[choice(4, "made"), FAN]]);
    expect(positions(partAround(chain, [5], { made: 1, came: 0 }, opened))).toEqual([3, 4, 5]);
    expect(positions(partAround(chain, [5], { made: 3, came: 0 }, new Map([[choice(4, "made"), 0]])))).toEqual([4, 5]);
  });

  it("goes past no fan and no whole that is too large, and says so", () => {
    const fan = lineageOf([node("root"), ...Array.from({ length: 500 }, (_, at) => node(`c${at}`, [0]))]);
    const part = partAround(fan, [0], { made: 1, came: 1 }, new Map());
    expect(part.shown.length).toBe(1 + FAN);
    expect(part.shown[0]?.hidden.came).toBe(500 - FAN);
    const all = partAround(
      fan,
      fan.nodes.map((_, at) => at),
      { made: 0, came: 0 },
      new Map(),
    );
    expect(all.shown.length).toBe(MOST);
    expect(all.left).toBe(501 - MOST);
  });

  it("follows a circle once, and no parent that is not there", () => {
    const circle = lineageOf([node("a", [1]), node("b", [0, 99])]);
    expect(positions(partAround(circle, [0], { made: 9, came: 9 }, new Map()))).toEqual([0, 1]);
    expect(neighbours(circle, 1, "made")).toEqual([0]);
    expect(partAround(circle, [42], { made: 1, came: 1 }, new Map()).shown).toEqual([]);
  });

  it("takes an id that several have for the first", () => {
    expect(lineageOf([node("a"), node("a")]).byId.get("a")).toBe(0);
    expect(lineageOf([node("__proto__")]).byId.get("__proto__")).toBe(0);
  });
});

describe("where to begin", () => {
  const review = (claims: unknown[]) => ({ claims }) as unknown as Review;
  it("is the first contested claim, else one against the work, else what is stale, else the end", () => {
    const lineage = lineageOf([node("a"), node("b"), node("c", [], { freshness: "Stale" }), node("d")]);
    const against = { artifact_id: "a", contested_by: null, weight: "against" };
    expect(beginning(lineage, review([against, { artifact_id: "b", contested_by: "r", weight: "against" }]))).toBe(1);
    expect(beginning(lineage, review([against]))).toBe(0);
    expect(beginning(lineage, review([]))).toBe(2);
    expect(beginning(chain, review([]))).toBe(9);
    expect(beginning(lineageOf([]), review([]))).toBeUndefined();
  });

  it("is, for a goal, its evidence and then what its cone made", () => {
    const lineage = lineageOf([node("a", [], { maker: 0 }), node("b", [], { maker: 1 }), node("c", [], { maker: 1 })]);
    const story = { actions: [[7], [8], [null]] } as unknown as Story;
    const goal = { cone: [8], acceptance: [{ evidence: ["c", "none"] }] } as unknown as ResolvedGoal;
    expect(coneOf(lineage, story, goal)).toEqual([2, 1]);
  });
});

describe("the layout", () => {
  it("puts what a thing was made from on its left", () => {
    const part = partAround(chain, [5], { made: 1, came: 1 }, new Map());
    const { places, paths, width } = layoutOf(part);
    const [left, middle, right] = [4, 5, 6].map((position) => places.get(position)?.x ?? 0) as [number, number, number];
    expect(left < middle && middle < right && right < width).toBe(true);
    expect(paths.length).toBe(2);
    expect(curve(paths[0] ?? [])).toMatch(/^M\d+ \d+( C[\d ]+)+$/);
  });

  it("leaves out, of what hangs together much, only what a longer way shows", () => {
    const dense = lineageOf(
      Array.from({ length: 60 }, (_, at) =>
        node(
          `d${at}`,
          Array.from({ length: at }, (_, parent) => parent),
        ),
      ),
    );
    const part = partAround(
      dense,
      dense.nodes.map((_, at) => at),
      { made: 0, came: 0 },
      new Map(),
    );
    expect(ranked(part).length).toBeGreaterThan(HEAVY);
    expect(spared(part)).toEqual(Array.from({ length: 59 }, (_, at) => [at, at + 1]));
    const layout = layoutOf(part);
    expect([layout.paths.length, layout.left, layout.places.size]).toEqual([59, (60 * 59) / 2 - 59, 60]);
  });

  it("puts in columns what no order of boxes makes lighter", () => {
    const nodes = Array.from({ length: 80 }, (_, at) =>
      node(`b${at}`, at < 40 ? [] : Array.from({ length: 40 }, (_, parent) => parent)),
    );
    const both = lineageOf(nodes);
    const layout = layoutOf(
      partAround(
        both,
        nodes.map((_, at) => at),
        { made: 0, came: 0 },
        new Map(),
      ),
    );
    expect([layout.paths.length, layout.left]).toEqual([1600, 0]);
    expect(new Set([...layout.places.values()].map(({ x }) => x)).size).toBe(2);
    expect(new Set([...layout.places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(80);
  });

  it("keeps every edge of a light part, and of a circle", () => {
    const part = partAround(chain, [5], { made: 4, came: 4 }, new Map());
    expect([layoutOf(part).left, spared(part).length]).toEqual([0, part.edges.length]);
    const circle = lineageOf([node("a", [0, 1]), node("b", [0])]);
    const round = partAround(circle, [0, 1], { made: 1, came: 1 }, new Map());
    expect(spared(round)).toEqual(round.edges);
    expect(layoutOf(round).places.size).toBe(2);
  });

  it("has room for a part without anything in it", () => {
    expect(curve([])).toBe("");
    expect(layoutOf({ shown: [], edges: [], left: 0 }).places.size).toBe(0);
  });
});
