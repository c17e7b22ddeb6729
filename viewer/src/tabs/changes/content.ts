/** The text of a change, where the record has one. */

import { objectOf } from "../../data/loose.ts";
import type { Json } from "../../document.ts";

/** Under which names a Diff keeps its text: a captured session has `metadata.patch`, others have it elsewhere. */
const NAMES = ["patch", "diff", "unified_diff", "content"];

export function patchOf(artifact: Json): string | undefined {
  const whole = objectOf(artifact);
  for (const holder of [objectOf(whole["metadata"]), objectOf(whole["payload"]), whole]) {
    for (const name of NAMES) {
      const text = holder[name];
      if (typeof text === "string" && text !== "") return text;
    }
  }
  return undefined;
}

/** What else the record says of a change whose text it does not have, as pairs of a name and a value. */
export function saidOf(artifact: Json): readonly (readonly [string, string])[] {
  const whole = objectOf(artifact);
  const metadata = objectOf(whole["metadata"]);
  const said: readonly (readonly [string, Json | undefined])[] = [
    ["summary", whole["summary"]],
    ["lines added", metadata["added"]],
    ["lines removed", metadata["removed"]],
    ["content", whole["content_ref"]],
    ["digest of the patch", metadata["patch_digest"]],
    ["digest before", metadata["before_digest"]],
    ["digest after", metadata["after_digest"]],
  ];
  return said.flatMap(([label, value]) =>
    typeof value === "string" || typeof value === "number" ? [[label, String(value)] as const] : [],
  );
}
