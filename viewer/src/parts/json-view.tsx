/** JSON as it stands in the file, a line for each value. */

import { useMemo, useState } from "preact/hooks";
import { type JsonLine, jsonLines } from "../data/json-lines.ts";
import { Line } from "./text.tsx";
import { VirtualList } from "./virtual-list.tsx";
import { visible } from "./visible.ts";
import "../style/json.css";

/** Characters of one value that are shown at first. */
const SHORT = 600;

/** @param at The pointer of the line to go to. */
export function JsonView({ text, pointer, at }: { text: string; pointer: string; at?: string | undefined }) {
  const lines = useMemo(() => jsonLines(text, pointer), [text, pointer]);
  const target = at === undefined || at === pointer ? -1 : lines.findIndex((line) => line.pointer === at);
  return (
    <div class="sheet json">
      {at !== undefined && target < 0 && at !== pointer && (
        <p class="none">
          There is nothing at <Line class="mono" of={at} />.
        </p>
      )}
      <VirtualList
        label={`JSON at ${pointer || "/"}`}
        count={lines.length}
        at={target}
        estimate={() => 21}
        keyOf={(index) => index}
        render={(index) => {
          const line = lines[index];
          return line && <Shown line={line} target={index === target} />;
        }}
      />
    </div>
  );
}

function Shown({ line, target }: { line: JsonLine; target: boolean }) {
  const [all, showAll] = useState(false);
  const cut = !all && line.text.length > SHORT;
  return (
    <div
      class={`json-line ${target ? "target" : ""}`}
      style={{ paddingLeft: `${14 + 16 * Math.min(line.depth, 24)}px` }}
      title={visible(line.pointer)}
      {...(target ? { "data-row": true, tabIndex: -1 } : {})}
    >
      {line.key !== undefined && (
        <>
          <span class="key">{visible(line.key)}</span>:{" "}
        </>
      )}
      <span class={kind(line.text)}>{visible(cut ? line.text.slice(0, SHORT) : line.text)}</span>
      {cut && (
        <>
          {" "}
          …{" "}
          <button type="button" class="link" onClick={() => showAll(true)}>
            {(line.text.length - SHORT).toLocaleString("en")} more characters
          </button>
        </>
      )}
      {line.comma && ","}
    </div>
  );
}

function kind(text: string): string {
  if (text.startsWith('"')) return "string";
  return /^[[\]{}]/.test(text) ? "bracket" : "scalar";
}
