import { describe, expect, test } from "vitest";
import { elements, endOfString } from "../src/data/raw.ts";

describe("elements of an array", () => {
  const whole: readonly string[] = [
    "1.0",
    "12345678901234567890",
    '"a,\\"]b"',
    "[1,[2,{}]]",
    '{"a":"}","a":[1]}',
    "null",
    '"\\\\"',
    "-0",
    '""',
  ];

  test("are the texts as they are written", () => {
    expect(elements(`[${whole.join(",")}]`)).toEqual(whole);
  });

  test("may stand apart by white space", () => {
    expect(elements(`[ ${whole.join(" ,\n\t")} ]`)).toEqual(whole);
  });

  test("are none in an empty array", () => {
    expect(elements("[]")).toEqual([]);
    expect(elements("[ ]")).toEqual([]);
  });
});

test("a string ends at its own mark", () => {
  expect(endOfString('"a"b"', 0)).toBe(3);
  expect(endOfString('"\\""x', 0)).toBe(4);
  expect(endOfString('"\\\\"x"', 0)).toBe(4);
});
