/** The address of a place on the page: `#/TAB/MORE/…`, each part percent-encoded. */

import { useEffect, useState } from "preact/hooks";

export interface Route {
  readonly tab: string;
  readonly rest: readonly string[];
}

export function parse(hash: string): Route {
  const [tab = "", ...rest] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decoded);
  return { tab: tab || "review", rest: rest.filter((part) => part !== "") };
}

/** The address of a place, for `href`. */
export function to(tab: string, ...rest: readonly (string | number)[]): string {
  return `#/${[tab, ...rest].map((part) => encodeURIComponent(String(part).toWellFormed())).join("/")}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray `%`, typed by hand
  }
}

export function go(address: string): void {
  window.location.hash = address;
}

/** Where the page is now. */
export function useRoute(): Route {
  const [hash, setHash] = useState(window.location.hash);
  useEffect(() => {
    const follow = () => setHash(window.location.hash);
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  return parse(hash);
}
