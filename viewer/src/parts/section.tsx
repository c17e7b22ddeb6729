/** A part of the review: a heading that can be linked to, what it holds, or a sentence that it holds nothing. */

import type { ComponentChildren } from "preact";

interface Props {
  readonly id: string;
  readonly title: string;
  /** Beside the heading: how many, of what. */
  readonly note?: ComponentChildren;
  /** The view that shows all of it. */
  readonly all?: { readonly href: string; readonly text: string } | undefined;
  readonly children: ComponentChildren;
}

export function Section({ id, title, note, all, children }: Props) {
  return (
    <section id={id} class="section" aria-labelledby={`${id}-title`}>
      <div class="section-head">
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {note !== undefined && <span class="note">{note}</span>}
        {all && (
          <a class="all" href={all.href}>
            {all.text}
          </a>
        )}
      </div>
      <div class="sheet">{children}</div>
    </section>
  );
}

export function None({ children }: { children: ComponentChildren }) {
  return <p class="none">{children}</p>;
}
