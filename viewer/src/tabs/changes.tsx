/** Changes: file by file what was changed, how far that was tested, and what is claimed about what it changes. */

import "../style/changes.css";
import { useEffect, useState } from "preact/hooks";
import { to, useRoute } from "../app/router.ts";
import type { Page } from "../data/page.ts";
import type { Claim, FileStory, Review } from "../document.ts";
import { Badge } from "../parts/badge.tsx";
import { Few } from "../parts/few.tsx";
import { ActionLink, Id } from "../parts/links.tsx";
import { Line } from "../parts/text.tsx";
import { claimTone } from "../parts/verdicts.ts";
import { WithBlock } from "../parts/wait.tsx";
import { count } from "../parts/words.ts";
import { Change } from "./changes/diff.tsx";

export function ChangesTab({ page }: { page: Page }) {
  return (
    <WithBlock<readonly FileStory[]> page={page} name="changes">
      {(files) => (
        <WithBlock<Review> page={page} name="review">
          {(review) => <Files {...{ page, files, review }} />}
        </WithBlock>
      )}
    </WithBlock>
  );
}

/** Files that are open at first: of many, only the one that was asked for. */
const OPEN = 4;

function Files({ page, files, review }: { page: Page; files: readonly FileStory[]; review: Review }) {
  const asked = useRoute().rest[0];
  const [cut, setCut] = useState(200);
  const untested = files.filter((file) => file.unchecked).length;
  useEffect(() => {
    document.querySelector(".file.asked")?.scrollIntoView();
  }, [asked, files]);
  const at = files.findIndex((file) => file.path === asked);
  const shown = Math.max(cut, at + 1);
  return (
    <section aria-labelledby="changes-title">
      <div class="view-head">
        <h2 id="changes-title">Changes</h2>
        {files.length > 0 && (
          <p class="note">
            {count(files.length, "file")}
            {untested > 0 && (
              <>
                {" "}
                · <Badge word={`${untested} not tested since`} tone="warn" />
              </>
            )}
            {review.last_passing_tests === null ? (
              " · no test run passed"
            ) : (
              <>
                {" "}
                · the last test run that passed is <ActionLink id={review.last_passing_tests} />
              </>
            )}
          </p>
        )}
      </div>
      {files.length === 0 && <p class="none">The record names no file that was changed.</p>}
      {review.changes.unfollowed.length > 0 && (
        <p class="changes-unfollowed">
          {count(review.changes.unfollowed.length, "action")} may have changed files that the record does not name:{" "}
          {review.changes.unfollowed.slice(0, 8).map(({ action_id }, place) => (
            <span key={place}>
              {place > 0 && ", "}
              <ActionLink id={action_id} />
            </span>
          ))}
          {review.changes.unfollowed.length > 8 && " …"}
        </p>
      )}
      {asked !== undefined && at < 0 && (
        <p class="none">
          The record names no change of <Line of={asked} />.
        </p>
      )}
      {files.slice(0, shown).map((file, place) => (
        <File
          key={place}
          {...{ page, file }}
          claims={review.claims}
          asked={place === at}
          open={asked === undefined ? files.length <= OPEN : place === at}
        />
      ))}
      {files.length > shown && (
        <button type="button" class="button" onClick={() => setCut(shown + 500)}>
          {count(files.length - shown, "more file")}
        </button>
      )}
      {review.changes.commits.length > 0 && <Commits review={review} />}
    </section>
  );
}

function File({
  page,
  file,
  claims,
  asked,
  open,
}: {
  page: Page;
  file: FileStory;
  claims: readonly Claim[];
  asked: boolean;
  open: boolean;
}) {
  const [opened, setOpened] = useState(open);
  useEffect(() => {
    if (open) setOpened(true);
  }, [open]);
  return (
    <details
      class={asked ? "file asked" : "file"}
      open={opened}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary data-row>
        <span class="file-path">
          <Line of={file.path} />
        </span>{" "}
        <span class="file-how">
          <Line of={file.how.join(", ") || "only a diff tells of it"} />
        </span>{" "}
        {file.unchecked && <Badge word="not tested since" tone="warn" />} {file.abandoned && <Badge word="abandoned" />}
      </summary>
      {opened && (
        <>
          <p class="file-actions">
            <a href={to("changes", file.path)}>link to this file</a> · by{" "}
            {file.action_ids.length === 0
              ? "no action that the record names"
              : file.action_ids.slice(0, 20).map((id, place) => (
                  <span key={place}>
                    {place > 0 && ", "}
                    <ActionLink id={id} />
                  </span>
                ))}
            {file.action_ids.length > 20 && ` and ${file.action_ids.length - 20} more`}
          </p>
          <Evidence file={file} claims={claims} />
          {file.diffs.length === 0 && (
            <p class="change-without">
              The record holds no diff of this file: it says that it was {file.how.join(", ") || "changed"}, not what is
              in it.
            </p>
          )}
          <Few of={file.diffs} few={10} class="plain">
            {(place, at) => (
              <li key={at}>
                <Change {...{ page, place }} />
              </li>
            )}
          </Few>
        </>
      )}
    </details>
  );
}

/** Symbols of a file that are shown at first. */
const SYMBOLS = 40;

function Evidence({ file, claims }: { file: FileStory; claims: readonly Claim[] }) {
  const [shown, show] = useState(SYMBOLS);
  const unlisted = file.diffs.reduce((sum, place) => sum + place.more, 0);
  if (file.evidence.length === 0) return <p class="file-evidence">Nothing is claimed about what this file changes.</p>;
  return (
    <>
      <table class="file-evidence">
        <caption>Evidence behind what changed</caption>
        <thead>
          <tr>
            <th scope="col">Symbol</th>
            <th scope="col">What is claimed about it</th>
          </tr>
        </thead>
        <tbody>
          {file.evidence.slice(0, shown).map(({ symbol, claims: places, more }, at) => (
            <tr key={at}>
              <th scope="row">
                <code>
                  <Line of={symbol} />
                </code>
              </th>
              <td>
                {places.length === 0 && <p class="quiet">nothing</p>}
                {places.map((place) => claims[place] && <Told key={place} claim={claims[place]} />)}
                {more > 0 && <p class="quiet">and {count(more, "more claim")}</p>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {file.evidence.length > shown && (
        <button type="button" class="button" onClick={() => show(shown + 500)}>
          {count(file.evidence.length - shown, "more symbol")}
        </button>
      )}
      {unlisted > 0 && (
        <p class="quiet">The diffs state {count(unlisted, "more symbol")}, which this page does not list.</p>
      )}
    </>
  );
}

function Told({ claim }: { claim: Claim }) {
  const subject = <Line of={claim.subject} />;
  return (
    <p class={`told ${claim.weight}`}>
      <Badge word={claim.verdict} tone={claimTone(claim)} />{" "}
      {claim.artifact_id === null ? subject : <a href={to("lineage", claim.artifact_id)}>{subject}</a>}
      {claim.contested_by !== null && (
        <>
          {" "}
          <Badge word="contested" /> by <Id of={claim.contested_by} />
        </>
      )}
      {claim.freshness !== null && claim.freshness !== "Fresh" && (
        <>
          {" "}
          <Badge word={claim.freshness} />
        </>
      )}
      {claim.doubted_by !== null && claim.freshness !== "Stale" && (
        <>
          {" "}
          <Badge word="in doubt" tone="warn" /> <Line of={claim.doubted_by} />
        </>
      )}
    </p>
  );
}

function Commits({ review }: { review: Review }) {
  return (
    <>
      <h3>Commits</h3>
      <Few of={review.changes.commits} few={12} class="commits">
        {(commit, place) => (
          <li key={place}>
            {commit.artifact_id === null ? (
              <Line of={commit.name} />
            ) : (
              <a href={to("lineage", commit.artifact_id)}>
                <Line of={commit.name} />
              </a>
            )}
            {commit.action_id !== null && (
              <>
                {" "}
                · <ActionLink id={commit.action_id} />
              </>
            )}
            {!commit.files_known && " · the record does not name the files in it"}
          </li>
        )}
      </Few>
    </>
  );
}
