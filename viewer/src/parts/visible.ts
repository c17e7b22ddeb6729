/**
 * Foreign text made safe to look at, as the command line does it (`plugins/text/printable.py`).
 *
 * A trace is made by strangers. That none of their text becomes markup is the DOM's matter; that none of it is hidden or
 * reordered is this one's: controls, bidirectional overrides, private use and the like are written as escapes.
 */

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const EVERY_HIDDEN = new RegExp(HIDDEN, "gu");

/** Format characters that words and emoji need; they reorder nothing. */
const JOINERS = "\u200c\u200d";

/** White space as Python's `str.split` has it. */
const SPACES = /[ \t-\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

const SHORT: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function escaped(character: string): string {
  if (JOINERS.includes(character)) return character;
  const short = SHORT[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) as number;
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}

/** Every character that is none to see, as an escape. */
export function visible(text: string): string {
  return HIDDEN.test(text) ? text.replace(EVERY_HIDDEN, escaped) : text;
}

/** The text on one line: its runs of white space single spaces, then escaped. */
export function oneLine(text: string): string {
  return visible(text.replace(SPACES, " ").trim());
}

/** The text in its own lines; all that is hidden but tabs and ends of lines is escaped. */
export function manyLines(text: string): string {
  if (!HIDDEN.test(text)) return text;
  return text
    .replaceAll("\r\n", "\n")
    .replace(EVERY_HIDDEN, (character) => (character === "\n" || character === "\t" ? character : escaped(character)));
}
