"""What others ask of who owes whom: the players that its rows point at."""

from __future__ import annotations

from mahjongclub.clubs.people.references import PlayerReferences, register_player_references

from .models import Repayment


class DebtReferences(PlayerReferences):
    """Repayments stay with the spelling of the day: a sheet asks for the `person`."""

    staying = ((Repayment, "payer"), (Repayment, "payee"))


register_player_references(DebtReferences())
