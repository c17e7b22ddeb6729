/** The first screen: what was asked, what came out, what to check first, what is proved, stale and contested. */

import { useContext } from "preact/hooks";
import { to } from "../../app/router.ts";
import type { Claim, Defeater, Review, Step } from "../../document.ts";
import { Badge } from "../../parts/badge.tsx";
import { Few } from "../../parts/few.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Id, PlacesContext, RowLink } from "../../parts/links.tsx";
import { Line } from "../../parts/text.tsx";
import { count, tally } from "../../parts/words.ts";

export function Answers({ review, steps }: { review: Review; steps: readonly Step[] }) {
  return (
    <div class="answers">
      <Gate review={review} />
      <div class="asked-came">
        <Asked review={review} />
        <CameOut review={review} />
      </div>
      <First steps={steps} />
      <Proved claims={review.claims} />
      <Stale review={review} />
      <Contested review={review} />
    </div>
  );
}

/** Whether anything stands against the work, whether anything speaks for it, and what stands out. */
function Gate({ review }: { review: Review }) {
  const tone = gateTone(review);
  return (
    <section class={`gate ${tone}`} aria-labelledby="gate-title">
      <h2 id="gate-title">
        <Icon name={({ bad: "cross", warn: "open", good: "check" } as const)[tone]} />
        {gateWords(review)}
      </h2>
      {review.look_first.length > 0 ? (
        <ul class="look-first" aria-label="Look first">
          {review.look_first.map((each) => (
            <li key={each}>
              <a href={to("review", sectionOf(each))}>
                <Line of={each} />
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p>What was never claimed is not checked here.</p>
      )}
    </section>
  );
}

function speaksFor(claim: Claim): boolean {
  return claim.weight === "for";
}

/** Good only where something is established, nothing stands against the work, and nothing else stands out. */
function gateTone({ gate, claims, look_first }: Review): "bad" | "warn" | "good" {
  if (!gate.passed) return "bad";
  return claims.some(speaksFor) && look_first.length === 0 ? "good" : "warn";
}

function gateWords({ gate: { passed, reasons }, claims }: Review): string {
  if (!passed) return `${count(reasons.length, "thing stands", "things stand")} against the work`;
  const none = "Nothing that is recorded stands against the work";
  return claims.some(speaksFor) ? none : `${none}, and nothing is established`;
}

/** The section of the review that a line of `look_first` is told in, by the words that it is made of. */
function sectionOf(line: string): string {
  const sections: readonly (readonly [RegExp, string])[] = [
    [/no valid trace|not recognized/, "faults"],
    [/^\d+ acceptance item/, "goals"],
    [/^\d+ polic/, "policies"],
    [/^\d+ (command|check)s? /, "runs"],
    [/^\d+ \S+ gaps? open|defeaters? open/, "gaps"],
    [/review items? open/, "to-review"],
    [/may have changed files|files? changed/, "changed"],
    [/^the work did not complete/, "came-out"],
    [/captured whole/, "capture"],
    [/result/, "established"],
  ];
  return sections.find(([words]) => words.test(line))?.[1] ?? "against";
}

function Asked({ review }: { review: Review }) {
  const { asked, instructions } = review;
  return (
    <section class="said" aria-labelledby="asked-title">
      <h2 id="asked-title">What was asked</h2>
      {asked.text !== "" ? (
        <p class="words">
          <Line of={asked.text} />
        </p>
      ) : (
        <p class="quiet">The record does not say.</p>
      )}
      <p class="by">
        {instructions.length > 0 && (
          <a href={to("review", "instructions")}>{count(instructions.length, "instruction")}</a>
        )}
        {asked.type !== "" && (
          <span>
            <Line of={asked.type} />
          </span>
        )}
        {review.assistant !== "" && (
          <span>
            <Line of={[review.assistant, review.model].filter((each) => each !== "").join(" · ")} />
          </span>
        )}
      </p>
    </section>
  );
}

function CameOut({ review }: { review: Review }) {
  const { outcome } = review;
  const words = outcome.closing_words || outcome.text;
  return (
    <section class="said" aria-labelledby="came-out-title" id="came-out">
      <h2 id="came-out-title">What came out</h2>
      {words !== "" ? (
        <p class="words">
          <Line of={words} />
        </p>
      ) : (
        <p class="quiet">The record does not say.</p>
      )}
      <p class="by">
        <span>
          {outcome.type === "" ? (
            "no outcome recorded"
          ) : (
            <>
              <Line of={outcome.type} />, in the record's own words
            </>
          )}
        </span>
        <a href={to("review", "changed")}>{count(review.changes.files.length, "file")} changed</a>
        <a href={to("review", "runs")}>{count(review.runs.length, "command")} run</a>
      </p>
    </section>
  );
}

function First({ steps }: { steps: readonly Step[] }) {
  const places = useContext(PlacesContext);
  return (
    <section class="answer first sheet" aria-labelledby="first-title">
      <header>
        <h2 id="first-title">Check first</h2>
        {steps.length > 0 && <span class="note">{count(steps.length, "step")}</span>}
      </header>
      {steps.length === 0 && <p class="lead">The record leaves nothing to do.</p>}
      <Few of={steps} few={5} ordered class="steps">
        {(step, place) => (
          <li key={place}>
            <RowLink href={places?.subject(step.subject)}>
              <Line of={step.label} />
            </RowLink>
            <p class="how">
              <Badge word={step.kind} /> <Line of={step.why} />
              {step.do !== "" && (
                <>
                  {" "}
                  — <Line of={step.do} />
                </>
              )}
            </p>
          </li>
        )}
      </Few>
    </section>
  );
}

function Proved({ claims }: { claims: readonly Claim[] }) {
  const proved = claims.filter((claim) => claim.verdict === "proved" && claim.replaced_by === null);
  const standing = proved.filter(speaksFor);
  const others = claims.filter((claim) => speaksFor(claim) && claim.verdict !== "proved");
  const sorted = [...standing, ...proved.filter((claim) => !speaksFor(claim))];
  return (
    <section class="answer sheet" aria-labelledby="proved-title">
      <header>
        <h2 id="proved-title">Proved</h2>
        {proved.length > 0 && (
          <span class="note">
            {standing.length} of {proved.length} stand
          </span>
        )}
      </header>
      {proved.length === 0 && <p class="lead">Nothing is recorded as proved.</p>}
      {proved.length > 0 && standing.length === 0 && <p class="lead">No proof stands as it is.</p>}
      <Few of={sorted} few={4} class="items">
        {(claim, place) => (
          <li key={place}>
            <ClaimTitle claim={claim} />
            <p class="how">
              <Badge word={speaksFor(claim) ? "proved" : doubt(claim)} />{" "}
              <Line of={[claim.by, doubter(claim)].filter((each) => each !== "").join(" · ")} />
            </p>
          </li>
        )}
      </Few>
      {others.length > 0 && (
        <p class="also">
          <a href={to("review", "established")}>
            Also for the work, not proved: {tally(others.map((claim) => claim.verdict))}
          </a>
        </p>
      )}
    </section>
  );
}

/** Why a proof does not stand, in a word. */
function doubt(claim: Claim): string {
  if (claim.contested_by !== null) return "contested";
  if (claim.freshness === "Stale" || claim.freshness === "Detached") return claim.freshness.toLowerCase();
  return "in doubt";
}

function doubter(claim: Claim): string {
  if (claim.contested_by !== null) return `by ${claim.contested_by}`;
  return claim.freshness === "Stale" || claim.freshness === "Detached" ? "" : (claim.doubted_by ?? "");
}

function ClaimTitle({ claim }: { claim: Claim }) {
  const places = useContext(PlacesContext);
  const href =
    claim.artifact_id === null
      ? claim.action_id === null
        ? null
        : places?.action(claim.action_id)
      : places?.of(claim.artifact_id);
  return (
    <RowLink href={href}>
      <Line of={claim.subject} />
    </RowLink>
  );
}

function Stale({ review }: { review: Review }) {
  const claims = new Map(review.claims.map((claim) => [claim.artifact_id, claim]));
  const outdated = review.freshness.filter(
    (each) => each.verdict !== "Fresh" && claims.get(each.artifact_id)?.replaced_by == null,
  );
  const fresh = review.freshness.filter((each) => each.verdict === "Fresh").length;
  const older = review.claims.filter((claim) => claim.outdated > 0 && claim.ran && claim.replaced_by === null);
  const places = useContext(PlacesContext);
  return (
    <section class="answer sheet" aria-labelledby="stale-title">
      <header>
        <h2 id="stale-title">Stale</h2>
        {review.freshness.length > 0 && (
          <span class="note">
            {outdated.length} stale, {fresh} fresh
          </span>
        )}
      </header>
      {outdated.length === 0 && (
        <p class="lead">
          {review.freshness.length === 0
            ? "No reasoning result is recorded that could be."
            : "No result is out of date."}
        </p>
      )}
      <Few of={outdated} few={4} class="items">
        {(each) => (
          <li key={each.artifact_id}>
            <RowLink href={places?.of(each.artifact_id)}>
              <Line of={claims.get(each.artifact_id)?.subject ?? each.artifact_id} />
            </RowLink>
            <p class="how">
              <Badge word={each.verdict} />{" "}
              <Line of={each.changed.length > 0 ? `changed: ${each.changed.join(", ")}` : each.reason} />
            </p>
          </li>
        )}
      </Few>
      {older.length > 0 && (
        <p class="also">
          <a href={to("review", "runs")}>{count(older.length, "check")} older than the last change</a>
        </p>
      )}
    </section>
  );
}

function Contested({ review }: { review: Review }) {
  const open = review.defeaters.filter((gap) => gap.open);
  const settled = review.defeaters.length - open.length;
  const gaps = review.gaps.filter((gap) => gap.open);
  return (
    <section class="answer sheet" aria-labelledby="contested-title">
      <header>
        <h2 id="contested-title">Contested</h2>
        {review.defeaters.length > 0 && (
          <span class="note">
            {open.length} open, {settled} settled
          </span>
        )}
      </header>
      {open.length === 0 && (
        <p class="lead">
          {review.defeaters.length === 0 ? "Nothing is recorded as contested." : "Every objection is settled."}
        </p>
      )}
      <Few of={open} few={4} class="items">
        {(each) => <Objection key={each.residual_id} of={each} />}
      </Few>
      {gaps.length > 0 && (
        <p class="also">
          <a href={to("review", "gaps")}>
            And {count(gaps.length, "open gap")}:{" "}
            {tally(
              gaps.map((gap) => gap.severity),
              ["critical", "high", "medium", "low", "info"],
            )}
          </a>
        </p>
      )}
    </section>
  );
}

function Objection({ of: { residual_id, statement, attacks, about } }: { of: Defeater }) {
  return (
    <li>
      <RowLink href={to("gaps", residual_id)}>
        <Line of={statement} />
      </RowLink>
      <p class="how">
        <Badge word={attacks || "contested"} tone="contested" icon="opposed" />{" "}
        {about.slice(0, 3).map((id) => (
          <>
            <Id of={id} />{" "}
          </>
        ))}
      </p>
    </li>
  );
}
