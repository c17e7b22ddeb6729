/** Light or dark: as the system says, unless somebody chose. */

export type Theme = "auto" | "light" | "dark";

const KEY = "tollens-theme";

export function chosen(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "dark" ? kept : "auto";
  } catch {
    return "auto"; // a page from a file may have no storage
  }
}

export function choose(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  try {
    if (theme === "auto") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // it holds until the page is closed
  }
}

/** The theme after this one, for a switch. */
export function next(theme: Theme): Theme {
  return ({ auto: "light", light: "dark", dark: "auto" } as const)[theme];
}
