/** The frame of the page: its head, the row of views, and the view that the address names. */

import { PlacesContext } from "../parts/links.tsx";
import { Wait } from "../parts/wait.tsx";
import { useLoaded } from "../parts/use.ts";
import { Places } from "../data/places.ts";
import type { Page } from "../data/page.ts";
import type { Review } from "../document.ts";
import { to, useRoute } from "./router.ts";
import { TABS } from "./tabs.ts";

export function Shell({ page }: { page: Page }) {
  const route = useRoute();
  const places = useLoaded(async () => new Places(await page.block<Review>("review")), [page]);
  const tabs = TABS.filter((tab) => tab.when?.(page) ?? true);
  const tab = tabs.find((each) => each.name === route.tab);
  return (
    <>
      <nav aria-label="Views">
        {tabs.filter((each) => !each.unlisted).map((each) => (
          <a key={each.name} href={to(each.name)} aria-current={each === tab ? "page" : undefined}>{each.title}</a>
        ))}
      </nav>
      <main>
        <Wait on={places}>
          {(value) => (
            <PlacesContext.Provider value={value}>
              {tab ? <tab.view page={page} /> : <p>There is no view of this name.</p>}
            </PlacesContext.Provider>
          )}
        </Wait>
      </main>
    </>
  );
}
