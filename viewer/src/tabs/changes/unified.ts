/** A unified diff taken apart into lines with their numbers. What is no part of one is kept as it stands. */

export type Sort = "added" | "removed" | "same" | "hunk" | "note";

export interface DiffLine {
  readonly sort: Sort;
  /** Number of the line before and after the change; null where it has none. */
  readonly before: number | null;
  readonly after: number | null;
  readonly text: string;
}

export interface Diff {
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
  /** Whether it has a hunk at all; without one, it is text that nobody can number. */
  readonly numbered: boolean;
}

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

export function unified(text: string): Diff {
  const lines: DiffLine[] = [];
  let added = 0;
  let removed = 0;
  let numbered = false;
  let before = 0;
  let after = 0;
  let oldLeft = 0; // lines of the hunk that are still to come: `---` in a hunk is a removed line
  let newLeft = 0;
  for (const line of text.replace(/\r?\n$/, "").split(/\r?\n/)) {
    const hunk = oldLeft <= 0 && newLeft <= 0 ? HUNK.exec(line) : null;
    if (hunk) {
      numbered = true;
      [before, after] = [Number(hunk[1]), Number(hunk[3])];
      [oldLeft, newLeft] = [Number(hunk[2] ?? 1), Number(hunk[4] ?? 1)];
      lines.push({ sort: "hunk", before: null, after: null, text: line });
    } else if (newLeft > 0 && line.startsWith("+")) {
      lines.push({ sort: "added", before: null, after: after++, text: line.slice(1) });
      added += 1;
      newLeft -= 1;
    } else if (oldLeft > 0 && line.startsWith("-")) {
      lines.push({ sort: "removed", before: before++, after: null, text: line.slice(1) });
      removed += 1;
      oldLeft -= 1;
    } else if (oldLeft > 0 && newLeft > 0 && (line.startsWith(" ") || line === "")) {
      lines.push({ sort: "same", before: before++, after: after++, text: line.slice(1) });
      oldLeft -= 1;
      newLeft -= 1;
    } else {
      if (!line.startsWith("\\")) oldLeft = newLeft = 0; // not what the hunk announced: number nothing more of it
      lines.push({ sort: "note", before: null, after: null, text: line });
    }
  }
  return { lines, added, removed, numbered };
}
