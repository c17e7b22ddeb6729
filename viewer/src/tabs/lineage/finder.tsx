/** Finds the thing to look at: by a part of its name, id or kind, or by what is worth a look. */

import { useState } from "preact/hooks";
import { to } from "../../app/router.ts";
import type { Review } from "../../document.ts";
import { Line } from "../../parts/text.tsx";
import { Marks, marksOf } from "./marks.tsx";
import type { Lineage } from "./neighbourhood.ts";

const MOST_FOUND = 12;

/** Goals that are named here; the others are in their own view. */
const GOALS = 6;

export function Finder({ lineage, review }: { lineage: Lineage; review: Review }) {
  const [query, setQuery] = useState("");
  const [cut, setCut] = useState(MOST_FOUND);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length > 0 ? matches(lineage, words) : [];
  const counts = { contested: 0, stale: 0 };
  for (const node of lineage.nodes)
    for (const mark of marksOf(node)) if (mark in counts) counts[mark as keyof typeof counts] += 1;
  const ask = (text: string) => {
    setQuery(text);
    setCut(MOST_FOUND);
  };
  return (
    <div class="lineage-finder">
      <label>
        Look at{" "}
        <input
          type="search"
          value={query}
          placeholder="name, id or kind"
          onInput={(event) => ask(event.currentTarget.value)}
        />
      </label>
      {(["contested", "stale"] as const).map(
        (mark) =>
          counts[mark] > 0 && (
            <button key={mark} type="button" class="button" onClick={() => ask(mark)}>
              {counts[mark]} {mark}
            </button>
          ),
      )}
      {review.goals.length > 0 && (
        <span class="lineage-goals">
          Evidence of the goal{" "}
          {review.goals.slice(0, GOALS).map((goal, place) => (
            <span key={place}>
              {place > 0 && " · "}
              <a href={to("lineage", "cone", goal.goal_id)}>
                <Line of={goal.goal_id} />
              </a>
            </span>
          ))}
          {review.goals.length > GOALS && (
            <>
              {" "}
              and <a href={to("goals")}>{review.goals.length - GOALS} more</a>
            </>
          )}
        </span>
      )}
      {words.length > 0 && (
        <div class="lineage-found" role="status">
          {found.length === 0 && (
            <p>No artifact has {words.length === 1 ? "this word" : "all of these words"} in its name, id or kind.</p>
          )}
          <ul>
            {found.slice(0, cut).map((position) => {
              const [id, type, name, status] = lineage.nodes[position] as Lineage["nodes"][number];
              return (
                <li key={position}>
                  <a href={to("lineage", id)} onClick={() => ask("")}>
                    <Line of={name || id} />
                  </a>{" "}
                  <Line class="id" of={id} /> <Line of={status ? `${type} · ${status}` : type} />{" "}
                  <Marks of={lineage.nodes[position] as Lineage["nodes"][number]} />
                </li>
              );
            })}
          </ul>
          {found.length > cut && (
            <button type="button" class="button" onClick={() => setCut(cut + 50)}>
              {found.length - cut} more
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function matches(lineage: Lineage, words: readonly string[]): readonly number[] {
  const found: number[] = [];
  lineage.nodes.forEach((node, position) => {
    const text = [node[0], node[1], node[2], node[3], ...marksOf(node)].join(" ").toLowerCase();
    if (words.every((word) => text.includes(word))) found.push(position);
  });
  return found;
}
