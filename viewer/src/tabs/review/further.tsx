/** Further parts of the review: what was run and decided, who is to look at what, signatures, faults, instructions. */

import { to } from "../../app/router.ts";
import type { Review } from "../../document.ts";
import { Badge, plainWord } from "../../parts/badge.tsx";
import { Few } from "../../parts/few.tsx";
import { FindingRow, NoFinding } from "../../parts/finding-row.tsx";
import { ActionLink, Id, RowLink } from "../../parts/links.tsx";
import { None, Section } from "../../parts/section.tsx";
import { SignatureRow } from "../../parts/signature-row.tsx";
import { Line } from "../../parts/text.tsx";
import { count, tally } from "../../parts/words.ts";

interface Of {
  readonly review: Review;
}

export function Runs({ review: { runs, refused, claims } }: Of) {
  const outdated = new Map(
    claims.filter((claim) => claim.ran && claim.outdated > 0).map((claim) => [claim.action_id, claim.outdated]),
  );
  const sorted = [...runs].sort((one, other) => Number(other.outcome === "failed") - Number(one.outcome === "failed"));
  return (
    <Section
      id="runs"
      title="Ran"
      note={
        runs.length === 0
          ? undefined
          : tally(
              sorted.map((run) => run.outcome),
              ["failed", "unknown", "passed"],
            )
      }
    >
      {runs.length === 0 && <None>No command is recorded.</None>}
      <Few of={sorted} few={6}>
        {(run) => (
          <li key={run.action_id}>
            <Badge word={run.outcome} />
            <div class="what">
              <RowLink href={to("story", "action", run.action_id)} class="mono">
                <Line of={run.command} />
              </RowLink>
              {run.last_line !== "" && (
                <p class="more-of">
                  <Line of={run.last_line} />
                </p>
              )}
              {outdated.has(run.action_id) && (
                <p class="more-of">{count(outdated.get(run.action_id) ?? 0, "file")} changed after it</p>
              )}
              {run.overtaken && <p class="more-of">A later command of the same line changed files, or may have</p>}
              {run.passed_later !== null && (
                <p class="more-of">
                  The same command passed later: <ActionLink id={run.passed_later} />
                </p>
              )}
              {run.abandoned !== null && (
                <p class="more-of">
                  <Badge word="abandoned" /> <Line of={run.abandoned} />
                </p>
              )}
            </div>
            <span class="where">
              {run.exit_code === null ? "" : `exit ${run.exit_code} · `}
              <Line of={run.type} /> · action {run.action_id}
            </span>
          </li>
        )}
      </Few>
      {refused.length > 0 && (
        <Few of={refused} few={4}>
          {(each) => (
            <li key={each.action_id}>
              <Badge word="refused" tone="warn" icon="cross" />
              <RowLink href={to("story", "action", each.action_id)} class="what">
                <Line of={each.label} />
              </RowLink>
              <span class="where">action {each.action_id}</span>
            </li>
          )}
        </Few>
      )}
    </Section>
  );
}

export function Decisions({ review: { decisions } }: Of) {
  return (
    <Section
      id="decisions"
      title="Decisions"
      note={decisions.length === 0 ? undefined : count(decisions.length, "decision")}
    >
      {decisions.length === 0 && <None>No decision is recorded.</None>}
      <Few of={decisions} few={6}>
        {(each) => (
          <li key={each.action_id}>
            <span class="quiet small">
              <Line of={each.type} />
            </span>
            <div class="what">
              <RowLink href={to("story", "action", each.action_id)}>
                <Line of={each.label} />
              </RowLink>
              {each.chosen.map((way) => (
                <p class="more-of" key={way}>
                  <Badge word="taken" tone="good" /> <Line of={way} />
                </p>
              ))}
              {each.rejected.map((way) => (
                <p class="more-of" key={way.label}>
                  <Badge word="not taken" icon="dash" /> <Line of={way.label} />
                  {way.because !== "" && (
                    <>
                      {" "}
                      — <Line of={way.because} />
                    </>
                  )}
                </p>
              ))}
              {each.basis !== "" && (
                <p class="more-of">
                  Because: <Line of={each.basis} />
                </p>
              )}
            </div>
            <span class="where">
              <Line of={each.by} />
              {each.by !== "" && " · "}action {each.action_id}
            </span>
          </li>
        )}
      </Few>
    </Section>
  );
}

export function ToReview({ review: { review_items } }: Of) {
  const sorted = [...review_items].sort((one, other) => Number(other.blocking) - Number(one.blocking));
  return (
    <Section
      id="to-review"
      title="To review"
      note={review_items.length === 0 ? undefined : `${count(review_items.length, "item")} not settled`}
    >
      {review_items.length === 0 && <None>No review item is open.</None>}
      <Few of={sorted} few={6}>
        {(item) => (
          <li key={item.review_item_id}>
            <Badge word={item.blocking ? "blocking" : item.status} />
            <span class="what title">
              <Line of={item.title} />
            </span>
            <span class="where">
              <Line of={plainWord(item.status)} /> · by <Line of={item.author} /> ·{" "}
              <span class="mono">
                <Line of={item.review_item_id} />
              </span>
            </span>
          </li>
        )}
      </Few>
    </Section>
  );
}

export function Signatures({ review: { signatures } }: Of) {
  return (
    <Section
      id="signatures"
      title="Signatures"
      note={signatures.length === 0 ? undefined : `${count(signatures.length, "signature")}, not verified here`}
    >
      {signatures.length === 0 && <None>The trace is not signed.</None>}
      <Few of={signatures} few={6}>
        {(each, place) => <SignatureRow key={place} of={each} />}
      </Few>
    </Section>
  );
}

export function Faults({ review }: Of) {
  const { faults, counts, valid } = review;
  return (
    <Section
      id="faults"
      title="Faults"
      note={
        faults.length === 0
          ? undefined
          : `${valid ? "valid" : "not a valid trace"}: ${Object.entries(counts)
              .filter(([, number]) => number > 0)
              .map(([word, number]) => count(number, word, word === "info" ? word : `${word}s`))
              .join(", ")}`
      }
      all={{ href: to("record"), text: "The record" }}
    >
      <NoFinding review={review} />
      <Few of={faults} few={5}>
        {(fault, place) => <FindingRow key={place} of={fault} />}
      </Few>
    </Section>
  );
}

export function Instructions({ review: { instructions } }: Of) {
  if (instructions.length === 0) return null;
  return (
    <Section id="instructions" title="Instructions" note={count(instructions.length, "instruction")}>
      <Few of={instructions} few={8}>
        {(each) => (
          <li key={each.artifact_id}>
            <span class="quiet small">
              {each.action_id === null ? (
                "asked"
              ) : (
                <>
                  at <ActionLink id={each.action_id} />
                </>
              )}
            </span>
            <div class="what clamp-4">
              <Line of={each.text} />
            </div>
            <span class="where">
              <Id of={each.artifact_id} />
            </span>
          </li>
        )}
      </Few>
    </Section>
  );
}
