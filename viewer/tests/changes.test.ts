import { describe, expect, it } from "vitest";
import type { Json } from "../src/document.ts";
import { patchOf, saidOf } from "../src/tabs/changes/content.ts";
import { unified } from "../src/tabs/changes/unified.ts";

describe("a unified diff", () => {
  it("numbers its lines before and after the change", () => {
    const diff = unified("--- a\n+++ b\n@@ -11,3 +11,4 @@ def f():\n one\n-two\n+2\n+3\n four\n");
    expect(diff.lines.map(({ sort, before, after, text }) => [sort, before, after, text])).toEqual([
      ["note", null, null, "--- a"],
      ["note", null, null, "+++ b"],
      ["hunk", null, null, "@@ -11,3 +11,4 @@ def f():"],
      ["same", 11, 11, "one"],
      ["removed", 12, null, "two"],
      ["added", null, 12, "2"],
      ["added", null, 13, "3"],
      ["same", 13, 14, "four"],
    ]);
    expect([diff.added, diff.removed, diff.numbered]).toEqual([2, 1, true]);
  });

  it("takes what looks like a header, inside a hunk, for the line that it is", () => {
    const diff = unified("@@ -1,2 +1,2 @@\n--- a\n+++ b\n+@@ -1 +1 @@\n-x\n");
    expect(diff.lines.slice(1, 3).map((line) => [line.sort, line.text])).toEqual([
      ["removed", "-- a"],
      ["added", "++ b"],
    ]);
    expect(diff.lines.slice(3).map((line) => [line.sort, line.text])).toEqual([
      ["added", "@@ -1 +1 @@"],
      ["removed", "x"],
    ]);
  });

  it("reads a hunk of one line, an empty line of context and the note on the last end of line", () => {
    const diff = unified("@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n@@ -5,2 +6,2 @@\n\n-b\n+c");
    expect(diff.lines.map((line) => line.sort)).toEqual(["hunk", "added", "note", "hunk", "same", "removed", "added"]);
    expect(diff.lines.at(-1)?.after).toBe(7);
  });

  it("keeps what is no diff, and numbers nothing of it", () => {
    const diff = unified("*** Begin Patch\r\n+x\r\n-y");
    expect(diff.numbered).toBe(false);
    expect(diff.lines.map((line) => [line.sort, line.text])).toEqual([
      ["note", "*** Begin Patch"],
      ["note", "+x"],
      ["note", "-y"],
    ]);
  });

  it("stops numbering where a hunk is not what it announced", () => {
    const diff = unified("@@ -1,9 +1,9 @@\n a\nwhat is this\n b\n@@ -20 +20 @@\n-x\n+y");
    expect(diff.lines.map((line) => line.sort)).toEqual(["hunk", "same", "note", "note", "hunk", "removed", "added"]);
  });
});

describe("the text of a change", () => {
  it("is found where recorders put it, and nowhere else", () => {
    expect(patchOf({ metadata: { patch: "p" } })).toBe("p");
    expect(patchOf({ payload: { diff: "d" } })).toBe("d");
    expect(patchOf({ content: "c" })).toBe("c");
    const without: readonly Json[] = [
      null,
      "patch",
      [],
      {},
      { metadata: { patch: 5 } },
      { metadata: { patch: "" } },
      { metadata: [] },
    ];
    for (const none of without) expect(patchOf(none)).toBeUndefined();
  });

  it("is replaced by what else the record says", () => {
    expect(saidOf({ summary: "s", metadata: { added: 4, patch_digest: "sha256:0" } })).toEqual([
      ["summary", "s"],
      ["lines added", "4"],
      ["digest of the patch", "sha256:0"],
    ]);
    expect(saidOf(null)).toEqual([]);
  });
});
