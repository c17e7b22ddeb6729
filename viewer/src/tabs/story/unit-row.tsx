/** A meta-action as a line of the story. */

import type { StoryUnit } from "../../document.ts";
import { Badge, plainWord } from "../../parts/badge.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Line } from "../../parts/text.tsx";
import { count } from "../../parts/words.ts";
import { indent } from "./indent.ts";

interface Props {
  readonly unit: StoryUnit;
  readonly depth: number;
  readonly open: boolean;
  readonly size: number;
  readonly failed: number;
  readonly toggle: () => void;
}

export function UnitRow({ unit, depth, open, size, failed, toggle }: Props) {
  const given = unit.abandoned ? "abandoned" : unit.status;
  const intent = unit.intent === unit.title ? "" : unit.intent;
  return (
    <>
      <button
        type="button"
        data-row
        class={`unit ${unit.abandoned ? "given-up" : ""}`}
        aria-expanded={open}
        onClick={toggle}
        style={indent(depth)}
      >
        <span class="chevron">
          <Icon name="right" />
        </span>
        <span class="name">
          <Line of={unit.title || unit.id} />
        </span>
        {given !== "" && (
          <Badge word={given} {...(given === "completed" ? { tone: "quiet" as const, icon: "check" as const } : {})} />
        )}
        {failed > 0 && <Badge word={`${failed.toLocaleString("en")} failed`} tone="bad" icon="cross" />}
        <span class="rest">
          {unit.source !== "" && (
            <>
              <Line of={plainWord(unit.source)} /> ·{" "}
            </>
          )}
          {count(size, "action")}
        </span>
      </button>
      {open && (intent !== "" || unit.outcome !== "") && (
        <div class="meant" style={indent(depth + 1)}>
          {intent !== "" && (
            <p>
              <span class="quiet">Meant:</span> <Line of={intent} />
            </p>
          )}
          {unit.outcome !== "" && (
            <p>
              <span class="quiet">Came to:</span> <Line of={unit.outcome} />
            </p>
          )}
        </div>
      )}
    </>
  );
}
