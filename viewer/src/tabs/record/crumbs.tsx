/** Where one is in the record. The last part is the place itself. */

import type { ComponentChildren } from "preact";
import { to } from "../../app/router.ts";
import { Line } from "../../parts/text.tsx";

export function Crumbs({
  parts,
  children,
}: {
  parts: readonly (readonly [text: string, href: string])[];
  children?: ComponentChildren;
}) {
  return (
    <div class="view-head">
      <h2 class="crumbs">
        <a href={to("record")}>Record</a>
        {parts.map(([text, href], place) => (
          <>
            {" "}
            <span class="quiet" aria-hidden="true">
              /
            </span>{" "}
            {place === parts.length - 1 ? (
              <Line of={text} />
            ) : (
              <a href={href}>
                <Line of={text} />
              </a>
            )}
          </>
        ))}
      </h2>
      {children}
    </div>
  );
}
