/** JSON text taken apart without reading it, so that numbers, escapes and repeated names stay as they are written. */

/** The texts of the elements of a JSON array, in order. The text is known to be valid JSON. */
export function elements(array: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let begun = -1;
  for (let at = 0; at < array.length; at++) {
    const character = array[at] as string;
    if (character === '"') {
      if (depth === 1 && begun < 0) begun = at;
      at = endOfString(array, at) - 1;
    } else if (character === "[" || character === "{") {
      if (depth === 1 && begun < 0) begun = at;
      depth += 1;
    } else if (character === "]" || character === "}") {
      depth -= 1;
      if (depth === 0 && begun >= 0) found.push(array.slice(begun, at).trimEnd());
    } else if (character === "," && depth === 1) {
      found.push(array.slice(begun, at).trimEnd());
      begun = -1;
    } else if (depth === 1 && begun < 0 && character.trim() !== "") {
      begun = at;
    }
  }
  return found;
}

/** Where the string that begins at a quotation mark is over: the place after its closing mark. */
export function endOfString(text: string, begin: number): number {
  let at = begin + 1;
  for (;;) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let escapes = at - 1;
    while (text[escapes] === "\\") escapes -= 1;
    at += 1;
    if ((at - escapes) % 2 === 0) return at;
  }
}
