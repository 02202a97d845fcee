"""Make every derived figure anew from the outcomes of the hands."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mahjongclub.clubs.write_lock import set_lock_patience
from mahjongclub.rules.game import RuleError

from ...models import Session
from ...notify import sessions_rebuilt
from ...recording import resettle_session

#: how long is waited at most between two sessions
REST_SECONDS = 0.02


class Command(BaseCommand):
    help = (
        "Settle every session (or one) again from its outcomes: hand results, states, scores, and the "
        "figures of leagues and players that follow from them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", nargs="?", help="the link code of one session")

    def _report(self, what: str, left: int, whole: int) -> None:
        """Say how much is left, a line for each tenth."""
        tenth = (what, 10 * left // whole if whole else 0)
        if tenth != self.last_told:
            self.last_told = tenth
            self.stderr.write(f"{what}: {left} of {whole} left")

    #: what was told last, and how many tenths of it were left
    last_told: tuple[str, int] = ("", 0)

    def handle(self, *args: Any, **options: Any) -> None:
        set_lock_patience()
        sessions = Session.objects.order_by("pk")
        if options["code"]:
            sessions = sessions.filter(code=options["code"])
            if not sessions:
                raise CommandError(f"No session has the code {options['code']}.")
        rebuilt, faulty = 0, []
        # Read before: a cursor that stays open holds a snapshot, in which SQLite lets nobody begin to write
        # once somebody else has written since.
        for pk in list(sessions.values_list("pk", flat=True)):
            session = sessions.filter(pk=pk).first()
            if session is None:  # deleted meanwhile
                continue
            try:
                began = time.perf_counter()
                resettle_session(session, tell=bool(options["code"]))
                rebuilt += 1
                time.sleep(min(REST_SECONDS, time.perf_counter() - began))  # hands at tables come first
            except RuleError as fault:
                faulty.append(f"{session.code}: hand {fault.hand}: {fault}")
        if not options["code"]:
            sessions_rebuilt.send(Session, report=self._report)
        self.stdout.write(f"{rebuilt} sessions settled anew.")
        if faulty:
            raise CommandError("Left as they were:\n" + "\n".join(faulty))
