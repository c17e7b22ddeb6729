/** What one signature states. It is never said to be verified: this page verifies nothing. */

import type { StatedSignature } from "../document.ts";
import { Badge } from "./badge.tsx";
import { Line } from "./text.tsx";

export function SignatureRow({ of }: { of: StatedSignature }) {
  const covers = of.covers === null ? "unclear" : of.covers ? "states this content" : "states other content";
  return (
    <li>
      <Badge word={covers} tone={of.covers === false ? "bad" : of.covers === null ? "warn" : "quiet"} />
      <div class="what">
        <span class="title">
          <Line of={of.signer || "nobody named"} />
        </span>
        {of.detail !== "" && (
          <p class="more-of">
            <Line of={of.detail} />
          </p>
        )}
      </div>
      <span class="where">
        <Line of={[of.algo, of.role, of.disposition, of.signed_at].filter((each) => each).join(" · ")} />
      </span>
    </li>
  );
}
