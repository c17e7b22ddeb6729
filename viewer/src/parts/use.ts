/** Waiting for what is opened on demand. */

import { useEffect, useState } from "preact/hooks";

export type Loaded<T> =
  | { readonly state: "waiting" }
  | { readonly state: "failed"; readonly why: string }
  | { readonly state: "here"; readonly value: T };

/** What a promise gives; `make` is called again when one of `on` changes. */
export function useLoaded<T>(make: () => Promise<T>, on: readonly unknown[]): Loaded<T> {
  const [held, hold] = useState<{ on: readonly unknown[]; loaded: Loaded<T> }>({ on, loaded: { state: "waiting" } });
  useEffect(() => {
    let wanted = true;
    make().then(
      (value) => wanted && hold({ on, loaded: { state: "here", value } }),
      (error: unknown) => wanted && hold({ on, loaded: { state: "failed", why: sentence(error) } }),
    );
    return () => {
      wanted = false;
    };
  }, on);
  const same = held.on.length === on.length && held.on.every((each, place) => Object.is(each, on[place]));
  return same ? held.loaded : { state: "waiting" };
}

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
