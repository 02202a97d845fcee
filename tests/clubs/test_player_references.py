"""Every field that points at players is registered: merging, leaving and personal data know of it."""

from __future__ import annotations

import pytest

from mahjongclub.clubs.models import Player, PlayerMerge
from mahjongclub.clubs.people.merging import merge_player, undo_merge
from mahjongclub.clubs.people.references import PlayerReferences, registered_player_references
from mahjongclub.tables.models import Seat, Session


def test_every_field_that_points_at_players_is_registered_once() -> None:
    relations = Player._meta.get_fields(include_hidden=True)
    pointing = {
        f"{relation.field.model._meta.label}.{relation.field.name}"  # type: ignore[union-attr]
        for relation in relations
        if relation.auto_created and not relation.concrete
    }
    told = [
        f"{model._meta.label}.{name}"
        for part in registered_player_references()
        for model, name in part.fields
    ]
    assert sorted(told) == sorted(pointing)


def test_what_a_part_tells_elsewhere_is_its_own() -> None:
    for part in registered_player_references():
        models = {model for model, _name in part.fields}
        assert {*part.told_elsewhere} <= models, type(part).__name__


def test_keys_of_moved_rows_differ() -> None:
    keys = [key for part in registered_player_references() for key in part.moving]
    assert len(keys) == len({*keys})
    assert not {*keys} & {"before", "gone_hidden"}


@pytest.mark.django_db
def test_a_part_that_speaks_against_a_merge_is_heard_and_rows_that_move_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[tuple[str, object]] = []

    class Watching(PlayerReferences):
        def update_after_merge(self, moved_row_ids: object) -> None:
            seen.append(("moved", moved_row_ids))

        def refresh_players_on_screens(self, player_ids: object) -> None:
            seen.append(("shown", player_ids))

    monkeypatch.setattr(
        "mahjongclub.clubs.people.references._registered", [*registered_player_references(), Watching()]
    )
    kept, gone = (Player.objects.create(name=name) for name in ("Aiko", "Aïko"))
    session = Session.objects.create(variant="riichi", preset="ema", rules={}, state={})
    seat = Seat.objects.create(session=session, number=0, player=gone, score=0)
    done = merge_player(kept, gone, None)
    seat.refresh_from_db()
    assert seat.player == kept
    undo_merge(PlayerMerge.objects.get(pk=done.pk))
    seat.refresh_from_db()
    assert seat.player == gone
    moved = {"seats": [seat.pk], "sitters": []}
    assert seen == [
        ("moved", moved),
        ("shown", [kept.pk]),
        ("moved", moved),
        ("shown", [kept.pk, gone.pk]),
    ]
