"""A page that a test has opened, and what it complained of."""

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, Request, Route

VIEWS = ("review", "story", "lineage", "goals", "gaps", "policies", "changes", "record", "search")
"""The first part of the address of each view of one trace."""


def address(*parts: str) -> str:
    """The address of a place in the page, from its parts."""
    return "#/" + "/".join(quote(part, safe="") for part in parts)


class Visit:
    """One page in a window of its own.

    Attributes:
        page: As Playwright drives it.
        complaints: Errors and warnings of its console, exceptions, dialogs, windows that it opened, and requests for
            anything but the file itself.
    """

    def __init__(self, context: "BrowserContext", file: Path, fragment: str) -> None:
        self.complaints: list[str] = []
        self.address = file.as_uri()
        context.add_init_script(_REPORTS_VIOLATIONS)
        context.route("**/*", _let_only_files_through)
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("dialog", self._dialog)
        context.on("weberror", lambda error: self.complaints.append(f"exception: {error.error}"))
        self._context = context
        self.page: Page = context.new_page()
        context.on("page", lambda page: self.complaints.append(f"window: {page.url}"))
        self.page.goto(self.address + fragment)
        self.settle()

    def to(self, *parts: str) -> None:
        """Goes to a place in the page, as a link in it would."""
        self.page.evaluate("fragment => { location.hash = fragment }", address(*parts))
        self.settle()

    def settle(self) -> None:
        """Waits until the view stands: nothing on it is still being opened."""
        self.page.evaluate(_SETTLED)

    def text(self) -> str:
        """What a person reads in the view."""
        return self.page.locator("main").inner_text()

    def fragment(self) -> str:
        """Where in the page it is."""
        return str(self.page.evaluate("location.hash"))

    def seen(self) -> str:
        """What a person reads without scrolling: the texts that are wholly inside the window, in the page's order."""
        return " ".join(str(self.page.evaluate(_TEXTS_IN_WINDOW)).split())

    def close(self) -> None:
        """Closes the window; the page must have been quiet."""
        self._context.close()
        assert not self.complaints, "\n".join(self.complaints)

    def _request(self, request: "Request") -> None:
        if request.url.split("#")[0] != self.address:
            self.complaints.append(f"request: {request.url}")

    def _console(self, message: "ConsoleMessage") -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _dialog(self, dialog: "Dialog") -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()


class Visits:
    """Opens pages, and asks each of them at the end whether it was quiet."""

    def __init__(self, browser: "Browser") -> None:
        self._browser = browser
        self._open: list[Visit] = []

    def open(self, file: Path, fragment: str = "", **options: Any) -> Visit:
        """A page in a new window, 1280 by 800 unless `options` of the browser's context say otherwise."""
        context = self._browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        visit = Visit(context, file, fragment)
        self._open.append(visit)
        return visit

    def close(self) -> None:
        """Closes every page."""
        for visit in self._open:
            visit.close()


def _let_only_files_through(route: "Route") -> None:
    if route.request.url.startswith("file:"):
        route.continue_()
    else:
        route.abort()


_REPORTS_VIOLATIONS = """addEventListener('securitypolicyviolation', event =>
    console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`))"""

# A new address is followed in a later task, and what it shows is drawn in a later frame.
_SETTLED = """() => new Promise(done => {
    const look = () => document.querySelector(".waiting, .opening") ? setTimeout(look, 10) : done();
    setTimeout(() => requestAnimationFrame(() => setTimeout(look)), 20);
})"""

_TEXTS_IN_WINDOW = """() => {
    const shown = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.data.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (box.width < 2 || box.height < 2) continue;
        if (box.top < 0 || box.bottom > innerHeight || box.right > innerWidth) continue;
        const there = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        if (there && (parent.contains(there) || there.contains(parent))) shown.push(node.data);
    }
    return shown.join(" ");
}"""
