import { expect, test } from "vitest";
import { manyLines, oneLine, visible } from "../src/parts/visible.ts";

// The answers are those of `tollens.plugins.text.printable`.
test.each([
  ["a\x1b[2Jb\u202ec", "a\\x1b[2Jb\\u202ec"],
  ["\0\t\n\r\x7f\x85", "\\x00\\t\\n\\r\\x7f\\x85"],
  ["\u2028\u2029\ufeff\ue000\ud800", "\\u2028\\u2029\\ufeff\\ue000\\ud800"],
  ["\u{e0041}\u{f0000}", "\\U000e0041\\U000f0000"],
  ["family \u{1f469}\u200d\u{1f467} and می\u200cخواهم", "family \u{1f469}\u200d\u{1f467} and می\u200cخواهم"],
  ["back\\slash <b>&amp;", "back\\slash <b>&amp;"],
])("what is none to see is escaped: %j", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test("one line has single spaces", () => {
  expect(oneLine("  a\n\n  b\tc \x1c\u3000d\u202e")).toBe("a b c d\\u202e");
});

test("many lines keep their ends and tabs, and nothing else that is hidden", () => {
  expect(manyLines("a\r\nb\tc\rd\u2066\n")).toBe("a\nb\tc\\rd\\u2066\n");
});
