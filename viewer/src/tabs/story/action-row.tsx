/** An action as a line of the story, and once opened what it was for, took, ran and gave. */

import { to } from "../../app/router.ts";
import { type JsonObject, listOf, objectOf, textOf, textsOf } from "../../data/loose.ts";
import type { Page } from "../../data/page.ts";
import { positions } from "../../data/positions.ts";
import type { Json, StoryAction } from "../../document.ts";
import { Badge } from "../../parts/badge.tsx";
import { Copy } from "../../parts/copy.tsx";
import { Fields, LongText } from "../../parts/fields.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Id, Ids } from "../../parts/links.tsx";
import { Line, Prose } from "../../parts/text.tsx";
import { useLoaded } from "../../parts/use.ts";
import { Wait } from "../../parts/wait.tsx";
import { indent } from "./indent.ts";

interface Props {
  readonly page: Page;
  readonly at: number;
  readonly action: StoryAction;
  readonly depth: number;
  readonly open: boolean;
  readonly target: boolean;
  readonly abandoned: boolean;
  readonly toggle: () => void;
}

export function ActionRow({
  page,
  at,
  action: [id, , type, label, outcome],
  depth,
  open,
  target,
  abandoned,
  toggle,
}: Props) {
  return (
    <div class={`action ${target ? "target" : ""} ${abandoned ? "given-up" : ""} ${open ? "opened" : ""}`}>
      <button type="button" data-row class="line" aria-expanded={open} onClick={toggle} style={indent(depth)}>
        <span class="chevron">
          <Icon name="right" />
        </span>
        <span class="number">{id ?? "?"}</span>
        <span class="type">
          <Line of={type} />
        </span>
        <span class="name">
          <Line of={label} />
        </span>
        {abandoned && <span class="unseen"> abandoned</span>}
        {outcome !== "" && (
          <Badge word={outcome} {...(outcome === "passed" ? { tone: "quiet" as const, icon: "check" as const } : {})} />
        )}
      </button>
      {open && (
        <div class="inside" style={indent(depth + 1)}>
          <Opened page={page} at={at} />
        </div>
      )}
    </div>
  );
}

const TOLD = [
  "id",
  "category",
  "type",
  "label",
  "rationale",
  "detail",
  "inputs",
  "outputs",
  "evidence",
  "observations",
  "execution",
  "reproducibility",
  "meta_action_id",
  "result_summary",
];

function Opened({ page, at }: { page: Page; at: number }) {
  const loaded = useLoaded(() => page.action(at), [page, at]);
  return (
    <Wait on={loaded}>
      {(raw) => {
        const action = objectOf(raw);
        const execution = objectOf(action["execution"]);
        return (
          <>
            {textOf(action["rationale"]) !== "" && <Prose of={textOf(action["rationale"])} class="why" />}
            {textOf(action["detail"]) !== "" && <Prose of={textOf(action["detail"])} />}
            <Fields of={action} without={TOLD} />
            <dl class="facts fields">
              {textOf(action["result_summary"]) !== "" && (
                <>
                  <dt>came to</dt>
                  <dd>
                    <Short of={textOf(action["result_summary"])} />
                  </dd>
                </>
              )}
              {listOf(action["evidence"]).length > 0 && (
                <>
                  <dt>evidence</dt>
                  <dd>
                    {listOf(action["evidence"]).map((each, place) => (
                      <EvidenceLine key={place} of={objectOf(each)} />
                    ))}
                  </dd>
                </>
              )}
              {listOf(action["observations"]).length > 0 && (
                <>
                  <dt>observed</dt>
                  <dd>
                    {listOf(action["observations"]).map((each, place) => (
                      <ObservationLine key={place} of={objectOf(each)} />
                    ))}
                  </dd>
                </>
              )}
              {Object.keys(execution).length > 0 && (
                <>
                  <dt>tool</dt>
                  <dd>
                    <Line
                      of={["tool", "version", "method", "determinism"]
                        .map((name) => textOf(execution[name]))
                        .filter((each) => each !== "")
                        .join(" · ")}
                    />
                    {typeof execution["duration_ms"] === "number" && ` · ${seconds(execution["duration_ms"])}`}
                  </dd>
                </>
              )}
              {textsOf(action["inputs"]).length > 0 && (
                <>
                  <dt>from</dt>
                  <dd>
                    <Ids of={textsOf(action["inputs"])} />
                  </dd>
                </>
              )}
            </dl>
            {textsOf(action["outputs"]).length > 0 && <Outputs page={page} ids={textsOf(action["outputs"])} />}
            <p class="tools">
              <a href={to("record", "actions", at)}>As it stands in the file</a>
              <Copy text={() => page.text("actions", at)} what="JSON" />
            </p>
          </>
        );
      }}
    </Wait>
  );
}

function Short({ of }: { of: string }) {
  return /\n/.test(of) || of.length > 300 ? <LongText of={of} /> : <Line of={of} />;
}

function seconds(duration: number): string {
  return duration < 1000
    ? `${duration} ms`
    : `${(duration / 1000).toLocaleString("en", { maximumFractionDigits: 1 })} s`;
}

function EvidenceLine({ of }: { of: JsonObject }) {
  const code = of["exit_code"];
  return (
    <p>
      <span class="quiet">
        <Line of={textOf(of["type"])} />
      </span>{" "}
      <Line class="mono" of={textOf(of["ref"])} />
      {typeof code === "number" && <> · exit {code}</>}
    </p>
  );
}

function ObservationLine({ of }: { of: JsonObject }) {
  return (
    <p>
      <Line of={textOf(of["statement"])} />
      {textOf(of["confidence"]) !== "" && (
        <span class="quiet">
          {" "}
          · confidence <Line of={textOf(of["confidence"])} />
        </span>
      )}{" "}
      <Ids of={textsOf(of["derived_from"])} />
    </p>
  );
}

/** Outputs whose contents are shown with the action; further ones are links. */
const SHOWN = 6;

function Outputs({ page, ids }: { page: Page; ids: readonly string[] }) {
  const loaded = useLoaded(async () => {
    const places = await positions(page);
    return Promise.all(
      ids.slice(0, SHOWN).map(async (id) => ({
        id,
        artifacts: await Promise.all((places.get(id) ?? []).map((place) => page.artifact(place))),
      })),
    );
  }, [page, ...ids.slice(0, SHOWN)]);
  return (
    <Wait on={loaded}>
      {(outputs) => (
        <>
          {outputs.map(({ id, artifacts }) => (
            <Output key={id} id={id} artifacts={artifacts} />
          ))}
          {ids.length > SHOWN && (
            <p class="output">
              gave also <Ids of={ids.slice(SHOWN)} />
            </p>
          )}
        </>
      )}
    </Wait>
  );
}

function Output({ id, artifacts }: { id: string; artifacts: readonly Json[] }) {
  const artifact = objectOf(artifacts[0]);
  const name = textOf(artifact["name"]);
  return (
    <section class="output">
      <h3>
        <span class="quiet">gave</span> <Line of={textOf(artifact["artifact_type"])} />{" "}
        {name !== "" && name !== id && <Line of={name} />} <Id of={id} />
      </h3>
      {artifacts.length === 0 && <p class="quiet">which is no artifact of this trace</p>}
      {artifacts.length > 1 && (
        <p>
          <Badge word="unclear" tone="warn" /> {artifacts.length} artifacts have this id; this is the first.
        </p>
      )}
      {textOf(artifact["summary"]) !== "" && <Prose of={textOf(artifact["summary"])} />}
      <Fields of={objectOf(artifact["payload"])} />
      <Fields of={objectOf(artifact["metadata"])} />
    </section>
  );
}
