"""The page of a new table: chairs, East, lots, rules as cards; started at once, and once."""

from __future__ import annotations

import html
import re
from uuid import uuid4

import pytest
from django.urls import reverse

from mahjongclub.games.registry import find_game, games
from mahjongclub.help.rules_line import rules_line
from mahjongclub.tables.chairs import chair_in_words, draw_chairs, names_by_seat_from, own_seat
from mahjongclub.tables.models import Session, names_by_seat

from .conftest import Phone
from .test_opening import all_options

HARD = ("Marguerite", "Anne-Sophie de La Rochefoucauld", "田中 愛子", "ليلى منصور", "O'Brien", "Σοφία")
EVERY_PRESET = [(game.key, preset.key) for game in games() for preset in game.variant.presets]


def start(phone: Phone, variant: str = "riichi", east: int = 0, **fields: str) -> Session:
    names = {f"name-{n}": name for n, name in enumerate(HARD[: find_game(variant).variant.seats])}
    form = {"variant": variant, "start": "1", "key": uuid4().hex, "east": str(east), **names, **fields}
    answer = phone.post(reverse("tables:new"), form)
    session = Session.objects.latest("pk")
    assert (answer.status_code, answer["Location"]) == (302, reverse("tables:table", args=[session.code]))
    return session


def one_round(phone: Phone) -> dict[str, str]:
    """The options of the page with one of them changed."""
    return {**all_options(phone), "options-of": "riichi club", "option-rounds": "1"}


def page(phone: Phone, **asked: str) -> str:
    return html.unescape(phone.get(reverse("tables:new"), asked).content.decode())


def cards(text: str) -> list[str]:
    return re.findall(r'name="preset" value="([^"]+)"', text)


def chosen(text: str) -> list[str]:
    return re.findall(r'name="preset" value="([^"]+)" checked', text)


@pytest.mark.parametrize("variant", [game.key for game in games()])
def test_a_table_of_every_game_starts_at_once_with_this_phone_at_the_bottom(
    phone: Phone, variant: str
) -> None:
    session = start(phone, variant)
    assert session.started_at is not None
    assert names_by_seat(session) == list(HARD[: session.game.seats])
    access = session.accesses.get()
    assert (access.seat, access.asks_seat) == (0, False)


@pytest.mark.parametrize("east", [0, 1, 2, 3])
def test_the_wind_tapped_is_east_and_the_others_follow_in_the_order_of_play(phone: Phone, east: int) -> None:
    session = start(phone, east=east)
    assert names_by_seat(session) == [HARD[(east + seat) % 4] for seat in range(4)]
    assert HARD[0] == names_by_seat(session)[session.accesses.get().seat or 0]


def test_who_sits_out_first_stays_last_whoever_is_east(phone: Phone) -> None:
    session = start(phone, east=2, **{"name-4": "Zoé", "rotation": "deal"})
    names = list(session.seats.order_by("number").values_list("player__name", flat=True))
    assert names == [HARD[2], HARD[3], HARD[0], HARD[1], "Zoé"]


@pytest.mark.parametrize("east", ["4", "-1", "x", "1e3", "²"])
def test_an_east_that_is_no_chair_is_refused_and_nothing_typed_is_lost(phone: Phone, east: str) -> None:
    form = {"start": "1", "east": east, "name-0": "O'Brien"}
    answer = phone.post(reverse("tables:new"), form)
    assert answer.status_code == 422
    assert "O&#x27;Brien" in answer.content.decode()
    assert not Session.objects.exists()


def test_one_form_sent_again_leads_to_one_table(phone: Phone, other_phone: Phone) -> None:
    form = {"start": "1", "key": uuid4().hex, "name-0": "Bo", "name-1": "Ann"}
    first, again = (phone.post(reverse("tables:new"), form) for _tap in range(2))
    assert first["Location"] == again["Location"]
    assert Session.objects.count() == 1
    phone.post(reverse("tables:new"), {**form, "name-1": "Chloé"})
    assert Session.objects.count() == 2, "after Back other names are another table"
    other_phone.post(reverse("tables:new"), form)
    assert Session.objects.count() == 3, "another phone's form is its own"


@pytest.mark.parametrize("seats", [3, 4, 6])
@pytest.mark.parametrize("method", ["shuffle", "dice"])
def test_lots_seat_everybody_once_and_keep_this_phones_owner_at_the_bottom(seats: int, method: str) -> None:
    easts = set()
    for _draw in range(60):
        draw = draw_chairs(HARD[:seats], seats, method)
        assert sorted(draw.names) == sorted(HARD[:seats])
        assert draw.names[0] == HARD[0]
        assert names_by_seat_from(draw.names, seats, draw.east)[own_seat(seats, draw.east)] == HARD[0]
        assert len(draw.throws) == (seats if method == "dice" else 0)
        if method == "dice":
            assert draw.throws[0][0] == draw.names[draw.east], "the highest throw is East"
        easts.add(draw.east)
    assert easts == set(range(seats))


def test_drawing_lots_shows_the_chairs_and_stores_nothing(phone: Phone) -> None:
    names = {f"name-{n}": name for n, name in enumerate(HARD[:4])}
    answer = phone.post(reverse("tables:new"), {**names, "draw": "shuffle", "agreeing": "on"})
    text = html.unescape(answer.content.decode())
    assert answer.status_code == 200
    assert not Session.objects.exists()
    assert all(f'value="{name}"' in text for name in HARD[:4])
    assert "Draw lots again" in text
    assert re.search(r'<input[^>]*name="agreeing"[^>]*checked', text)


def test_another_game_keeps_the_names(phone: Phone) -> None:
    form = {"variant": "riichi", "preset": "tenhou", "name-0": "Bo", "name-2": "Zoé", "game": "hongkong"}
    answer = phone.post(reverse("tables:new"), form)
    text = html.unescape(answer.content.decode())
    assert answer.status_code == 200
    assert 'name="variant" value="hongkong"' in text
    assert 'value="Bo"' in text
    assert 'value="Zoé"' in text
    assert not Session.objects.exists()


@pytest.mark.parametrize(("variant", "preset"), EVERY_PRESET)
def test_every_preset_has_a_card_with_its_line(phone: Phone, variant: str, preset: str) -> None:
    text = page(phone, variant=variant, preset=preset)
    line = rules_line(find_game(variant).variant.find_preset(preset).rules)
    assert len(line) > 8
    assert line in text
    assert cards(text).count(preset) == 1
    assert chosen(text) == [preset]


@pytest.mark.parametrize(
    ("preset", "words"), [("tenhou", "3 red fives."), ("m-league", "3 red fives."), ("wrc-2025", None)]
)
def test_the_line_of_a_preset_counts_its_red_fives(preset: str, words: str | None) -> None:
    line = rules_line(find_game("riichi").variant.find_preset(preset).rules)
    assert words in line if words else "red" not in line


def test_who_is_new_is_told_which_rules_to_take_and_who_played_is_not(phone: Phone) -> None:
    assert "New to the game? Choose “Home rules”." in page(phone)
    start(phone)
    assert "New to the game?" not in page(phone)


def test_the_rules_of_the_last_table_come_first(phone: Phone) -> None:
    start(phone, preset="mahjong-soul")
    text = page(phone)
    assert cards(text)[0] == "mahjong-soul"
    assert chosen(text) == ["mahjong-soul"]
    assert chosen(page(phone, preset="club")) == ["club"]


def test_rules_changed_at_the_last_table_can_be_taken_again_whole(phone: Phone) -> None:
    first = start(phone, preset="club", **one_round(phone))
    assert first.current_rules.rounds == 1
    text = page(phone)
    key = cards(text)[0]
    assert "As last time" in text
    assert chosen(text) == [key]
    again = start(phone, preset=key)
    assert (again.rules, again.preset) == (first.rules, "club")


def test_rules_of_a_table_that_is_not_this_phones_are_nobodys_card(phone: Phone, other_phone: Phone) -> None:
    first = start(phone, preset="club", **one_round(phone))
    session = start(other_phone, preset=f"as-{first.code}")
    assert session.current_rules.rounds == 2


def test_a_card_chosen_beside_untouched_options_of_others_is_played_whole(phone: Phone) -> None:
    session = start(phone, preset="tenhou", **{"options-of": "riichi club", **all_options(phone)})
    assert session.rules == session.game.find_preset("tenhou").rules.to_json()


def test_every_chair_is_called_by_where_it_stands() -> None:
    for seats in range(2, 7):
        words = [chair_in_words(seats, chair) for chair in range(seats)]
        assert words[0] == "you"
        assert len(set(words)) == seats


def test_a_name_typed_twice_is_asked_about_at_its_chair(phone: Phone) -> None:
    answer = phone.post(reverse("tables:new"), {"start": "1", "name-0": "Bo", "name-3": " bo "})
    text = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "sits here twice. Two people?" in text
    assert 'aria-describedby="id_name-3_error"' in text
    assert 'id="id_name-3_error"' in text


def ten_clock(phone: Phone, minutes: int, first: int, second: int) -> tuple[int, str]:
    options = {"option-minutes": minutes, "option-alarm_first": first, "option-alarm_second": second}
    rest = {"bank": 100000, "value": "tsumo", "turns": 18, "guesses": 2, "draws": 5, "starting_points": 10000}
    form = {"variant": "ten", "start": "1", **{f"option-{name}": value for name, value in rest.items()}}
    answer = phone.post(reverse("tables:new"), {**form, **options})
    return answer.status_code, html.unescape(answer.content.decode())


@pytest.mark.parametrize(
    ("minutes", "alarms"), [(30, (20, 25)), (90, (70, 80)), (2, (1, 1)), (600, (1, 600))]
)
def test_the_clock_of_ten_takes_any_minutes_with_alarms_in_order(
    phone: Phone, minutes: int, alarms: tuple[int, int]
) -> None:
    assert ten_clock(phone, minutes, *alarms)[0] == 302
    rules = Session.objects.get().current_rules
    assert (rules.minutes, rules.alarm_first, rules.alarm_second) == (minutes, *alarms)


@pytest.mark.parametrize(
    ("minutes", "alarms", "field"),
    [(30, (20, 40), "alarm_second"), (30, (28, 25), "alarm_first"), (30, (50, 55), "alarm_second")],
)
def test_alarms_of_ten_out_of_order_are_refused_at_their_field(
    phone: Phone, minutes: int, alarms: tuple[int, int], field: str
) -> None:
    status, text = ten_clock(phone, minutes, *alarms)
    assert status == 422
    assert f'id="id_option-{field}_error"' in text
    assert not Session.objects.exists()
