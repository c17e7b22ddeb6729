/** One element of the trace as it stands in the file, with the pointer to it. */

import { to } from "../../app/router.ts";
import type { Page } from "../../data/page.ts";
import { members } from "../../data/raw.ts";
import { Copy } from "../../parts/copy.tsx";
import { JsonView } from "../../parts/json-view.tsx";
import { Line } from "../../parts/text.tsx";
import { useLoaded } from "../../parts/use.ts";
import { Wait } from "../../parts/wait.tsx";
import { Crumbs } from "./crumbs.tsx";

export function Element({
  page,
  list,
  position,
  rest,
}: {
  page: Page;
  list: "actions" | "artifacts";
  position: string;
  rest: readonly string[];
}) {
  const place = /^\d{1,15}$/.test(position) ? Number(position) : Number.NaN;
  const length = page.manifest[list];
  const loaded = useLoaded(() => page.text(list, place), [page, list, position]);
  return (
    <>
      <Crumbs
        parts={[
          [list, to("record", list)],
          [position, ""],
        ]}
      >
        {place > 0 && place < length && (
          <a data-row href={to("record", list, place - 1)}>
            ← {place - 1}
          </a>
        )}
        {place >= 0 && place < length - 1 && (
          <a data-row href={to("record", list, place + 1)}>
            {place + 1} →
          </a>
        )}
      </Crumbs>
      <Shown loaded={loaded} pointer={`/${list}/${position}`} rest={rest} />
    </>
  );
}

export function RestMember({ page, name, rest }: { page: Page; name: string; rest: readonly string[] }) {
  const loaded = useLoaded(async () => {
    const found = members(await page.blockText("rest")).find(([each]) => each === name);
    if (found === undefined) throw new Error(`the file has no member “${name}”`);
    return found[1];
  }, [page, name]);
  return (
    <>
      <Crumbs parts={[[name, ""]]} />
      <Shown loaded={loaded} pointer={`/${escaped(name)}`} rest={rest} />
    </>
  );
}

function Shown({
  loaded,
  pointer,
  rest,
}: {
  loaded: ReturnType<typeof useLoaded<string>>;
  pointer: string;
  rest: readonly string[];
}) {
  const at = [pointer, ...rest.map(escaped)].join("/");
  return (
    <Wait on={loaded}>
      {(text) => (
        <>
          <p class="pointer">
            <span class="quiet">JSON pointer</span> <Line class="mono" of={at} /> <Copy text={at} what="pointer" />{" "}
            <Copy text={text} what="JSON" />
          </p>
          <JsonView key={pointer} text={text} pointer={pointer} at={at} />
        </>
      )}
    </Wait>
  );
}

function escaped(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}
