"""The entry of Ten without JavaScript: turns, declarations, guesses, draws; each step a link or a form."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from mahjongclub.rules.ten.duel import LIVE_TILES
from mahjongclub.rules.ten.options import Rules
from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone, scores

from .ten_phone import drafts_on, entry_page, note, table_page, throw


@pytest.fixture
def ten(phone: Phone) -> Session:
    """A session of Ten; the dice 4 + 4 = 8 name North's wall, so East (Aiko) deals."""
    session = phone.open_table("ten", names=("Aiko", "Benoît"))
    throw(phone, session, one="4", other="4")
    return session


def test_the_values_of_a_win_are_what_the_bank_pays(phone: Phone, ten: Session) -> None:
    page = entry_page(phone, ten, {"type": "win", "winner": 1, "riichi": []})
    assert "What the bank pays" in page
    assert "each of the others" not in page


# --- the first dealer


@pytest.mark.parametrize(("one", "other", "dealer"), [(4, 4, 0), (2, 3, 0), (3, 4, 1), (1, 5, 1)])
def test_the_dice_name_the_first_dealer(phone: Phone, one: int, other: int, dealer: int) -> None:
    # seed 003 and RULES.md section 4: 8 North and 5 East let East deal, 7 West and 6 South let West deal
    session = phone.open_table("ten", names=("Aiko", "Benoît"))
    assert "Who deals first?" in table_page(phone, session)
    throw(phone, session, one=str(one), other=str(other))
    assert "Who deals first?" not in table_page(phone, session)
    session.refresh_from_db()
    assert (session.dice, session.table.dealer) == ([one, other], dealer)
    name = ("Aiko", "Benoît")[dealer]
    assert f"Dice {one} + {other}: {name} deals" in table_page(phone, session)
    assert phone.get(reverse("tables:record", args=[session.code])).json()["dice"] == [one, other]


def test_the_seats_are_east_and_west_and_who_deals_is_left_to_the_dice(phone: Phone) -> None:
    form = {"variant": "ten", "method": "order", "name-0": "Aiko", "name-1": "Benoît"}
    page = phone.post(reverse("tables:new"), form, follow=True).content.decode()
    assert re.findall(r'wind-name">([^<]+)<', page) == ["East", "West"]
    assert "first dealer" not in page


def test_the_app_throws_or_nobody_does(phone: Phone) -> None:
    session = phone.open_table("ten", names=("Aiko", "Benoît"))
    throw(phone, session, throw="1")
    session.refresh_from_db()
    assert len(session.dice) == 2
    other = phone.open_table("ten", names=("Aiko", "Benoît"))
    note(phone, other, "begin")
    assert "Phase A: turn 1 of 18" in table_page(phone, other)
    assert Session.objects.get(pk=other.pk).dice is None


def test_a_throw_typed_wrongly_is_put_right_later(phone: Phone, ten: Session) -> None:
    phone.confirm(ten, {"type": "win", "winner": 0, "riichi": [], "han": 2, "fu": 30})
    assert scores(ten) == [13000, 10000]  # dealer: 3 × 1,000
    assert throw(phone, ten, one="3", other="4").status_code == 302
    assert scores(ten) == [12000, 10000]  # not dealer: 500 + 500 + 1,000
    assert "3 + 4" in phone.get(reverse("tables:log", args=[ten.code])).content.decode()


def test_junk_dice_are_refused_and_other_games_have_none(phone: Phone, ten: Session) -> None:
    for fields in ({}, {"one": "7", "other": "1"}, {"one": "3"}, {"one": "\x00", "other": "x"}):
        answer = throw(phone, ten, **fields)
        assert answer.status_code == 422
    assert "Choose what each of the two dice shows." in answer.content.decode()
    riichi = phone.open_table()
    assert throw(phone, riichi, one="1", other="1").status_code == 404


# --- phase A


def test_turns_are_counted_to_eighteen_and_then_the_hand_is_drawn(phone: Phone, ten: Session) -> None:
    page = table_page(phone, ten)
    assert "Phase A: turn 1 of 18" in page
    for turn in range(2, 19):
        assert f"Turn {turn} begins" in page
        assert note(phone, ten, "turn", turn=turn).status_code == 302
        page = table_page(phone, ten)
    assert "Nobody declared: draw" in page
    drawn = {"type": "draw", "reason": "no_declaration", "riichi": []}
    assert {"type": "draw", "riichi": [], "reason": "no_declaration"} in [
        {**draft, "riichi": []} for draft in drafts_on(page)
    ]
    assert note(phone, ten, "turn", turn=19).status_code == 422
    phone.confirm(ten, drawn)
    page = table_page(phone, ten)
    assert "Phase A: turn 1 of 18" in page  # the next hand begins anew
    assert "E1-1" in page


def test_a_declaration_is_one_tap(phone: Phone, ten: Session) -> None:
    page = table_page(phone, ten)
    assert page.count('value="declare"') == 2
    note(phone, ten, "turn", turn=5)
    note(phone, ten, "declare", seat=1, riichi=1)
    page = table_page(phone, ten)
    assert "<b>Benoît</b> attacks, in riichi; <b>Aiko</b> defends." in page
    assert "9,000" in page  # the stick is on the table
    assert "Phase B: guess 1" in page


def test_no_riichi_below_a_thousand_points(phone: Phone) -> None:
    options = {f"option-{name}": value for name, value in Rules(starting_points=900).to_json().items()}
    session = phone.open_table("ten", names=("Aiko", "Benoît"), **options)
    note(phone, session, "begin")
    page = table_page(phone, session)
    assert page.count("disabled") == 2
    answer = note(phone, session, "declare", seat=0, riichi=1)
    assert answer.status_code == 422
    assert "A riichi needs 1,000 points." in answer.content.decode()
    assert note(phone, session, "declare", seat=0, riichi=0).status_code == 302


def test_only_one_declares(phone: Phone, ten: Session) -> None:
    note(phone, ten, "declare", seat=0, riichi=0)
    assert note(phone, ten, "declare", seat=1, riichi=0).status_code == 422
    assert note(phone, ten, "turn", turn=2).status_code == 422


# --- phase B


def test_guesses_and_runs_of_five_draws(phone: Phone, ten: Session) -> None:
    note(phone, ten, "declare", seat=0, riichi=1)
    assert note(phone, ten, "drew", count=1).status_code == 422  # the defender guesses first
    note(phone, ten, "missed", **{"tile-3p": "on", "tile-6p": "on"})
    page = table_page(phone, ten)
    assert "5 of 5 draws left." in page
    assert "3 of circles" in page
    assert f"Wall: {LIVE_TILES} tiles." in page  # the dealer declared before drawing from the wall
    note(phone, ten, "drew", count=1)
    note(phone, ten, "drew", count=1, declined=1)
    page = table_page(phone, ten)
    assert "3 of 5 draws left." in page
    assert "Declined: 1 win." in page
    assert f"Wall: {LIVE_TILES - 2} tiles." in page
    note(phone, ten, "drew", count=3)
    page = table_page(phone, ten)
    assert "Phase B: guess 2" in page
    assert "Wrong guess" in page
    ends = [draft.get("reason") for draft in drafts_on(page)]
    assert "guessed" in ends
    assert "wall_exhausted" in ends


def test_naming_too_many_tiles_is_refused_and_keeps_what_was_ticked(phone: Phone, ten: Session) -> None:
    note(phone, ten, "declare", seat=0, riichi=0)
    answer = note(phone, ten, "missed", **{"tile-3p": "on", "tile-6p": "on", "tile-7z": "on"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "At most 2 tiles are named." in page
    assert page.count(" checked") == 3


def test_each_step_has_a_way_back(phone: Phone, ten: Session) -> None:
    seen = [table_page(phone, ten)]
    steps: list[tuple[str, dict[str, Any]]] = [
        ("turn", {"turn": 2}),
        ("declare", {"seat": 1, "riichi": 1}),
        ("missed", {"tile-1m": "on"}),
        ("drew", {"count": 1}),
        ("drew", {"count": 1, "declined": 1}),
    ]
    for do, fields in steps:
        note(phone, ten, do, **fields)
        seen.append(table_page(phone, ten))
    for page in reversed(seen[:-1]):
        note(phone, ten, "back")
        assert phase(table_page(phone, ten)) == phase(page)


def phase(page: str) -> str:
    """What the panel says, apart from versions and tokens."""
    found = re.search(r'<section class="phase".*?</section>', page, re.DOTALL)
    assert found is not None
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", found.group())).strip()


def test_the_wall_is_counted_by_hand_after_kans(phone: Phone, ten: Session) -> None:
    note(phone, ten, "declare", seat=0, riichi=0)
    note(phone, ten, "missed")
    note(phone, ten, "wall", wall=3)
    page = table_page(phone, ten)
    assert "Wall: 3 tiles." in page
    assert "3 of 5 draws left." in page
    note(phone, ten, "drew", count=3)
    page = table_page(phone, ten)
    assert "Wall: 0 tiles." in page
    assert "Wrong guess" not in page
    answer = note(phone, ten, "wall", wall=999)
    assert answer.status_code == 422
    assert 'value="999"' in answer.content.decode()


def test_another_phone_overtakes_and_nothing_is_counted_twice(phone: Phone, ten: Session) -> None:
    version = Session.objects.get(pk=ten.pk).version
    note(phone, ten, "turn", turn=2)
    late = note(phone, ten, "turn", version=version, turn=2)
    assert late.status_code == 409
    assert "Phase A: turn 2 of 18" in late.content.decode()


# --- the end of a hand


def test_the_attacker_wins_and_the_bank_pays(phone: Phone, ten: Session) -> None:
    note(phone, ten, "declare", seat=1, riichi=1)
    note(phone, ten, "missed")
    win = {"type": "win", "winner": 1, "riichi": [1]}
    assert win in drafts_on(table_page(phone, ten))
    sheet = entry_page(phone, ten, win)
    valued = {**win, "han": 2, "fu": 30}
    assert valued in drafts_on(sheet)
    confirm = entry_page(phone, ten, valued)
    # RULES.md section 4: non-dealer riichi 2 han 30 fu: 2000 from the bank, own stick back
    assert "The bank pays Benoît 2,000" in confirm
    assert "Benoît wins after a riichi, 2 han 30 fu" in confirm
    phone.confirm(ten, valued)
    assert scores(ten) == [10000, 12000]
    session = Session.objects.get(pk=ten.pk)
    assert (session.table.bank, session.table.dealer, session.pending) == (98000, 1, {})


def test_every_cell_is_a_self_draw(phone: Phone, ten: Session) -> None:
    values = values_of(entry_page(phone, ten, {"type": "win", "winner": 0}))
    # published tsumo payments: dealer 3 han 30 fu 2,000 all, 2 han 20 fu 700 all, mangan 4,000 all
    assert values["3", "30"] == "6,000"
    assert values["2", "20"] == "2,100"
    assert ("2", "25") not in values  # 25 fu self-drawn begins at 3 han
    other = values_of(entry_page(phone, ten, {"type": "win", "winner": 1}))
    assert other["3", "30"] == "4,000"  # 1,000/2,000: 1,000 + 1,000 + 2,000


def values_of(page: str) -> dict[tuple[str, str], str]:
    found = {}
    for link, points in re.findall(r'<a class="cell[^"]*" href="([^"]+)"[^>]*>\s*<b>([^<]+)</b>', page):
        draft = json.loads(parse_qs(urlsplit(link).query)["draft"][0])
        if "han" in draft:
            found[str(draft["han"]), str(draft["fu"])] = points
    return found


def test_the_value_is_counted_from_the_tiles(phone: Phone, ten: Session) -> None:
    tiles = {"concealed": "234567m34555p678s", "winning": "8s"}
    draft = {"type": "win", "winner": 0, "riichi": [0], "tiles": tiles}
    url = reverse("tables:step", args=[ten.code, 1, "tiles"])
    answer = phone.get(url, {"draft": json.dumps(draft)})
    page = html.unescape(answer.content.decode())
    # riichi, self-drawn, pinfu, all simples: 4 han 20 fu (docs/rules/ten.md, third worked game)
    assert "4 han 20 fu" in re.sub(r"<[^>]*>|\s+", " ", page).replace("  ", " ")
    assert "Tenhou" not in page  # a hand is only won in phase B
    taken = next(one for one in drafts_on(page) if one.get("tiles") and "Use this value" in page)
    assert (taken["winner"], taken["riichi"]) == (0, [0])
    phone.confirm(ten, draft)
    assert scores(ten) == [17800, 10000]  # dealer 4 han 20 fu: 2,600 all
    for junk in (
        {"type": "win"},
        {"type": "draw"},
        {"type": "win", "winner": 9},
        {"type": "win", "winner": "x"},
    ):
        assert phone.get(url, {"draft": json.dumps(junk), "correct": "1"}).status_code == 404


def test_a_right_guess_leaves_the_stick(phone: Phone, ten: Session) -> None:
    note(phone, ten, "declare", seat=0, riichi=1)
    drawn = next(draft for draft in drafts_on(table_page(phone, ten)) if draft.get("reason") == "guessed")
    confirm = entry_page(phone, ten, drawn)
    assert "the defender guessed right (riichi by Aiko)" in confirm
    assert "Aiko’s riichi stick stays on the table." in confirm
    phone.confirm(ten, drawn)
    # RULES.md section 4: nothing moves but the stick, honba +1
    table = Session.objects.get(pk=ten.pk).table
    assert (table.scores, table.sticks, table.honba, table.dealer) == ((9000, 10000), 1, 1, 0)


def test_a_winner_takes_the_own_stick_up_again(phone: Phone, ten: Session) -> None:
    note(phone, ten, "declare", seat=1, riichi=1)
    win = {"type": "win", "winner": 1, "riichi": [1], "han": 2, "fu": 30}
    confirm = entry_page(phone, ten, win)
    assert "Benoît gets the riichi stick back." in confirm
    phone.confirm(ten, win)
    # RULES.md section 4: "non-dealer riichi 2 han 30 fu: 2000 from the bank, own stick back"
    assert scores(ten) == [10000, 12000]


def test_an_undone_hand_is_on_the_table_again_with_its_notes(phone: Phone, ten: Session) -> None:
    note(phone, ten, "turn", turn=3)
    note(phone, ten, "declare", seat=0, riichi=1)
    note(phone, ten, "missed", **{"tile-3p": "on"})
    note(phone, ten, "drew", count=2)
    before = phase(table_page(phone, ten))
    phone.confirm(ten, {"type": "win", "winner": 0, "riichi": [0], "han": 3, "fu": 30})
    version = Session.objects.get(pk=ten.pk).version
    phone.post(reverse("tables:undo", args=[ten.code]), {"version": version, "number": 1})
    assert phase(table_page(phone, ten)) == before
    assert "3 of circles" in table_page(phone, ten)


def test_a_hand_corrected_before_it_is_undone_leaves_what_was_corrected(phone: Phone, ten: Session) -> None:
    note(phone, ten, "declare", seat=0, riichi=1)
    phone.confirm(ten, {"type": "draw", "reason": "guessed", "declared": 0, "riichi": [0]})
    phone.confirm(ten, {"type": "draw", "reason": "guessed", "declared": 1}, number=1, played=1)
    version = Session.objects.get(pk=ten.pk).version
    phone.post(reverse("tables:undo", args=[ten.code]), {"version": version, "number": 1})
    assert "<b>Benoît</b> attacks; <b>Aiko</b> defends." in table_page(phone, ten)
