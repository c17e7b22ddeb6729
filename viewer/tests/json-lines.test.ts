import { expect, test } from "vitest";
import { jsonLines } from "../src/data/json-lines.ts";
import { members } from "../src/data/raw.ts";

test("every value has its line, its pointer and its own spelling", () => {
  const lines = jsonLines('{"a/b":[1.0,{}, [ ] ,"x\\"]"],"~":null,"n":{"k":-0}}', "/rest");
  expect(lines.map(({ depth, key, text, comma, pointer }) => [depth, key ?? "", text, comma, pointer])).toEqual([
    [0, "", "{", false, "/rest"],
    [1, '"a/b"', "[", false, "/rest/a~1b"],
    [2, "", "1.0", true, "/rest/a~1b/0"],
    [2, "", "{}", true, "/rest/a~1b/1"],
    [2, "", "[]", true, "/rest/a~1b/2"],
    [2, "", '"x\\"]"', false, "/rest/a~1b/3"],
    [1, "", "]", true, "/rest/a~1b"],
    [1, '"~"', "null", true, "/rest/~0"],
    [1, '"n"', "{", false, "/rest/n"],
    [2, '"k"', "-0", false, "/rest/n/k"],
    [1, "", "}", false, "/rest/n"],
    [0, "", "}", false, "/rest"],
  ]);
});

test("a single value has one line", () => {
  expect(jsonLines(' "a" ', "/x")).toEqual([{ depth: 0, key: undefined, text: '"a"', comma: false, pointer: "/x" }]);
});

test("a text nested deeply is taken apart without recursion", () => {
  const lines = jsonLines("[".repeat(20_000) + "]".repeat(20_000), "");
  expect(lines.length).toBe(39_999);
});

test("members are told in order, one that stands twice twice", () => {
  expect(members('{"a":[1,2], "b,}" : "x:y","a":{"c":1} }')).toEqual([
    ["a", "[1,2]"],
    ["b,}", '"x:y"'],
    ["a", '{"c":1}'],
  ]);
  expect(members("{}")).toEqual([]);
});
