/** The parts of the review below the first screen, each line a link to its place. */

import { useContext } from "preact/hooks";
import { to } from "../../app/router.ts";
import { severityRank } from "../../data/surface.ts";
import type { Claim, Defeater, DerivedGap, Gap, ResolvedGoal, Review } from "../../document.ts";
import { Badge, plainWord } from "../../parts/badge.tsx";
import { Few } from "../../parts/few.tsx";
import { Id, PlacesContext, RowLink } from "../../parts/links.tsx";
import { Meter } from "../../parts/meter.tsx";
import { None, Section } from "../../parts/section.tsx";
import { Line } from "../../parts/text.tsx";
import { claimTone, goalWord, policyWord } from "../../parts/verdicts.ts";
import { count, tally } from "../../parts/words.ts";

interface Of {
  readonly review: Review;
}

export function Against({ review: { gate } }: Of) {
  const places = useContext(PlacesContext);
  return (
    <Section
      id="against"
      title="Against the work"
      note={gate.passed ? undefined : `${count(gate.reasons.length, "reason")}, the gravest first`}
    >
      {gate.passed && (
        <None>Nothing that is recorded stands against it. What was never claimed is not checked here.</None>
      )}
      <Few of={gate.reasons} few={8}>
        {(reason, place) => (
          <li key={place}>
            <Badge word={reason.cause} />
            <RowLink href={places?.subject(reason.subject)} class="what">
              <Line of={reason.text} />
            </RowLink>
            <span class="where mono">
              <Line of={reason.subject} />
            </span>
          </li>
        )}
      </Few>
    </Section>
  );
}

type AnyGap = { readonly severity: string; readonly gap: Gap | Defeater | DerivedGap; readonly derived: boolean };

export function OpenGaps({ review }: Of) {
  const rows: AnyGap[] = [
    ...review.defeaters.filter((gap) => gap.open).map((gap) => ({ severity: gap.severity, gap, derived: false })),
    ...review.gaps.filter((gap) => gap.open).map((gap) => ({ severity: gap.severity, gap, derived: false })),
    ...review.derived.map((gap) => ({ severity: gap.severity, gap, derived: true })),
  ].sort((one, other) => severityRank(one.severity) - severityRank(other.severity));
  const note =
    rows.length === 0
      ? undefined
      : tally(
          rows.map((row) => row.severity),
          ["critical", "high", "medium", "low", "info"],
        );
  return (
    <Section id="gaps" title="Open gaps" note={note} all={{ href: to("gaps"), text: "All gaps" }}>
      {rows.length === 0 && (
        <None>
          {review.declared === 0
            ? "No gap is declared at all, which is itself worth a look (§13.2)."
            : "Every declared gap is settled."}
        </None>
      )}
      <Few of={rows} few={6}>
        {({ gap, derived }) => (
          <li key={gap.residual_id}>
            <Badge word={gap.severity} />
            <div class="what">
              <RowLink href={to("gaps", gap.residual_id)}>
                <Line of={gap.statement} />
              </RowLink>
              {gap.suggested_check !== "" && (
                <p class="more-of">
                  To close it: <Line of={gap.suggested_check} />
                </p>
              )}
            </div>
            <span class="where">
              <Line of={plainWord(gap.kind)} />
              {derived ? ", computed" : ""} · <Id of={gap.residual_id} />
            </span>
          </li>
        )}
      </Few>
    </Section>
  );
}

export function ReviewGoals({ review: { goals } }: Of) {
  return (
    <Section
      id="goals"
      title="Goals"
      note={
        goals.length === 0 ? undefined : `${goals.filter((goal) => goal.reached).length} of ${goals.length} reached`
      }
      all={{ href: to("goals"), text: "All items" }}
    >
      {goals.length === 0 && <None>The trace states no goals.</None>}
      <Few of={goals} few={6}>
        {(goal) => <GoalRow key={goal.goal_id} goal={goal} />}
      </Few>
    </Section>
  );
}

function GoalRow({ goal }: { goal: ResolvedGoal }) {
  const blocked = goal.acceptance.filter((item) => item.status === "AcceptBlocked");
  return (
    <li>
      <Badge word={goalWord(goal)} />
      <div class="what">
        <RowLink href={to("goals", goal.goal_id)}>
          <Line of={goal.intent} />
        </RowLink>
        {blocked.map((item) => (
          <p class="more-of" key={item.acceptance_id}>
            Blocked: <Line of={item.label} />
            {item.reason !== "" && (
              <>
                {" "}
                — <Line of={item.reason} />
              </>
            )}
          </p>
        ))}
      </div>
      <span class="where">
        <Meter share={goal.progress} /> {Math.round(goal.progress * 100)} % of {count(goal.acceptance.length, "item")}
        {goal.open_gaps > 0 && `, ${count(goal.open_gaps, "open gap")}`}
      </span>
    </li>
  );
}

const POLICY_ORDER = ["failed", "unknown", "passed", "not_applicable"];

export function ReviewPolicies({ review: { policies } }: Of) {
  const sorted = [...policies].sort(
    (one, other) => POLICY_ORDER.indexOf(one.status) - POLICY_ORDER.indexOf(other.status),
  );
  return (
    <Section
      id="policies"
      title="Policies"
      note={policies.length === 0 ? undefined : tally(sorted.map((each) => plainWord(policyWord(each.status))))}
      all={{ href: to("policies"), text: "Formulas and witnesses" }}
    >
      {policies.length === 0 && <None>The trace holds no policies.</None>}
      <Few of={sorted} few={6}>
        {(policy) => (
          <li key={policy.policy_id}>
            <Badge word={policyWord(policy.status)} />
            <div class="what">
              <RowLink href={to("policies", policy.policy_id)}>
                <Line of={policy.name || policy.policy_id} />
              </RowLink>
              {policy.status !== "passed" && (
                <p class="more-of">
                  <Line of={[policy.message, ...policy.undetermined].join("; ")} />
                </p>
              )}
            </div>
            <span class="where">
              <Line of={policy.severity} />
              {policy.recorded !== "" && policy.recorded !== policy.status && (
                <>
                  {" "}
                  · recorded as <Line of={plainWord(policy.recorded)} />
                </>
              )}
            </span>
          </li>
        )}
      </Few>
    </Section>
  );
}

const WEIGHTS = { against: "against", open: "open", for: "for the work" } as const;

export function Established({ review: { claims } }: Of) {
  return (
    <Section
      id="established"
      title="Established"
      note={
        claims.length === 0
          ? undefined
          : `${tally(claims.map((claim) => WEIGHTS[claim.weight]))}; as recorded, nothing was run again`
      }
    >
      {claims.length === 0 && <None>The record claims to have established nothing.</None>}
      <Few of={claims} few={8}>
        {(claim, place) => <ClaimRow key={place} claim={claim} />}
      </Few>
    </Section>
  );
}

function ClaimRow({ claim }: { claim: Claim }) {
  const places = useContext(PlacesContext);
  const href =
    claim.artifact_id !== null
      ? places?.of(claim.artifact_id)
      : claim.policy_id !== null
        ? places?.of(claim.policy_id)
        : claim.action_id !== null
          ? places?.action(claim.action_id)
          : null;
  return (
    <li>
      <Badge word={claim.verdict} tone={claimTone(claim)} />
      <div class="what">
        <RowLink href={href}>
          <Line of={claim.subject} />
        </RowLink>
        {claim.detail !== "" && (
          <p class="more-of clamp">
            <Line of={claim.detail} />
          </p>
        )}
        <p class="more-of marks">
          <Marks claim={claim} />
        </p>
      </div>
      <span class="where">
        <Line of={[claim.by, plainWord(claim.strength)].filter((each) => each !== "").join(" · ")} />
      </span>
    </li>
  );
}

/** What bears on a claim. */
function Marks({ claim }: { claim: Claim }) {
  return (
    <>
      {claim.contested_by !== null && (
        <span>
          <Badge word="contested" /> by <Id of={claim.contested_by} />
        </span>
      )}
      {(claim.freshness === "Stale" || claim.freshness === "Detached") && <Badge word={claim.freshness} />}
      {claim.freshness === "Fresh" && <Badge word="fresh" tone="quiet" />}
      {claim.doubted_by !== null && claim.freshness !== "Stale" && (
        <span>
          <Badge word="in doubt" tone="warn" /> <Line of={claim.doubted_by} />
        </span>
      )}
      {claim.outdated > 0 && (
        <span>
          <Badge word="older" tone="warn" icon="clock" /> {count(claim.outdated, "file")} changed after it
        </span>
      )}
      {claim.unfollowed > 0 && (
        <span>
          <Badge word="older" tone="warn" icon="clock" /> {count(claim.unfollowed, "action")} after it may have changed
          files
        </span>
      )}
      {claim.replaced_by !== null && (
        <span>
          replaced by <Id of={claim.replaced_by} />
        </span>
      )}
      {claim.carried_by !== null && (
        <span>
          carried over a merge by <Id of={claim.carried_by} />
        </span>
      )}
      {claim.beside && <span>not an approval of a change</span>}
    </>
  );
}
