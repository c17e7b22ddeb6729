/** Where in the work a policy was violated and where it was kept: one row each over the positions of the actions. */

import { to } from "../../app/router.ts";
import type { StoryAction } from "../../document.ts";
import { oneLine } from "../../parts/visible.ts";

/** More marks than this in a row are gathered, since nobody can tell them apart. */
export const APART = 120;

export interface Group {
  /** The first of the actions that it stands for. */
  readonly position: number;
  readonly count: number;
}

/** Marks for positions in ascending order: each its own, or those that would stand in one place as one. */
export function grouped(positions: readonly number[], actions: number): readonly Group[] {
  if (positions.length <= APART) return positions.map((position) => ({ position, count: 1 }));
  const groups = new Map<number, Group>();
  for (const position of positions) {
    const place = Math.floor((position * APART) / Math.max(1, actions));
    const held = groups.get(place);
    groups.set(place, held ? { position: held.position, count: held.count + 1 } : { position, count: 1 });
  }
  return [...groups.values()];
}

export function Timeline({
  violating,
  evidence,
  actions,
}: {
  violating: readonly number[];
  evidence: readonly number[];
  actions: readonly StoryAction[];
}) {
  if (violating.length + evidence.length === 0 || actions.length === 0) return null;
  return (
    <div class="timeline" role="group" aria-label="Where it was decided, from the first action to the last">
      {violating.length > 0 && <Row label="against" sort="violating" {...{ actions }} positions={violating} />}
      {evidence.length > 0 && <Row label="for" sort="evidence" {...{ actions }} positions={evidence} />}
      <div class="timeline-axis" aria-hidden="true">
        <span />
        <span class="timeline-ends">
          <span>first action</span>
          <span>last</span>
        </span>
      </div>
    </div>
  );
}

function Row({
  label,
  sort,
  positions,
  actions,
}: {
  label: string;
  sort: "violating" | "evidence";
  positions: readonly number[];
  actions: readonly StoryAction[];
}) {
  const last = Math.max(1, actions.length - 1);
  return (
    <div class="timeline-row">
      <span class="timeline-label">{label}</span>
      <span class="timeline-strip">
        {grouped(positions, actions.length).map(({ position, count }) => {
          const told =
            count > 1 ? `${count} actions, the first: ${named(actions, position)}` : named(actions, position);
          return (
            <a
              key={position}
              class={`timeline-mark ${sort}`}
              href={placeOf(actions, position)}
              style={{ left: `${(100 * position) / last}%` }}
              title={told}
              aria-label={`${label}: ${told}`}
            >
              {sort === "violating" ? "▼" : "●"}
            </a>
          );
        })}
      </span>
    </div>
  );
}

export function named(actions: readonly StoryAction[], position: number): string {
  const [id, , type, label] = actions[position] ?? [null, "", "", ""];
  return oneLine(`${id === null ? `action at ${position}` : `action ${id}`} · ${label || type}`);
}

/** The address of an action in the story, or in the record where it has no id that could be read. */
export function placeOf(actions: readonly StoryAction[], position: number): string {
  const id = actions[position]?.[0] ?? null;
  return id === null ? to("record", "actions", position) : to("story", "action", id);
}
