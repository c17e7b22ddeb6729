/** A part of the page that needs a block: it says that it is being opened, or why it cannot be. */

import type { ComponentChildren } from "preact";
import type { Page } from "../data/page.ts";
import { Line } from "./text.tsx";
import { type Loaded, useLoaded } from "./use.ts";

export function Wait<T>({ on, children }: { on: Loaded<T>; children: (value: T) => ComponentChildren }) {
  if (on.state === "here") return <>{children(on.value)}</>;
  if (on.state === "failed")
    return (
      <p class="failed-part" role="alert">
        <strong>This part cannot be shown:</strong> <Line of={on.why} />
      </p>
    );
  return (
    <p class="waiting" role="status">
      Opening …
    </p>
  );
}

/** Children made of a block. */
export function WithBlock<T>({
  page,
  name,
  children,
}: {
  page: Page;
  name: string;
  children: (value: T) => ComponentChildren;
}) {
  const loaded = useLoaded(() => page.block<T>(name), [page, name]);
  return <Wait on={loaded}>{children}</Wait>;
}
