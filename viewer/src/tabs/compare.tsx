/** Compare: what became of evidence, gaps, goals and policies from an earlier trace to this one, losses first. */

import "../style/compare.css";
import { useState } from "preact/hooks";
import type { Page } from "../data/page.ts";
import type { Comparison, Review } from "../document.ts";
import { Badge, type Tone } from "../parts/badge.tsx";
import { ActionLink, Id } from "../parts/links.tsx";
import { Line } from "../parts/text.tsx";
import { WithBlock } from "../parts/wait.tsx";
import { count } from "../parts/words.ts";
import { type Row, rowsOf, type Side } from "./compare/rows.ts";

export function CompareTab({ page }: { page: Page }) {
  if (!page.has("comparison")) {
    return (
      <section aria-labelledby="compare-title">
        <div class="view-head">
          <h2 id="compare-title">Compare</h2>
        </div>
        <p class="none">
          This page shows one trace. <code>tollens view OLD NEW</code> makes a page that compares two.
        </p>
      </section>
    );
  }
  return (
    <WithBlock<Comparison> page={page} name="comparison">
      {(comparison) => (
        <WithBlock<Review> page={page} name="before">
          {(before) => (
            <WithBlock<Review> page={page} name="review">
              {(after) => <Compared {...{ page, comparison, before, after }} />}
            </WithBlock>
          )}
        </WithBlock>
      )}
    </WithBlock>
  );
}

const KINDS: readonly (readonly [Row["kind"], string])[] = [
  ["evidence", "Evidence"],
  ["gap", "Gaps and counter-evidence"],
  ["goal", "Goals"],
  ["policy", "Policies"],
];

function Compared({
  page,
  comparison,
  before,
  after,
}: {
  page: Page;
  comparison: Comparison;
  before: Review;
  after: Review;
}) {
  const rows = rowsOf(comparison);
  const losses = KINDS.flatMap(([kind]) => rows[kind].filter((row) => row.loss));
  return (
    <section aria-labelledby="compare-title" class="compare">
      <div class="view-head">
        <h2 id="compare-title">Compare</h2>
      </div>
      <p class="compare-answer">
        {comparison.loss ? <Badge word="lost" /> : <Badge word="no evidence lost" tone="good" />}{" "}
        {comparison.losses > 0
          ? `${count(comparison.losses, "thing is", "things are")} less established than before`
          : comparison.loss
            ? "the newer trace is invalid, and the earlier is not"
            : "nothing is less established than before"}{" "}
        · {count(comparison.kept, "piece")} of evidence as before
      </p>
      {!comparison.related && (
        <p class="compare-note">
          Neither trace says that it belongs to the other. That they can be compared is the word of whoever made this
          page.
        </p>
      )}
      {losses.length > 0 && <Rows title="Losses" rows={losses} kinds />}
      <Heads {...{ page, comparison, before, after }} />
      {KINDS.map(([kind, title]) => {
        const others = rows[kind].filter((row) => !row.loss);
        return others.length > 0 && <Rows key={kind} title={title} rows={others} />;
      })}
      {losses.length === 0 && KINDS.every(([kind]) => rows[kind].length === 0) && (
        <p class="none">Nothing changed in evidence, gaps, goals or policies.</p>
      )}
    </section>
  );
}

function Heads({
  page,
  comparison,
  before,
  after,
}: {
  page: Page;
  comparison: Comparison;
  before: Review;
  after: Review;
}) {
  const facts: readonly (readonly [string, (review: Review) => preact.ComponentChildren])[] = [
    ["Trace", (review) => <Line of={review.trace_id} />],
    ["Asked", (review) => <Line of={review.asked.text} />],
    ["Gate", (review) => <Badge word={review.gate.passed ? "passes" : "does not pass"} />],
    ["Valid", (review) => <Badge word={review.valid ? "valid" : "invalid"} />],
    ["Evidence", (review) => count((review === before ? comparison.before : comparison.after).pieces, "piece")],
    ["Work", (review) => `${count(review.actions, "action")}, ${count(review.artifacts, "artifact")}`],
    [
      "Look first",
      (review) =>
        review.look_first.length === 0 ? (
          "nothing stands out"
        ) : (
          <ul class="plain">
            {review.look_first.map((line, place) => (
              <li key={place}>
                <Line of={line} />
              </li>
            ))}
          </ul>
        ),
    ],
  ];
  return (
    <div class="table-frame" tabIndex={0} role="group" aria-label="The two traces">
      <table class="compare-heads">
        <caption>The two traces</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">
              Earlier: <Line of={page.manifest.before ?? ""} />
            </th>
            <th scope="col">
              Newer: <Line of={page.manifest.file} />
            </th>
          </tr>
        </thead>
        <tbody>
          {facts.map(([label, fact]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{fact(before)}</td>
              <td>{fact(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const FIRST = 100;

function Rows({ title, rows, kinds = false }: { title: string; rows: readonly Row[]; kinds?: boolean }) {
  const [shown, show] = useState(FIRST);
  return (
    <>
      <div class="table-frame" tabIndex={0} role="group" aria-label={title}>
        <table class={`compare-rows ${kinds ? "losses" : ""}`}>
          <caption>
            {title} <span class="count">{rows.length}</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">Became</th>
              <th scope="col">What</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {rows
              .slice(0, shown)
              .flatMap((row, place) => [
                <One key={place} {...{ row }} kind={kinds ? row.kind : ""} />,
                ...row.items.map((item, at) => <One key={`${place} ${at}`} row={item} kind="" inner />),
              ])}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <button type="button" class="button" onClick={() => show(shown + 500)}>
          {rows.length - shown} more
        </button>
      )}
    </>
  );
}

const GAINS = new Set(["gained", "strengthened", "renewed", "closed", "rose"]);

function One({ row, kind, inner = false }: { row: Row; kind: string; inner?: boolean }) {
  const tone: Tone = row.loss ? "bad" : GAINS.has(row.change) ? "good" : "quiet";
  return (
    <tr class={inner ? "inner" : ""}>
      <td>
        <Badge word={row.change} {...{ tone }} />
        {row.loss && tone === "bad" && <span class="unseen"> (a loss)</span>}
      </td>
      <th scope="row">
        {kind && <span class="compare-kind">{kind} · </span>}
        <Line of={row.subject} />
        {row.reason && (
          <span class="compare-reason">
            <Line of={row.reason} />
          </span>
        )}
      </th>
      <td>
        <Sided of={row.before} told={row.reason} />
      </td>
      <td>
        <Sided of={row.after} told={row.reason} here />
      </td>
    </tr>
  );
}

/** One side of a row. What stands in the newer trace can be gone to; the earlier one is not on this page. */
function Sided({ of, told, here = false }: { of: Side | null; told: string; here?: boolean }) {
  if (of === null)
    return (
      <span class="quiet">
        –<span class="unseen"> not there</span>
      </span>
    );
  return (
    <span class="compare-side">
      {of.words.map((word, place) => (
        <Badge key={place} {...{ word }} />
      ))}
      {of.id !== null && (here ? <Id of={of.id} /> : <Line class="id" of={of.id} />)}
      {of.id === null && of.action !== null && (here ? <ActionLink id={of.action} /> : `action ${of.action}`)}
      {of.note && !told.includes(of.note) && (
        <span class="compare-reason">
          <Line of={of.note} />
        </span>
      )}
    </span>
  );
}
