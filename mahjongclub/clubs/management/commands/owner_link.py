"""Print the link that makes the owner's account, while there is no owner."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse

from mahjongclub.clubs.accounts.first_owner import LINK_LIVES, create_owner_link_token, is_owner_missing


class Command(BaseCommand):
    help = (
        "Print a one-time link that makes the owner's account and the club; nothing once there is an owner."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "address", nargs="?", default="", help="where the app is: http://192.168.1.20:8000"
        )

    def handle(self, **options: Any) -> None:
        if not is_owner_missing():
            return
        path = reverse("first_owner", args=[create_owner_link_token()])
        hours = int(LINK_LIVES.total_seconds() // 3600)
        self.stdout.write(f"\nNobody owns this server yet. Good once, for {hours} hours, to make the owner's")
        self.stdout.write("account and the club (keep it to yourself):\n")
        self.stdout.write(f"  {options['address'].rstrip('/')}{path}\n")
