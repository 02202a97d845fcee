"""What each part of the app keeps about players: merging, leaving and personal data ask it here.

`clubs` knows none of the parts whose rows point at players. Each registers its `PlayerReferences` when it is
ready; a test fails on a field that points at players and is registered by nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Model, Q

from ..models import DifferentPeople, Dues, Erasure, Player, PlayerMerge

#: a field that points at players: its model and its name
PlayerField = tuple[type[Model], str]


@dataclass(frozen=True, slots=True)
class SharedTable:
    """A table at which two players sat; `game` is its name in the reader's language."""

    game: str
    opened_at: datetime


class PlayerReferences:
    """What one part keeps about players. What it does not override does not concern it."""

    #: rows that a merge gives to the player who is kept; the key is theirs in `PlayerMerge.moved`
    moving: Mapping[str, PlayerField] = {}
    #: rows that stay with the second spelling: who reads them asks for its `person`
    staying: Collection[PlayerField] = ()
    #: rows that follow from the games and are made anew with them: no facts about a person of their own
    derived: Collection[PlayerField] = ()
    #: models of these that the file about a person tells in other words
    told_elsewhere: Collection[type[Model]] = ()

    @property
    def fields(self) -> list[PlayerField]:
        """Every field by which rows of this part point at players."""
        return [*self.moving.values(), *self.staying, *self.derived]

    def shared_tables(self, ones: Collection[int], others: Collection[int]) -> list[SharedTable]:
        """Return the tables at which one of each sat, the newest first: they are two people."""
        return []

    def two_people_reason(self, player_id: int, other: int) -> str | None:
        """Say what else speaks against two players being one person; None where nothing does."""
        return None

    def update_after_merge(self, moved_row_ids: Mapping[str, list[int]]) -> None:
        """Update what depends on rows that a merge, or its undo, has given to another player.

        `moved_row_ids` are their primary keys, by the keys of `moving`.
        """

    def fill_in_between_spellings(self, player: Player) -> None:
        """Bring together what was kept under each spelling of a player with whom another was just merged."""

    def refresh_players_on_screens(self, player_ids: Collection[int]) -> None:
        """Show these players anew wherever their names are on a screen."""

    def delete_player_traces(self, player_ids: Collection[int]) -> None:
        """Delete what tells of these players, in this transaction: they are about to lose their names."""

    def count_games(self, player: Player) -> int:
        """Return at how many tables the player sat."""
        return 0

    def personal_data(self, player: Player) -> dict[str, Any]:
        """Return what is kept about a player beside the rows of these fields, for JSON."""
        return {}


_registered: list[PlayerReferences] = []


def register_player_references(references: PlayerReferences) -> None:
    """Have a part asked from now on."""
    _registered.append(references)


def registered_player_references() -> tuple[PlayerReferences, ...]:
    """Return what each part keeps, `clubs` first."""
    return tuple(_registered)


def shared_tables(ones: Collection[int], others: Collection[int]) -> list[SharedTable]:
    """Return the tables at which one of each sat, the newest first."""
    tables = (
        table
        for reference in registered_player_references()
        for table in reference.shared_tables(ones, others)
    )
    return sorted(tables, key=lambda table: table.opened_at, reverse=True)


def two_people_reason(player_id: int, other: int) -> str | None:
    """Say what speaks against two players being one person, to whoever wants to merge them."""
    return next(
        (
            why
            for reference in registered_player_references()
            if (why := reference.two_people_reason(player_id, other))
        ),
        None,
    )


def fields_moved_by_merge() -> list[tuple[str, PlayerField]]:
    """Return the fields whose rows a merge gives to the player who is kept, each with its key."""
    return [pair for reference in registered_player_references() for pair in reference.moving.items()]


def update_after_merge(moved_row_ids: Mapping[str, list[int]]) -> None:
    """Have every part update what depends on rows that have just been given to another player."""
    for reference in registered_player_references():
        reference.update_after_merge(moved_row_ids)


def fill_in_between_spellings(player: Player) -> None:
    """Have every part bring together what it keeps of a player with whom another was just merged."""
    for reference in registered_player_references():
        reference.fill_in_between_spellings(player)


def refresh_players_on_screens(player_ids: Collection[int]) -> None:
    """Show these players anew wherever their names are on a screen."""
    for reference in registered_player_references():
        reference.refresh_players_on_screens(player_ids)


def delete_player_traces(player_ids: Collection[int]) -> None:
    """Delete what tells of these players, in this transaction: they are about to lose their names."""
    for reference in registered_player_references():
        reference.delete_player_traces(player_ids)


class ClubReferences(PlayerReferences):
    """What `clubs` itself keeps about players."""

    staying = (
        (DifferentPeople, "one"),
        (DifferentPeople, "other"),
        (Dues, "player"),
        (Erasure, "player"),
        # merging itself follows these
        (PlayerMerge, "kept"),
        (PlayerMerge, "gone"),
        (Player, "merged_into"),
    )
    told_elsewhere = (Player, PlayerMerge, DifferentPeople)

    def delete_player_traces(self, player_ids: Collection[int]) -> None:
        """Dues, and who was merged into whom, go with the names."""
        Dues.objects.filter(player__in=player_ids).delete()
        PlayerMerge.objects.filter(Q(kept__in=player_ids) | Q(gone__in=player_ids)).delete()


register_player_references(ClubReferences())
