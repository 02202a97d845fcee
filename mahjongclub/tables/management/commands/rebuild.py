"""Make every derived figure anew from the outcomes of the hands."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mahjongclub.rules.game import RuleError

from ...models import Session
from ...notify import sessions_rebuilt
from ...recording import settle_anew


class Command(BaseCommand):
    help = (
        "Settle every session (or one) again from its outcomes: hand results, states, scores, and the "
        "figures of leagues and players that follow from them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", nargs="?", help="the link code of one session")

    def handle(self, *args: Any, **options: Any) -> None:
        sessions = Session.objects.order_by("pk")
        if options["code"]:
            sessions = sessions.filter(code=options["code"])
            if not sessions:
                raise CommandError(f"No session has the code {options['code']}.")
        rebuilt, faulty = 0, []
        for session in sessions.iterator():
            try:
                settle_anew(session, tell=bool(options["code"]))
                rebuilt += 1
            except RuleError as fault:
                faulty.append(f"{session.code}: hand {fault.hand}: {fault}")
        if not options["code"]:
            sessions_rebuilt.send(Session)
        self.stdout.write(f"{rebuilt} sessions settled anew.")
        if faulty:
            raise CommandError("Left as they were:\n" + "\n".join(faulty))
