"""Opening a table: names of any kind, seats drawn, rules frozen."""

from __future__ import annotations

import html

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session
from mahjongclub.tables.opening import draw_order

from .conftest import NAMES, Phone

FORM = {"variant": "riichi", "method": "order", **{f"name-{n}": name for n, name in enumerate(NAMES)}}


@pytest.mark.parametrize("method", ["shuffle", "dice", "order"])
def test_the_draw_seats_everybody_once_and_is_stored(phone: Phone, method: str) -> None:
    phone.post(reverse("tables:new"), {**FORM, "method": method})
    session = Session.objects.get()
    assert sorted(seat.player.name for seat in session.seats.all()) == sorted(NAMES)
    assert session.seat_draw["method"] == method
    assert len(session.seat_draw["throws"]) == (4 if method == "dice" else 0)


def test_the_highest_throw_sits_east_and_ties_throw_again() -> None:
    for _draw in range(200):
        order, throws = draw_order(4, "dice")
        totals = [tuple(sum(throw) for throw in throws[player]) for player in order]
        assert totals == sorted(totals, reverse=True)
        assert len(set(totals)) == 4
        first = [total[0] for total in totals]
        for total in totals:
            assert len(total) == 1 or first.count(total[0]) > 1


def test_every_seat_can_be_drawn_by_everybody() -> None:
    for method in ("shuffle", "dice"):
        assert {draw_order(4, method)[0][0] for _draw in range(200)} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    "name",
    ["Ωμέγα", "李小龍", "Марія-Анна", "עברית", "👩‍👩‍👧‍👦", "Zoë " + "x" * 190, "O'Neil <b>&amp;", "ดารา"],
)
def test_names_of_any_script_and_length_survive(phone: Phone, name: str) -> None:
    phone.post(reverse("tables:new"), {**FORM, "name-2": f"  {name} "})
    session = Session.objects.get()
    assert session.seats.get(number=2).player.name == name
    phone.post(reverse("tables:start", args=[session.code]))
    page = phone.get(reverse("tables:table", args=[session.code])).content.decode()
    assert html.escape(name) in page
    assert "<b>&amp;" not in page


def refused(phone: Phone, **changes: str) -> str:
    """The page that answers a wrong form; nothing may be stored, and what was typed must be on it."""
    answer = phone.post(reverse("tables:new"), {**FORM, **changes})
    assert answer.status_code == 422
    assert not Session.objects.exists()
    page = html.unescape(answer.content.decode())
    for name in ("Aiko", "Dina"):
        assert f'value="{name}"' in page
    return page


def test_two_players_of_one_name_are_told_apart(phone: Phone) -> None:
    assert "Two players have this name" in refused(phone, **{"name-1": "aiko"})


def test_an_empty_name_is_asked_for(phone: Phone) -> None:
    assert "This field is required" in refused(phone, **{"name-1": "   "})


def test_a_name_too_long_is_kept_on_the_screen(phone: Phone) -> None:
    assert "y" * 300 in refused(phone, **{"name-1": "y" * 300})


def test_an_option_out_of_range_is_said_at_its_field(phone: Phone) -> None:
    options = all_options(phone)
    page = refused(phone, **{**options, "option-rounds": "9"})
    assert 'value="9"' in page
    assert 'aria-invalid="true"' in page


def all_options(phone: Phone) -> dict[str, str]:
    """The options as the page would send them, for the default preset."""
    from mahjongclub.rules.riichi import VARIANT

    values = {}
    for name, value in VARIANT.default_preset.rules.to_json().items():
        if isinstance(value, bool):
            values.update({f"option-{name}": "on"} if value else {})
        elif isinstance(value, list):
            values[f"option-{name}"] = "/".join(map(str, value)) if name == "uma" else value
        else:
            values[f"option-{name}"] = "" if value is None else str(value)
    return values


def test_changed_options_are_frozen_into_the_session(phone: Phone) -> None:
    form = {**FORM, **all_options(phone), "option-rounds": "1", "option-uma": "30/10"}
    assert phone.post(reverse("tables:new"), form).status_code == 302
    rules = Session.objects.get().frozen_rules
    assert rules.rounds == 1
    assert rules.uma == (30, 10, -10, -30)
    # everything else as the preset has it
    assert rules.changed_from(Session.objects.get().game.default_preset.rules) == {
        "rounds": 1,
        "uma": [30, 10, -10, -30],
    }


@pytest.mark.parametrize("preset", ["club", "ema-2025", "wrc-2025", "m-league", "tenhou", "mahjong-soul"])
def test_every_preset_opens_a_table(phone: Phone, preset: str) -> None:
    session = phone.open_table(preset=preset)
    assert session.rules == session.game.find_preset(preset).rules.to_json()


def test_changing_the_preset_keeps_the_names(phone: Phone) -> None:
    form = {**FORM, "preset": "tenhou", "choose": "1"}
    answer = phone.post(reverse("tables:new"), form)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 200
    assert not Session.objects.exists()
    for name in NAMES:
        assert f'value="{name}"' in page


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"variant": "chess"},
        {"variant": "riichi", "preset": "nope"},
        {"method": "coin"},
        {"name-0": "\x00"},
    ],
)
def test_no_form_yields_a_server_error(phone: Phone, form: dict[str, str]) -> None:
    assert phone.post(reverse("tables:new"), form).status_code == 422
    assert phone.get(reverse("tables:new"), form).status_code == 200


def test_players_known_here_are_offered_and_not_doubled(phone: Phone) -> None:
    phone.open_table()
    page = html.unescape(phone.get(reverse("tables:new")).content.decode())
    for name in NAMES:
        assert name in page
    first, second = phone.open_table(), phone.open_table(names=("aiko", "Benoît", "Chen", "Emil"))
    assert first.seats.get(number=0).player_id == second.seats.get(number=0).player_id


def test_seats_can_be_drawn_again_until_the_start(phone: Phone) -> None:
    phone.post(reverse("tables:new"), FORM)
    session = Session.objects.get()
    url = reverse("tables:draw_seats", args=[session.code])
    phone.post(url, {"method": "dice"})
    assert Session.objects.get().seat_draw["method"] == "dice"
    phone.post(reverse("tables:start", args=[session.code]))
    phone.post(url, {"method": "shuffle"})
    assert Session.objects.get().seat_draw["method"] == "dice"


def test_my_seat_comes_to_the_bottom(phone: Phone, table: Session) -> None:
    assert phone.post(reverse("tables:sit", args=[table.code]), {"seat": "2"}).status_code == 302
    page = phone.get(reverse("tables:table", args=[table.code])).content.decode()
    bottom = page[page.index('class="seat bottom"') :]
    assert bottom.index("Chen") < 1500
    assert phone.post(reverse("tables:sit", args=[table.code]), {"seat": "9"}).status_code == 422


@pytest.mark.parametrize(
    ("variant", "says"),
    [
        ("riichi", {"en": "the return points", "fr": "les points de retour"}),
        ("classical", {"en": "until the players stop", "fr": "jusqu’à ce que l’on s’arrête"}),
        ("six", {"en": "until the players stop", "fr": "jusqu’à ce que l’on s’arrête"}),
    ],
)
def test_an_option_left_empty_says_what_that_means(phone: Phone, variant: str, says: dict[str, str]) -> None:
    names = [*NAMES, "Emil", "Fatou"] if variant == "six" else NAMES
    url = reverse("tables:rules", args=[phone.open_table(variant, names=names).code])
    for language, words in says.items():
        assert words in phone.get(url, headers={"accept-language": language}).content.decode()
