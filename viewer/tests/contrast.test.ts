import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const STYLE = readFileSync(new URL("../src/style/main.css", import.meta.url), "utf8");
const COLOURS = new Map(
  [...STYLE.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name as string,
    [light as string, dark as string] as const,
  ]),
);

/** What is written in which colour on which ground, somewhere on the page. */
const TEXTS: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ["ink", ["paper", "sheet", "sunk", "quiet-ground", "bad-ground", "warn-ground", "good-ground", "mark"]],
  ["soft", ["paper", "sheet", "sunk", "quiet-ground"]],
  ["link", ["paper", "sheet", "sunk"]],
  ["bad", ["paper", "sheet", "bad-ground"]],
  ["contested", ["sheet", "contested-ground"]],
  ["warn", ["sheet", "warn-ground"]],
  ["good", ["sheet", "good-ground"]],
];

/** Luminance as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function colour(name: string, theme: 0 | 1): string {
  const found = COLOURS.get(name);
  if (found === undefined) throw new Error(`main.css has no colour --${name}`);
  return found[theme];
}

test.each([
  ["light", 0],
  ["dark", 1],
] as const)("every text can be read on its ground: %s", (_, theme) => {
  for (const [text, grounds] of TEXTS) {
    for (const ground of grounds)
      expect(contrast(colour(text, theme), colour(ground, theme)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

test.each([
  ["light", 0],
  ["dark", 1],
] as const)("edges of what can be used stand out: %s", (_, theme) => {
  for (const ground of ["paper", "sheet"])
    expect(contrast(colour("edge", theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
});
