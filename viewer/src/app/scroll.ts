/** A view begins at its top; one that is come back to, where it was left. */

import { useEffect } from "preact/hooks";

/** Frames to wait for a view to become as long as it was: what is in it may have to be opened first. */
const PATIENCE = 60;

/** The place is kept with the entry of the history, which is new for a link and the old one for a way back. */
export function useScroll(view: string): void {
  useEffect(() => {
    history.scrollRestoration = "manual";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = setTimeout(() => history.replaceState({ top: window.scrollY }, ""), 250); // browsers refuse it more often
    };
    window.addEventListener("scroll", keep, { passive: true });
    return () => window.removeEventListener("scroll", keep);
  }, []);
  useEffect(() => {
    const top = placeKept();
    let frame = 0;
    let left = PATIENCE;
    const go = () => {
      const longEnough = document.documentElement.scrollHeight - window.innerHeight >= top;
      if (longEnough) window.scrollTo(0, top);
      else if (--left > 0) frame = requestAnimationFrame(go);
    };
    go();
    return () => cancelAnimationFrame(frame);
  }, [view]);
}

function placeKept(): number {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "top" in state && typeof state.top === "number" ? state.top : 0;
}
