"""Fill a scratch installation with a made-up club and serve it: what `mahjongclub demo` runs."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from mahjongclub.server.management.commands import serve

from ...filling import fill
from ...sign_in import sign_in_path
from .demo import show_progress, whole

#: enough for two seasons with figures in every game, made in half a minute
HANDS = 1500


class Command(serve.Command):
    help = "Serve a made-up club from a scratch folder, and print one link that signs in as its organiser."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=settings.HOST, help="address to listen on (default: all)")
        parser.add_argument(
            "--port", type=int, help="port to listen on (default: 8000, or any other where that is taken)"
        )
        parser.add_argument("--hands", type=whole, default=HANDS, help=f"at least so many (default: {HANDS})")

    def handle(self, **options: Any) -> None:
        if not settings.DEMO_TOKEN:
            raise CommandError("A demonstration has a folder of its own: start it with mahjongclub demo.")
        self.hands = options.pop("hands")
        if options["port"] is None:
            options["port"] = self.default_or_any_port(options["host"])
        super().handle(**options, workers=1, without_backup=True)

    def default_or_any_port(self, host: str) -> int:
        """Return 8000, or 0 (any) where something listens there already."""
        try:
            serve.listening_socket(host, 8000).close()
        except CommandError:
            return 0
        return 8000

    def prepare(self) -> None:
        """Fill the database that was just made."""
        self.stdout.write("A made-up club plays two years of evenings: about half a minute.")
        self.stdout.flush()
        now = timezone.now().replace(second=0, microsecond=0)
        fill(self.hands, 1, now, show_progress)

    def show_cost_of_plain_http(self, host: str, port: int) -> None:
        """A look around needs no https: nothing but the link."""

    def print_after_address(self, local: str) -> None:
        """The link, the one thing that is needed, last."""
        self.stdout.write("\nThis opens the made-up club as its organiser:\n")
        self.stdout.write(f"  {local}{sign_in_path()}\n")
        self.stdout.write("Everything of it is gone when it stops.")
