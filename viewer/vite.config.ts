import { defineConfig } from "vitest/config";
import { dataOf } from "./build/data-of.ts";
import { onePage } from "./build/one-page.ts";

export default defineConfig({
  plugins: [onePage(), dataOf(process.env["PAGE"])],
  publicDir: false,
  build: {
    outDir: "../src/tollens/apps/viewer",
    emptyOutDir: false,
    // The first browsers that have `light-dark()` and `DecompressionStream("deflate-raw")`; docs/adr has the reason.
    target: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: { input: "src/main.tsx", output: { format: "iife", codeSplitting: false } },
  },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
