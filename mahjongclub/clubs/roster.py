"""The players of a club, and whose account each is."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q

from .club_model import Club
from .models import Account, Dues, Player
from .room import check_quota


class NameTaken(Exception):
    """Another player has the name there. `player` is who."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.pk)
        self.player = player


def ensure_player(name: str, **columns: Any) -> Player:
    """A player nobody knew when the name was looked up; where another phone has made them since, that one.

    A guest of an event who is called so comes onto the roster, unless a `guest` is asked for. The name is
    taken in one place: the club of the columns, or the device. Whoever makes several goes by the order of
    their keys, so that of two phones that make the same ones only one waits for the other.
    """
    place = {key: columns[key] for key in ("club", "known_on") if columns.get(key) is not None}
    try:
        with transaction.atomic():
            return Player.objects.create(name=name, **columns)
    except IntegrityError:
        player_there = Player.objects.filter(**place).find_by_name(name) if place else None
        if player_there is None:
            raise
        if player_there.guest and not columns.get("guest"):
            move_guest_to_roster(player_there)
        return player_there


def move_guest_to_roster(guest: Player) -> None:
    """Put a guest, who came by an event alone, on the club's roster."""
    guest.guest = False
    guest.save(update_fields=["guest"])


def own_player(account_id: int | None, club: Club) -> Player | None:
    """Who an account is on the club's roster; None while that is still to be said."""
    return (
        club.players.without_merged().filter(account=account_id).first() if account_id is not None else None
    )


def get_or_create_own_player(account: Account, club: Club, name: str = "") -> Player:
    """The account's player in the club, made under that name, else the account's.

    NameTaken where it is another's.
    """
    player_there = own_player(account.pk, club)
    if player_there is not None:
        if player_there.guest:
            move_guest_to_roster(player_there)
        return player_there
    if namesake := club.players.find_by_name(name or account.username):
        raise NameTaken(namesake)
    check_quota(club, people=1)
    hidden = Player.objects.filter(account=account, name_hidden=True).exists()
    return Player.objects.create(
        name=name or account.username, club=club, account=account, name_hidden=hidden
    )


def add_player_to_roster(player: Player, club: Club) -> bool:
    """Put a player of no club, or a guest of its events, on this roster; False for one of another club.
    NameTaken where the name is."""
    comes = Player.objects.filter(Q(club=None) | Q(club=club, guest=True), pk=player.pk)
    try:
        with transaction.atomic():
            return bool(comes.update(club=club, guest=False))
    except IntegrityError as error:
        raise NameTaken(club.players.filter_by_name(player.name).without_hidden().get()) from error


def last_dues_by_player(club: Club) -> dict[int, Dues]:
    """What each player of the roster has paid last, also as a second spelling merged into them."""
    dues_by_person: dict[int, Dues] = {}
    for dues_row in Dues.objects.filter(player__club=club).select_related("player"):
        person = dues_row.player.merged_into_id or dues_row.player_id
        if person not in dues_by_person or dues_by_person[person].paid_until < dues_row.paid_until:
            dues_by_person[person] = dues_row
    return dues_by_person


def paid_until_by_player(club: Club) -> dict[int, date]:
    """Until when the players of the roster have paid."""
    return {person: dues_row.paid_until for person, dues_row in last_dues_by_player(club).items()}


def save_paid_until(player_id: int, until: date | None, cents: int | None = None) -> None:
    """This player has paid until then, so much; None forgets it."""
    Dues.objects.filter(Q(player_id=player_id) | Q(player__merged_into=player_id)).delete()
    if until is not None:
        Dues.objects.create(player_id=player_id, paid_until=until, paid_cents=cents)


def hide_player_name(player: Player) -> None:
    """Show the player by a pseudonym from now on; nobody is found by the name or its other spellings."""
    player.name_hidden = True
    player.save(update_fields=["name_hidden"])
    player.spellings.update(name_hidden=True)


def show_player_name(player: Player) -> None:
    """Show the player by name again. NameTaken where somebody has taken the name there meanwhile.

    A second spelling that somebody else is called by now stays hidden.
    """
    player.name_hidden = False
    try:
        _spelling_called(player, player.name)
        with transaction.atomic():
            player.save(update_fields=["name_hidden"])
    except IntegrityError:  # another phone took the name in this moment
        _spelling_called(player, player.name)
        raise
    finally:
        player.refresh_from_db(fields=["name_hidden"])
    for spelling in player.spellings.filter(name_hidden=True):
        with suppress(IntegrityError), transaction.atomic():
            Player.objects.filter(pk=spelling.pk).update(name_hidden=False)


def rename_player(player: Player, name: str) -> None:
    """Call the player `name` from now on, in every game. NameTaken where somebody else there has it.
    Where names are hidden, two may have one.

    The name of a second spelling merged into the player changes places with the present one.
    """
    before, spelling = player.name, _spelling_called(player, name)
    try:
        with transaction.atomic():
            if spelling is not None:
                Player.objects.filter(pk=spelling.pk).update(name=f"{spelling.pk} {spelling.created_at:%s}")
            player.name = name
            player.save(update_fields=["name"])
            if spelling is not None:
                Player.objects.filter(pk=spelling.pk).update(name=before)
    except IntegrityError:  # another phone gave the name away in this moment
        player.name = before
        _spelling_called(player, name)
        raise


def _spelling_called(player: Player, name: str) -> Player | None:
    """The second spelling of the player that has the name. NameTaken where somebody else is shown by it."""
    places = [
        {"club": player.club_id} if player.club_id else None,
        {"known_on": player.known_on_id} if player.known_on_id else None,
    ]
    spelling = None
    for place in filter(None, places):
        there = Player.objects.filter(**place).filter_by_name(name).exclude(pk=player.pk)
        namesake = there.without_hidden().exclude(merged_into=player.pk).first()
        if namesake is not None and not player.name_hidden:
            raise NameTaken(namesake)
        spelling = spelling or there.filter(merged_into=player.pk).first()
    return spelling
