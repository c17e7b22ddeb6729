/** Where the nodes of the shown part stand: from what a thing was made from on the left to what came of it on the right. */

import dagre from "@dagrejs/dagre";
import type { Part } from "./neighbourhood.ts";

export const WIDTH = 188;
export const HEIGHT = 60;

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** By position of the artifact: its upper left corner. */
  readonly places: ReadonlyMap<number, Place>;
  /** For each edge of the part its points, from the right side of one box to the left side of the other. */
  readonly paths: readonly (readonly Place[])[];
}

export function layoutOf(part: Part): Layout {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 26, ranksep: 52, marginx: 14, marginy: 16 });
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
    const [left, right] = [places.get(from), places.get(to)] as [Place, Place];
    // An edge that passes a column of boxes goes level between them; what it does between columns the curve decides.
    const passing = points
      .slice(1, -1)
      .map(({ x, y }) => ({ x: Math.round(x - WIDTH / 2), y }))
      .filter(({ x }) => columns.has(x));
    const level = passing.flatMap(({ x, y }) => [
      { x, y },
      { x: x + WIDTH, y },
    ]);
    return [{ x: left.x + WIDTH, y: left.y + HEIGHT / 2 }, ...level, { x: right.x, y: right.y + HEIGHT / 2 }];
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { width: Math.ceil(width), height: Math.ceil(height), places, paths };
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
