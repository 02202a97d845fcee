"""Draws the icons a phone shows of the installed app, from static/icons/*.svg, in Chromium.

Run from the top of the repository: .venv/bin/python tools/draw_icons.py
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.browser.chromium import LAUNCH_ARGUMENTS, find_chromium

FOLDER = Path("static/icons")
FELT = "#1f5c47"
#: file, drawing, size in pixels, and how much of it the drawing fills: phones cut a maskable icon to a circle
ICONS = (
    ("app-192", "favicon", 192, 1.0),
    ("app-512", "favicon", 512, 1.0),
    ("maskable-512", "app", 512, 0.82),
    ("apple-touch", "app", 180, 1.0),
)


def main() -> None:
    """Write every icon."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_chromium(), args=LAUNCH_ARGUMENTS)
        for name, drawing, size, filled in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = FELT if drawing == "app" else "transparent"
            style = f"margin:0;display:grid;place-items:center;height:100vh;background:{ground}"
            inner = round(size * filled)
            svg = (
                (FOLDER / f"{drawing}.svg")
                .read_text()
                .replace("<svg ", f'<svg width="{inner}" height="{inner}" ', 1)
            )
            page.set_content(f'<body style="{style}">{svg}</body>')
            page.screenshot(path=FOLDER / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
