/** Policies: what each demands, whether it holds, and where in the work that was decided (§13.5). */

import "../style/policies.css";
import { useEffect } from "preact/hooks";
import { to, useRoute } from "../app/router.ts";
import type { Page } from "../data/page.ts";
import type { PolicyStory, Story, StoryAction } from "../document.ts";
import { Badge, type Tone } from "../parts/badge.tsx";
import { Few } from "../parts/few.tsx";
import type { IconName } from "../parts/icon.tsx";
import { Id } from "../parts/links.tsx";
import { usePrinting } from "../parts/printing.ts";
import { Code, Line } from "../parts/text.tsx";
import { oneLine } from "../parts/visible.ts";
import { WithBlock } from "../parts/wait.tsx";
import { named, placeOf, Timeline } from "./policies/timeline.tsx";

const VERDICTS: Readonly<Record<string, readonly [string, Tone, IconName]>> = {
  failed: ["violated", "bad", "cross"],
  unknown: ["undecided", "warn", "question"],
  passed: ["holds", "good", "check"],
  not_applicable: ["does not apply", "quiet", "dash"],
};

/** So many witnesses are shown at first. */
const FIRST = 6;

const TALLIED: Readonly<Record<string, string>> = {
  failed: "violated",
  unknown: "undecided",
  passed: "kept",
  not_applicable: "not applicable",
};

const ORDER = ["failed", "unknown", "passed", "not_applicable"];

export function PoliciesTab({ page }: { page: Page }) {
  return (
    <WithBlock<readonly PolicyStory[]> page={page} name="policies">
      {(policies) => (
        <WithBlock<Story> page={page} name="story">
          {(story) => <Policies {...{ policies }} actions={story.actions} />}
        </WithBlock>
      )}
    </WithBlock>
  );
}

function Policies({ policies, actions }: { policies: readonly PolicyStory[]; actions: readonly StoryAction[] }) {
  const { rest } = useRoute();
  const asked = rest[0];
  const ordered = policies.toSorted((one, other) => rank(one) - rank(other));
  useEffect(() => {
    document.querySelector(".policy.asked")?.scrollIntoView();
  }, [asked, policies]);
  return (
    <section aria-labelledby="policies-title">
      <div class="view-head">
        <h2 id="policies-title">Policies</h2>
        {policies.length > 0 && (
          <p class="note">
            {ORDER.filter((status) => policies.some((policy) => policy.status === status))
              .map((status) => `${policies.filter((policy) => policy.status === status).length} ${TALLIED[status]}`)
              .join(" · ")}
            , evaluated over the whole trace as it is
          </p>
        )}
      </div>
      {policies.length === 0 && (
        <p class="none">
          This trace states no policy, so nothing was checked here. <code>tollens check TRACE --pack review</code>{" "}
          checks others over it.
        </p>
      )}
      {asked !== undefined && !policies.some((policy) => policy.policy_id === asked) && (
        <p class="none">
          This trace has no policy <Line of={asked} />.
        </p>
      )}
      {ordered.map((policy, place) => (
        <Policy key={place} {...{ policy, actions }} asked={policy.policy_id === asked} />
      ))}
    </section>
  );
}

function rank(policy: PolicyStory): number {
  return (policy.blocking ? 0 : ORDER.length) + ORDER.indexOf(policy.status);
}

function Verdict({ of }: { of: string }) {
  const [word, tone, icon] = VERDICTS[of] ?? [of, "quiet", "dot"];
  return <Badge {...{ word, tone, icon }} />;
}

/** A sentence of ours, in which what stands between two `\`` is code. */
function Told({ of }: { of: string }) {
  const parts = oneLine(of).split("`");
  if (parts.length % 2 === 0) return <Line of={of} />;
  return <bdi>{parts.map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part))}</bdi>;
}

function Policy({ policy, actions, asked }: { policy: PolicyStory; actions: readonly StoryAction[]; asked: boolean }) {
  const printing = usePrinting();
  return (
    <article class={`policy ${policy.status} ${asked ? "asked" : ""}`}>
      <h3>
        <Verdict of={policy.status} />{" "}
        <a data-row href={to("policies", policy.policy_id)}>
          <Line of={policy.name || policy.policy_id} />
        </a>
      </h3>
      <p class="policy-about">
        <Line class="id" of={policy.policy_id} /> · severity <Line of={policy.severity} />
        {policy.blocking && (
          <>
            {" "}
            · <strong>blocks the work</strong>
          </>
        )}
        {policy.recorded && (
          <>
            {" "}
            · recorded as <Line of={policy.recorded} />
            {policy.recorded !== policy.status && ", which is not what it is now"}
          </>
        )}
      </p>
      <p class="policy-message">
        <Told of={policy.message} />
      </p>
      <Timeline violating={policy.violating} evidence={policy.evidence} {...{ actions }} />
      <Witnesses
        label="Violated at"
        actions={actions}
        positions={policy.violating}
        artifacts={policy.violating_artifacts}
      />
      <Witnesses label="Rests on" actions={actions} positions={policy.evidence} artifacts={policy.evidence_artifacts} />
      {policy.undetermined.length > 0 && (
        <div class="policy-part">
          <h4>Could not be decided</h4>
          <Few of={policy.undetermined} few={FIRST} class="policy-list">
            {(reason, place) => (
              <li key={place}>
                <Told of={reason} />
              </li>
            )}
          </Few>
        </div>
      )}
      <div class="policy-part">
        <h4>What it demands</h4>
        {policy.plain.length === 0 && (
          <p>
            {policy.formula
              ? "The formula is too long to be told in plain words."
              : "The formula cannot be read: see the record, and the faults that it names."}
          </p>
        )}
        {policy.plain.map(([depth, text], place) => (
          <p key={place} class="policy-plain" style={{ paddingInlineStart: `${Math.min(depth, 12) * 1.25}rem` }}>
            <Told of={text} />
          </p>
        ))}
        {policy.formula && (
          <details open={printing || policy.plain.length === 0}>
            <summary>Formula</summary>
            <Code of={policy.formula} />
          </details>
        )}
      </div>
    </article>
  );
}

function Witnesses({
  label,
  positions,
  artifacts,
  actions,
}: {
  label: string;
  positions: readonly number[];
  artifacts: readonly string[];
  actions: readonly StoryAction[];
}) {
  if (positions.length + artifacts.length === 0) return null;
  return (
    <div class="policy-part">
      <h4>{label}</h4>
      <Few of={[...positions, ...artifacts]} few={FIRST} class="policy-list">
        {(witness, place) => (
          <li key={place}>
            {typeof witness === "number" ? (
              <a href={placeOf(actions, witness)}>{named(actions, witness)}</a>
            ) : (
              <Id of={witness} />
            )}
          </li>
        )}
      </Few>
    </div>
  );
}
