/** A word with a sign and a colour. The word says it all; the other two make it quick to see. */

import { Icon, type IconName } from "./icon.tsx";
import { Line } from "./text.tsx";

export type Tone = "bad" | "contested" | "warn" | "good" | "quiet";

const TONES: Readonly<Record<Tone, readonly string[]>> = {
  bad: [
    "refuted",
    "failed",
    "mismatched",
    "violated",
    "blocked",
    "critical",
    "high",
    "invalid",
    "error",
    "fix",
    "does not pass",
    "blocking",
    "against",
    "lost",
    "signature",
    "violated policy",
    "critical gap",
    "blocking review item",
  ],
  contested: ["contested", "defeater", "rebuts", "undermines", "undercuts"],
  warn: [
    "stale",
    "detached",
    "undecided",
    "unknown",
    "medium",
    "warning",
    "opaque",
    "partial",
    "doing",
    "unstated",
    "incomplete",
    "empty",
    "refresh",
    "unchecked",
    "abandoned",
    "decide",
    "undecided policy",
  ],
  good: [
    "proved",
    "passed",
    "matched",
    "complete",
    "completed",
    "approved",
    "fresh",
    "done",
    "valid",
    "reached",
    "passes",
    "for",
    "certified",
    "carried",
  ],
  quiet: [],
};

const ICONS: Readonly<Record<Tone, IconName>> = {
  bad: "cross",
  contested: "opposed",
  warn: "open",
  good: "check",
  quiet: "dot",
};

/** Words whose sign is another than that of their tone. */
const OWN_ICONS: Readonly<Record<string, IconName>> = {
  stale: "clock",
  detached: "clock",
  fresh: "check",
  unknown: "question",
  undecided: "question",
  abandoned: "dash",
  error: "cross",
  warning: "open",
  info: "dot",
};

export function toneOf(word: string): Tone {
  for (const tone of ["bad", "contested", "warn", "good"] as const) if (TONES[tone].includes(word)) return tone;
  return "quiet";
}

/** `word` as the trace or the review has it: `AcceptDone` and `not_applicable` are shown as `done` and `not applicable`. */
export function Badge({ word, tone, icon, title }: { word: string; tone?: Tone; icon?: IconName; title?: string }) {
  const shown = plainWord(word);
  const kind = tone ?? toneOf(shown);
  return (
    <span class={`badge ${kind}`} title={title}>
      <Icon name={icon ?? OWN_ICONS[shown] ?? ICONS[kind]} />
      <Line of={shown} />
    </span>
  );
}

export function plainWord(word: string): string {
  return word
    .replace(/^(Accept|Goal)(?=[A-Z])/, "")
    .replaceAll("_", " ")
    .replace(/^[A-Z](?=[a-z]+$)/, (first) => first.toLowerCase());
}
