"""What is said of the network, and the download that waits, without a server."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.modules import open_with

from .conftest import Server

NOTICE = """<p data-queue-notice data-early="No network, early"></p>
<section data-queue-list data-needs="No network: this waits" data-failed="That did not work"></section>"""
TABLE = '<div id="table" class="step-from"></div>'
FILES = {"release": "r1", "files": [{"path": "/engine/one", "bytes": 2}], "bundle": "/engine/one"}


@pytest.mark.parametrize("news", ["new Event('online')", "live"])
def test_no_network_is_said_until_the_network_is_back(page: Page, server: Server, news: str) -> None:
    open_with(page, "queue/notice", body=NOTICE)
    said = page.locator("[data-queue-notice]")
    back = (
        "document.dispatchEvent(new CustomEvent('table:stream', { detail: 'live' }))"
        if news == "live"
        else f"dispatchEvent({news})"
    )
    page.evaluate("dispatchEvent(new CustomEvent('queue:say', { detail: 'needs' }))")
    expect(said).to_have_text("No network: this waits")
    page.evaluate(back)
    expect(said).to_have_text("")
    page.evaluate("dispatchEvent(new CustomEvent('queue:say', { detail: 'failed' }))")
    page.evaluate(back)
    expect(said).to_have_text("That did not work")


def test_the_engine_waits_while_somebody_enters(page: Page, server: Server) -> None:
    server.answers = {"/offline/engine.json": FILES, "/engine/one": {}}
    open_with(page, "engine/files", body=TABLE)
    page.evaluate(
        """() => {
          window.asked = 0;
          const turn = async () => {
            window.asked += 1;
            while (document.querySelector("#table:not(.step-idle)")) {
              await new Promise((go) => setTimeout(go, 20));
            }
          };
          const { load } = modules["engine/files"].engineFiles;
          load(() => {}, undefined, turn).then(() => { window.there = true; });
        }"""
    )
    page.wait_for_function("() => window.asked > 0")
    assert server.sent_to("/engine/one") == []
    page.evaluate("document.getElementById('table').className = 'step-idle'")
    page.wait_for_function("() => window.there")
    assert len(server.sent_to("/engine/one")) == 1
