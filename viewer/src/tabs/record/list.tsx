/** Every action, or every artifact, as a line that leads to the element. */

import { to } from "../../app/router.ts";
import type { Page } from "../../data/page.ts";
import type { LineageNode, Story } from "../../document.ts";
import { Line } from "../../parts/text.tsx";
import { useLoaded } from "../../parts/use.ts";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { Wait } from "../../parts/wait.tsx";
import { Crumbs } from "./crumbs.tsx";

type Told = readonly [id: string, type: string, name: string];

export function ElementList({ page, list }: { page: Page; list: "actions" | "artifacts" }) {
  const loaded = useLoaded(async (): Promise<readonly Told[]> => {
    if (list === "actions")
      return (await page.block<Story>("story")).actions.map(([id, , type, label]) => [
        id === null ? "?" : String(id),
        type,
        label,
      ]);
    return (await page.block<readonly LineageNode[]>("lineage")).map(([id, type, name]) => [id, type, name]);
  }, [page, list]);
  return (
    <>
      <Crumbs parts={[[list, to("record", list)]]} />
      <Wait on={loaded}>
        {(all) => (
          <div class="sheet elements">
            {all.length === 0 && <p class="none">The trace has no {list}.</p>}
            <VirtualList
              label={list}
              count={all.length}
              estimate={() => 32}
              keyOf={(index) => index}
              render={(index) => {
                const [id, type, name] = all[index] as Told;
                return (
                  <a data-row class="element" href={to("record", list, index)}>
                    <span class="quiet mono">{index}</span> <Line class="mono" of={id} />{" "}
                    <span class="quiet">
                      <Line of={type} />
                    </span>{" "}
                    <Line of={name} />
                  </a>
                );
              }}
            />
          </div>
        )}
      </Wait>
    </>
  );
}
