/** What a tab is given: the manifest, and everything else of the trace on demand. */

import type { Json, Manifest } from "../document.ts";
import { Blocks, type Source } from "./blocks.ts";
import { elements } from "./raw.ts";

type List = "actions" | "artifacts";

export interface Page {
  readonly manifest: Manifest;
  /** A block by its name, inflated and parsed; kept for a while. Rejects with a sentence if it cannot be read. */
  block<T>(name: string): Promise<T>;
  /** The action at a position, as it stands in the file. */
  action(position: number): Promise<Json>;
  /** The artifact at a position, likewise. */
  artifact(position: number): Promise<Json>;
  /** The text of one element, every number and escape as it is written. */
  text(list: List, position: number): Promise<string>;
  /** The text of a block of one JSON value. */
  blockText(name: string): Promise<string>;
  /** Whether the page has this block. */
  has(name: string): boolean;
}

export function pageOf(manifest: Manifest, source: Source): Page {
  const blocks = new Blocks(manifest.blocks, source);

  /** The block that holds an element, and where in it. */
  function placeOf(list: List, position: number): readonly [block: string, place: number] {
    if (!(position >= 0 && position < manifest[list])) throw new Error(`there is nothing at /${list}/${position}`);
    return [`${list}/${Math.floor(position / manifest.per_block)}`, position % manifest.per_block];
  }

  async function element(list: List, position: number): Promise<Json> {
    const [block, place] = placeOf(list, position);
    return (await blocks.value<readonly Json[]>(block))[place] as Json;
  }

  return {
    manifest,
    block: (name) => blocks.value(name),
    blockText: (name) => blocks.text(name),
    action: (position) => element("actions", position),
    artifact: (position) => element("artifacts", position),
    has: (name) => Object.hasOwn(manifest.blocks, name),
    async text(list, position) {
      const [block, place] = placeOf(list, position);
      return elements(await blocks.text(block))[place] as string;
    },
  };
}
