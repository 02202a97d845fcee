"""A phone of the last release has twenty hands that wait and a kept page: this release takes each once."""

from __future__ import annotations

import http.server
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from benchmarks.serving import served
from tests.browser.chromium import HURRIED, device_options
from tests.browser.devices import PATIENCE_MS
from tests.serving import RunningServer, free_port, prepared, rows_of
from tests.upgrade.make import SECRET_KEY
from tests.upgrade.releases import RELEASES, put_database, unpacked

#: puts into this browser what the phone's databases, its local storage and its caches held
RESTORE = """async ({ storage, databases, kept }) => {
  const done = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  Object.assign(localStorage, storage);
  for (const { name, version, stores } of databases) {
    await done(indexedDB.deleteDatabase(name));
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => {
      for (const { name, keyPath, autoIncrement } of stores) {
        opening.result.createObjectStore(name, { keyPath, autoIncrement });
      }
    };
    const base = await done(opening);
    for (const { name, rows } of stores) {
      const store = base.transaction(name, "readwrite").objectStore(name);
      for (const row of rows) await done(store.add(row));
    }
    base.close();
  }
  for (const { cache, address, text, headers } of kept) {
    if (cache) await (await caches.open(cache)).put(address, new Response(text, { headers }));
  }
}"""


@contextmanager
def server_of_then(phone: dict[str, Any], port: int) -> Iterator[None]:
    """Serve on this port what the phone has of the last release, as that release did."""
    files = {one["address"].partition("?")[0]: one for one in phone["kept"]}
    script = {"text": phone["worker"], "headers": {"content-type": "text/javascript"}}
    files["/sw.js"] = script

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            file = files.get(self.path.partition("?")[0])
            body = file["text"].encode() if file else b""
            there = file or self.path.startswith("/static/")
            self.send_response(200 if there else 404)
            for name in ("content-type", "content-security-policy", "content-language"):
                if file and name in file["headers"]:
                    self.send_header(name, file["headers"][name])
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_words: object) -> None:
            pass

    class Server(http.server.ThreadingHTTPServer):
        request_queue_size = 128  # the worker asks for all its files at once

    server = Server(("127.0.0.1", port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield
    server.shutdown()
    server.server_close()


@contextmanager
def server_of_now(release: str, data_dir: Path, port: int) -> Iterator[RunningServer]:
    """Serve the database of the release on this port with this program, which migrates it at the start."""
    copytree(prepared(), data_dir, dirs_exist_ok=True)
    put_database(release, data_dir)
    settings = {"DJANGO_SETTINGS_MODULE": "tests.served_settings", "SECRET_KEY": SECRET_KEY}
    with served(data_dir, port=port, DATABASE_URL="", **settings) as server:
        yield server


def restored_page(context: BrowserContext, phone: dict[str, Any], table: str) -> Page:
    """Open the table with the program of then, which keeps it, and put all that waits into this browser."""
    page = context.new_page()
    page.goto(table)
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.evaluate(RESTORE, phone)
    page.goto(table)
    expect(page.locator("#queue li")).to_have_count(20)
    return page


@pytest.mark.parametrize("stays_open", [True, False], ids=["page that stayed open", "page opened anew"])
@pytest.mark.parametrize("release", RELEASES)
def test_a_phone_of_the_last_release_sends_each_waiting_hand_once(
    release: str, stays_open: bool, tmp_path: Path, new_context: Any
) -> None:
    phone = unpacked(release, "phone")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    before = re.findall(r"http://127\.0\.0\.1:\d+", json.dumps(phone["databases"]))
    phone = json.loads(json.dumps(phone).replace(before[0], url))
    table = f"{url}{phone['table']}"
    context = new_context(base_url=url, **device_options(workers=True))
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(HURRIED)
    context.add_cookies([{**cookie, "domain": "127.0.0.1"} for cookie in phone["cookies"]])
    with server_of_then(phone, port):
        page = restored_page(context, phone, table)
    context.set_offline(True)
    page.reload()
    expect(page.locator("[data-kept-note]")).to_contain_text("No network")
    expect(page.locator("#queue li")).to_have_count(20)
    if not stays_open:
        page.close()
    with server_of_now(release, tmp_path, port) as server:
        context.set_offline(False)
        if not stays_open:
            page = context.new_page()
            page.goto(table)

        expect(page.locator("#queue li")).to_have_count(0)
        for seat, score in enumerate(("55,000", "10,800", "21,200", "13,000")):
            expect(page.locator(f"#seat-{seat} .score")).to_have_text(score)
        keys = {row["key"] for base in phone["databases"] for row in base["stores"][0]["rows"]}
        recorded = rows_of(server, "SELECT key FROM tables_revision WHERE action = 'record'")[0]
        assert len(keys) == 20
        assert sorted(key for (key,) in recorded if key in keys) == sorted(keys), "each of them once"
        # not by the page: Chromium never answers one that is asked for while one worker replaces the other
        log = page.request.get(f"{table}log/").text()
        assert len(re.findall(r'<article[^>]*class="[^"]*hand-card', log)) == 21
