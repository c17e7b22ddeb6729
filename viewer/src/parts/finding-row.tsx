/** One finding of the validation, and what is said where there is none. */

import { pointerPlace } from "../data/places.ts";
import type { Diagnostic, Review } from "../document.ts";
import { Badge } from "./badge.tsx";
import { RowLink } from "./links.tsx";
import { None } from "./section.tsx";
import { Line } from "./text.tsx";

export function FindingRow({ of }: { of: Diagnostic }) {
  return (
    <li>
      <Badge word={of.severity} />
      <div class="what">
        <RowLink href={pointerPlace(of.path)}>
          <Line of={of.message} />
        </RowLink>
        {of.hint !== "" && (
          <p class="more-of">
            <Line of={of.hint} />
          </p>
        )}
      </div>
      <span class="where">
        <Line class="mono" of={of.path || "the whole file"} /> · {of.code}
        {of.section !== "" && ` · §${of.section}`}
      </span>
    </li>
  );
}

/** No finding is not yet valid: whether the trace is, the document says by itself. */
export function NoFinding({ review: { faults, valid } }: { review: Review }) {
  if (faults.length > 0) return null;
  return <None>{valid ? "The trace is valid; no finding." : "The trace is not valid."}</None>;
}
