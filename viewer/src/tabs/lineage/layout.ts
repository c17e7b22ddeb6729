/** Where the nodes of the shown part stand: from what a thing was made from on the left to what came of it on the right. */

import dagre from "@dagrejs/dagre";
import type { Part } from "./neighbourhood.ts";
import { ranked, spared } from "./sparing.ts";

export const WIDTH = 188;
export const HEIGHT = 60;

const BETWEEN_COLUMNS = 52;
const BETWEEN_ROWS = 26;
const MARGIN = { x: 14, y: 16 };

/** Columns that all edges may pass, added up, before they are thinned out: about a tenth of a second. */
export const HEAVY = 300;

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** By position of the artifact: its upper left corner. */
  readonly places: ReadonlyMap<number, Place>;
  /** The points of each edge that is drawn, from the right side of one box to the left side of the other. */
  readonly paths: readonly (readonly Place[])[];
  /** Edges that are not drawn, since a longer way shows as much. */
  readonly left: number;
}

export function layoutOf(part: Part): Layout {
  if (ranked(part).length <= HEAVY) return crossingLittle(part, 0);
  const sparse = { ...part, edges: spared(part) };
  const left = part.edges.length - sparse.edges.length;
  return ranked(sparse).length <= HEAVY ? crossingLittle(sparse, left) : inColumns(sparse, left);
}

function crossingLittle(part: Part, left: number): Layout {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({
    rankdir: "LR",
    nodesep: BETWEEN_ROWS,
    ranksep: BETWEEN_COLUMNS,
    marginx: MARGIN.x,
    marginy: MARGIN.y,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { position } of part.shown) graph.setNode(String(position), { width: WIDTH, height: HEIGHT });
  for (const [from, to] of part.edges) graph.setEdge(String(from), String(to));
  dagre.layout(graph);
  const places = new Map<number, Place>();
  for (const { position } of part.shown) {
    const { x, y } = graph.node(String(position)) as Place;
    places.set(position, { x: Math.round(x - WIDTH / 2), y: Math.round(y - HEIGHT / 2) });
  }
  const columns = new Set([...places.values()].map(({ x }) => x));
  const paths = part.edges.map(([from, to]) => {
    const { points } = graph.edge(String(from), String(to)) as { points: readonly Place[] };
    // An edge that passes a column of boxes goes level between them; what it does between columns the curve decides.
    const passing = points
      .slice(1, -1)
      .map(({ x, y }) => ({ x: Math.round(x - WIDTH / 2), y }))
      .filter(({ x }) => columns.has(x));
    return joined(
      places,
      from,
      to,
      passing.flatMap(({ x, y }) => [
        { x, y },
        { x: x + WIDTH, y },
      ]),
    );
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { width: Math.ceil(width), height: Math.ceil(height), places, paths, left };
}

/** Boxes one below the other in their columns: for what hangs together so much that no order of them helps. */
function inColumns(part: Part, left: number): Layout {
  const { ranks } = ranked(part);
  const rows = new Map<number, number>();
  const places = new Map<number, Place>();
  for (const { position } of part.shown) {
    const column = ranks.get(position) ?? 0;
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    places.set(position, {
      x: MARGIN.x + column * (WIDTH + BETWEEN_COLUMNS),
      y: MARGIN.y + row * (HEIGHT + BETWEEN_ROWS),
    });
  }
  const paths = part.edges.map(([from, to]) => joined(places, from, to, []));
  const height = 2 * MARGIN.y + Math.max(0, ...rows.values()) * (HEIGHT + BETWEEN_ROWS) - BETWEEN_ROWS;
  return {
    width: 2 * MARGIN.x + (1 + Math.max(-1, ...rows.keys())) * (WIDTH + BETWEEN_COLUMNS) - BETWEEN_COLUMNS,
    height,
    places,
    paths,
    left,
  };
}

function joined(
  places: ReadonlyMap<number, Place>,
  from: number,
  to: number,
  between: readonly Place[],
): readonly Place[] {
  const [begin, end] = [places.get(from), places.get(to)] as [Place, Place];
  return [{ x: begin.x + WIDTH, y: begin.y + HEIGHT / 2 }, ...between, { x: end.x, y: end.y + HEIGHT / 2 }];
}

/** A curve through points that leaves and reaches each of them level, as the attribute `d` has it. */
export function curve(points: readonly Place[]): string {
  const [first, ...rest] = points.map(({ x, y }) => [Math.round(x), Math.round(y)] as const);
  if (!first) return "";
  let drawn = `M${first[0]} ${first[1]}`;
  let before = first;
  for (const next of rest) {
    const middle = Math.round((before[0] + next[0]) / 2);
    drawn += ` C${middle} ${before[1]} ${middle} ${next[1]} ${next[0]} ${next[1]}`;
    before = next;
  }
  return drawn;
}
