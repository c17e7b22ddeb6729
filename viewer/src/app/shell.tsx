/** The frame of the page: its head, the row of views, and the view that the address names. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { Page } from "../data/page.ts";
import { Places } from "../data/places.ts";
import type { Manifest, Review } from "../document.ts";
import { Icon } from "../parts/icon.tsx";
import { PlacesContext } from "../parts/links.tsx";
import { Line } from "../parts/text.tsx";
import { useLoaded } from "../parts/use.ts";
import { oneLine } from "../parts/visible.ts";
import { Wait } from "../parts/wait.tsx";
import { Guard } from "./guard.tsx";
import { Help } from "./help.tsx";
import { useKeyboard } from "./keyboard.ts";
import { go, to, useRoute } from "./router.ts";
import { useScroll } from "./scroll.ts";
import { TABS } from "./tabs.ts";
import { choose, chosen, next } from "./theme.ts";

export function Shell({ page }: { page: Page }) {
  const route = useRoute();
  const loaded = useLoaded(async () => {
    const review = await page.block<Review>("review");
    return { review, places: new Places(review) };
  }, [page]);
  const tabs = TABS.filter((tab) => tab.when?.(page) ?? true);
  const listed = tabs.filter((each) => !each.unlisted);
  const tab = tabs.find((each) => each.name === route.tab);
  const [theme, setTheme] = useState(chosen);
  const [help, setHelp] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const main = useRef<HTMLElement>(null);
  const nav = useRef<HTMLElement>(null);
  useEffect(
    () => nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" }),
    [route.tab, loaded.state],
  );
  const changeTheme = () =>
    setTheme((before) => {
      const after = next(before);
      choose(after);
      return after;
    });
  useKeyboard({
    views: listed.map((each) => each.name),
    current: route.tab,
    search: () => search.current?.select(),
    help: () => setHelp(true),
    theme: changeTheme,
    leave: () => main.current?.focus({ preventScroll: true }),
  });
  useScroll(route.tab);
  useNewView(tab?.title ?? "", route.tab, page.manifest, main);

  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header class="head">
        <div class="head-in">
          <div class="bar">
            <Titles manifest={page.manifest} />
            <form
              class="search"
              role="search"
              onSubmit={(event) => {
                event.preventDefault();
                const asked = search.current?.value.trim();
                if (asked) go(to("search", asked));
              }}
            >
              <Icon name="search" />
              <input
                ref={search}
                type="search"
                aria-label="Search the trace"
                placeholder="Search"
                autoComplete="off"
                spellcheck={false}
              />
              <span class="key" aria-hidden="true">
                /
              </span>
            </form>
            <button
              type="button"
              class="tool"
              onClick={changeTheme}
              aria-label={`Colours: ${THEMES[theme]}`}
              title={`Colours: ${THEMES[theme]}`}
            >
              <Icon name={theme} />
            </button>
            <button type="button" class="tool" onClick={() => setHelp(true)} aria-label="Keys" title="Keys">
              <Icon name="keys" />
            </button>
          </div>
          <nav class="views" aria-label="Views" ref={nav}>
            {listed.map((each) => {
              const count = loaded.state === "here" ? each.count?.(loaded.value.review, page.manifest) : undefined;
              return (
                <a key={each.name} href={to(each.name)} aria-current={each === tab ? "page" : undefined}>
                  {each.title}
                  {count !== undefined && <span class="count"> {count.toLocaleString("en")}</span>}
                </a>
              );
            })}
          </nav>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <Wait on={loaded}>
          {({ places }) => (
            <PlacesContext.Provider value={places}>
              <Guard key={route.tab}>{tab ? <tab.view page={page} /> : <NoView name={route.tab} />}</Guard>
            </PlacesContext.Provider>
          )}
        </Wait>
      </main>
      <footer class="foot">
        Shown as recorded in {oneLine(page.manifest.file)}, and as {oneLine(page.manifest.generator)} evaluated it;
        nothing was run again.
      </footer>
      <Help open={help} close={() => setHelp(false)} generator={page.manifest.generator} />
    </>
  );
}

const THEMES = { auto: "as the system", light: "light", dark: "dark" } as const;

function Titles({ manifest }: { manifest: Manifest }) {
  const told = [
    manifest.file === manifest.title ? "" : manifest.file,
    manifest.before === null ? "" : `compared with ${manifest.before}`,
    manifest.spec_version === null ? "no version stated" : `spec ${manifest.spec_version}`,
    `${manifest.actions.toLocaleString("en")} actions`,
    `${manifest.artifacts.toLocaleString("en")} artifacts`,
  ];
  return (
    <div class="titles">
      <h1 title={oneLine(manifest.title)}>
        <Line of={manifest.title} />
      </h1>
      <p>
        <Line of={told.filter((each) => each !== "").join(" · ")} />
      </p>
    </div>
  );
}

function NoView({ name }: { name: string }) {
  return (
    <p class="none">
      There is no view “<Line of={name} />” here. <a href={to("review")}>To the review</a>
    </p>
  );
}

/** A new view has the focus, and names itself in the window's title. */
function useNewView(
  title: string,
  name: string,
  manifest: Manifest,
  main: { readonly current: HTMLElement | null },
): void {
  const first = useRef(true);
  useEffect(() => {
    document.title = [title, oneLine(manifest.title), "Tollens"].filter((part) => part !== "").join(" · ");
    if (first.current) {
      first.current = false;
      return;
    }
    main.current?.focus({ preventScroll: true });
  }, [name]);
}
