"""Our scripts as they are written, native modules, in a page that needs no server."""

from __future__ import annotations

from playwright.sync_api import Page, Route

from tests.serving import ROOT

SOURCES = ROOT / "static" / "js"
ORIGIN = "https://unit.test"


def open_with(page: Page, *modules: str, body: str = "", before: str = "", path: str = "/probe") -> None:
    """Open a page of that body which imports these modules, after it ran `before`.

    Every module is in `window.modules` by its name; `before` is a classic script at the head.
    """
    imports = "".join(f'import * as m{at} from "/js/{name}.js";' for at, name in enumerate(modules))
    named = ", ".join(f'"{name}": m{at}' for at, name in enumerate(modules))
    load = f"{imports} window.modules = {{ {named} }}; document.documentElement.dataset.loaded = '';"
    html = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Probe</title>
      <script>{before}</script><script type="module">{load}</script></head><body>{body}</body></html>"""
    page.route(f"**{path}", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.route("**/js/**", send_source)
    page.goto(f"{ORIGIN}{path}")
    page.locator("html[data-loaded]").wait_for(state="attached")


def send_source(route: Route) -> None:
    """Answer with the module as it lies on the disk."""
    name = route.request.url.partition("/js/")[2]
    route.fulfill(body=(SOURCES / name).read_text(), content_type="text/javascript; charset=utf-8")
