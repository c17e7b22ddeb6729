/**
 * Which part of the lineage is shown: what lies within some steps of what one looks at, and what somebody opened.
 *
 * Never all at once: a fan is cut at `FAN`, the whole at `MOST`. What is left out is counted at the node that leads to it.
 * Lineage that runs in a circle (no valid trace has one) is followed once.
 */

import type { LineageNode } from "../../document.ts";

/** `made`: towards what a thing was made from. `came`: towards what came of it. */
export type Side = "made" | "came";

export const FAN = 12;
export const MOST = 80;

/** The lineage as positions in the list of artifacts, both ways. */
export interface Lineage {
  readonly nodes: readonly LineageNode[];
  readonly children: readonly (readonly number[])[];
  /** Position of the first artifact with this id. */
  readonly byId: ReadonlyMap<string, number>;
}

export function lineageOf(nodes: readonly LineageNode[]): Lineage {
  const children: number[][] = nodes.map(() => []);
  const byId = new Map<string, number>();
  nodes.forEach((node, position) => {
    if (!byId.has(node[0])) byId.set(node[0], position);
    for (const parent of new Set(node[5])) children[parent]?.push(position);
  });
  return { nodes, children, byId };
}

export function neighbours(lineage: Lineage, position: number, side: Side): readonly number[] {
  if (side === "came") return lineage.children[position] ?? [];
  return [...new Set(lineage.nodes[position]?.[5])].filter((parent) => lineage.nodes[parent] !== undefined);
}

/** What somebody opened or closed at a node, against what the number of steps says: how many neighbours, 0 for closed. */
export type Choices = ReadonlyMap<string, number>;

export function choice(position: number, side: Side): string {
  return `${side} ${position}`;
}

/** A node that is shown. */
export interface Shown {
  readonly position: number;
  /** How many of its neighbours on each side are not shown, and how many are. */
  readonly hidden: Readonly<Record<Side, number>>;
  readonly beside: Readonly<Record<Side, number>>;
}

export interface Part {
  readonly shown: readonly Shown[];
  /** Pairs of positions: what was made from, and what came of it. */
  readonly edges: readonly (readonly [number, number])[];
  /** Of what one looks at, how many have no room. */
  readonly left: number;
}

export type Steps = Readonly<Record<Side, number>>;

/**
 * Positions of what is shown. It looks at no more of a fan than it may show, however large the fan is.
 *
 * @param seeds What one looks at.
 * @param steps How far to go from it on each side.
 */
export function reachedFrom(
  lineage: Lineage,
  seeds: readonly number[],
  steps: Steps,
  choices: Choices,
): ReadonlySet<number> {
  const reached = new Set<number>();
  const queue: [number, Steps][] = [];
  const reach = (position: number, left: Steps) => {
    if (reached.has(position) || reached.size >= MOST) return;
    reached.add(position);
    queue.push([position, left]);
  };
  for (const seed of seeds) if (lineage.nodes[seed]) reach(seed, steps);
  for (let at = 0; at < queue.length; at++) {
    const [position, left] = queue[at] as (typeof queue)[number];
    for (const side of ["made", "came"] as const) {
      const many = choices.get(choice(position, side)) ?? (left[side] > 0 ? FAN : 0);
      for (const next of neighbours(lineage, position, side).slice(0, many)) {
        reach(next, { made: 0, came: 0, [side]: Math.max(0, left[side] - 1) });
      }
    }
  }
  return reached;
}

/** The part to show, with what each node in it leaves out. */
export function partAround(lineage: Lineage, seeds: readonly number[], steps: Steps, choices: Choices): Part {
  const reached = reachedFrom(lineage, seeds, steps, choices);
  const shown = [...reached].sort((one, other) => one - other).map((position) => about(lineage, position, reached));
  const edges = shown.flatMap(({ position }) =>
    neighbours(lineage, position, "made")
      .filter((parent) => reached.has(parent))
      .map((parent) => [parent, position] as const),
  );
  const left = [...new Set(seeds)].filter((seed) => lineage.nodes[seed] && !reached.has(seed)).length;
  return { shown, edges, left };
}

function about(lineage: Lineage, position: number, reached: ReadonlySet<number>): Shown {
  const hidden = { made: 0, came: 0 };
  const beside = { made: 0, came: 0 };
  for (const side of ["made", "came"] as const) {
    for (const next of neighbours(lineage, position, side)) (reached.has(next) ? beside : hidden)[side] += 1;
  }
  return { position, hidden, beside };
}
