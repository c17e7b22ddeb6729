/** The story as a tree: meta-actions with what is inside them, and the lines that are shown of it. */

import type { Story } from "../document.ts";

/** A meta-action by its position, or an action by its own, with how far it is inside. */
export type StoryLine =
  | { readonly kind: "unit"; readonly at: number; readonly depth: number }
  | { readonly kind: "action"; readonly at: number; readonly depth: number };

export interface Tree {
  /** What stands outside of every meta-action, and the outermost of these, in the order of the record. */
  readonly top: readonly Inner[];
  /** What is inside each meta-action, likewise. */
  readonly inside: readonly (readonly Inner[])[];
  /** The meta-action that each is inside; -1 where there is none. */
  readonly parent: readonly number[];
  /** How many actions each holds, with those of inner ones. */
  readonly size: readonly number[];
  /** How many of these failed. */
  readonly failed: readonly number[];
}

/** A run of actions, or one meta-action. */
type Inner = { readonly unit: number } | { readonly from: number; readonly length: number };

export function treeOf(story: Story): Tree {
  const parent = parentsOf(story);
  const count = story.units.length;
  const size = new Array<number>(count).fill(0);
  const failed = new Array<number>(count).fill(0);
  const first = new Array<number>(count).fill(Infinity);
  for (const [unit, { actions }] of story.units.entries()) {
    for (const [from, length] of actions) {
      size[unit] = at(size, unit) + length;
      first[unit] = Math.min(at(first, unit), from);
      for (let each = from; each < from + length; each++)
        if (story.actions[each]?.[4] === "failed") failed[unit] = at(failed, unit) + 1;
    }
  }
  for (const unit of innermostFirst(parent)) {
    const outer = at(parent, unit);
    if (outer < 0) continue;
    size[outer] = at(size, outer) + at(size, unit);
    failed[outer] = at(failed, outer) + at(failed, unit);
    first[outer] = Math.min(at(first, outer), at(first, unit));
  }
  // One that holds no action at all stands after the one before it.
  for (let unit = 1; unit < count; unit++) if (first[unit] === Infinity) first[unit] = at(first, unit - 1);

  const inside: Placed[][] = story.units.map(({ actions }) =>
    actions.map(([from, length]) => ({ place: from, inner: { from, length } })),
  );
  const top: Placed[] = strays(story).map(([from, length]) => ({ place: from, inner: { from, length } }));
  for (let unit = 0; unit < count; unit++)
    (inside[at(parent, unit)] ?? top).push({ place: at(first, unit), inner: { unit } });
  return { top: inOrder(top), inside: inside.map(inOrder), parent, size, failed };
}

interface Placed {
  readonly place: number;
  readonly inner: Inner;
}

function inOrder(placed: Placed[]): readonly Inner[] {
  return placed
    .sort((one, other) => (one.place === other.place ? 0 : one.place - other.place))
    .map(({ inner }) => inner);
}

/** The position of each unit's parent. A parent that is none of the trace, or is inside its own child, is no parent. */
function parentsOf(story: Story): number[] {
  const places = new Map(story.units.map((unit, place) => [unit.id, place]));
  const parent = story.units.map((unit) => (unit.parent_id === null ? -1 : (places.get(unit.parent_id) ?? -1)));
  const state = new Uint8Array(parent.length); // 1: on the way that is being followed, 2: known to end
  for (let begin = 0; begin < parent.length; begin++) {
    const way: number[] = [];
    let unit = begin;
    while (unit >= 0 && state[unit] === 0) {
      state[unit] = 1;
      way.push(unit);
      unit = at(parent, unit);
    }
    if (unit >= 0 && state[unit] === 1) parent[unit] = -1;
    for (const each of way) state[each] = 2;
  }
  return parent;
}

/** Every unit before the one that it is inside. */
function innermostFirst(parent: readonly number[]): number[] {
  const left = new Array<number>(parent.length).fill(0);
  for (const outer of parent) if (outer >= 0) left[outer] = at(left, outer) + 1;
  const order = [...parent.keys()].filter((unit) => left[unit] === 0);
  for (let next = 0; next < order.length; next++) {
    const outer = at(parent, at(order, next));
    if (outer < 0) continue;
    left[outer] = at(left, outer) - 1;
    if (left[outer] === 0) order.push(outer);
  }
  return order;
}

/** Runs of actions that are in no meta-action. */
function strays(story: Story): [number, number][] {
  const runs: [number, number][] = [];
  for (const [place, action] of story.actions.entries()) {
    if (action[5] >= 0) continue;
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === place) last[1] += 1;
    else runs.push([place, 1]);
  }
  return runs;
}

/**
 * The lines that are shown, from the first to the last.
 *
 * @param open Whether what is inside a meta-action is shown.
 * @param wanted Whether an action is shown; a meta-action without any that is wanted is left out. All, without it.
 */
export function linesOf(
  tree: Tree,
  open: (unit: number) => boolean,
  wanted?: (action: number) => boolean,
): StoryLine[] {
  const lines: StoryLine[] = [];
  const holding = wanted && unitsHolding(tree, wanted);
  const stack: { of: readonly Inner[]; next: number; depth: number }[] = [{ of: tree.top, next: 0, depth: 0 }];
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    const inner = level.of[level.next];
    level.next += 1;
    if (inner === undefined) {
      stack.pop();
    } else if ("unit" in inner) {
      if (holding && !holding.has(inner.unit)) continue;
      lines.push({ kind: "unit", at: inner.unit, depth: level.depth });
      if (open(inner.unit)) stack.push({ of: tree.inside[inner.unit] ?? [], next: 0, depth: level.depth + 1 });
    } else {
      for (let each = inner.from; each < inner.from + inner.length; each++) {
        if (wanted === undefined || wanted(each)) lines.push({ kind: "action", at: each, depth: level.depth });
      }
    }
  }
  return lines;
}

/** The meta-actions that hold a wanted action, themselves or further inside. */
function unitsHolding(tree: Tree, wanted: (action: number) => boolean): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [unit, inner] of tree.inside.entries()) {
    const own = inner.some(
      (each) => "from" in each && Array.from({ length: each.length }, (_, more) => each.from + more).some(wanted),
    );
    for (let holder = own ? unit : -1; holder >= 0 && !found.has(holder); holder = at(tree.parent, holder))
      found.add(holder);
  }
  return found;
}

/** A meta-action and all that it is inside. */
export function within(tree: Tree, unit: number): number[] {
  const found: number[] = [];
  for (let each = unit; each >= 0; each = at(tree.parent, each)) found.push(each);
  return found;
}

function at(list: readonly number[], place: number): number {
  return list[place] as number;
}
