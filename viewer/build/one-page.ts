/** Puts what Vite bundled into one HTML file: the template, its style, its script, and the notices of what is in it. */

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { notices } from "./notices.ts";

const SCRIPT_TAG = /<script type="module" src="\/src\/main\.tsx"><\/script>\n/;

export function onePage(): Plugin {
  return {
    name: "one-page",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      let script = "";
      let style = "";
      let parts: string[] = [];
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === "chunk") {
          script += file.code;
          parts = Object.keys(file.modules);
        } else {
          style += file.source;
        }
        delete bundle[name];
      }
      const template = readFileSync("index.html", "utf8");
      this.emitFile({ type: "asset", fileName: "page.html", source: page(template, style, script, notices(parts)) });
    },
  };
}

/** The page, ready for Python to put the data of a trace in. */
export function page(template: string, style: string, script: string, notice: string): string {
  // Inside <script> these two would end it, or keep its end tag from ending it. They stand in strings and templates,
  // where `\x3c` is the same character; were one ever code (`a <!--b`), the script would not parse, and every test of
  // the page would say so.
  const safe = script.trim().replaceAll(/<(?=\/script|!--)/gi, "\\x3c");
  if (!SCRIPT_TAG.test(template)) throw new Error("index.html has no script tag to replace");
  if (/<\/style/i.test(style)) throw new Error("the style holds an end tag");
  if (notice.includes("--")) throw new Error("a notice would end its comment");
  const styles = style.replaceAll(/\/\*\$vite\$[^*]*\*\//g, "").trim(); // a mark of the bundler
  const text = template
    .replace("</head>", () => `<style>${styles}</style>\n</head>`)
    .replace(SCRIPT_TAG, () => `<script>${safe}</script>\n<!--\n${notice}\n-->\n`);
  if (text.includes("\r")) throw new Error("a carriage return would change the hashes of the policy");
  return text;
}
