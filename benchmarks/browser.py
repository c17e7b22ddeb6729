"""The page of a large trace in Chromium: file size, time to the first screen, work for each frame of scrolling.

python benchmarks/browser.py [--actions 100000] [--rounds 5] [--chromium PROGRAM]

The first screen is timed from the start of the navigation until its text is drawn; it is compared with `JSON.parse` of
the same trace as compact JSON in the same browser, once alone and once with the opening of a page that holds the JSON.
While the story is scrolled, the processor time of the window's main thread is divided by the frames: below 16.7 ms no
frame is dropped at 60 a second. How long frames took by the clock is told as well; it is the machine's load as much.
Needs the packages playwright and orjson, and Chromium.
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from decode import trace_bytes
from harness import Table
from playwright.sync_api import Browser, sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]

FIRST_SCREEN = """addEventListener("DOMContentLoaded", () => {
    const note = () => setTimeout(() => { window.drawn = performance.now() });
    const look = () => requestAnimationFrame(document.querySelector("main h2") ? note : look);
    look();
})"""
"""Notes when the first view stood for the first time: the time since the navigation began, in milliseconds."""

PARSED = """addEventListener("DOMContentLoaded", () => {
    const text = document.getElementById("trace").textContent;
    const begun = performance.now();
    window.parsed = JSON.parse(text);
    window.alone = performance.now() - begun;
    window.drawn = performance.now();
})"""

NOTED = """() => new Promise(done => {
    const look = () => window.drawn ? done({ drawn: window.drawn, alone: window.alone ?? 0 }) : setTimeout(look, 5);
    look();
})"""

FRAMES = 240

STEPS = {60: 16.7, 1200: 33.3}
"""Pixels in each frame, and how much work a frame may be: reading, and leaping a screen and a half."""

SCROLLED = """({ step, frames }) => new Promise(done => {
    const times = [];
    let before = performance.now();
    const frame = now => {
        times.push(now - before);
        before = now;
        window.scrollBy(0, step);
        if (times.length < frames) requestAnimationFrame(frame); else done(times.slice(2));
    };
    requestAnimationFrame(frame);
})"""


def opened(browser: Browser, page: Path, script: str) -> dict[str, float]:
    """What a fresh window noted about opening a page, in milliseconds."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(script)
    window = context.new_page()
    window.goto(page.as_uri())
    noted: dict[str, float] = window.evaluate(NOTED)
    context.close()
    return noted


def scrolled(browser: Browser, page: Path, step: int) -> tuple[float, list[float]]:
    """Processor time for each frame while the story is scrolled by so many pixels in each, and how long each took."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    window = context.new_page()
    window.goto(page.as_uri() + "#/story")
    window.locator("[role=listitem]").first.wait_for(timeout=120_000)
    devtools = context.new_cdp_session(window)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked() -> float:
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration")) * 1000

    before = worked()
    times: list[float] = window.evaluate(SCROLLED, {"step": step, "frames": FRAMES})
    work = (worked() - before) / FRAMES
    context.close()
    return work, times


def pages(folder: Path, actions: int) -> tuple[Path, Path, float]:
    """The page of a trace, a page that only holds its JSON, and the size of the first over that of the JSON."""
    trace, page, bare = folder / "trace.json", folder / "view.html", folder / "bare.html"
    text = trace_bytes(actions)
    trace.write_bytes(text)
    subprocess.run([sys.executable, "-m", "tollens", "view", str(trace), "--out", str(page)], check=True)
    inline = text.replace(b"<", b"\\u003c")
    bare.write_bytes(b'<!doctype html><script type="application/json" id="trace">' + inline + b"</script>")
    return page, bare, page.stat().st_size / len(text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    said = parser.parse_args()
    table = Table()
    rounds: list[tuple[dict[str, float], dict[str, Any]]] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page, bare, size = pages(Path(folder), said.actions)
        browser = playwright.chromium.launch(executable_path=said.chromium, args=FLAGS)
        for _ in range(said.rounds):
            rounds.append((opened(browser, page, FIRST_SCREEN), opened(browser, bare, PARSED)))
        frames = {step: scrolled(browser, page, step) for step in STEPS}
        browser.close()
    ours, parse, whole = (
        [mine["drawn"] for mine, _ in rounds],
        [theirs["alone"] for _, theirs in rounds],
        [theirs["drawn"] for _, theirs in rounds],
    )
    print(f"first screen {statistics.median(ours):.0f} ms, JSON.parse {statistics.median(parse):.0f} ms")
    print(f"opening a page that holds the JSON, with JSON.parse: {statistics.median(whole):.0f} ms")
    table.row("size of the page / compact JSON", size, 0.35)
    table.row("first screen / JSON.parse", statistics.median(a / b for a, b in zip(ours, parse, strict=True)), 3)
    table.row(
        "first screen / opening and JSON.parse", statistics.median(a / b for a, b in zip(ours, whole, strict=True)), 1
    )
    for step, (work, times) in frames.items():
        table.row(f"story, {step} pixels a frame: milliseconds of work", work, STEPS[step])
        print(f"  by the clock: median {statistics.median(times):.1f} ms, longest {max(times):.1f} ms")
    return int(table.exceeded)


if __name__ == "__main__":
    sys.exit(main())
