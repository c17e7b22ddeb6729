/** The page begins here: the manifest is read, the blocks are left alone until somebody looks. */

import "./style/main.css";
import "./style/frame.css";
import "./style/parts.css";
import "./style/adapt.css";
import { render } from "preact";
import { Shell } from "./app/shell.tsx";
import { choose, chosen } from "./app/theme.ts";
import { pageOf } from "./data/page.ts";
import type { Manifest } from "./document.ts";

const root = document.getElementById("app") as HTMLElement;
const held = document.getElementById("tollens-manifest")?.textContent;

choose(chosen());
if (held === undefined || held === null) {
  root.textContent = "This page holds no trace. tollens view TRACE makes one that does.";
} else if (typeof DecompressionStream === "undefined") {
  root.textContent = "This browser cannot open what is compressed in this page. One from 2024 or later can.";
} else {
  const manifest = JSON.parse(held) as Manifest;
  const blocks = new Map<string, Element>();
  for (const element of document.querySelectorAll("script[data-block]"))
    blocks.set(element.getAttribute("data-block") ?? "", element);
  root.replaceChildren();
  render(<Shell page={pageOf(manifest, (name) => blocks.get(name)?.textContent ?? undefined)} />, root);
}
