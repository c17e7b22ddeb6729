/** A button that puts a text on the clipboard, exactly as it is in the trace. */

import { useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

export function Copy({ text, what }: { text: string | (() => Promise<string>); what: string }) {
  const [said, say] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      say("copied");
    } catch {
      say("the browser did not let it be copied");
    }
    setTimeout(() => say(""), 2000);
  };
  return (
    <span class="copy">
      <button type="button" class="button" onClick={() => void copy()}>
        <Icon name="copy" /> Copy {what}
      </button>
      <span role="status" class="quiet small">
        {said && ` ${said}`}
      </span>
    </span>
  );
}
