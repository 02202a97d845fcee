"""One player more than seats, where a game can have one: on the phone, paper, in files, without network."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from mahjongclub.exchange.archive.bringing import import_archive
from mahjongclub.exchange.archive.writing import write_archive
from mahjongclub.figures.models import Appearance
from mahjongclub.games.base import Game
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import read_record, replay
from mahjongclub.rules.rotation import SHARED_SEATS
from mahjongclub.tables.models import Session
from mahjongclub.tables.replaying import game_record, standings
from mahjongclub.worth.table_query import TableQueryForm, query_of_table
from tests.clubs.club_house import open_club_house
from tests.sheets.reading import text_of as words_of
from tests.tables.conftest import Phone

from .played import NAMES, confirm, dealt, now, send_form, told
from .test_contract import pages_of

HANDS = 4


@pytest.fixture
def shared(game: Game) -> Game:
    if not game.variant.may_rotate:
        pytest.skip("as many play as there are seats")
    return game


def names(game: Game) -> tuple[str, ...]:
    return NAMES[: game.variant.seats + 1]


def opened(phone: Phone, game: Game, **form: Any) -> Session:
    return phone.open_table(game.key, names=names(game), rotation="deal", **form)


def settled(game: Game, hands: list[dict[str, Any]]) -> dict[str, Any]:
    players = list(names(game))
    record = {"format": 1, "variant": game.key, "rotation": "deal", "players": players, "hands": hands}
    return replay(read_record(record)).to_json()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_with_one_more_is_played_on_the_phone_and_every_page_knows_all_players(
    shared: Game, phone: Phone, db: None, language: str
) -> None:
    session = opened(phone, shared)
    hands = dealt(shared, HANDS)
    for hand in hands:
        confirm(phone, session, hand)
    session = now(session)
    assert [one.result["scores"] for one in session.hands.all()] == [
        one["scores"] for one in settled(shared, hands)["hands"]
    ]
    for page in [*pages_of(shared, session), f"/t/{session.code}/sit-out/", f"/t/{session.code}/sit-down/"]:
        answer = phone.get(page, headers={"accept-language": language}, follow=True)
        assert answer.status_code == 200, page
        assert f'<html lang="{language}"' in answer.content.decode()
    sheet = phone.get(f"/sheets/t/{session.code}/sheet.pdf", {"paper": "a4", "language": language})
    assert all(name in words_of(sheet.content) for name in names(shared))
    confirm(phone, session, hands[0], number=2)
    assert session.hands.count() == HANDS


def hand_of_these_seats(game: Game, session: Session, chance: Random) -> dict[str, Any]:
    """The next hand, from samples for the game's usual seats: one that cannot be is drawn again."""
    rules, table, variant = session.current_rules, session.table, session.game
    while True:
        drawn = game.samples.sample_hand(chance, rules, table, [1.0] * game.variant.seats)
        try:
            variant.settle(rules, table, variant.read_outcome(rules, drawn))
        except RuleError:
            continue
        return drawn


def test_with_fewer_seats_the_record_of_one_more_is_read_again(game: Game, phone: Phone, db: None) -> None:
    fewer = [seats for seats in game.variant.seat_counts if seats in SHARED_SEATS]
    for seats in fewer:
        session = phone.open_table(game.key, names=NAMES[: seats + 1], rotation="round", seats=seats)
        chance = Random(f"{game.key}/{seats}")
        for _hand in range(HANDS):
            confirm(phone, session, hand_of_these_seats(game, now(session), chance))
        session = now(session)
        record = phone.get(reverse("tables:record", args=[session.code])).json()
        assert len(record["players"]) == seats + 1
        assert replay(read_record(record)).state == session.table
        for page in pages_of(game, session):
            assert phone.get(page, follow=True).status_code == 200, page
        worth = query_of_table(game, game.variant.default_preset, session.current_rules, session.table)
        assert TableQueryForm(game, worth).table_query.before.order
        tidied = {**record, "rules": {}}  # who sits there says how many do
        assert read_record(tidied).variant.players == seats + 1


def test_a_club_keeps_it_in_records_archives_and_figures(shared: Game, db: None) -> None:
    house = open_club_house()
    owner = house.phone("owner")
    session = opened(owner, shared, belongs=f"e{house.evening.pk}")
    for hand in dealt(shared, HANDS):
        confirm(owner, session, hand)
    send_form(owner, reverse("tables:close", args=[session.code]))
    session = now(session)
    ranked = [(row.seat, row.rank, row.score) for row in standings(session)]
    assert sorted(seat for seat, _rank, _score in ranked) == list(range(shared.variant.seats + 1))
    rows = Appearance.objects.filter(session_id=session.pk)
    assert rows.count() == shared.variant.seats + 1
    sat = [hand.result["sitting"][:-1] for hand in session.hands.all()]
    for row in rows:
        assert row.hands <= sum(row.seat in one for one in sat)
    for page in ("", "games/", f"figures/?variant={shared.key}", f"ratings/{shared.key}/"):
        assert owner.get(house.url(page)).status_code == 200

    record = owner.get(reverse("exchange:record", args=[house.club.slug, session.code])).json()
    assert record["rotation"] == "deal"
    archive = io.BytesIO()
    write_archive(house.club, archive)
    session.delete()
    file = SimpleUploadedFile("game.json", json.dumps(record).encode())
    looked = owner.post(house.url("import/"), {"chosen": [file]})
    assert looked.status_code == 302, told(looked)
    assert owner.post(looked["Location"], {"keep": "1"}).status_code == 302
    brought = Session.objects.get()
    assert [(row.seat, row.rank, row.score) for row in standings(brought)] == ranked
    archive.seek(0)
    assert import_archive(archive, slug="second").warnings == []
    other = Session.objects.get(club__slug="second")
    assert [(row.seat, row.rank, row.score) for row in standings(other)] == ranked
    assert game_record(other)["players"] == list(names(shared))
