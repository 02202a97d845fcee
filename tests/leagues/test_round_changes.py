"""Rounds that are drawn, changed and opened, without a page: who is where after it, and what is refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from mahjongclub.clubs.club_model import tonight
from mahjongclub.clubs.models import Device, Evening, Player
from mahjongclub.clubs.refusal import Refused
from mahjongclub.nights.changes import check_in_players, draw_and_open_round
from mahjongclub.rounds.changing import (
    delete_rounds,
    lock_or_create_competition,
    lock_rounds,
    seat_or_bye_by_player,
    shared_round_in_words,
    swap_players,
)
from mahjongclub.rounds.models import Competition, Round, Seat, Table
from mahjongclub.rounds.opening import (
    drawn_game,
    get_or_create_evening,
    open_drawn_tables,
    sitting_at_running_tables,
    tables_ready_to_open,
)
from mahjongclub.rules.registry import find_variant
from mahjongclub.seasons.matches import draw_match
from mahjongclub.tables.models import Access, HouseRules, Session

from .conftest import Hall
from .test_team_league import team_season

REFUSAL = "Table %(number)s has begun."


def night(hall: Hall, players: int = 9) -> Round:
    """A round of an evening, its tables of four open; who fills none sits beside them."""
    while len(hall.players) < players:
        name = f"Player {len(hall.players)}"
        hall.players.append(Player.objects.create(name=name, club=hall.club))
    evening = hall.club.evenings.create(date=tonight())
    check_in_players(evening, hall.players[:players])
    drawn = draw_and_open_round(evening, 0, hall.device)
    assert drawn is not None
    return Round.objects.get(pk=drawn.pk)


def table_of(round_: Round, number: int) -> Table:
    return round_.tables.select_related("session").get(number=number)


def session_at(round_: Round, number: int) -> Session:
    session = table_of(round_, number).session
    assert session is not None
    return session


def drawn_at(round_: Round, number: int) -> list[int | None]:
    """The players drawn at a table, by seat."""
    return list(table_of(round_, number).seats.order_by("number").values_list("player", flat=True))


def players_at(session: Session) -> list[int]:
    """The players of an open table, by seat."""
    return list(session.seats.order_by("number").values_list("player", flat=True))


def play_a_hand(round_: Round, number: int) -> None:
    session = session_at(round_, number)
    session.state = {**session.state, "hands": 1}
    session.save(update_fields=["state"])
    assert table_of(round_, number).has_begun


# --- who is where ---


def test_everybody_of_a_round_is_at_a_table_or_beside_the_tables(hall: Hall) -> None:
    round_ = night(hall)
    places = seat_or_bye_by_player(round_)
    assert set(places) == {player.pk for player in hall.players}
    assert sorted(type(place).__name__ for place in places.values()) == ["Bye", *["Seat"] * 8]


def test_a_seat_of_a_team_that_named_nobody_is_nobodys_place(hall: Hall) -> None:
    match = draw_match(team_season(hall), tonight(), None, 1)
    assert match.seats.count() == 4
    assert seat_or_bye_by_player(match) == {}


def test_who_was_merged_into_another_has_the_place_of_both(hall: Hall) -> None:
    round_ = night(hall, 4)
    kept = Player.objects.create(name="Marguerite", club=hall.club)
    gone = hall.players[0]
    Player.objects.filter(pk=gone.pk).update(merged_into=kept)
    places = seat_or_bye_by_player(round_)
    assert gone.pk not in places
    assert places[kept.pk].player_id == gone.pk


# --- two players change places ---


def test_two_players_at_two_tables_change_places_there_and_on_the_phones(hall: Hall) -> None:
    round_ = night(hall)
    first, second = drawn_at(round_, 1), drawn_at(round_, 2)
    one, other = first[1], second[3]
    assert one is not None
    assert other is not None
    versions = [session_at(round_, number).version for number in (1, 2)]
    assert swap_players(round_, one, other, REFUSAL)
    assert drawn_at(round_, 1) == [first[0], other, *first[2:]]
    assert drawn_at(round_, 2) == [*second[:3], one]
    for number, version in enumerate(versions, start=1):
        session = session_at(round_, number)
        assert players_at(session) == drawn_at(round_, number)
        assert session.version == version + 1, "phones read it again"


def test_whoever_sat_beside_the_tables_takes_the_seat_of_another(hall: Hall) -> None:
    round_ = night(hall)
    waits = round_.byes.get().player_id
    plays = drawn_at(round_, 2)[0]
    untouched = session_at(round_, 1).version
    assert waits is not None
    assert plays is not None
    assert swap_players(round_, waits, plays, REFUSAL)
    assert drawn_at(round_, 2)[0] == waits
    assert players_at(session_at(round_, 2))[0] == waits
    assert round_.byes.get().player_id == plays
    assert session_at(round_, 1).version == untouched


def test_phones_that_sat_at_a_table_are_asked_where_they_sit_after_a_swap(hall: Hall) -> None:
    round_ = night(hall)
    session, other = session_at(round_, 1), session_at(round_, 2)
    sits = Access.objects.create(session=session, device=Device.objects.create(), seat=2, asks_seat=False)
    stands = Access.objects.create(session=session, device=Device.objects.create(), asks_seat=False)
    elsewhere = Access.objects.create(session=other, device=Device.objects.create(), seat=1, asks_seat=False)
    first, second = drawn_at(round_, 1)[:2]
    assert first is not None
    assert second is not None
    assert swap_players(round_, first, second, REFUSAL)
    asked = {access.pk: (access.seat, access.asks_seat) for access in Access.objects.all()}
    assert asked[sits.pk] == (None, True)
    assert asked[stands.pk] == (None, False)
    assert asked[elsewhere.pk] == (1, False)


def test_nobody_changes_places_with_whoever_is_not_there(hall: Hall) -> None:
    round_ = night(hall)
    stranger = Player.objects.create(name="O'Brien", club=hall.club).pk
    here = drawn_at(round_, 1)[0]
    assert here is not None
    before = [drawn_at(round_, number) for number in (1, 2)]
    for pair in ((here, here), (here, stranger), (stranger, here)):
        assert not swap_players(round_, *pair, REFUSAL)
    assert [drawn_at(round_, number) for number in (1, 2)] == before


def test_two_who_sit_beside_the_tables_may_change_places(hall: Hall) -> None:
    round_ = night(hall, 10)
    one, other = round_.byes.values_list("player", flat=True)
    assert one is not None
    assert other is not None
    assert swap_players(round_, one, other, REFUSAL)
    assert set(round_.byes.values_list("player", flat=True)) == {one, other}


@pytest.mark.parametrize("begun", [1, 2])
def test_nobody_leaves_or_joins_a_table_that_has_begun(hall: Hall, begun: int) -> None:
    round_ = night(hall)
    play_a_hand(round_, begun)
    one, other = drawn_at(round_, 1)[0], drawn_at(round_, 2)[0]
    assert one is not None
    assert other is not None
    with pytest.raises(Refused, match=rf"^Table {begun} has begun\.$"):
        swap_players(round_, one, other, REFUSAL)
    assert (drawn_at(round_, 1)[0], drawn_at(round_, 2)[0]) == (one, other)


# --- a round is taken away ---


def test_a_round_is_deleted_with_its_open_tables_and_no_other(hall: Hall) -> None:
    round_ = night(hall, 4)
    other = hall.begin(day=tonight())
    delete_rounds(hall.club, Round.objects.filter(pk=round_.pk), REFUSAL)
    assert not Round.objects.exists()
    assert not Table.objects.exists()
    assert list(Session.objects.all()) == [other]


def test_a_round_of_which_a_table_has_begun_stays_whole(hall: Hall) -> None:
    round_ = night(hall)
    play_a_hand(round_, 2)
    with pytest.raises(Refused, match="Table 2"):
        delete_rounds(hall.club, Round.objects.all(), REFUSAL)
    assert (round_.tables.count(), Session.objects.count()) == (2, 2)


def test_a_table_closed_before_its_first_hand_has_begun_without_a_result(hall: Hall) -> None:
    round_ = night(hall, 4)
    Session.objects.update(ended_at=timezone.now())
    table = table_of(round_, 1)
    assert (table.has_begun, table.has_result) == (True, False)


# --- two names of one round are two people ---


def test_two_players_of_one_night_are_two_people(hall: Hall) -> None:
    round_ = night(hall, 8)
    assert round_.evening is not None
    Evening.objects.update(date="2026-11-27")
    one, other = hall.players[0], hall.players[7]
    words = shared_round_in_words(one.pk, other.pk)
    assert words == "Both were seated in round 1 of 27 November 2026, so they are two people."
    kept = Player.objects.create(name="Marguerite", club=hall.club)
    assert shared_round_in_words(kept.pk, other.pk) is None
    assert shared_round_in_words(other.pk, kept.pk) is None
    Player.objects.filter(pk=one.pk).update(merged_into=kept)
    assert shared_round_in_words(kept.pk, other.pk) == words


def test_two_players_of_one_match_are_two_people(hall: Hall) -> None:
    match = draw_match(team_season(hall), tonight(), None, 1)
    named = match.seats.order_by("number")[:2]
    for seat, player in zip(named, hall.players, strict=False):
        seat.player = player
        seat.save()
    words = shared_round_in_words(hall.players[0].pk, hall.players[1].pk)
    assert words == "Both are named for one match of “2026”, so they are two people."


# --- whose rounds ---


def test_the_rounds_of_an_owner_are_made_once_and_belong_to_the_club(hall: Hall) -> None:
    evening = hall.club.evenings.create(date=tonight())
    with lock_rounds(evening=evening) as rounds:
        assert not rounds.exists()
    assert not Competition.objects.exists()
    for _again in range(2):
        with lock_or_create_competition(hall.club, evening=evening) as competition:
            assert (competition.club, competition.evening) == (hall.club, evening)
    assert Competition.objects.get() == competition
    competition.rounds.create(number=1)
    other = hall.club.evenings.create(date=tonight() - timedelta(days=7))
    with lock_rounds(evening=other) as rounds:
        assert not rounds.exists()
    with lock_rounds(evening=evening) as rounds:
        assert rounds.get().number == 1


# --- opening ---


def test_tonight_has_one_evening_at_the_place_of_the_last_one(hall: Hall) -> None:
    first = get_or_create_evening(hall.club)
    assert (first.date, first.place) == (tonight(hall.club), "")
    assert get_or_create_evening(hall.club) == first
    Evening.objects.update(date=tonight() - timedelta(days=7), place="Rue de Gand")
    second = get_or_create_evening(hall.club)
    assert second != first
    assert (second.date, second.place) == (tonight(hall.club), "Rue de Gand")


def test_tables_that_lack_somebody_or_are_open_are_not_opened(hall: Hall) -> None:
    round_ = night(hall, 8)
    assert tables_ready_to_open(round_) == []
    Table.objects.update(session=None)
    (first, players), (second, _others) = tables_ready_to_open(round_)
    assert (first.number, players) == (1, drawn_at(round_, 1))
    Seat.objects.filter(table=first, number=3).delete()
    assert [table for table, _players in tables_ready_to_open(round_)] == [second]


def test_a_club_plays_its_own_rules_by_the_name_of_their_preset(hall: Hall) -> None:
    riichi = find_variant("riichi")
    preset = riichi.presets[0]
    drawn = drawn_game(riichi, preset, None, [1, 2, 3, 4])
    assert (drawn.variant, drawn.preset, drawn.rules) == ("riichi", preset.key, preset.rules)
    assert (drawn.house_rules, drawn.players) == (None, [1, 2, 3, 4])
    own = HouseRules(preset="ema")
    drawn = drawn_game(riichi, preset, own, [])
    assert (drawn.preset, drawn.house_rules) == ("ema", own)


def test_no_table_to_open_opens_none(hall: Hall) -> None:
    evening = hall.club.evenings.create(date=tonight())
    assert open_drawn_tables([], hall.club, evening, hall.device) == []
    assert not Session.objects.exists()


def test_whoever_sits_at_a_running_table_is_asked_about_until_its_result_is_typed(hall: Hall) -> None:
    round_ = night(hall, 8)
    first = [player for player in drawn_at(round_, 1) if player is not None]
    everybody = [player.pk for player in hall.players]

    def clashes(players: list[int]) -> list[tuple[str, int | None]]:
        found = sitting_at_running_tables(hall.club, players)
        return sorted((name, clash.number) for clash in found for name in clash.names)

    names = {player.pk: player.name for player in hall.players}
    assert clashes(first) == sorted((names[pk], 1) for pk in first)
    assert len(clashes(everybody)) == 8
    assert clashes([]) == []
    # a sum that is off waits at table 1: its game is over
    Table.objects.filter(number=1).update(doubtful={"scores": [0, 0, 0, 0]})
    assert clashes(first) == []
    assert len(clashes(everybody)) == 4
