"""Make the files of this folder with the program of a release: `python -m tests.upgrade.make FOLDER`."""

from __future__ import annotations

import json
import lzma
import os
import re
import sqlite3
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

SECRET_KEY = "the made-up club of the tests of upgrades"
HANDS = 150
MOST_PAGES = 250
DATABASE = "mahjongclub.sqlite3"
#: seats of those who are tenpai, hand by hand: the dealer always, so that the game goes on
WAITING_HANDS = [(0, 1 + number % 3) for number in range(20)]
#: cookies, local storage, both databases and the pages and files that the browser keeps
BROWSER_STATE = """async () => {
  const done = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const databases = [];
  for (const { name, version } of await indexedDB.databases()) {
    const base = await done(indexedDB.open(name));
    const stores = [];
    for (const store of base.objectStoreNames) {
      const { keyPath, autoIncrement } = base.transaction(store).objectStore(store);
      const rows = await done(base.transaction(store).objectStore(store).getAll());
      stores.push({ name: store, keyPath, autoIncrement, rows });
    }
    base.close();
    databases.push({ name, version, stores });
  }
  const kept = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url);
      const answer = await cache.match(request, { ignoreVary: true });
      const headers = Object.fromEntries(answer.headers);
      if (!/^(text|application\\/(json|javascript|manifest))/.test(headers["content-type"] ?? "")) continue;
      kept.push({ cache: name, address: pathname + search, headers, text: await answer.text() });
    }
  }
  return { storage: { ...localStorage }, databases, kept };
}"""


def main(folder: Path) -> None:
    """Make the club, what its pages show, its archive, its database and a phone at one of its tables."""
    data = folder / "work"
    data.mkdir(parents=True)
    os.environ |= {
        "DATA_DIR": str(data),
        "DATABASE_URL": "",
        "SECRET_KEY": SECRET_KEY,
        "TIME_ZONE": "UTC",
        "DJANGO_SETTINGS_MODULE": "tests.served_settings",
    }
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    facts = make_club(folder)
    phone = make_phone(data)
    for name, value in (("facts", facts), ("phone", phone)):
        text = json.dumps(value, ensure_ascii=False, indent=0, sort_keys=name == "facts")
        (folder / f"{name}.json.xz").write_bytes(lzma.compress(text.encode(), preset=9))
    with closing(sqlite3.connect(data / DATABASE)) as database:
        database.execute("VACUUM INTO ?", [str(folder / "club.sqlite3")])
    packed = lzma.compress((folder / "club.sqlite3").read_bytes(), preset=9)
    (folder / "club.sqlite3.xz").write_bytes(packed)
    (folder / "club.sqlite3").unlink()


def make_club(folder: Path) -> dict[str, Any]:
    """Make a club in which every kind of row exists, with its archive; return what it shows."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client, override_settings
    from django.utils import timezone

    from mahjongclub.clubs.models import Account, Device, Player
    from mahjongclub.debts.models import DebtSheet
    from mahjongclub.exchange.models import Origin
    from mahjongclub.outbox.models import Channel
    from mahjongclub.rules.words import Text
    from tests.exchange.club_facts import club_facts
    from tests.exchange.full_club import archive_of, full_club
    from tests.upgrade.pages import at_moment, contents_of_pages

    plain_files = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    override_settings(
        ALLOWED_HOSTS=["testserver"], STORAGES={**settings.STORAGES, "staticfiles": plain_files}
    ).enable()
    club = full_club(HANDS)
    Origin.objects.filter(club=club).update(differences=[Text("The file is empty.").to_json()])
    club.settles_up = True
    club.save()
    ended = list(club.sessions.filter(ended_at__isnull=False, variant="riichi").order_by("pk")[:2])
    sheet = DebtSheet.objects.create(
        club=club, rates={"riichi": "0.05"}, pay_by="IBAN", made_by=Device.objects.latest("pk")
    )
    sheet.sessions.set(ended)
    payer, payee = (seat.player for seat in ended[0].seats.all()[:2])
    sheet.repayments.create(payer=payer, payee=payee, amount="12.50", key=uuid4())
    Channel.objects.create(club=club, kind="json", address="https://example.org/hook", language="fr")
    call_command("rebuild", verbosity=0)
    names = sorted({player.name for player in Player.objects.all() if not player.is_hidden})
    owner = Account.objects.get(memberships__club=club, memberships__role="owner")
    now = timezone.now() + timedelta(days=1)
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(owner)
    with at_moment(now):
        pages = contents_of_pages(client, f"/c/{club.slug}/", names, MOST_PAGES)
        debts = contents_of_pages(client, f"/debts/{sheet.pk}/", names, 1)
    assert debts
    (folder / "club.zip").write_bytes(archive_of(club, hidden_names=True).getvalue())
    return {
        "slug": club.slug,
        "owner": owner.username,
        "moment": now.isoformat(),
        "names": names,
        "club": club_facts(club.slug),
        "pages": pages | debts,
    }


def make_phone(data: Path) -> dict[str, Any]:
    """Keep hands on a phone without network, at a table it has opened; return what its browser holds."""
    from playwright.sync_api import sync_playwright

    from benchmarks.serving import served
    from tests.browser.chromium import HURRIED, LAUNCH_ARGUMENTS, device_options, find_chromium
    from tests.browser.test_offline import type_draw, wait_until_kept, waiting
    from tests.games.riichi.browser.test_game import Table

    names = ("Marguerite", "Anne-Sophie de La Rochefoucauld", "田中 愛子", "Łukasz Żółć")
    with served(data) as server, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_chromium(), args=LAUNCH_ARGUMENTS)
        context = browser.new_context(base_url=server.url, **device_options(workers=True))
        context.add_init_script(HURRIED)
        page = context.new_page()
        table = Table(page, names)
        table.ron(2, 1, "5,200")
        wait_until_kept(page, table.url)
        context.set_offline(True)
        for tenpai in WAITING_HANDS:
            type_draw(page, *tenpai)
        waiting(page, len(WAITING_HANDS))
        state = dict(page.evaluate(BROWSER_STATE))
        state["cookies"] = [
            {name: cookie[name] for name in ("name", "value", "path", "httpOnly")}
            for cookie in context.cookies()
        ]
        state["kept"] = [kept for kept in state["kept"] if not kept["address"].startswith("/help/")]
        # the worker of this release, as the browser keeps it
        context.set_offline(False)
        state["worker"] = page.request.get("/sw.js").text()
        for address in re.findall(r'"(/static/js/[^"]+)"', state["worker"].partition("importScripts")[2]):
            answer = page.request.get(address)
            state["kept"].append(
                {"cache": "", "address": address, "headers": answer.headers, "text": answer.text()}
            )
        state["table"] = table.url.removeprefix(server.url)
        browser.close()
    server.log.unlink()
    return state


if __name__ == "__main__":
    main(Path(sys.argv[1]))
