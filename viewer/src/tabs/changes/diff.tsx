/** One change of a file: its lines with their numbers, or what the record says of it instead. */

import { useMemo, useState } from "preact/hooks";
import { to } from "../../app/router.ts";
import type { Page } from "../../data/page.ts";
import type { DiffPlace } from "../../document.ts";
import { ActionLink } from "../../parts/links.tsx";
import { Line } from "../../parts/text.tsx";
import { useLoaded } from "../../parts/use.ts";
import { manyLines } from "../../parts/visible.ts";
import { Wait } from "../../parts/wait.tsx";
import { count } from "../../parts/words.ts";
import { patchOf, saidOf } from "./content.ts";
import { type DiffLine, type Sort, unified } from "./unified.ts";

/** So many lines at first, and so many more on demand: a change of a million lines must not hold up the page. */
const FIRST = 400;
const MORE = 2000;

export function Change({ page, place }: { page: Page; place: DiffPlace }) {
  const artifact = useLoaded(() => page.artifact(place.artifact), [page, place.artifact]);
  return (
    <div class="change">
      <p class="change-about">
        {place.action_id === null ? (
          "made by an action that the record does not say for sure"
        ) : (
          <ActionLink id={place.action_id} />
        )}{" "}
        · <a href={to("record", "artifacts", place.artifact)}>the record of it</a>
        {place.symbols.length > 0 && (
          <>
            {" "}
            · changes{" "}
            {place.symbols.map((symbol, at) => (
              <span key={at}>
                {at > 0 && ", "}
                <code>
                  <Line of={symbol} />
                </code>
              </span>
            ))}
          </>
        )}
      </p>
      <Wait on={artifact}>
        {(value) => {
          const text = patchOf(value);
          return text === undefined ? <Without said={saidOf(value)} /> : <Lines text={text} />;
        }}
      </Wait>
    </div>
  );
}

function Without({ said }: { said: readonly (readonly [string, string])[] }) {
  return (
    <div class="change-without">
      <p>The record does not have the text of this change.{said.length > 0 && " It says:"}</p>
      {said.length > 0 && (
        <dl>
          {said.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Line of={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

const SIGNS: Readonly<Record<Sort, string>> = { added: "+", removed: "−", same: "", hunk: "", note: "" };
const SPOKEN: Readonly<Record<Sort, string | undefined>> = {
  added: "added",
  removed: "removed",
  same: undefined,
  hunk: undefined,
  note: undefined,
};

function Lines({ text }: { text: string }) {
  const diff = useMemo(() => unified(text), [text]);
  const [shown, show] = useState(FIRST);
  const left = diff.lines.length - shown;
  return (
    <>
      <p class="change-sum">
        {diff.numbered ? (
          <>
            <span class="added">+{diff.added}</span> <span class="removed">−{diff.removed}</span> lines
          </>
        ) : (
          "This text says of no line where it stands, so none has a number."
        )}
      </p>
      <div class="diff-frame" tabIndex={0} role="group" aria-label="Lines of the change">
        <table class="diff">
          <thead class="unseen">
            <tr>
              <th scope="col">before</th>
              <th scope="col">after</th>
              <th scope="col">sign</th>
              <th scope="col">line</th>
            </tr>
          </thead>
          <tbody>
            {diff.lines.slice(0, shown).map((line, place) => (
              <Row key={place} line={line} />
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 && (
        <button type="button" class="button" onClick={() => show(shown + MORE)}>
          {count(left, "more line")}
        </button>
      )}
    </>
  );
}

function Row({ line }: { line: DiffLine }) {
  if (line.sort === "hunk" || line.sort === "note")
    return (
      <tr class={line.sort}>
        <td class="number" />
        <td class="number" />
        <td class="sign" />
        <td class="text">{manyLines(line.text)}</td>
      </tr>
    );
  return (
    <tr class={line.sort}>
      <td class="number">{line.before}</td>
      <td class="number">{line.after}</td>
      <td class="sign" aria-label={SPOKEN[line.sort]}>
        {SIGNS[line.sort]}
      </td>
      <td class="text">{manyLines(line.text)}</td>
    </tr>
  );
}
