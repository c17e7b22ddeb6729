/** The shown part of the lineage as a table: the same as the drawing, for whoever reads rather than looks. */

import { to } from "../../app/router.ts";
import { Line } from "../../parts/text.tsx";
import { oneLine } from "../../parts/visible.ts";
import { type Drawn, SIDES } from "./diagram.tsx";
import { Marks } from "./marks.tsx";
import { neighbours, type Shown, type Side } from "./neighbourhood.ts";

export function List({ lineage, part, seeds, doors }: Drawn) {
  const here = new Set(part.shown.map(({ position }) => position));
  const beside = (shown: Shown, side: Side) => {
    const near = neighbours(lineage, shown.position, side).filter((position) => here.has(position));
    const name = lineage.nodes[shown.position]?.[0] ?? "";
    return (
      <>
        {near.map((position) => {
          const id = lineage.nodes[position]?.[0] ?? "";
          return (
            <a key={position} class="lineage-near" href={to("lineage", id)}>
              <Line of={id} />
            </a>
          );
        })}
        {shown.hidden[side] > 0 && <span class="on-paper">{shown.hidden[side]} more</span>}
        {shown.hidden[side] > 0 && (
          <button
            type="button"
            class="link"
            aria-label={`Show ${shown.hidden[side]} more that ${oneLine(name)} ${SIDES[side]}`}
            onClick={() => doors.open(shown, side)}
          >
            {shown.hidden[side]} more
          </button>
        )}
      </>
    );
  };
  return (
    <table class="lineage-list">
      <caption>What the diagram shows</caption>
      <thead>
        <tr>
          <th scope="col">Thing</th>
          <th scope="col">Kind</th>
          <th scope="col">Made from</th>
          <th scope="col">Led to</th>
        </tr>
      </thead>
      <tbody>
        {part.shown.map((shown) => {
          const node = lineage.nodes[shown.position];
          if (!node) return null;
          const [id, type, name, status] = node;
          return (
            <tr key={shown.position} class={seeds.has(shown.position) ? "seed" : ""}>
              <th scope="row">
                <a href={to("lineage", id)}>
                  <Line of={name || id} />
                </a>
                {name && name !== id && (
                  <>
                    {" "}
                    <Line class="id" of={id} />
                  </>
                )}
              </th>
              <td>
                <Line of={status ? `${type} · ${status}` : type} /> <Marks of={node} />
              </td>
              <td>{beside(shown, "made")}</td>
              <td>{beside(shown, "came")}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
