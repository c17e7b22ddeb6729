/**
 * What keeps a drawing cheap when everything in it hangs together: an edge that passes many columns costs a node in each.
 *
 * Where that would be too much, edges are left out that a longer way through the drawing shows as well.
 */

import type { Part } from "./neighbourhood.ts";

type Edge = readonly [number, number];

export interface Ranked {
  /** By position: its column, one beyond the last of what it was made from. */
  readonly ranks: ReadonlyMap<number, number>;
  /** The columns that all edges pass, added up: what laying out costs. */
  readonly length: number;
}

/** The positions, what a thing was made from before the thing; those in a circle, which no valid trace has, at the end. */
function ordered(part: Part): readonly number[] {
  const waiting = new Map(part.shown.map(({ position }) => [position, 0]));
  for (const [from, to] of part.edges) if (from !== to) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const order = [...waiting].filter(([, many]) => many === 0).map(([position]) => position);
  const next = by(part.edges, ([from]) => from);
  for (let at = 0; at < order.length; at++) {
    for (const [from, to] of next.get(order[at] as number) ?? []) {
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0 && from !== to) order.push(to);
    }
  }
  const placed = new Set(order);
  return [...order, ...[...waiting.keys()].filter((position) => !placed.has(position))];
}

export function ranked(part: Part): Ranked {
  const order = new Map(ordered(part).map((position, place) => [position, place]));
  const ranks = new Map<number, number>();
  const into = by(part.edges, ([, to]) => to);
  for (const position of order.keys()) {
    let rank = 0;
    for (const [from] of into.get(position) ?? [])
      if (before(order, from, position)) rank = Math.max(rank, (ranks.get(from) ?? 0) + 1);
    ranks.set(position, rank);
  }
  let length = 0;
  for (const [from, to] of part.edges) length += Math.max(1, (ranks.get(to) ?? 0) - (ranks.get(from) ?? 0));
  return { ranks, length };
}

/** The edges without those between two things that a longer way joins, too. */
export function spared(part: Part): readonly Edge[] {
  const order = new Map(ordered(part).map((position, place) => [position, place]));
  const next = by(part.edges, ([from]) => from);
  const reached = new Map<number, bigint>(); // a bit for each place in the order
  const kept = new Set<Edge>();
  for (const position of [...order.keys()].reverse()) {
    let all = 0n;
    const edges = (next.get(position) ?? []).toSorted(([, one], [, other]) => place(order, one) - place(order, other));
    for (const edge of edges) {
      const [from, to] = edge;
      const bit = 1n << BigInt(place(order, to));
      if ((all & bit) === 0n || !before(order, from, to)) kept.add(edge);
      if (before(order, from, to)) all |= bit | (reached.get(to) ?? 0n);
    }
    reached.set(position, all);
  }
  return part.edges.filter((edge) => kept.has(edge));
}

function by(edges: readonly Edge[], end: (edge: Edge) => number): ReadonlyMap<number, readonly Edge[]> {
  const found = new Map<number, Edge[]>();
  for (const edge of edges) {
    const held = found.get(end(edge));
    if (held) held.push(edge);
    else found.set(end(edge), [edge]);
  }
  return found;
}

function place(order: ReadonlyMap<number, number>, position: number): number {
  return order.get(position) ?? 0;
}

function before(order: ReadonlyMap<number, number>, one: number, other: number): boolean {
  return place(order, one) < place(order, other);
}
