/** The views of the page, in the order in which they stand. A new view is one file in `tabs/` and one row here. */

import type { ComponentType } from "preact";
import type { Page } from "../data/page.ts";
import { openGaps } from "../data/surface.ts";
import type { Manifest, Review } from "../document.ts";
import { ChangesTab } from "../tabs/changes.tsx";
import { CompareTab } from "../tabs/compare.tsx";
import { Gaps } from "../tabs/gaps.tsx";
import { Goals } from "../tabs/goals.tsx";
import { LineageTab } from "../tabs/lineage.tsx";
import { PoliciesTab } from "../tabs/policies.tsx";
import { RecordTab } from "../tabs/record.tsx";
import { ReviewTab } from "../tabs/review.tsx";
import { SearchTab } from "../tabs/search.tsx";
import { StoryTab } from "../tabs/story.tsx";

export interface Tab {
  /** The first part of its address. */
  readonly name: string;
  readonly title: string;
  readonly view: ComponentType<{ page: Page }>;
  /** Whether it has anything to show; always, where this is left out. */
  readonly when?: (page: Page) => boolean;
  /** It is reached by an address and the keyboard only, not from the row of tabs. */
  readonly unlisted?: boolean;
  /** The number beside its title: of what it shows, or of what is outstanding there. */
  readonly count?: (review: Review, manifest: Manifest) => number;
}

export const TABS: readonly Tab[] = [
  { name: "review", title: "Review", view: ReviewTab },
  { name: "story", title: "Story", view: StoryTab, count: (_, manifest) => manifest.actions },
  { name: "lineage", title: "Lineage", view: LineageTab, count: (_, manifest) => manifest.artifacts },
  { name: "goals", title: "Goals", view: Goals, count: (review) => review.goals.length },
  { name: "gaps", title: "Gaps", view: Gaps, count: openGaps },
  { name: "policies", title: "Policies", view: PoliciesTab, count: (review) => review.policies.length },
  { name: "changes", title: "Changes", view: ChangesTab, count: (review) => review.changes.files.length },
  { name: "record", title: "Record", view: RecordTab },
  { name: "compare", title: "Compare", view: CompareTab, when: (page) => page.has("comparison") },
  { name: "search", title: "Search", view: SearchTab, unlisted: true },
];
