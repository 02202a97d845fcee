"""Backups at the browser: made, fetched, brought, looked into, restored; by the owner alone."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from mahjongclub.clubs.models import Account, Club
from mahjongclub.server.backups import jobs, staging
from tests.clubs.visitors import Visitor

from ..test_backup_pages import club, host, made, on_file, read, sqlite_alone

pytestmark = pytest.mark.usefixtures("backups_at_once")


@on_file
@sqlite_alone
def test_a_backup_is_made_looked_into_and_restored_at_the_next_start(host: Visitor, tmp_path: Path) -> None:
    club("Before")
    Account.objects.update(date_joined=timezone.now() - timedelta(days=1))
    path = made(host)
    page = read(host.get("/host/backups/"))
    assert "The backup is made" in page
    assert path.name in page
    club("After")
    Account.objects.filter(username="After").update(date_joined=timezone.now() + timedelta(minutes=1))
    address = f"/host/backups/{path.name}/"
    assert "Restore this backup" not in read(host.get(address))
    assert host.post(f"{address}restore/", {"sure": "on"}).status_code == 302  # not looked into yet
    assert staging.restore_request() is None
    host.post(address)
    page = read(host.get(address))
    for told in ("Odile", "1 account made since", "Restore this backup"):
        assert told in page
    assert host.post(f"{address}restore/").status_code == 422  # not said to be sure
    assert "server stops now" in read(host.post(f"{address}restore/", {"sure": "on"}))
    assert {one.name for one in Club.objects.all()} == {"Before", "After"}  # nothing yet
    said: list[str] = []
    assert staging.run_requested_restore(tmp_path / "backups", said.append)
    assert {one.name for one in Club.objects.all()} == {"Before"}
    assert said == [f"Restored {path.name}, as asked for in the browser."]
    assert not staging.run_requested_restore(tmp_path / "backups", said.append)  # once
    again = Visitor()
    again.sign_in("Odile")
    page = read(again.get("/host/backups/"))
    assert f"Restored: {path.name}" in page
    assert "before-restore" in page


@on_file
@sqlite_alone
def test_a_power_cut_before_the_end_has_the_next_start_do_it_all_once_more(
    host: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club("Before")
    path = made(host)
    club("After")
    staging.queue_restore(path, 1)

    def cut(*_more: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mahjongclub.server.backups.restoring.save_secret_key", cut)
    with pytest.raises(KeyboardInterrupt):
        staging.run_requested_restore(tmp_path / "backups", lambda _word: None)
    assert staging.restore_request() is not None
    monkeypatch.undo()
    monkeypatch.setattr(jobs.connections, "close_all", lambda: None)
    assert staging.run_requested_restore(tmp_path / "backups", lambda _word: None)
    assert {one.name for one in Club.objects.all()} == {"Before"}
    assert staging.restore_request() is None
    assert (tmp_path / "secret_key").exists()


__all__ = ["host"]
