/** A list of any length: only the rows on the screen are in the document. It scrolls with the window. */

import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
} from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import { usePrinting } from "./printing.ts";

interface Props {
  readonly count: number;
  /** What the list is, for those who cannot see it. */
  readonly label: string;
  /** Height of a row in pixels, before it was seen. */
  readonly estimate: (index: number) => number;
  /** The same for the same thing, wherever it stands. */
  readonly keyOf: (index: number) => string | number;
  readonly render: (index: number) => ComponentChildren;
  /** The row to go to; its `[data-row]` gets the focus. */
  readonly at?: number | undefined;
}

/** Rows that are put on paper. What is beyond them is said, not dropped in silence. */
const PRINTED = 2000;

/** What the sticky head of the page covers, in pixels. */
const HEAD = 112;

export function VirtualList(props: Props) {
  const { count, label, keyOf, render } = props;
  const list = useRef<HTMLDivElement>(null);
  const [, again] = useReducer((times: number) => times + 1, 0);
  const focused = useRef(-1);
  const printing = usePrinting();
  const held = useRef<Virtualizer<Window, Element>>(undefined);
  held.current ??= new Virtualizer<Window, Element>(options());
  const virtualizer = held.current;
  virtualizer.setOptions(options());

  function options() {
    return {
      count,
      estimateSize: props.estimate,
      getItemKey: keyOf,
      getScrollElement: () => window,
      observeElementRect: observeWindowRect,
      observeElementOffset: observeWindowOffset,
      scrollToFn: windowScroll,
      scrollMargin: list.current === null ? 0 : topOf(list.current),
      scrollPaddingStart: HEAD,
      overscan: 12,
      // The row that has the focus stays in the document, or the focus would be lost with it.
      rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const shown = defaultRangeExtractor(range);
        const kept = focused.current;
        return kept < 0 || kept >= count || shown.includes(kept) ? shown : [...shown, kept].sort((a, b) => a - b);
      },
      onChange: () => again(undefined),
    };
  }

  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => again(undefined), []); // the margin is known once the list is in the document
  useLayoutEffect(() => {
    if (props.at === undefined || props.at < 0) return;
    focused.current = props.at;
    virtualizer.scrollToIndex(props.at, { align: "center" });
    const timer = setTimeout(
      () =>
        list.current
          ?.querySelector<HTMLElement>(`[data-index="${props.at}"] [data-row]`)
          ?.focus({ preventScroll: true }),
      60,
    );
    return () => clearTimeout(timer);
  }, [props.at, virtualizer]);

  if (printing) {
    const shown = Math.min(count, PRINTED);
    return (
      <div role="list" aria-label={label}>
        {Array.from({ length: shown }, (_, index) => (
          <div role="listitem" key={keyOf(index)}>
            {render(index)}
          </div>
        ))}
        {shown < count && <p class="more">… and {(count - shown).toLocaleString("en")} more, which are not printed</p>}
      </div>
    );
  }
  const margin = virtualizer.options.scrollMargin;
  return (
    <div
      role="list"
      aria-label={label}
      class="virtual"
      ref={list}
      style={{ height: `${virtualizer.getTotalSize()}px` }}
      onFocusIn={(event) => {
        focused.current = indexOf(event.target);
      }}
      onFocusOut={() => {
        focused.current = -1;
      }}
    >
      {virtualizer.getVirtualItems().map((item) => (
        <div
          key={item.key}
          role="listitem"
          aria-setsize={count}
          aria-posinset={item.index + 1}
          class="virtual-row"
          data-index={item.index}
          ref={virtualizer.measureElement}
          style={{ transform: `translateY(${item.start - margin}px)` }}
        >
          {render(item.index)}
        </div>
      ))}
    </div>
  );
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top + window.scrollY;
}

function indexOf(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest("[data-index]") : null;
  return Number(row?.getAttribute("data-index") ?? -1);
}
