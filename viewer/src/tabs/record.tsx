import type { Page } from "../data/page.ts";
import { Line } from "../parts/text.tsx";

export function RecordTab({ page }: { page: Page }) {
  return <h2><Line of={page.manifest.title} /></h2>;
}
