/** Ids that lead to what they name. */

import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Places } from "../data/places.ts";
import { Line } from "./text.tsx";

export const PlacesContext = createContext<Places | null>(null);

/** The place of a residual, goal, policy or artifact. */
export function Id({ of }: { of: string }) {
  const places = useContext(PlacesContext);
  return (
    <a class="id" href={places?.of(of)}>
      <Line of={of} />
    </a>
  );
}

/** Ids in a row. */
export function Ids({ of, few = 12 }: { of: readonly string[]; few?: number }) {
  return (
    <span class="ids">
      {of.slice(0, few).map((id) => (
        <Id key={id} of={id} />
      ))}
      {of.length > few && <span class="quiet">and {of.length - few} more</span>}
    </span>
  );
}

export function ActionLink({ id, children }: { id: number; children?: ComponentChildren }) {
  const places = useContext(PlacesContext);
  return (
    <a class="id" href={places?.action(id)}>
      {children ?? `action ${id}`}
    </a>
  );
}

/** The title of a row, which leads to its place where it has one. The keys j and k go from one to the next. */
export function RowLink({
  href,
  children,
  class: name = "",
}: {
  href: string | null | undefined;
  children: ComponentChildren;
  class?: string;
}) {
  const shown = `title ${name}`.trim();
  return href ? (
    <a data-row href={href} class={shown}>
      {children}
    </a>
  ) : (
    <span class={shown}>{children}</span>
  );
}
