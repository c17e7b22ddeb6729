/** The list of keys. */

import { useEffect, useRef, useState } from "preact/hooks";
import { KEYS, keysOn, switchKeys } from "./keyboard.ts";

export function Help({ open, close, generator }: { open: boolean; close: () => void; generator: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [on, setOn] = useState(keysOn);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <dl class="facts">
        {KEYS.map(([keys, what]) => (
          <>
            <dt>
              {keys.split(" ").map((key) =>
                key === "…" ? (
                  " … "
                ) : (
                  <>
                    <kbd>{key}</kbd>{" "}
                  </>
                ),
              )}
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
      <p class="end">
        <label>
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => {
              switchKeys(event.currentTarget.checked);
              setOn(event.currentTarget.checked);
            }}
          />{" "}
          single keys do this
        </label>
        <button type="button" class="button" onClick={close}>
          Close
        </button>
      </p>
      <p class="quiet small">Made by {generator}. The page asks nothing of the network.</p>
    </dialog>
  );
}
