/** Every text of the trace is shown by one of these, and by nothing else. */

import { manyLines, oneLine } from "./visible.ts";

/** A text on one line. It is isolated, so that its direction changes nothing around it. */
export function Line({ of, class: name }: { of: string; class?: string }) {
  return <bdi class={name}>{oneLine(of)}</bdi>;
}

/** A text in its own lines, wrapped as prose. */
export function Prose({ of, class: name = "" }: { of: string; class?: string }) {
  return (
    <div class={`prose ${name}`} dir="auto">
      {manyLines(of)}
    </div>
  );
}

/** Code, a command or its output, as it stands. */
export function Code({ of, class: name = "" }: { of: string; class?: string }) {
  return (
    <pre class={`code ${name}`} dir="ltr" tabIndex={0}>
      {manyLines(of)}
    </pre>
  );
}
