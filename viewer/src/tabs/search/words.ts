/** Which blocks a query can be in, by the index of words that the page has. */

import type { Words } from "../../document.ts";

/** A word as the index has them: see `Words` of the view document. */
const WORD = /[\p{L}\p{N}_]+/gu;
const SHORTEST = 2;
/** Characters of a long word that the index has. */
const LONGEST = 40;

/** The words of a query, in lower case, each once. */
export function wordsOf(query: string): readonly string[] {
  return [...new Set(query.toLowerCase().match(WORD) ?? [])];
}

/**
 * Numbers of the blocks in which every word of the query may be, as the beginning of a word, ascending.
 *
 * A word that the index cannot know (too short, or the beginning of a common one) rules no block out.
 */
export function blocksWith(index: Words, query: readonly string[], blocks: number): readonly number[] {
  let possible: Set<number> | undefined;
  for (const word of query) {
    const found = holding(index, word);
    if (found === undefined) continue;
    const before: Set<number> | undefined = possible;
    possible = before === undefined ? found : new Set([...found].filter((block) => before.has(block)));
  }
  if (possible !== undefined) return [...possible].filter((block) => block < blocks).sort((one, other) => one - other);
  return Array.from({ length: blocks }, (_, block) => block);
}

function holding(index: Words, word: string): Set<number> | undefined {
  if (word.length < SHORTEST) return undefined;
  const beginning = [...word].slice(0, LONGEST).join("");
  if (index.common.some((common) => common.startsWith(beginning))) return undefined;
  const found = new Set<number>();
  index.words.forEach((each, place) => {
    if (!each.startsWith(beginning)) return;
    let block = 0;
    for (const distance of index.blocks[place] ?? []) {
      block += distance;
      found.add(block);
    }
  });
  return found;
}
