/** The first of a list, and a button for the others. On paper all of them stand. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { usePrinting } from "./printing.ts";

/** Rows that are made at once when all are asked for. */
const STEP = 500;

interface Props<T> {
  readonly of: readonly T[];
  readonly few: number;
  readonly children: (item: T, place: number) => ComponentChildren;
  readonly class?: string;
  readonly ordered?: boolean;
}

export function Few<T>({ of, few, children, class: name = "rows", ordered = false }: Props<T>) {
  const [asked, ask] = useState(0);
  const shown = Math.max(few, asked);
  const printing = usePrinting();
  // One more than a few is shown too: a button in its place would be no shorter.
  const number = printing ? of.length : of.length === shown + 1 ? of.length : shown;
  const List = ordered ? "ol" : "ul";
  const left = of.length - number;
  return (
    <>
      <List class={name}>{of.slice(0, number).map(children)}</List>
      {left > 0 && (
        <p class="more">
          <button type="button" class="link" onClick={() => ask(number + STEP)}>
            {left > STEP
              ? `Show ${STEP} of ${left.toLocaleString("en")} more`
              : `Show ${left.toLocaleString("en")} more`}
          </button>
        </p>
      )}
    </>
  );
}
