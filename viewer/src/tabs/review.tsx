/** What a reviewer needs, in order of consequence. The five answers come first and fit on one screen. */

import "../style/review.css";
import { useEffect } from "preact/hooks";
import { useRoute } from "../app/router.ts";
import type { Page } from "../data/page.ts";
import type { Review, Step } from "../document.ts";
import { useLoaded } from "../parts/use.ts";
import { Wait } from "../parts/wait.tsx";
import { Answers } from "./review/answers.tsx";
import { Changed } from "./review/changed.tsx";
import { Against, Established, OpenGaps, ReviewGoals, ReviewPolicies } from "./review/evidence.tsx";
import { Decisions, Faults, Instructions, Runs, Signatures, ToReview } from "./review/further.tsx";

export function ReviewTab({ page }: { page: Page }) {
  const loaded = useLoaded(
    () => Promise.all([page.block<Review>("review"), page.block<readonly Step[]>("steps")]),
    [page],
  );
  return <Wait on={loaded}>{([review, steps]) => <Whole review={review} steps={steps} />}</Wait>;
}

function Whole({ review, steps }: { review: Review; steps: readonly Step[] }) {
  const section = useRoute().rest[0];
  useEffect(() => {
    const found = section === undefined ? null : document.getElementById(section);
    found?.scrollIntoView();
    found?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }, [section]);
  return (
    <>
      <Answers review={review} steps={steps} />
      <Against review={review} />
      <OpenGaps review={review} />
      <ReviewGoals review={review} />
      <ReviewPolicies review={review} />
      <Established review={review} />
      <Runs review={review} />
      <Changed review={review} />
      <Decisions review={review} />
      <ToReview review={review} />
      <Signatures review={review} />
      <Faults review={review} />
      <Instructions review={review} />
    </>
  );
}
