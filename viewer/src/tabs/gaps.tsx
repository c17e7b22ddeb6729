/** The residual surface: what is not established, what contests a claim, and the check that closes each (§13). */

import "../style/gaps.css";
import { useContext, useMemo, useState } from "preact/hooks";
import { useRoute } from "../app/router.ts";
import type { Page } from "../data/page.ts";
import { severityRank } from "../data/surface.ts";
import type { Defeater, DerivedGap, Gap, Review } from "../document.ts";
import { Badge, plainWord } from "../parts/badge.tsx";
import { Id, Ids, PlacesContext } from "../parts/links.tsx";
import { Line } from "../parts/text.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { WithBlock } from "../parts/wait.tsx";
import { count, tally } from "../parts/words.ts";

export function Gaps({ page }: { page: Page }) {
  return (
    <WithBlock<Review> page={page} name="review">
      {(review) => <Whole review={review} />}
    </WithBlock>
  );
}

interface Row {
  readonly id: string;
  readonly severity: string;
  readonly open: boolean;
  readonly status: string;
  readonly gap: Gap | Defeater | DerivedGap;
  readonly sort: "gap" | "defeater" | "computed";
}

function rowsOf(review: Review): readonly Row[] {
  const rows: Row[] = [
    ...review.defeaters.map((gap) => ({
      id: gap.residual_id,
      severity: gap.severity,
      open: gap.open,
      status: gap.status,
      gap,
      sort: "defeater" as const,
    })),
    ...review.gaps.map((gap) => ({
      id: gap.residual_id,
      severity: gap.severity,
      open: gap.open,
      status: gap.status,
      gap,
      sort: "gap" as const,
    })),
    ...review.derived.map((gap) => ({
      id: gap.residual_id,
      severity: gap.severity,
      open: true,
      status: "open",
      gap,
      sort: "computed" as const,
    })),
  ];
  return rows.sort(
    (one, other) => Number(other.open) - Number(one.open) || severityRank(one.severity) - severityRank(other.severity),
  );
}

const CHOICES = { open: "Open", settled: "Settled", all: "All" } as const;

function Whole({ review }: { review: Review }) {
  const rows = useMemo(() => rowsOf(review), [review]);
  const asked = useRoute().rest[0];
  const place = rows.findIndex((row) => row.id === asked);
  const [choice, choose] = useState<keyof typeof CHOICES>("open");
  // What the address names is shown, whatever was chosen.
  const shown = rows.filter((row, at) => choice === "all" || row.open === (choice === "open") || at === place);
  const open = rows.filter((row) => row.open);
  return (
    <>
      <div class="view-head">
        <h2>Gaps</h2>
        <p class="note">
          {review.declared === 0
            ? "No gap is declared, which is itself worth a look (§13.2)."
            : `${review.declared} declared`}
          {review.derived.length > 0 && `, ${review.derived.length} computed`}
          {open.length > 0 &&
            `; open: ${tally(
              open.map((row) => row.severity),
              ["critical", "high", "medium", "low", "info"],
            )}`}
        </p>
        <div class="filters" role="group" aria-label="Which gaps are shown">
          {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map((each) => (
            <button type="button" key={each} aria-pressed={choice === each} onClick={() => choose(each)}>
              {CHOICES[each]}
            </button>
          ))}
        </div>
      </div>
      {asked !== undefined && place < 0 && (
        <p class="none">
          There is no gap <Line class="mono" of={asked} /> here.
        </p>
      )}
      <div class="sheet rows">
        {shown.length === 0 && (
          <p class="none">
            {count(rows.length, "gap")} in all; none is {choice}.
          </p>
        )}
        <VirtualList
          label="Gaps"
          count={shown.length}
          at={shown.findIndex((row) => row.id === asked)}
          estimate={() => 96}
          keyOf={(index) => `${shown[index]?.sort} ${shown[index]?.id} ${index}`}
          render={(index) => {
            const row = shown[index];
            return row && <GapRow row={row} target={row.id === asked} />;
          }}
        />
      </div>
    </>
  );
}

function GapRow({ row: { gap, sort, status, open, severity, id }, target }: { row: Row; target: boolean }) {
  const places = useContext(PlacesContext);
  const address = places?.target(sort === "computed" && gap.target !== "" ? `artifact ${gap.target}` : gap.target);
  return (
    <article class={`row gap ${open ? "" : "settled"} ${target ? "target" : ""}`}>
      <div class="signs">
        <Badge word={severity} {...(open ? {} : { tone: "quiet" as const })} />
        {!open && (
          <Badge word={"superseded_by" in gap && gap.superseded_by !== null ? "superseded" : status} icon="check" />
        )}
      </div>
      <div class="what">
        <h3 class="title" data-row tabIndex={-1}>
          <Line of={gap.statement} />
        </h3>
        {gap.suggested_check !== "" && (
          <p class="close">
            <span class="quiet">To close it:</span> <Line of={gap.suggested_check} />
          </p>
        )}
        <dl class="facts small">
          {gap.target !== "" && (
            <>
              <dt>{sort === "defeater" ? ("attacks" in gap && gap.attacks) || "against" : "target"}</dt>
              <dd>
                {address ? (
                  <a class="id" href={address}>
                    <Line of={gap.target} />
                  </a>
                ) : (
                  <Line class="mono" of={gap.target} />
                )}
              </dd>
            </>
          )}
          {gap.about.some((id) => !gap.target.endsWith(id)) && (
            <>
              <dt>about</dt>
              <dd>
                <Ids of={gap.about} />
              </dd>
            </>
          )}
          {"counter_evidence" in gap && gap.counter_evidence.length > 0 && (
            <>
              <dt>cites</dt>
              <dd>
                <Ids of={gap.counter_evidence} />
              </dd>
            </>
          )}
          {"superseded_by" in gap && gap.superseded_by !== null && (
            <>
              <dt>superseded by</dt>
              <dd>
                <Id of={gap.superseded_by} />
              </dd>
            </>
          )}
        </dl>
      </div>
      <div class="where">
        <p>
          <Line of={plainWord(gap.kind)} />
          {open && status !== "open" && (
            <>
              {" "}
              · <Line of={plainWord(status)} />
            </>
          )}
        </p>
        <p>
          <Line of={sort === "computed" ? "computed from the trace" : plainWord("source" in gap ? gap.source : "")} />
        </p>
        <p>
          {sort === "computed" ? (
            <Line class="mono" of={id} />
          ) : (
            <a class="id" href={places?.lineage(id)}>
              <Line of={id} />
            </a>
          )}
        </p>
      </div>
    </article>
  );
}
