/** The licenses of the libraries whose code is in the page: their terms ask for this wherever a copy goes. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Library {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** One section for each library that the modules of the bundle come from, in the order of the names. */
export function notices(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((path) => folderOf(path.replace(/^\0/, "").replaceAll("\\", "/")) ?? []));
  const sections = [...folders].map(section).sort();
  return ["This page contains these libraries.", ...sections].join("\n\n");
}

/** The folder of the package that a module belongs to; none for a module of our own. */
function folderOf(path: string): string | undefined {
  const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return found?.[1];
}

function section(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Library;
  const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"].map((each) => join(folder, each)).find(existsSync);
  if (file === undefined) throw new Error(`${name} in ${dirname(folder)} has no license file to show`);
  const text = readFileSync(file, "utf8").replaceAll("\r\n", "\n").trim();
  // A comment may hold no two hyphens in a row.
  return `${name} ${version} (${license})\n\n${text}`.replaceAll(/-{2,}/g, (run) => run.replaceAll("-", "="));
}
