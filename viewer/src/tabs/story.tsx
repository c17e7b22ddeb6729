/** What was done: meta-actions, the actions in them, and what each action ran and gave. */

import "../style/story.css";
import { useMemo, useState } from "preact/hooks";
import { useRoute } from "../app/router.ts";
import type { Page } from "../data/page.ts";
import { linesOf, type StoryLine, type Tree, treeOf, within } from "../data/tree.ts";
import type { Story } from "../document.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import { WithBlock } from "../parts/wait.tsx";
import { count } from "../parts/words.ts";
import { ActionRow } from "./story/action-row.tsx";
import { UnitRow } from "./story/unit-row.tsx";

export function StoryTab({ page }: { page: Page }) {
  return (
    <WithBlock<Story> page={page} name="story">
      {(story) => <Whole page={page} story={story} />}
    </WithBlock>
  );
}

/** In a story of this many actions or fewer, everything is open at first. */
const ALL_OPEN = 300;

const OUTCOMES = ["failed", "unknown", "passed"] as const;

function Whole({ page, story }: { page: Page; story: Story }) {
  const tree = useMemo(() => treeOf(story), [story]);
  const asked = askedFor(useRoute().rest, story);
  const [openUnits, setOpenUnits] = useState<ReadonlySet<number>>(() =>
    story.actions.length <= ALL_OPEN ? everyUnit(story) : new Set(),
  );
  const [openActions, setOpenActions] = useState<ReadonlySet<number>>(new Set());
  const [outcome, setOutcome] = useState("");
  const [words, setWords] = useState("");
  const [shownFor, setShownFor] = useState(-1);

  if (asked !== shownFor) {
    setShownFor(asked);
    if (asked >= 0) {
      setOpenUnits(new Set([...openUnits, ...within(tree, story.actions[asked]?.[5] ?? -1)]));
      setOpenActions(new Set([...openActions, asked]));
      setOutcome("");
      setWords("");
    }
  }
  const wanted = useMemo(() => wantedBy(story, outcome, words), [story, outcome, words]);
  const lines = useMemo(
    () => linesOf(tree, (unit) => wanted !== undefined || openUnits.has(unit), wanted),
    [tree, openUnits, wanted],
  );
  const at = asked < 0 ? -1 : lines.findIndex((line) => line.kind === "action" && line.at === asked);
  const render = (line: StoryLine) =>
    line.kind === "unit" ? (
      <UnitRow
        unit={unitAt(story, line.at)}
        depth={line.depth}
        open={wanted !== undefined || openUnits.has(line.at)}
        size={tree.size[line.at] ?? 0}
        failed={tree.failed[line.at] ?? 0}
        toggle={() => setOpenUnits(toggled(openUnits, line.at))}
      />
    ) : (
      <ActionRow
        page={page}
        at={line.at}
        action={actionAt(story, line.at)}
        depth={line.depth}
        open={openActions.has(line.at)}
        target={line.at === asked}
        abandoned={story.units[actionAt(story, line.at)[5]]?.abandoned ?? false}
        toggle={() => setOpenActions(toggled(openActions, line.at))}
      />
    );

  return (
    <>
      <div class="view-head">
        <h2>Story</h2>
        <p class="note" role="status">
          {said(story, tree, lines, wanted !== undefined)}
        </p>
        <div class="filters" role="group" aria-label="Which actions are shown">
          {["", ...OUTCOMES].map((each) => {
            const number =
              each === "" ? story.actions.length : story.actions.filter((action) => action[4] === each).length;
            return (
              number > 0 && (
                <button type="button" key={each} aria-pressed={outcome === each} onClick={() => setOutcome(each)}>
                  {each === "" ? "All" : `${each} ${number.toLocaleString("en")}`}
                </button>
              )
            );
          })}
          <input
            type="search"
            aria-label="Show actions whose label or type has these words"
            placeholder="Label or type"
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
          <button type="button" onClick={() => setOpenUnits(everyUnit(story))}>
            Expand all
          </button>
          <button
            type="button"
            onClick={() => {
              setOpenUnits(new Set());
              setOpenActions(new Set());
            }}
          >
            Collapse all
          </button>
        </div>
      </div>
      {asked === -2 && <p class="none">There is no such action in this trace.</p>}
      <div class="sheet story">
        {lines.length === 0 && (
          <p class="none">{story.actions.length === 0 ? "The trace records no action." : "No action is like that."}</p>
        )}
        <VirtualList
          label="Story"
          count={lines.length}
          at={at}
          estimate={(index) =>
            lines[index]?.kind === "unit" ? 41 : openActions.has(lines[index]?.at ?? -1) ? 320 : 33
          }
          keyOf={(index) => `${lines[index]?.kind} ${lines[index]?.at}`}
          render={(index) => {
            const line = lines[index];
            return line && render(line);
          }}
        />
      </div>
    </>
  );
}

/** The position of the action that the address names by its id; -1 where it names none, -2 where there is none. */
function askedFor(rest: readonly string[], story: Story): number {
  if (rest[0] !== "action" || rest[1] === undefined) return -1;
  const found = story.actions.findIndex((action) => String(action[0]) === rest[1]);
  return found < 0 ? -2 : found;
}

function wantedBy(story: Story, outcome: string, words: string): ((action: number) => boolean) | undefined {
  const asked = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (outcome === "" && asked.length === 0) return undefined;
  return (at) => {
    const [, , type, label, ended] = actionAt(story, at);
    const text = `${type} ${label}`.toLowerCase();
    return (outcome === "" || ended === outcome) && asked.every((word) => text.includes(word));
  };
}

function said(story: Story, tree: Tree, lines: readonly StoryLine[], filtered: boolean): string {
  if (filtered)
    return `${count(lines.filter((line) => line.kind === "action").length, "action")} of ${story.actions.length.toLocaleString("en")}`;
  const outside = tree.top.reduce((sum, each) => sum + ("from" in each ? each.length : 0), 0);
  const parts = [count(story.actions.length, "action"), `${count(story.units.length, "step")}`];
  return outside > 0 && story.units.length > 0
    ? `${parts.join(" in ")}, ${outside.toLocaleString("en")} outside of them`
    : story.units.length > 0
      ? parts.join(" in ")
      : (parts[0] ?? "");
}

function everyUnit(story: Story): ReadonlySet<number> {
  return new Set(story.units.keys());
}

function toggled(set: ReadonlySet<number>, one: number): ReadonlySet<number> {
  const after = new Set(set);
  if (!after.delete(one)) after.add(one);
  return after;
}

function unitAt(story: Story, at: number): Story["units"][number] {
  return story.units[at] as Story["units"][number];
}

function actionAt(story: Story, at: number): Story["actions"][number] {
  return story.actions[at] as Story["actions"][number];
}
