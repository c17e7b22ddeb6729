/** The search through actions and artifacts: block after block, so that what is found stands there at once. */

import { to } from "../../app/router.ts";
import { objectOf, textOf } from "../../data/loose.ts";
import type { Page } from "../../data/page.ts";
import type { Json, Words } from "../../document.ts";
import { beginsAWord, type Found } from "./front.ts";
import { blocksWith } from "./words.ts";

export interface Progress {
  readonly found: readonly Found[];
  /** Blocks that were looked through, of those in which the words may be. */
  readonly done: number;
  readonly of: number;
  /** Whether it stopped since enough was found. */
  readonly stopped: boolean;
}

/**
 * Looks through the blocks in which every word of the query may be.
 *
 * @param most Stops after a block with which so many are found.
 * @param tell Called after each block; false stops the search.
 */
export async function search(
  page: Page,
  query: readonly string[],
  most: number,
  tell: (progress: Progress) => boolean,
): Promise<void> {
  const index = await page.block<Words>("words");
  const { actions, artifacts, per_block } = page.manifest;
  const first = Math.ceil(actions / per_block);
  const names = blocksWith(index, query, first + Math.ceil(artifacts / per_block));
  const tests = query.map(beginsAWord);
  const found: Found[] = [];
  let done = 0;
  let going = tell({ found: [], done, of: names.length, stopped: false });
  for (const number of names) {
    if (!going) return;
    const list = number < first ? "actions" : "artifacts";
    const block = number < first ? number : number - first;
    const elements = await page.block<readonly Json[]>(`${list}/${block}`);
    elements.forEach((element, place) => {
      const text = wholeText(element);
      if (tests.every((test) => test.test(text)))
        found.push(foundIn(list, block * per_block + place, element, text, tests));
    });
    done += 1;
    const stopped = found.length >= most && done < names.length;
    going = tell({ found: [...found], done, of: names.length, stopped }) && !stopped;
    await new Promise((resume) => setTimeout(resume)); // a key or a click comes first
  }
}

/** Every text and number in a value, one a line, and the names of its members. It is walked without recursion. */
export function wholeText(value: Json): string {
  const texts: string[] = [];
  const left: Json[] = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === "string") texts.push(next);
    else if (typeof next === "number" || typeof next === "boolean") texts.push(String(next));
    else if (Array.isArray(next)) for (let at = next.length - 1; at >= 0; at--) left.push(next[at] as Json);
    else if (next !== null) for (const [name, inner] of Object.entries(next).reverse()) left.push(inner as Json, name);
  }
  return texts.join("\n");
}

const BEFORE = 60;
const AFTER = 160;

function foundIn(
  list: "actions" | "artifacts",
  position: number,
  element: Json,
  text: string,
  tests: readonly RegExp[],
): Found {
  const members = objectOf(element);
  const word = (name: string) => textOf(members[name]);
  const id = members["id"];
  const at = Math.min(...tests.map((test) => text.search(test)));
  const cut = text.slice(Math.max(0, at - BEFORE), at + AFTER);
  const more = `${at > BEFORE ? "… " : ""}${cut}${at + AFTER < text.length ? " …" : ""}`;
  if (list === "actions") {
    const address = Number.isSafeInteger(id) ? to("story", "action", id as number) : to("record", "actions", position);
    return { kind: "action", title: word("label") || word("type") || `action at ${position}`, more, address };
  }
  return {
    kind: word("artifact_type") || "artifact",
    title: word("name") || word("artifact_id") || `artifact at ${position}`,
    more,
    address: to("record", "artifacts", position),
  };
}
