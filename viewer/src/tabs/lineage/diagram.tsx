/** The shown part of the lineage as a drawing: boxes that are links, and at their sides what opens and closes more. */

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { to } from "../../app/router.ts";
import { Line } from "../../parts/text.tsx";
import { oneLine } from "../../parts/visible.ts";
import { count } from "../../parts/words.ts";
import { curve, HEIGHT, layoutOf, type Place, WIDTH } from "./layout.ts";
import { Marks, marksOf } from "./marks.tsx";
import type { Lineage, Part, Shown, Side } from "./neighbourhood.ts";

export interface Doors {
  /** Shows more, or no more, of what is on one side of a node. */
  readonly open: (shown: Shown, side: Side) => void;
  readonly close: (shown: Shown, side: Side) => void;
  /** Whether closing would take anything away. */
  readonly closes: (shown: Shown, side: Side) => boolean;
}

export interface Drawn {
  readonly lineage: Lineage;
  readonly part: Part;
  readonly seeds: ReadonlySet<number>;
  readonly doors: Doors;
}

export function Diagram({ lineage, part, seeds, doors }: Drawn) {
  const layout = useMemo(() => layoutOf(part), [part]);
  const first = part.shown.find(({ position }) => seeds.has(position)) ?? part.shown[0];
  const [stop, setStop] = useState<string>();
  const stops = new Set(
    part.shown.flatMap(({ position }) => [`node ${position}`, `made ${position}`, `came ${position}`]),
  );
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = layout.places.get(first?.position ?? -1);
    if (!frame.current || !place) return;
    frame.current.scrollLeft = place.x - (frame.current.clientWidth - WIDTH) / 2;
    frame.current.scrollTop = place.y - (frame.current.clientHeight - HEIGHT) / 2;
  }, [lineage, first?.position]);
  const held = stop !== undefined && stops.has(stop) ? stop : `node ${first?.position}`;
  return (
    <>
      <div
        ref={frame}
        class="lineage-frame"
        role="group"
        aria-label="Diagram of the lineage: arrow keys go from box to box, Enter looks at one. The same stands below as a list."
        onKeyDown={walk}
        onFocusIn={(event) => setStop((event.target as HTMLElement).dataset["stop"])}
      >
        <div class="lineage-canvas" style={{ width: `${layout.width}px`, height: `${layout.height}px` }}>
          <svg width={layout.width} height={layout.height} aria-hidden="true">
            {layout.paths.map((points, place) => (
              <path key={place} class="lineage-edge" d={curve(points)} />
            ))}
            {layout.paths.map((points, place) => (
              <path key={place} class="lineage-tip" d={tip(points)} />
            ))}
          </svg>
          {part.shown.map((shown) => (
            <Box
              key={shown.position}
              {...{ lineage, shown, doors, held }}
              seed={seeds.has(shown.position)}
              place={layout.places.get(shown.position) as Place}
            />
          ))}
        </div>
      </div>
      {layout.left > 0 && (
        <p class="lineage-left">
          {count(layout.left, "line is", "lines are")} not drawn, since a longer way through the drawing joins the same
          two; the list has them.
        </p>
      )}
    </>
  );
}

function Box({
  lineage,
  shown,
  seed,
  place,
  doors,
  held,
}: {
  lineage: Lineage;
  shown: Shown;
  seed: boolean;
  place: Place;
  doors: Doors;
  held: string;
}) {
  const node = lineage.nodes[shown.position];
  if (!node) return null;
  const [id, type, name, status] = node;
  const stop = `node ${shown.position}`;
  return (
    <div
      class="lineage-place"
      style={{ left: `${place.x}px`, top: `${place.y}px`, width: `${WIDTH}px`, height: `${HEIGHT}px` }}
    >
      <a
        class={`lineage-box ${marksOf(node).join(" ")} ${seed ? "seed" : ""}`}
        href={to("lineage", id)}
        title={oneLine(name || id)}
        aria-current={seed ? "true" : undefined}
        data-stop={stop}
        tabIndex={held === stop ? 0 : -1}
      >
        <span class="lineage-name">
          <Line of={name || id} />
        </span>
        <span class="lineage-kind">
          <Line of={status ? `${type} · ${status}` : type} />
        </span>
        <span class="lineage-marks">
          <Marks of={node} />
        </span>
      </a>
      <Door {...{ shown, doors, held }} side="made" name={name || id} />
      <Door {...{ shown, doors, held }} side="came" name={name || id} />
    </div>
  );
}

export const SIDES: Readonly<Record<Side, string>> = { made: "was made from", came: "led to" };

function Door({
  shown,
  side,
  doors,
  name,
  held,
}: {
  shown: Shown;
  side: Side;
  doors: Doors;
  name: string;
  held: string;
}) {
  const hidden = shown.hidden[side];
  const stop = `${side} ${shown.position}`;
  if (hidden === 0 && !doors.closes(shown, side)) return null;
  const told =
    hidden > 0
      ? `Show ${hidden} more that ${oneLine(name)} ${SIDES[side]}`
      : `Hide what ${oneLine(name)} ${SIDES[side]}`;
  return (
    <button
      type="button"
      class={`lineage-door ${side}`}
      aria-label={told}
      title={told}
      data-stop={stop}
      tabIndex={held === stop ? 0 : -1}
      onClick={() => (hidden > 0 ? doors.open : doors.close)(shown, side)}
    >
      {hidden > 0 ? `+${hidden}` : "−"}
    </button>
  );
}

/** The head of an arrow at the end of a path. */
function tip(points: readonly Place[]): string {
  const end = points.at(-1);
  if (!end) return "";
  const [x, y] = [Math.round(end.x), Math.round(end.y)];
  return `M${x - 7} ${y - 4} L${x} ${y} L${x - 7} ${y + 4} Z`;
}

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** From the box or door that has the focus to the nearest in the direction of an arrow key. */
function walk(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const way = WAYS[event.key];
  const from = (event.target as HTMLElement).closest("[data-stop]");
  if (!way || !from || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const [x, y] = middle(from);
  let nearest: HTMLElement | undefined;
  let least = Infinity;
  for (const other of event.currentTarget.querySelectorAll<HTMLElement>("[data-stop]")) {
    const [dx, dy] = [middle(other)[0] - x, middle(other)[1] - y];
    const along = dx * way[0] + dy * way[1];
    const across = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    const far = along + 3 * across;
    if (along > 4 && far < least) [nearest, least] = [other, far];
  }
  nearest?.focus();
}

function middle(element: Element): readonly [number, number] {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}
