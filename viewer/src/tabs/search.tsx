/** Search over everything: what the page has at hand at once, then actions and artifacts as their blocks are opened. */

import "../style/search.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { to, useRoute } from "../app/router.ts";
import type { Page } from "../data/page.ts";
import type { FileStory, PolicyStory, Review, Story } from "../document.ts";
import { Line } from "../parts/text.tsx";
import { sentence, useLoaded } from "../parts/use.ts";
import { oneLine } from "../parts/visible.ts";
import { Wait } from "../parts/wait.tsx";
import { type Progress, search } from "./search/deep.ts";
import { among, beginsAWord, type Found, fronts } from "./search/front.ts";
import { wordsOf } from "./search/words.ts";

const WAIT = 200; // milliseconds without a key until blocks are opened
const FIRST = 20;
const MOST = 200;

export function SearchTab({ page }: { page: Page }) {
  const asked = useRoute().rest.join("/");
  const [query, setQuery] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => setQuery(asked), [asked]);
  useEffect(() => {
    const later = setTimeout(() => field.current?.focus()); // a new view takes the focus first
    return () => clearTimeout(later);
  }, []);
  useEffect(() => {
    if (query === asked) return undefined;
    const later = setTimeout(() => history.replaceState(null, "", query ? to("search", query) : to("search")), WAIT);
    return () => clearTimeout(later);
  }, [query, asked]);
  const words = useMemo(() => wordsOf(query), [query]);
  return (
    <section aria-labelledby="search-title" class="search-view">
      <div class="view-head">
        <h2 id="search-title">Search</h2>
      </div>
      <label class="search-field">
        <span class="unseen">Words to look for</span>
        <input
          ref={field}
          type="search"
          value={query}
          placeholder="words, ids, paths"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </label>
      {words.length === 0 ? (
        <p class="none">
          {query.trim()
            ? "There is no letter, digit or _ in this to look for."
            : "Claims, goals, gaps, policies, files and units of work are found as you type, then actions and artifacts with all that is in them. Every word must begin a word there; capital or small does not matter."}
        </p>
      ) : (
        <>
          <Front {...{ page, words }} />
          <Deep key={words.join(" ")} {...{ page, words }} />
        </>
      )}
    </section>
  );
}

function Front({ page, words }: { page: Page; words: readonly string[] }) {
  const loaded = useLoaded(
    async () =>
      fronts(
        ...(await Promise.all([
          page.block<Review>("review"),
          page.block<Story>("story"),
          page.block<readonly PolicyStory[]>("policies"),
          page.block<readonly FileStory[]>("changes"),
        ])),
      ),
    [page],
  );
  return <Wait on={loaded}>{(all) => <Results title="In the review" found={among(all, words)} {...{ words }} />}</Wait>;
}

function Deep({ page, words }: { page: Page; words: readonly string[] }) {
  const [most, setMost] = useState(MOST);
  const [progress, setProgress] = useState<Progress>();
  const [why, setWhy] = useState<string>();
  useEffect(() => {
    let wanted = true;
    const tell = (told: Progress) => {
      if (wanted) setProgress(told);
      return wanted;
    };
    const later = setTimeout(
      () => search(page, words, most, tell).catch((error: unknown) => wanted && setWhy(sentence(error))),
      WAIT,
    );
    return () => {
      wanted = false;
      clearTimeout(later);
    };
  }, [page, words, most]);
  const note =
    progress === undefined
      ? "looking …"
      : progress.stopped
        ? "there may be more"
        : progress.done < progress.of
          ? `looking: ${progress.done} of ${progress.of} blocks`
          : "";
  return (
    <>
      <Results title="In actions and artifacts" found={progress?.found ?? []} {...{ words, note }} />
      {why !== undefined && (
        <p class="failed-part" role="alert">
          <strong>The search stopped:</strong> <Line of={why} />
        </p>
      )}
      {progress?.stopped && (
        <button type="button" class="button" onClick={() => setMost(most + 5 * MOST)}>
          Look further
        </button>
      )}
    </>
  );
}

function Results({
  title,
  found,
  words,
  note = "",
}: {
  title: string;
  found: readonly Found[];
  words: readonly string[];
  note?: string;
}) {
  const [shown, show] = useState(FIRST);
  useEffect(() => show(FIRST), [words]);
  return (
    <section class="results" aria-label={title}>
      <h3>
        {title}{" "}
        <span class="results-count" role="status">
          {found.length === 0 && note ? note : `${found.length} found`}
          {found.length > 0 && note && ` · ${note}`}
        </span>
      </h3>
      <ol>
        {found.slice(0, shown).map((each, place) => (
          <Result key={place} found={each} words={words} />
        ))}
      </ol>
      {found.length > shown && (
        <button type="button" class="button" onClick={() => show(shown + 100)}>
          {found.length - shown} more
        </button>
      )}
    </section>
  );
}

function Result({ found, words }: { found: Found; words: readonly string[] }) {
  return (
    <li>
      <span class="result-kind">
        <Line of={found.kind} />
      </span>
      <a data-row href={found.address}>
        <Marked of={found.title} words={words} />
      </a>
      {found.more && (
        <span class="result-more">
          <Marked of={found.more} words={words} />
        </span>
      )}
    </li>
  );
}

const LONGEST = 400;

/** A text with the words of the query marked in it. */
function Marked({ of, words }: { of: string; words: readonly string[] }) {
  const text = oneLine(of);
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()} …` : text;
  const any = new RegExp(words.map((word) => beginsAWord(word).source).join("|"), "giu");
  const parts: preact.ComponentChildren[] = [];
  let done = 0;
  for (const match of cut.matchAll(any)) {
    parts.push(cut.slice(done, match.index), <mark>{match[0]}</mark>);
    done = match.index + match[0].length;
  }
  return (
    <bdi>
      {parts}
      {cut.slice(done)}
    </bdi>
  );
}
