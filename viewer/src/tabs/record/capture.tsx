/** The account of the capture: what became of the session that the trace was made from. */

import type { CaptureReport, Count } from "../../document.ts";
import { Badge } from "../../parts/badge.tsx";
import { None, Section } from "../../parts/section.tsx";
import { Line } from "../../parts/text.tsx";
import { count } from "../../parts/words.ts";

export function CaptureAccount({ capture }: { capture: CaptureReport | null }) {
  return (
    <Section
      id="capture"
      title="Capture"
      note={
        capture === null ? undefined : (
          <>
            made from a session of <Line of={capture.format} />
          </>
        )
      }
    >
      {capture === null ? (
        <None>The trace does not say that it was made from a session.</None>
      ) : (
        <Account of={capture} />
      )}
    </Section>
  );
}

function Account({ of: { completeness, records, ...report } }: { of: CaptureReport }) {
  const found = Object.entries(report.found).filter(([, number]) => number > 0);
  return (
    <dl class="facts account">
      <dt>The session</dt>
      <dd>
        <Badge word={completeness.end} /> {completeness.reason !== "" && <Line of={completeness.reason} />}
      </dd>
      {completeness.missing.length > 0 && (
        <>
          <dt>Missing</dt>
          <dd>
            <Sentences of={completeness.missing} />
          </dd>
        </>
      )}
      <dt>Records</dt>
      <dd>
        {count(records.total, "record")}, {records.used.toLocaleString("en")} used
      </dd>
      {records.skipped.length > 0 && (
        <>
          <dt>Skipped</dt>
          <dd>
            <Counts of={records.skipped} />
          </dd>
        </>
      )}
      {records.damaged.length > 0 && (
        <>
          <dt>Damaged</dt>
          <dd>
            <Sentences
              of={records.damaged.map(
                (each) => `${each.file === "" ? "" : `${each.file}, `}line ${each.line}: ${each.reason}`,
              )}
            />
          </dd>
        </>
      )}
      {report.unknown_records.length > 0 && (
        <>
          <dt>Unknown records</dt>
          <dd>
            <Counts of={report.unknown_records} />
          </dd>
        </>
      )}
      {report.unknown_tools.length > 0 && (
        <>
          <dt>Unknown tools</dt>
          <dd>
            <Counts of={report.unknown_tools} />
          </dd>
        </>
      )}
      {report.unknown_fields.length > 0 && (
        <>
          <dt>Unknown fields</dt>
          <dd>
            <Counts of={report.unknown_fields} />
          </dd>
        </>
      )}
      {found.length > 0 && (
        <>
          <dt>In it</dt>
          <dd>
            <Line
              of={found
                .map(([name, number]) => `${number.toLocaleString("en")} ${name.replaceAll("_", " ")}`)
                .join(", ")}
            />
          </dd>
        </>
      )}
      <dt>Secrets</dt>
      <dd>
        {report.secrets_kept ? (
          <>
            <Badge word="kept" tone="warn" /> nobody looked for them
          </>
        ) : report.redacted.length === 0 ? (
          "none found"
        ) : (
          <>
            taken out: <Counts of={report.redacted} />
          </>
        )}
      </dd>
      <dt>Contents</dt>
      <dd>{report.content === "full" ? "kept" : "left out: digests and sizes stand for them"}</dd>
      {report.notes.length > 0 && (
        <>
          <dt>Notes</dt>
          <dd>
            <Sentences of={report.notes} />
          </dd>
        </>
      )}
      <dt>From</dt>
      <dd>
        <Line
          of={[
            report.file,
            report.session_id,
            report.versions.join(", "),
            report.size > 0 ? count(report.size, "byte") : "",
          ]
            .filter((each) => each !== "")
            .join(" · ")}
        />
        {report.digest !== "" && (
          <>
            <br />
            <Line class="mono" of={report.digest} />
          </>
        )}
      </dd>
      {report.beside.length > 0 && (
        <>
          <dt>Beside it</dt>
          <dd>
            {count(report.beside.length, "further file")}:{" "}
            <Line
              of={report.beside
                .slice(0, 20)
                .map((each) => each.name)
                .join(", ")}
            />
            {report.beside.length > 20 && ", …"}
          </dd>
        </>
      )}
    </dl>
  );
}

function Counts({ of }: { of: readonly Count[] }) {
  return <Line of={of.map((each) => `${each.name} (${each.count})`).join(", ")} />;
}

function Sentences({ of }: { of: readonly string[] }) {
  return (
    <ul>
      {of.slice(0, 200).map((each, place) => (
        <li key={place}>
          <Line of={each} />
        </li>
      ))}
      {of.length > 200 && <li>and {count(of.length - 200, "more", "more")}, which the record has</li>}
    </ul>
  );
}
