/** What the record says of the artifact that one looks at. */

import { to } from "../../app/router.ts";
import type { Review, Story } from "../../document.ts";
import { Id } from "../../parts/links.tsx";
import { Line } from "../../parts/text.tsx";
import { Marks } from "./marks.tsx";
import type { Lineage } from "./neighbourhood.ts";

const OUTSIDE = 12;

export function Facts({
  lineage,
  story,
  review,
  position,
}: {
  lineage: Lineage;
  story: Story;
  review: Review;
  position: number;
}) {
  const node = lineage.nodes[position];
  if (!node) return null;
  const [id, type, name, status, maker, , outside, freshness, contestedBy, replacedBy] = node;
  const action = story.actions[maker];
  const verdict = review.freshness.find((each) => each.artifact_id === id);
  const defeater = review.defeaters.find((each) => each.residual_id === contestedBy);
  return (
    <div class="lineage-facts">
      <h3>
        <Line of={name || id} /> <Marks of={node} />
      </h3>
      <dl class="facts">
        <dt>Is</dt>
        <dd>
          <Line of={status ? `${type} · ${status}` : type} />
          {freshness === "Fresh" && (
            <>
              {" "}
              · <Line of={freshness.toLowerCase()} />
            </>
          )}
        </dd>
        <dt>Id</dt>
        <dd>
          <a href={to("record", "artifacts", position)}>
            <Line class="id" of={id} />
          </a>
        </dd>
        <dt>Made by</dt>
        <dd>{action ? <Maker action={action} position={maker} /> : "the record does not say for sure"}</dd>
        {contestedBy !== null && (
          <>
            <dt>Contested by</dt>
            <dd>
              <Id of={contestedBy} />
              {defeater && (
                <>
                  {" "}
                  <Line of={defeater.statement} />
                </>
              )}
            </dd>
          </>
        )}
        {verdict && verdict.verdict !== "Fresh" && (
          <>
            <dt>{verdict.verdict === "Stale" ? "Why stale" : "Why detached"}</dt>
            <dd>
              <Line of={verdict.reason} />
            </dd>
          </>
        )}
        {replacedBy !== null && (
          <>
            <dt>Replaced by</dt>
            <dd>
              <a href={to("lineage", replacedBy)}>
                <Line class="id" of={replacedBy} />
              </a>
            </dd>
          </>
        )}
        {outside.length > 0 && (
          <>
            <dt>Also from</dt>
            <dd>
              {outside.slice(0, OUTSIDE).map((other, place) => (
                <span key={place}>
                  {place > 0 && ", "}
                  <Line class="id" of={other} />
                </span>
              ))}
              {outside.length > OUTSIDE && ` and ${outside.length - OUTSIDE} more`}, no{" "}
              {outside.length === 1 ? "artifact" : "artifacts"} of this trace
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}

function Maker({ action, position }: { action: Story["actions"][number]; position: number }) {
  const [id, , type, label] = action;
  const text = label || type;
  return (
    <>
      {id === null ? (
        <a href={to("record", "actions", position)}>
          <Line of={text} />
        </a>
      ) : (
        <a href={to("story", "action", id)}>
          <Line of={text} />
        </a>
      )}{" "}
      <Line class="id" of={`action ${id ?? `at ${position}`}`} />
    </>
  );
}
