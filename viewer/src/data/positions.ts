/** At which positions an id stands among the artifacts: usually one, but nothing keeps a trace from having it twice. */

import type { LineageNode } from "../document.ts";
import type { Page } from "./page.ts";

const KNOWN = new WeakMap<Page, Promise<ReadonlyMap<string, readonly number[]>>>();

export function positions(page: Page): Promise<ReadonlyMap<string, readonly number[]>> {
  const known = KNOWN.get(page) ?? page.block<readonly LineageNode[]>("lineage").then(byId);
  KNOWN.set(page, known);
  return known;
}

function byId(nodes: readonly LineageNode[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [place, [id]] of nodes.entries()) {
    const places = found.get(id);
    if (places === undefined) found.set(id, [place]);
    else places.push(place);
  }
  return found;
}
