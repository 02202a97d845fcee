"""Opening a table: names of any kind, seats drawn, rules frozen."""

from __future__ import annotations

import html
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from mahjongclub.clubs.models import Account, Player
from mahjongclub.clubs.naming import shown_name_expression
from mahjongclub.tables.claiming import claimable_players
from mahjongclub.tables.models import Session, names_by_seat
from mahjongclub.tables.opening import draw_order
from tests.plain_browser import PlainBrowser

from .conftest import NAMES, Phone, ron
from .test_access import link

FORM = {"variant": "riichi", "method": "order", **{f"name-{n}": name for n, name in enumerate(NAMES)}}


@pytest.mark.parametrize("method", ["shuffle", "dice", "order"])
def test_the_draw_seats_everybody_once_and_is_stored(phone: Phone, method: str) -> None:
    phone.post(reverse("tables:new"), {**FORM, "method": method})
    session = Session.objects.get()
    assert sorted(seat.player.name for seat in session.seats.all()) == sorted(NAMES)
    assert session.seat_draw["method"] == method
    assert len(session.seat_draw["throws"]) == (4 if method == "dice" else 0)


def test_without_script_a_table_is_named_drawn_given_its_east_and_started(phone: Phone) -> None:
    names = ["Anne-Sophie de La Rochefoucauld", "Σοφία Παπαδοπούλου", "田中 愛子", "Marguerite"]
    browser = PlainBrowser(phone)
    browser.visit(reverse("tables:new"))
    for chair, name in enumerate(names):
        browser.fill_field(f"name-{chair}", name)
    browser.press_named("Draw lots instead")
    (note,) = (node for node in browser.page.nodes("p") if node.get("class") == "drawn-note")
    assert "Drawn." in note.text
    assert sorted(browser.value_of(f"name-{chair}") for chair in range(4)) == sorted(names)
    east = browser.value_of("name-1")
    browser.fill_field("east", "1")
    browser.press_named("EMA 2025")
    browser.press_named("Start")
    shown = browser.element("seat-0").text
    assert east in shown
    assert "30,000" in shown


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
    assert "“aiko” sits here twice. Two people? Add an initial" in refused(phone, **{"name-1": "aiko"})


def read(phone: Phone, page: str, session: Session, language: str = "en") -> str:
    address = reverse(f"tables:{page}", args=[session.code])
    return html.unescape(phone.get(address, headers={"accept-language": language}).content.decode())


def test_players_left_without_a_name_are_called_by_the_number_of_their_seat(phone: Phone) -> None:
    table = phone.open_table(names=("", "Benoît", " ", ""))
    assert names_by_seat(table) == ["Player 1", "Benoît", "Player 3", "Player 4"]
    phone.confirm(table, ron(3, 1))
    for page in ("table", "log", "sit", "swap", "sticks"):
        assert "Joueur 4" in read(phone, page, table, "fr"), page
        assert "Player 4" in read(phone, page, table), page


@pytest.mark.parametrize("variant", ["riichi", "sanma", "six", "ten"])
def test_nobody_is_called_by_a_wind_that_moves(phone: Phone, variant: str) -> None:
    table = phone.open_table(variant, names=())
    assert names_by_seat(table) == [f"Player {number}" for number in range(1, table.game.seats + 1)]


def test_players_whom_an_earlier_version_called_by_a_wind_have_the_number_of_their_seat(phone: Phone) -> None:
    table = phone.open_table(names=())
    for seat, wind in zip(table.seats.order_by("number"), "ESWN", strict=True):
        Player.objects.filter(pk=seat.player_id).update(name=f"@{wind}")
    assert names_by_seat(table) == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert list(table.seats.order_by("number").values_list(shown_name_expression("player__"), flat=True)) == [
        "Player 1", "Player 2", "Player 3", "Player 4",
    ]  # fmt: skip


def test_names_left_out_follow_the_seats_when_these_are_drawn_again(phone: Phone) -> None:
    phone.post(reverse("tables:new"), {**FORM, "name-0": "", "name-1": ""})
    session = Session.objects.get()
    for _draw in range(4):
        phone.post(reverse("tables:draw_seats", args=[session.code]), {"method": "shuffle"})
        names = names_by_seat(session)
        unnamed = [(name, number) for number, name in enumerate(names, 1) if name not in NAMES]
        assert len(unnamed) == 2
        assert all(name == f"Player {number}" for name, number in unnamed)
    assert Player.objects.count() == 4
    phone.post(reverse("tables:discard", args=[session.code]))
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Chen", "Dina"]


def test_a_player_is_named_later_and_everybody_sees_it(phone: Phone) -> None:
    known = phone.open_table().seats.get(number=2).player  # Chen has played on this phone before
    table = phone.open_table(names=("", "Benoît", "", "Dina"))
    phone.confirm(table, ron(0, 1))
    assert "Name the players" in read(phone, "more", table)
    before = Session.objects.get(pk=table.pk).version
    answer = phone.post(reverse("tables:names", args=[table.code]), {"name-0": "", "name-2": "chen"})
    assert answer.status_code == 302
    assert names_by_seat(table) == ["Player 1", "Benoît", "Chen", "Dina"]
    assert table.seats.get(number=2).player == known
    assert Session.objects.get(pk=table.pk).version > before  # the other phones look again
    phone.post(reverse("tables:names", args=[table.code]), {"name-0": "Zoé"})
    assert "Zoé" in read(phone, "log", table)
    assert "Name the players" not in read(phone, "more", table)
    assert not Player.objects.unnamed().exists()


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ({"name-0": "benoît"}, "sits here twice."),
        ({"name-0": "Zoé", "name-2": "ZOÉ"}, "sits here twice."),
        ({"name-0": "y" * 300}, "at most 200"),
    ],
)
def test_a_name_that_does_not_do_is_refused_at_its_field(phone: Phone, typed: Any, fault: str) -> None:
    table = phone.open_table(names=("", "Benoît", "", "Dina"))
    answer = phone.post(reverse("tables:names", args=[table.code]), typed)
    assert answer.status_code == 422
    page = html.unescape(answer.content.decode())
    assert fault in page
    assert all(f'value="{name}"' in page for name in typed.values())
    assert names_by_seat(table) == ["Player 1", "Benoît", "Player 3", "Dina"]


def test_a_player_without_a_name_is_nobody_elsewhere(phone: Phone) -> None:
    """Neither offered to the next table, nor somebody's whom an account can claim, nor the next table's."""
    table = phone.open_table(names=("", "Benoît", "", "Dina"))
    offered = phone.get(reverse("tables:new")).content.decode()
    assert "Dina" in offered
    assert "Player 3</bdi>" not in offered
    assert claimable_players(table.accesses.get(), Account.objects.create_user("zoe", password="x")) == list(
        Player.objects.filter(name__in=("Benoît", "Dina")).order_by("pk")
    )
    phone.confirm(table, ron(0, 1))
    phone.post(reverse("tables:close", args=[table.code]), {"version": 1, "key": uuid4().hex})
    phone.post(reverse("tables:again", args=[table.code]))
    again = Session.objects.latest("pk")
    assert again != table
    assert not set(again.seats.values_list("player", flat=True)) & set(
        table.seats.filter(player__name_hidden=True).values_list("player", flat=True)
    )
    for seat, name in enumerate(names_by_seat(again)):
        assert name in ("Benoît", "Dina", f"Player {seat + 1}")


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
            values[f"option-{name}"] = "/".join(map(str, value)) if name.startswith("uma") else value
        else:
            values[f"option-{name}"] = "" if value is None else str(value)
    return values


def test_changed_options_are_frozen_into_the_session(phone: Phone) -> None:
    form = {**FORM, **all_options(phone), "option-rounds": "1", "option-uma": "30/10"}
    assert phone.post(reverse("tables:new"), form).status_code == 302
    rules = Session.objects.get().current_rules
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


def test_rules_chosen_on_a_page_that_still_shows_the_options_of_others_are_shown_first(phone: Phone) -> None:
    shown = FORM | {"preset": "ema-2025", "option-starting_points": "25000", "options-of": "riichi club"}
    answer = phone.post(reverse("tables:new"), shown)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 200
    assert not Session.objects.exists()
    assert "You chose other rules." in page
    assert 'name="options-of" value="riichi ema-2025"' in page
    for name in NAMES:
        assert f'value="{name}"' in page
    assert phone.open_table(preset="ema-2025", **{"options-of": "riichi ema-2025"}).preset == "ema-2025"


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


def waiting_table(phone: Phone) -> Session:
    """A table whose seats are drawn, and nothing more."""
    answer = phone.post(reverse("tables:new"), FORM)
    assert answer.status_code == 302
    return Session.objects.latest("pk")


def test_a_table_not_yet_started_is_not_closed(phone: Phone) -> None:
    session = waiting_table(phone)
    url = reverse("tables:close", args=[session.code])
    form = {"version": session.version, "key": str(uuid4())}
    for answer in (phone.get(url), phone.post(url, form)):
        assert (answer.status_code, answer["Location"]) == (302, reverse("tables:seats", args=[session.code]))
    session.refresh_from_db()
    assert (session.started_at, session.ended_at, session.closed) == (None, None, False)


def test_a_hand_that_ends_a_table_nobody_started_is_kept(phone: Phone) -> None:
    session = waiting_table(phone)
    yakuman = {"type": "win", "wins": [{"winner": 0, "from": 1, "yakuman": 1}]}
    assert phone.confirm(session, yakuman).status_code == 302
    session.refresh_from_db()
    assert session.table.ended == "bust"
    assert session.started_at is not None


def test_a_table_not_yet_started_is_discarded(phone: Phone) -> None:
    session = waiting_table(phone)
    discard = reverse("tables:discard", args=[session.code])
    assert discard in phone.get(reverse("tables:seats", args=[session.code])).content.decode()
    home = phone.post(discard, follow=True)
    assert home.status_code == 200
    assert "The table is deleted." in home.content.decode()
    assert session.code not in home.content.decode()
    assert not Session.objects.filter(pk=session.pk).exists()
    # the second of two taps, and the other phone's
    assert phone.post(discard).status_code == 404


def test_a_table_that_has_begun_is_never_discarded(phone: Phone, table: Session) -> None:
    answer = phone.post(reverse("tables:discard", args=[table.code]))
    assert (answer.status_code, answer["Location"]) == (302, reverse("tables:table", args=[table.code]))
    assert Session.objects.filter(pk=table.pk).exists()


def test_who_only_looks_on_discards_nothing(phone: Phone, other_phone: Phone) -> None:
    session = waiting_table(phone)
    discard = reverse("tables:discard", args=[session.code])
    assert other_phone.post(discard).status_code == 404
    other_phone.get(link(session, "viewer"))
    seats = other_phone.get(reverse("tables:seats", args=[session.code]))
    assert seats.status_code == 200
    assert discard not in seats.content.decode()
    assert other_phone.post(discard).status_code == 403
    assert Session.objects.filter(pk=session.pk).exists()
