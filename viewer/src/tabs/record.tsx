/** The record itself: what was found wrong in it, who signed, how it was captured, and every element as it stands. */

import "../style/record.css";
import { to, useRoute } from "../app/router.ts";
import type { Page } from "../data/page.ts";
import { members } from "../data/raw.ts";
import type { Review } from "../document.ts";
import { Badge } from "../parts/badge.tsx";
import { Few } from "../parts/few.tsx";
import { FindingRow, NoFinding } from "../parts/finding-row.tsx";
import { RowLink } from "../parts/links.tsx";
import { None, Section } from "../parts/section.tsx";
import { SignatureRow } from "../parts/signature-row.tsx";
import { Line } from "../parts/text.tsx";
import { useLoaded } from "../parts/use.ts";
import { Wait, WithBlock } from "../parts/wait.tsx";
import { count } from "../parts/words.ts";
import { CaptureAccount } from "./record/capture.tsx";
import { Element, RestMember } from "./record/element.tsx";
import { ElementList } from "./record/list.tsx";

export function RecordTab({ page }: { page: Page }) {
  const [kind, name, ...rest] = useRoute().rest;
  if (kind === "actions" || kind === "artifacts") {
    return name === undefined ? (
      <ElementList page={page} list={kind} />
    ) : (
      <Element page={page} list={kind} position={name} rest={rest} />
    );
  }
  if (kind === "rest" && name !== undefined) return <RestMember page={page} name={name} rest={rest} />;
  return (
    <WithBlock<Review> page={page} name="review">
      {(review) => <Overview page={page} review={review} />}
    </WithBlock>
  );
}

function Overview({ page, review }: { page: Page; review: Review }) {
  const { manifest } = page;
  return (
    <>
      <div class="view-head">
        <h2>Record</h2>
      </div>
      <dl class="facts sheet record-facts">
        <dt>File</dt>
        <dd>
          <Line of={manifest.file} />
        </dd>
        <dt>Trace</dt>
        <dd class="mono">
          <Line of={review.trace_id} />
        </dd>
        <dt>Written in</dt>
        <dd>
          {review.spec_version === null ? (
            "no version of the specification stated"
          ) : (
            <>
              version <Line of={review.spec_version} /> of the specification
            </>
          )}
        </dd>
        <dt>Made by</dt>
        <dd>
          <Line of={[review.assistant, review.model].filter((each) => each !== "").join(" · ") || "nobody named"} />
        </dd>
        <dt>When</dt>
        <dd>
          <Line of={review.timestamp || "not stated"} />
        </dd>
        <dt>Read as</dt>
        <dd>
          <Badge word={review.valid ? "valid" : "invalid"} />{" "}
          {review.unrecognized > 0 && (
            <>
              {count(review.unrecognized, "element")} could not be read as what they should be; none of them is evidence
              here
            </>
          )}
        </dd>
        <dt>Shown by</dt>
        <dd>
          <Line of={manifest.generator} />
        </dd>
      </dl>
      <Diagnostics review={review} />
      <Section
        id="signatures"
        title="Signatures"
        note={review.signatures.length === 0 ? undefined : "as stated; tollens verify verifies them"}
      >
        {review.signatures.length === 0 && <None>The trace is not signed.</None>}
        <Few of={review.signatures} few={20}>
          {(each, place) => <SignatureRow key={place} of={each} />}
        </Few>
      </Section>
      <CaptureAccount capture={review.capture} />
      <Contents page={page} />
    </>
  );
}

function Diagnostics({ review }: { review: Review }) {
  const { faults } = review;
  return (
    <Section
      id="diagnostics"
      title="Diagnostics"
      note={faults.length === 0 ? undefined : count(faults.length, "finding")}
    >
      <NoFinding review={review} />
      <Few of={faults} few={50}>
        {(fault, place) => <FindingRow key={place} of={fault} />}
      </Few>
    </Section>
  );
}

/** Every member of the file, with how much there is of it. */
function Contents({ page }: { page: Page }) {
  const loaded = useLoaded(async () => members(await page.blockText("rest")), [page]);
  return (
    <Section id="contents" title="As it stands in the file" note="every member, nothing left out">
      <ul class="rows">
        {(["actions", "artifacts"] as const).map((list) => (
          <li key={list}>
            <span class="quiet">list</span>
            <RowLink class="mono" href={to("record", list)}>
              {list}
            </RowLink>
            <span class="where">{count(page.manifest[list], "element")}</span>
          </li>
        ))}
      </ul>
      <Wait on={loaded}>
        {(found) => (
          <Few of={found} few={60} class="rows further">
            {([name, text], place) => (
              <li key={place}>
                <span class="quiet">{kindOf(text)}</span>
                <RowLink class="mono" href={to("record", "rest", name)}>
                  <Line of={name} />
                </RowLink>
                <span class="where clip">
                  {text.length <= 60 ? <Line class="mono" of={text} /> : count(text.length, "character")}
                </span>
              </li>
            )}
          </Few>
        )}
      </Wait>
    </Section>
  );
}

function kindOf(text: string): string {
  const kinds: Readonly<Record<string, string>> = {
    "[": "list",
    "{": "object",
    '"': "text",
    t: "truth value",
    f: "truth value",
    n: "null",
  };
  return kinds[text[0] ?? ""] ?? "number";
}
