/** The search through actions and artifacts: block after block, so that what is found stands there at once. */

import { to } from "../../app/router.ts";
import { objectOf, textOf } from "../../data/loose.ts";
import type { Page } from "../../data/page.ts";
import { elements as elementsOf } from "../../data/raw.ts";
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

/** Milliseconds of work until somebody who types is let in. */
const WORK = 30;

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
  // A number so long is read as another; as it is written it stands in the text of the file only.
  const long = query.some((word) => /^\d{16,}$/.test(word));
  const found: Found[] = [];
  let done = 0;
  let rested = performance.now();
  let going = tell({ found: [], done, of: names.length, stopped: false });
  for (const number of names) {
    if (!going) return;
    const list = number < first ? "actions" : "artifacts";
    const block = number < first ? number : number - first;
    const elements = await page.block<readonly Json[]>(`${list}/${block}`);
    const written = long ? elementsOf(await page.blockText(`${list}/${block}`)) : [];
    elements.forEach((element, place) => {
      const text = `${wholeText(element)}\n${written[place] ?? ""}`;
      if (tests.every((test) => test.test(text)))
        found.push(foundIn(list, block * per_block + place, element, text, tests));
    });
    done += 1;
    const stopped = found.length >= most && done < names.length;
    going = tell({ found: [...found], done, of: names.length, stopped }) && !stopped;
    if (performance.now() - rested > WORK) {
      await new Promise((resume) => setTimeout(resume)); // a key or a click comes first
      rested = performance.now();
    }
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

/** Lines that are shown of what was found, and how much of a long one, around the word. */
const LINES = 3;
const BEFORE = 60;
const AFTER = 160;

/** For each word the first line that has it. A line is one of the element's texts, or of a text that has several. */
function linesWith(text: string, tests: readonly RegExp[]): string {
  const lines = text.split("\n");
  const found = new Map<number, string>();
  for (const test of tests) {
    const at = lines.findIndex((line) => test.test(line));
    const line = lines[at];
    if (line !== undefined && !found.has(at)) found.set(at, around(line, line.search(test)));
  }
  return [...found.values()].slice(0, LINES).join(" · ");
}

function around(line: string, at: number): string {
  const blank = line.indexOf(" ", Math.max(0, at - BEFORE));
  const begin = at <= BEFORE ? 0 : blank >= 0 && blank < at ? blank + 1 : at - BEFORE;
  const end = Math.min(line.length, at + AFTER);
  return `${begin > 0 ? "… " : ""}${line.slice(begin, end).toWellFormed()}${end < line.length ? " …" : ""}`;
}

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
  const more = linesWith(text, tests);
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
