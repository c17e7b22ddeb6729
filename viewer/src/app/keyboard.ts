/** Keys: one for each view, to the next and the last row, to the search, to the list of keys. */

import { useEffect } from "preact/hooks";
import { go, to } from "./router.ts";

const OFF = "tollens-keys-off";

/** Single keys can be switched off, for those who speak to their computer. */
export function keysOn(): boolean {
  try {
    return localStorage.getItem(OFF) === null;
  } catch {
    return true;
  }
}

export function switchKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "1");
  } catch {
    // it cannot be kept; the keys stay on
  }
}

export const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["1 … 9", "a view, as they stand in the row"],
  ["[ ]", "the view before, the view after"],
  ["j k", "the next row, the row before"],
  ["Enter", "open what has the focus"],
  ["/", "search"],
  ["t", "light, dark, as the system"],
  ["?", "this list"],
  ["Esc", "leave a field or this list"],
];

export interface Doing {
  readonly views: readonly string[];
  readonly current: string;
  readonly search: () => void;
  readonly help: () => void;
  readonly theme: () => void;
  /** Out of a field, back to the view. */
  readonly leave: () => void;
}

export function useKeyboard(doing: Doing): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (typing(event.target)) {
        if (event.key === "Escape") doing.leave();
        return;
      }
      if (document.querySelector("dialog[open]") || !keysOn()) return;
      if (act(event.key, doing)) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
}

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select, [contenteditable]")
  );
}

/** Do what a key stands for; false where it stands for nothing. */
function act(key: string, { views, current, search, help, theme }: Doing): boolean {
  const place = views.indexOf(current);
  const numbered = /^[1-9]$/.test(key) ? views[Number(key) - 1] : undefined;
  const beside = key === "[" ? views[place - 1] : key === "]" ? views[place + 1] : undefined;
  const view = numbered ?? beside;
  if (view !== undefined) go(to(view));
  else if (key === "j" || key === "k") step(key === "j" ? 1 : -1);
  else if (key === "/") search();
  else if (key === "?") help();
  else if (key === "t") theme();
  else return false;
  return true;
}

/** Move the focus by one row; from nowhere, to the first one that is on the screen. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")].filter(
    (row) => row.getClientRects().length > 0,
  );
  const held = document.activeElement;
  const place = rows.findIndex(
    (row) => row === held || row.closest("li, [role=listitem], [role=treeitem]")?.contains(held),
  );
  const visible = () => rows.findIndex((row) => row.getBoundingClientRect().top > 90);
  const row = rows[place < 0 ? visible() : place + by];
  if (row === undefined) return;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}
