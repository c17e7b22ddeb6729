/** What was changed: files, commits, and actions that may have changed files which the record does not name. */

import { to } from "../../app/router.ts";
import type { Review } from "../../document.ts";
import { Badge } from "../../parts/badge.tsx";
import { Few } from "../../parts/few.tsx";
import { RowLink } from "../../parts/links.tsx";
import { None, Section } from "../../parts/section.tsx";
import { Line } from "../../parts/text.tsx";
import { count } from "../../parts/words.ts";

export function Changed({ review: { changes, last_passing_tests } }: { review: Review }) {
  const unchecked = new Set(changes.unchecked);
  const files = [...changes.files].sort(
    (one, other) => Number(unchecked.has(other.path)) - Number(unchecked.has(one.path)),
  );
  const tests =
    last_passing_tests === null ? "no test run passed" : `tests passed last at action ${last_passing_tests}`;
  return (
    <Section
      id="changed"
      title="Changed"
      note={
        files.length === 0
          ? undefined
          : `${count(files.length, "file")}, ${count(changes.commits.length, "commit")}; ${tests}`
      }
      all={{ href: to("changes"), text: "Diffs" }}
    >
      {files.length === 0 && changes.unfollowed.length === 0 && <None>No change of a file is recorded.</None>}
      <Few of={files} few={8}>
        {(file) => (
          <li key={file.path}>
            {file.abandoned ? (
              <Badge word="abandoned" />
            ) : unchecked.has(file.path) ? (
              <Badge word="not tested since" tone="warn" icon="clock" />
            ) : (
              <Badge word="tested since" />
            )}
            <RowLink href={to("changes", file.path)} class="what mono">
              <Line of={file.path} />
            </RowLink>
            <span class="where">
              <Line of={file.how.join(", ")} />
              {file.action_ids.length > 0 && ` in ${count(file.action_ids.length, "action")}`}
            </span>
          </li>
        )}
      </Few>
      {changes.commits.length > 0 && (
        <Few of={changes.commits} few={5}>
          {(commit, place) => (
            <li key={place}>
              <Badge word="commit" />
              <RowLink href={commit.action_id === null ? null : to("story", "action", commit.action_id)} class="what">
                <Line of={commit.name} />
              </RowLink>
              <span class="where">
                {commit.files_known ? "" : "its files are not named · "}
                {commit.action_id !== null && `action ${commit.action_id}`}
              </span>
            </li>
          )}
        </Few>
      )}
      {changes.unfollowed.length > 0 && (
        <Few of={changes.unfollowed} few={4}>
          {(each) => (
            <li key={each.action_id}>
              <Badge word="may have changed" tone="warn" />
              <RowLink href={to("story", "action", each.action_id)} class="what mono">
                <Line of={each.commands.join("; ") || `action ${each.action_id}`} />
              </RowLink>
              <span class="where">files that the record does not name</span>
            </li>
          )}
        </Few>
      )}
    </Section>
  );
}
