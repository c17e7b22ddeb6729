/** What is to be seen of an artifact at a glance, in words and by shape as well as by colour. */

import type { LineageNode } from "../../document.ts";
import { Badge } from "../../parts/badge.tsx";

export type Mark = "contested" | "stale" | "detached" | "replaced";

export function marksOf(node: LineageNode): readonly Mark[] {
  const [, , , , , , , freshness, contestedBy, replacedBy] = node;
  const marks: Mark[] = [];
  if (contestedBy !== null) marks.push("contested");
  if (freshness === "Stale") marks.push("stale");
  if (freshness === "Detached") marks.push("detached");
  if (replacedBy !== null) marks.push("replaced");
  return marks;
}

export function Marks({ of }: { of: LineageNode }) {
  return (
    <>
      {marksOf(of).map((mark) => (
        <Badge key={mark} word={mark} />
      ))}
    </>
  );
}
