/** The goals: what each asks for, item by item, and the evidence that was found. */

import "../style/goals.css";
import { useEffect } from "preact/hooks";
import { useRoute } from "../app/router.ts";
import type { Page } from "../data/page.ts";
import type { ResolvedGoal, ResolvedItem, Review } from "../document.ts";
import { Badge, plainWord } from "../parts/badge.tsx";
import { Few } from "../parts/few.tsx";
import { ActionLink, Ids } from "../parts/links.tsx";
import { Meter } from "../parts/meter.tsx";
import { Code, Line } from "../parts/text.tsx";
import { goalWord } from "../parts/verdicts.ts";
import { WithBlock } from "../parts/wait.tsx";
import { count, tally } from "../parts/words.ts";

export function Goals({ page }: { page: Page }) {
  return (
    <WithBlock<Review> page={page} name="review">
      {(review) => <Whole goals={review.goals} />}
    </WithBlock>
  );
}

function Whole({ goals }: { goals: readonly ResolvedGoal[] }) {
  const asked = useRoute().rest[0];
  const place = goals.findIndex((goal) => goal.goal_id === asked);
  useEffect(() => {
    const found = document.querySelector<HTMLElement>(".goal.target h3");
    found?.scrollIntoView({ block: "center" });
    found?.focus({ preventScroll: true });
  }, [asked]);
  return (
    <>
      <div class="view-head">
        <h2>Goals</h2>
        <p class="note">
          {goals.length === 0
            ? "The trace states no goals."
            : tally(
                goals.map((goal) => goalWord(goal)),
                ["blocked", "not reached", "reached"],
              )}
        </p>
      </div>
      {asked !== undefined && place < 0 && (
        <p class="none">
          There is no goal <Line class="mono" of={asked} /> here.
        </p>
      )}
      <Few of={goals} few={Math.max(50, place + 1)} class="goals">
        {(goal, at) => <Goal key={at} goal={goal} target={at === place} />}
      </Few>
    </>
  );
}

function Goal({ goal, target }: { goal: ResolvedGoal; target: boolean }) {
  return (
    <li class={`goal sheet ${target ? "target" : ""}`}>
      <header>
        <h3 tabIndex={-1} data-row>
          <Line of={goal.intent || goal.goal_id} />
        </h3>
        <p class="axes">
          <Badge word={goalWord(goal)} />
          {goal.certified !== null && (
            <Badge word={goal.certified ? "certified" : "not certified"} tone={goal.certified ? "good" : "warn"} />
          )}
          {goal.governed !== null && (
            <Badge
              word={goal.governed ? "governed" : "a policy fails over its work"}
              tone={goal.governed ? "good" : "bad"}
            />
          )}
          <span>
            <Meter share={goal.progress} /> {Math.round(goal.progress * 100)} % of{" "}
            {count(goal.acceptance.length, "item")}
          </span>
          <span class="quiet">
            <Line of={plainWord(goal.status) || "no status authored"} />, as authored
          </span>
          <span class="mono quiet">
            <Line of={goal.goal_id} />
          </span>
        </p>
      </header>
      {goal.acceptance.length === 0 ? (
        <p class="none">It has no acceptance items, so nothing can reach it.</p>
      ) : (
        <Few of={goal.acceptance} few={30}>
          {(item, at) => <Item key={at} item={item} />}
        </Few>
      )}
      {(goal.open_gap_ids.length > 0 || goal.cone.length > 0) && (
        <dl class="facts beneath">
          {goal.open_gap_ids.length > 0 && (
            <>
              <dt>Open gaps</dt>
              <dd>
                <Ids of={goal.open_gap_ids} few={20} />
              </dd>
            </>
          )}
          {goal.cone.length > 0 && (
            <>
              <dt>Its work</dt>
              <dd class="ids">
                {goal.cone.slice(0, 30).map((id) => (
                  <ActionLink key={id} id={id}>
                    {id}
                  </ActionLink>
                ))}
                {goal.cone.length > 30 && <span class="quiet">and {count(goal.cone.length - 30, "more action")}</span>}
              </dd>
            </>
          )}
        </dl>
      )}
    </li>
  );
}

const BASES: Readonly<Record<string, string>> = {
  absence: "done by the absence of evidence against it",
  met: "done by evidence that may be contested or outdated",
  text: "done by a change that names its symbol in words only",
  model: "done by a formal model that lists the symbol",
};

function Item({ item }: { item: ResolvedItem }) {
  return (
    <li>
      <Badge word={item.status} />
      <div class="what">
        <span class="title">
          <Line of={item.label} />
        </span>
        {item.reason !== "" && (
          <p class="more-of">
            <Line of={item.reason} />
          </p>
        )}
        {item.basis !== "" && (
          <p class="more-of">
            <Badge word="less than it seems" tone="warn" /> <Line of={BASES[item.basis] ?? item.basis} />
          </p>
        )}
        {item.manual && <p class="more-of">bound to nothing: on somebody’s word only</p>}
        {item.counterexample !== null && <Code of={item.counterexample} />}
        {item.evidence.length > 0 && (
          <p class="more-of">
            Evidence: <Ids of={item.evidence} />
          </p>
        )}
      </div>
      <span class="where">
        <Line of={item.kind} />
        {!item.required && " · not required"} ·{" "}
        <span class="mono">
          <Line of={item.acceptance_id} />
        </span>
      </span>
    </li>
  );
}
