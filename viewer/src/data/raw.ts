/** JSON text taken apart without reading it, so that numbers, escapes and repeated names stay as they are written. */

/** The texts of the elements of a JSON array, in order. The text is known to be valid JSON. */
export function elements(array: string): readonly string[] {
  return pieces(array).map(([from, to]) => array.slice(from, to));
}

/** The names and the texts of the members of a JSON object, in order; a name that stands twice is there twice. */
export function members(object: string): readonly (readonly [name: string, text: string])[] {
  return pieces(object).map(([from, to]) => {
    const colon = object.indexOf(":", endOfString(object, from));
    return [
      JSON.parse(object.slice(from, endOfString(object, from))) as string,
      object.slice(colon + 1, to).trimStart(),
    ];
  });
}

/** Where each piece between the commas of an array or object begins and ends, white space left out. */
function pieces(text: string): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  let depth = 0;
  let begun = -1;
  const end = (at: number) => {
    let last = at;
    while (text.charCodeAt(last - 1) <= 32) last -= 1;
    if (begun >= 0) found.push([begun, last]);
    begun = -1;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) continue;
    if (code === CLOSES_LIST || code === CLOSES_OBJECT) {
      depth -= 1;
      if (depth === 0) end(at);
    } else if (code === COMMA && depth === 1) {
      end(at);
    } else {
      if (depth === 1 && begun < 0) begun = at;
      if (code === MARK) at = endOfString(text, at) - 1;
      else if (code === OPENS_LIST || code === OPENS_OBJECT) depth += 1;
    }
  }
  return found;
}

const [MARK, COMMA, OPENS_LIST, CLOSES_LIST, OPENS_OBJECT, CLOSES_OBJECT] = [0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d];

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
