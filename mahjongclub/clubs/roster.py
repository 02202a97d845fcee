"""The players of a club, and whose account each is."""

from __future__ import annotations

from .club_model import Club
from .models import Account, Player


class NameTaken(Exception):
    """Another player has the name there. `player` is who."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.pk)
        self.player = player


def put_on_roster(account: Account, club: Club) -> Player:
    """The account's player in the club, made under the account's name. NameTaken where that is another's."""
    known = Player.objects.themselves().filter(account=account, club=club).first()
    if known is not None:
        return known
    if taken := Player.objects.filter(club=club, name__iexact=account.username).first():
        raise NameTaken(taken)
    hidden = Player.objects.filter(account=account, name_hidden=True).exists()
    return Player.objects.create(name=account.username, club=club, account=account, name_hidden=hidden)


def rename(player: Player, name: str) -> None:
    """Call the player `name` from now on, in every game. NameTaken where somebody else there has it.

    The name of a second spelling merged into the player changes places with the present one.
    """
    places = [
        {"club": player.club_id} if player.club_id else None,
        {"known_on": player.known_on_id} if player.known_on_id else None,
    ]
    spelling = None
    for place in filter(None, places):
        taken = Player.objects.filter(name__iexact=name, **place).exclude(pk=player.pk).first()
        if taken is not None and taken.merged_into_id != player.pk:
            raise NameTaken(taken)
        spelling = spelling or taken
    if spelling is not None:
        Player.objects.filter(pk=spelling.pk).update(name=f"{spelling.pk} {spelling.created_at:%s}")
    before, player.name = player.name, name
    player.save(update_fields=["name"])
    if spelling is not None:
        Player.objects.filter(pk=spelling.pk).update(name=before)
