/** A view that fails says so in its place; the others stay. */

import { Component, type ComponentChildren } from "preact";
import { Line } from "../parts/text.tsx";
import { sentence } from "../parts/use.ts";

export class Guard extends Component<{ children: ComponentChildren }, { error?: unknown }> {
  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render({ children }: { children: ComponentChildren }, { error }: { error?: unknown }) {
    if (error === undefined) return <>{children}</>;
    return (
      <p class="failed-part" role="alert">
        <strong>This view cannot be shown:</strong> <Line of={sentence(error)} />
      </p>
    );
  }
}
