/** Lineage: what a thing was made from, and what came of it, a few steps at a time (§3.2). */

import "../style/lineage.css";
import { useMemo, useState } from "preact/hooks";
import { to, useRoute } from "../app/router.ts";
import type { Page } from "../data/page.ts";
import type { LineageNode, ResolvedGoal, Review, Story } from "../document.ts";
import { usePrinting } from "../parts/printing.ts";
import { Line } from "../parts/text.tsx";
import { WithBlock } from "../parts/wait.tsx";
import { count } from "../parts/words.ts";
import { Diagram, type Doors } from "./lineage/diagram.tsx";
import { Facts } from "./lineage/facts.tsx";
import { Finder } from "./lineage/finder.tsx";
import { List } from "./lineage/list.tsx";
import {
  type Choices,
  choice,
  FAN,
  type Lineage,
  lineageOf,
  MOST,
  partAround,
  type Steps as Reach,
  reachedFrom,
  type Side,
} from "./lineage/neighbourhood.ts";
import { beginning, coneOf, evidenceOf } from "./lineage/seeds.ts";

export function LineageTab({ page }: { page: Page }) {
  return (
    <WithBlock<readonly LineageNode[]> page={page} name="lineage">
      {(nodes) => (
        <WithBlock<Review> page={page} name="review">
          {(review) => (
            <WithBlock<Story> page={page} name="story">
              {(story) => <Loaded {...{ nodes, review, story }} />}
            </WithBlock>
          )}
        </WithBlock>
      )}
    </WithBlock>
  );
}

function Loaded({ nodes, review, story }: { nodes: readonly LineageNode[]; review: Review; story: Story }) {
  const { rest } = useRoute();
  const lineage = useMemo(() => lineageOf(nodes), [nodes]);
  const [id, cone] = rest;
  const goal = id === "cone" && cone !== undefined ? review.goals.find((each) => each.goal_id === cone) : undefined;
  const seeds = useMemo(() => {
    if (goal) return coneOf(lineage, story, goal);
    const asked = id === undefined ? beginning(lineage, review) : lineage.byId.get(id);
    return asked === undefined ? [] : [asked];
  }, [lineage, review, story, goal, id]);
  return (
    <section aria-labelledby="lineage-title">
      <div class="view-head">
        <h2 id="lineage-title">Lineage</h2>
        <p class="note">what a thing was made from, and what it led to</p>
      </div>
      <Finder {...{ lineage, review }} />
      {seeds.length > 0 ? (
        <Around key={rest.join("/")} {...{ lineage, story, review, seeds, goal }} />
      ) : (
        <Nothing id={rest.join("/")} empty={nodes.length === 0} />
      )}
    </section>
  );
}

function Nothing({ id, empty }: { id: string; empty: boolean }) {
  if (empty) return <p class="none">This trace has no artifacts, so nothing was made from anything.</p>;
  return (
    <p class="none">
      {id ? (
        <>
          This trace has no artifact <Line of={id} />. Look for another one above.
        </>
      ) : (
        "Look for a thing above to see what it was made from."
      )}
    </p>
  );
}

function Around({
  lineage,
  story,
  review,
  seeds,
  goal,
}: {
  lineage: Lineage;
  story: Story;
  review: Review;
  seeds: readonly number[];
  goal: ResolvedGoal | undefined;
}) {
  const one = goal === undefined;
  const [steps, setSteps] = useState<Reach>(one ? { made: 2, came: 2 } : { made: 0, came: 0 });
  const [choices, choose] = useState<Choices>(new Map());
  const part = useMemo(() => partAround(lineage, seeds, steps, choices), [lineage, seeds, steps, choices]);
  const centre = useMemo(() => new Set(goal ? evidenceOf(lineage, goal) : seeds), [lineage, goal, seeds]);
  const doors: Doors = {
    open: (shown, side) => choose(new Map(choices).set(choice(shown.position, side), shown.beside[side] + FAN)),
    close: (shown, side) => choose(new Map(choices).set(choice(shown.position, side), 0)),
    closes: (shown, side) =>
      shown.beside[side] > 0 &&
      reachedFrom(lineage, seeds, steps, new Map(choices).set(choice(shown.position, side), 0)).size <
        part.shown.length,
  };
  const [listed, setListed] = useState(false);
  const printing = usePrinting();
  const full = part.shown.length >= MOST;
  return (
    <>
      {one ? (
        <Facts {...{ lineage, story, review }} position={seeds[0] as number} />
      ) : (
        <p class="lineage-cone">
          The evidence of the goal{" "}
          <a href={to("goals", goal.goal_id)}>
            <Line of={goal.intent} />
          </a>
          , and what else the actions made that it comes from: {count(seeds.length, "artifact")}.
        </p>
      )}
      <div class="lineage-tools">
        <Steps side="made" label="Made from" {...{ steps, setSteps }} />
        <Steps side="came" label="Led to" {...{ steps, setSteps }} />
        <span class="lineage-count" role="status">
          {part.shown.length} of {lineage.nodes.length.toLocaleString("en")} shown
          {full && ": there is room for no more, so look at one of them to go on from there"}
          {part.left > 0 && ` · ${part.left} more belong here`}
        </span>
      </div>
      <Diagram {...{ lineage, part, doors }} seeds={centre} />
      <details
        class="lineage-as-list"
        open={listed || printing}
        onToggle={(event) => !printing && setListed(event.currentTarget.open)}
      >
        <summary>The same as a list</summary>
        <List {...{ lineage, part, doors }} seeds={centre} />
      </details>
    </>
  );
}

function Steps({
  side,
  label,
  steps,
  setSteps,
}: {
  side: Side;
  label: string;
  steps: Reach;
  setSteps: (steps: Reach) => void;
}) {
  return (
    <label class="lineage-steps">
      {label}{" "}
      <select
        value={String(steps[side])}
        onChange={(event) => setSteps({ ...steps, [side]: Number(event.currentTarget.value) })}
      >
        {[0, 1, 2, 3, 4, 6, 10].map((many) => (
          <option key={many} value={String(many)}>
            {count(many, "step")}
          </option>
        ))}
      </select>
    </label>
  );
}
