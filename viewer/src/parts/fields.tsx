/** The members of a JSON object as a list of names and values, long texts as they stand. */

import { useState } from "preact/hooks";
import type { JsonObject } from "../data/loose.ts";
import type { Json } from "../document.ts";
import { Code, Line } from "./text.tsx";

/** Characters of a text that are shown at first. */
const SHORT = 4000;

export function Fields({ of, without = [] }: { of: JsonObject; without?: readonly string[] }) {
  const shown = Object.entries(of).filter(([name, value]) => !without.includes(name) && !empty(value));
  if (shown.length === 0) return null;
  return (
    <dl class="facts fields">
      {shown.map(([name, value]) => (
        <Field key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function empty(value: Json): boolean {
  return (
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === "object" && Object.keys(value).length === 0)
  );
}

function Field({ name, value }: { name: string; value: Json }) {
  return (
    <>
      <dt>
        <Line of={name.replaceAll("_", " ")} />
      </dt>
      <dd>
        <Value of={value} />
      </dd>
    </>
  );
}

function Value({ of }: { of: Json }) {
  if (typeof of === "string") return of.length <= 160 && !/[\n\r]/.test(of) ? <Line of={of} /> : <LongText of={of} />;
  if (typeof of === "number") return <>{numberText(of)}</>;
  if (typeof of !== "object" || of === null) return <>{String(of)}</>;
  if (Array.isArray(of) && of.every((each) => typeof each === "string" && each.length <= 80))
    return <Line of={of.join(", ")} />;
  if (Array.isArray(of) && of.length <= FEW && of.every(isFlat))
    return (
      <ul>
        {of.map((each, place) => (
          <li key={place}>
            <Line of={flatText(each)} />
          </li>
        ))}
      </ul>
    );
  if (isFlat(of)) return <Line of={flatText(of)} />;
  return <LongText of={jsonText(of)} />;
}

/** Elements of a list that are put in lines of their own. */
const FEW = 12;

/** Whether it is an object with nothing but short values, which fits on a line. */
function isFlat(value: Json): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const members = Object.values(value as JsonObject);
  return (
    members.length <= 6 &&
    members.every((each) =>
      typeof each === "string" ? each.length <= 80 && !/[\n\r]/.test(each) : typeof each !== "object" || each === null,
    )
  );
}

function flatText(value: JsonObject): string {
  return Object.entries(value)
    .filter(([, each]) => !empty(each))
    .map(([name, each]) => `${name.replaceAll("_", " ")} ${typeof each === "number" ? numberText(each) : String(each)}`)
    .join(" · ");
}

/** A whole number beyond 2^53 is not read exactly; the record has it as it is written. */
function numberText(number: number): string {
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? `about ${number}` : String(number);
}

function jsonText(value: Json): string {
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    return "nested too deeply to be shown here: see the record";
  }
}

/** A text in its own lines; of a long one the beginning, until all of it is asked for. */
export function LongText({ of }: { of: string }) {
  const [all, showAll] = useState(false);
  if (of.length <= SHORT || all) return <Code of={of} />;
  return (
    <>
      <Code of={of.slice(0, SHORT)} />
      <button type="button" class="link small" onClick={() => showAll(true)}>
        Show all {of.length.toLocaleString("en")} characters
      </button>
    </>
  );
}
