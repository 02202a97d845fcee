"""The server process is killed while four phones enter hands: nothing acknowledged is lost or doubled."""

from __future__ import annotations

import http.client
import random
import signal
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID, uuid4

from tests.http_phone import HttpPhone
from tests.serving import RunningServer, rows_of, running_server

PHONES = 4
HANDS_EACH, KILLS = (12, 3)
PATIENCE_SECONDS = 90


class Scorer(threading.Thread):
    """A phone that enters its hands one after another, each under one key, until told that it counts."""

    def __init__(
        self, phone: HttpPhone, code: str, acknowledged: list[UUID], hands: int = HANDS_EACH
    ) -> None:
        super().__init__(daemon=True)
        self.phone, self.code, self.acknowledged, self.hands = phone, code, acknowledged, hands
        self.fault: BaseException | None = None
        self.retried = 0

    def run(self) -> None:
        try:
            for _hand in range(self.hands):
                self.enter_one()
        except BaseException as fault:
            self.fault = fault

    def enter_one(self) -> None:
        key, seen = uuid4(), None
        while True:
            try:
                seen = seen or self.phone.look(self.code)
                status = self.phone.confirm(self.code, seen, str(key))
            except (OSError, http.client.HTTPException):
                # no answer: it may have been recorded or not, so the same is sent again
                self.retried += 1
                time.sleep(0.05)
                continue
            if status == 302:
                self.acknowledged.append(key)
                return
            assert status == 409, status  # another phone was first: the same hand, at the table as it is now
            seen = None


#: a power cut kills the server too (test_power.py), where there is SQLite and a compiler


def test_every_acknowledged_hand_is_there_once(tmp_path: Path) -> None:
    chance = random.Random()
    with running_server(tmp_path) as server:
        opener = HttpPhone(server.url)
        code = opener.open_table()
        link = opener.scorer_link(code)
        phones = [opener, *(HttpPhone(server.url) for _phone in range(PHONES - 1))]
        for phone in phones[1:]:
            phone.join(link)
        acknowledged: list[UUID] = []
        scorers = [Scorer(phone, code, acknowledged) for phone in phones]
        for scorer in scorers:
            scorer.start()
        for due in sorted(chance.sample(range(1, PHONES * HANDS_EACH - 10), KILLS)):
            wait_for(scorers, acknowledged, due)
            time.sleep(chance.random() * 0.05)
            server.restart(signal.SIGKILL)
            check(server, code, list(acknowledged))
        wait_for(scorers, acknowledged, PHONES * HANDS_EACH)
        check(server, code, acknowledged)
        assert len(set(acknowledged)) == PHONES * HANDS_EACH
        assert phones[0].look(code) == (PHONES * HANDS_EACH, PHONES * HANDS_EACH + 1)
        assert sum(scorer.retried for scorer in scorers) > 0, "no kill met a submission"


def wait_for(scorers: Sequence[Scorer], acknowledged: Sequence[UUID], count: int) -> None:
    """Return once so many hands have been acknowledged."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while len(acknowledged) < count:
        for scorer in scorers:
            if scorer.fault is not None:
                raise scorer.fault
        assert time.monotonic() < deadline, f"{len(acknowledged)} of {count} hands were acknowledged"
        time.sleep(0.005)


def check(server: RunningServer, code: str, acknowledged: Sequence[UUID]) -> None:
    """What the database holds: acknowledged hands once, versions and numbers without a gap."""
    table, hands, revisions = rows_of(
        server,
        f"SELECT version FROM tables_session WHERE code = '{code}'",
        "SELECT number FROM tables_hand ORDER BY number",
        "SELECT version, hand_number, key FROM tables_revision ORDER BY version",
    )
    count = len(revisions)
    assert table == [(count,)]
    assert hands == [(number,) for number in range(1, count + 1)]
    assert [row[:2] for row in revisions] == [(number, number) for number in range(1, count + 1)]
    keys = [UUID(str(row[2])) for row in revisions]
    assert len(set(keys)) == count
    assert set(acknowledged) <= set(keys)
