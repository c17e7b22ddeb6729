/** JSON text in lines, one for each value, with the pointer to it; every token stays as it is written. */

import { endOfString } from "./raw.ts";

export interface JsonLine {
  readonly depth: number;
  /** The name of a member, as it is written, with its marks. */
  readonly key?: string | undefined;
  /** A value, an opening or a closing bracket. */
  readonly text: string;
  readonly comma: boolean;
  /** The JSON pointer (RFC 6901) to the value; of a closing bracket, to what it closes. */
  readonly pointer: string;
}

interface Level {
  readonly pointer: string;
  readonly list: boolean;
  place: number;
  key: string | undefined;
}

/** The lines of a valid JSON text that stands at a pointer. */
export function jsonLines(text: string, pointer: string): readonly JsonLine[] {
  const lines: { -readonly [member in keyof JsonLine]: JsonLine[member] }[] = [];
  const levels: Level[] = [];
  const words = tokens(text);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const level = levels.at(-1);
    if (word === ",") {
      const last = lines.at(-1);
      if (last) last.comma = true;
      if (level) {
        level.place += 1;
        level.key = undefined;
      }
    } else if (word === "]" || word === "}") {
      lines.push({ depth: levels.length - 1, text: word, comma: false, pointer: level?.pointer ?? pointer });
      levels.pop();
    } else if (level && !level.list && level.key === undefined) {
      level.key = word;
      at += 1; // the colon
    } else {
      const here = level ? `${level.pointer}/${level.list ? level.place : escapedKey(level.key as string)}` : pointer;
      const opens = word === "[" || word === "{";
      const closed = opens && (words[at + 1] === "]" || words[at + 1] === "}");
      lines.push({
        depth: levels.length,
        key: level?.list ? undefined : level?.key,
        text: closed ? word + words[at + 1] : word,
        comma: false,
        pointer: here,
      });
      if (closed) at += 1;
      else if (opens) levels.push({ pointer: here, list: word === "[", place: 0, key: undefined });
    }
  }
  return lines;
}

function escapedKey(key: string): string {
  return (JSON.parse(key) as string).replaceAll("~", "~0").replaceAll("/", "~1");
}

function tokens(text: string): readonly string[] {
  const found: string[] = [];
  const scalar = /[^\s,:[\]{}"]+/y;
  for (let at = 0; at < text.length; ) {
    const character = text[at] as string;
    let end = at + 1;
    if (character === '"') end = endOfString(text, at);
    else if (character.trim() === "") {
      at += 1;
      continue;
    } else if (!",:[]{}".includes(character)) {
      scalar.lastIndex = at;
      end = at + (scalar.exec(text)?.[0].length ?? 1);
    }
    found.push(text.slice(at, end));
    at = end;
  }
  return found;
}
