import { describe, expect, it } from "vitest";
import type { Page } from "../src/data/page.ts";
import type { Json, Words } from "../src/document.ts";
import { type Progress, search, wholeText } from "../src/tabs/search/deep.ts";
import { among } from "../src/tabs/search/front.ts";
import { blocksWith, wordsOf } from "../src/tabs/search/words.ts";

const index: Words = {
  words: ["capture", "captured", "lock", "überweisung"],
  blocks: [[0, 2], [3], [2], [1]],
  common: ["action"],
};

describe("the index of words", () => {
  it("takes a query apart as the index was made", () => {
    expect(wordsOf("Capture, the `LOCK`! capture <b>")).toEqual(["capture", "the", "lock", "b"]);
    expect(wordsOf("'\"><()[]*+?.^$|\\")).toEqual([]);
    expect(wordsOf("__proto__ constructor")).toEqual(["__proto__", "constructor"]);
  });

  it("knows the blocks of every word that begins so", () => {
    expect(blocksWith(index, ["capture"], 5)).toEqual([0, 2, 3]);
    expect(blocksWith(index, ["captured"], 5)).toEqual([3]);
    expect(blocksWith(index, ["captu", "lock"], 5)).toEqual([2]);
    expect(blocksWith(index, ["überweisung"], 5)).toEqual([1]);
    expect(blocksWith(index, ["nowhere"], 5)).toEqual([]);
  });

  it("rules nothing out by a word that it cannot know", () => {
    for (const word of ["a", "act", "action"]) expect(blocksWith(index, [word], 3)).toEqual([0, 1, 2]);
    expect(blocksWith(index, ["lock", "a"], 5)).toEqual([2]);
  });

  it("knows a long word by its beginning", () => {
    const digests: Words = { words: ["e".repeat(40), "𝒳".repeat(40)], blocks: [[1], [2]], common: [] };
    expect(blocksWith(digests, ["e".repeat(64)], 3)).toEqual([1]);
    expect(blocksWith(digests, ["e".repeat(12)], 3)).toEqual([1]);
    expect(blocksWith(digests, ["𝒳".repeat(50)], 3)).toEqual([2]);
    expect(blocksWith(digests, ["f".repeat(64)], 3)).toEqual([]);
  });

  it("names no block that is not there", () => expect(blocksWith(index, ["captured"], 3)).toEqual([]));
});

describe("what is at hand", () => {
  const fronts = [
    { kind: "claim", title: "proved: Capture is bound", more: "vr-1", address: "#" },
    { kind: "gap", title: "recapture", more: "", address: "#" },
  ];
  it("is found where every word begins a word", () => {
    expect(among(fronts, ["capture"])).toEqual([fronts[0]]);
    expect(among(fronts, ["capt", "vr"])).toEqual([fronts[0]]);
    expect(among(fronts, ["capture", "gap"])).toEqual([]);
  });
});

describe("the search through blocks", () => {
  const actions: Json[] = Array.from({ length: 6 }, (_, at) => ({
    id: at + 1,
    label: `step ${at}`,
    detail: at % 2 ? "takes the lock" : null,
  }));
  const artifacts: Json[] = [{ artifact_id: "a/b", artifact_type: "Plan", payload: { lock: "x" } }, 5];
  const opened: string[] = [];
  const page = {
    manifest: { actions: 6, artifacts: 2, per_block: 2 },
    async block(name: string) {
      opened.push(name);
      if (name === "words")
        return {
          words: ["lock", "step"],
          blocks: [
            [0, 1, 1, 1],
            [0, 1, 1],
          ],
          common: [],
        };
      const [list, number] = name.split("/");
      return (list === "actions" ? actions : artifacts).slice(Number(number) * 2, Number(number) * 2 + 2);
    },
  } as unknown as Page;

  it("tells what was found after each block, with its address", async () => {
    const told: Progress[] = [];
    await search(page, ["lock"], 100, (progress) => told.push(progress) > 0);
    expect(told.map(({ found, done }) => [found.length, done])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
    expect(told.at(-1)?.found.map(({ address }) => address)).toEqual([
      "#/story/action/2",
      "#/story/action/4",
      "#/story/action/6",
      "#/record/artifacts/0",
    ]);
  });

  it("finds a number that is too long to be read exactly", async () => {
    const told: Progress[] = [];
    const text = '[{"id":1},{"id":12345678901234567891}]';
    const alone = {
      manifest: { actions: 2, artifacts: 0, per_block: 2 },
      async block(name: string) {
        return name === "words"
          ? { words: ["12345678901234567891"], blocks: [[0]], common: [] }
          : (JSON.parse(text) as Json);
      },
      async blockText() {
        return text;
      },
    } as unknown as Page;
    await search(alone, ["12345678901234567891"], 9, (progress) => told.push(progress) > 0);
    expect(told.at(-1)?.found.map(({ address }) => address)).toEqual(["#/record/actions/1"]);
  });

  it("shows for each word the line that has it, cut around the word", async () => {
    const told: Progress[] = [];
    const one = {
      name: "x",
      output: `first\n${"before ".repeat(40)}lock ${"after ".repeat(80)}\nlast`,
      note: "a step",
    };
    const alone = {
      manifest: { actions: 0, artifacts: 1, per_block: 2 },
      async block(name: string) {
        return name === "words" ? { words: ["lock", "step"], blocks: [[0], [0]], common: [] } : [one];
      },
    } as unknown as Page;
    await search(alone, ["lock", "step"], 9, (progress) => told.push(progress) > 0);
    const more = told.at(-1)?.found[0]?.more ?? "";
    expect(more).toMatch(/^… (before )+lock (after )+aft.* … · a step$/);
    expect(more.length).toBeLessThan(260);
    expect(more).not.toContain("first");
  });

  it("stops when enough is found, and when nobody wants it any more", async () => {
    const told: Progress[] = [];
    await search(page, ["lock"], 2, (progress) => told.push(progress) > 0);
    expect(told.at(-1)).toMatchObject({ done: 2, of: 4, stopped: true });
    opened.length = 0;
    await search(page, ["lock"], 100, ({ done }) => done < 1);
    expect(opened).toEqual(["words", "actions/0"]);
  });

  it("opens no block for a word that is nowhere", async () => {
    opened.length = 0;
    await search(page, ["nowhere"], 100, () => true);
    expect(opened).toEqual(["words"]);
  });
});

describe("the text of an element", () => {
  it("has its texts, numbers and names in order, however deep they are", () => {
    expect(wholeText({ a: ["x", 1, null, true], b: { c: "y" } })).toBe("a\nx\n1\ntrue\nb\nc\ny");
    let deep: Json = "bottom";
    for (let at = 0; at < 100_000; at++) deep = [deep];
    expect(wholeText(deep)).toBe("bottom");
  });
});
