/** How far a line of the story is moved in. Beyond some depth it is moved no further, or nothing could be read. */

const DEEPEST = 10;

export function indent(depth: number): { readonly paddingLeft: string } {
  return { paddingLeft: `${12 + 22 * Math.min(depth, DEEPEST)}px` };
}
