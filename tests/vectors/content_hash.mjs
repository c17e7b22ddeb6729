// The content hash as a program in JavaScript computes it that knows the rule and nothing of Python: for every JSON text
// of the list on standard input, sha256 over JSON with sorted names. Right only where the trace is portable.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const excluded = new Set(["timestamp", "content_hash", "repo", "branch", "commit_sha", "signatures"]);

function printed(value, top = false) {
  if (Array.isArray(value)) return `[${value.map((item) => printed(item)).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).filter((name) => !(top && excluded.has(name)));
  return `{${names.sort().map((name) => `${JSON.stringify(name)}:${printed(value[name])}`).join(",")}}`;
}

const texts = JSON.parse(readFileSync(0, "utf8"));
const digests = texts.map((text) => createHash("sha256").update(printed(JSON.parse(text), true)).digest("hex"));
process.stdout.write(JSON.stringify(digests.map((digest) => `sha256:${digest}`)));
