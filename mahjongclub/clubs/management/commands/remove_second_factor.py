"""Have somebody sign in with the password alone again, who lost both the phone and the codes on paper."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mahjongclub.clubs.accounts.second_factor import remove_second_factor
from mahjongclub.clubs.models import Account
from mahjongclub.clubs.naming import name_key, tidy_name


class Command(BaseCommand):
    help = "Turn off the second factor of an account."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("name", help="the name they sign in with")

    def handle(self, *args: Any, **options: Any) -> None:
        account = Account.objects.filter(username_key=name_key(tidy_name(options["name"]))).first()
        if account is None:
            raise CommandError(f"Nobody signs in as {options['name']}.")
        if not remove_second_factor(account):
            raise CommandError(f"{account.username} has no second factor.")
        self.stdout.write(f"{account.username} signs in with the password alone.")
