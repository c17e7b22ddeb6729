import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { Blocks } from "../src/data/blocks.ts";
import { pageOf } from "../src/data/page.ts";
import type { Manifest } from "../src/document.ts";

function packed(texts: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const sizes = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, Buffer.byteLength(text)]));
  const source = (name: string) => {
    asked.push(name);
    const text = texts[name];
    return text === undefined ? undefined : deflateRawSync(text).toString("base64");
  };
  return { asked, sizes, source };
}

test("a block is opened when it is asked for, once", async () => {
  const { asked, sizes, source } = packed({ review: '{"a":"é"}', story: "[1]" });
  const blocks = new Blocks(sizes, source);
  expect(asked).toEqual([]);
  expect(await blocks.value("review")).toEqual({ a: "é" });
  expect(await blocks.value("review")).toBe(await blocks.value("review"));
  expect(asked).toEqual(["review"]);
});

test("what was looked at longest ago is let go of first", async () => {
  const { asked, sizes, source } = packed({ a: '"aaaa"', b: '"bbbb"', c: '"cccc"' });
  const blocks = new Blocks(sizes, source, 12);
  for (const name of ["a", "b", "a", "c", "a", "b"]) await blocks.value(name);
  expect(asked).toEqual(["a", "b", "c", "b"]);
});

test("a block that is not there, or is damaged, is told by name", async () => {
  const { sizes, source } = packed({ a: "[1]" });
  await expect(new Blocks(sizes, source).value("story")).rejects.toThrow("no block “story”");
  await expect(new Blocks(sizes, source).value("__proto__")).rejects.toThrow("no block “__proto__”");
  await expect(new Blocks({ a: 4 }, source).value("a")).rejects.toThrow("“a” of this page is damaged");
  await expect(new Blocks({ a: 3 }, () => "!!").value("a")).rejects.toThrow("damaged");
  await expect(new Blocks({ a: 3 }, () => "AAAA").value("a")).rejects.toThrow("damaged");
});

test("an element is found in its block by its position", async () => {
  const { sizes, source } = packed({ "actions/0": "[{},1.0]", "actions/1": "[3]" });
  const page = pageOf({ per_block: 2, blocks: sizes, actions: 3 } as unknown as Manifest, source);
  expect(await page.action(2)).toBe(3);
  expect(await page.text("actions", 1)).toBe("1.0");
  await expect(page.action(3)).rejects.toThrow("nothing at /actions/3");
  await expect(page.action(-1)).rejects.toThrow("nothing at /actions/-1");
  await expect(page.text("actions", Number.NaN)).rejects.toThrow("nothing at");
});
