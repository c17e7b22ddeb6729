import { expect, test } from "vitest";
import { parse, to } from "../src/app/router.ts";
import { pointerPlace } from "../src/data/places.ts";

test.each(["a/b", "ü %", "a#b?c", "..", "\u202e", "<script>"])("an id in an address comes back as it was: %j", (id) => {
  expect(parse(to("lineage", id))).toEqual({ tab: "lineage", rest: [id] });
});

test("the address of nothing is the review", () => {
  expect(parse("")).toEqual({ tab: "review", rest: [] });
  expect(parse("#/")).toEqual({ tab: "review", rest: [] });
});

test("what no address is does not fail", () => {
  expect(parse("#/gaps/%E0%A4%A")).toEqual({ tab: "gaps", rest: ["%E0%A4%A"] });
  expect(to("gaps", "\ud800")).toBe("#/gaps/%EF%BF%BD");
});

test("a JSON pointer leads to the element that it points into", () => {
  expect(parse(pointerPlace("/artifacts/3/payload/a~1b")).rest).toEqual(["artifacts", "3", "payload", "a/b"]);
  expect(parse(pointerPlace("/goals/0")).rest).toEqual(["rest", "goals", "0"]);
  expect(parse(pointerPlace("")).rest).toEqual([]);
});
