/** For `npm run dev`: the data of a page that `tollens view` made, put into the page that Vite serves. */

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export function dataOf(made: string | undefined): Plugin {
  return {
    name: "data-of",
    apply: "serve",
    transformIndexHtml(html) {
      if (made === undefined) return html;
      const blocks = readFileSync(made, "utf8").match(
        /<script type="(?:application\/json|text\/plain)"[^>]*>[^<]*<\/script>/g,
      );
      return html.replace("<!--tollens:data-->", () => (blocks ?? []).join("\n"));
    },
  };
}
