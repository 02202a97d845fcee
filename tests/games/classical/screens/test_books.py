"""The Western books on the phones: rounds without dice, special hands from a list, draws, cannon, faults."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from mahjongclub.games.classical.notes import read_notes
from mahjongclub.games.classical.questions import SHEET
from mahjongclub.rules.classical import VARIANT
from mahjongclub.rules.classical.presets import BMJA
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.reading import Reader
from mahjongclub.rules.reseating import reseated
from mahjongclub.tables.models import Session
from tests.games.test_contract import replays_to_its_scores
from tests.games.thumb import Thumb
from tests.tables.conftest import Phone
from tests.tables.test_typed import confirm as type_hand
from tests.tables.test_typed import send as send_typed
from tests.tables.test_typed import typed_url

from .classical_phone import confirm, count, fresh, note, shown, words

pytestmark = pytest.mark.django_db


def rules_field_text(rules: dict[str, object]) -> dict[str, object]:
    """Every option as the opening form sends it: boxes that are not ticked are left out."""
    sent = {}
    for option in BMJA.describe_options():
        value = rules[option.name]
        if isinstance(value, bool):
            sent |= {f"option-{option.name}": "on"} if value else {}
        elif value is not None:
            sent[f"option-{option.name}"] = value
    return sent


def open_british(phone: Phone, **turned: object) -> Session:
    if not turned:
        return phone.open_table("classical", "bmja")
    return phone.open_table(
        "classical", "bmja", **rules_field_text({**BMJA.to_json(), "own_hands": "", **turned})
    )


def won(phone: Phone, table: Session, winner: int = 1, source: int | str = 3) -> None:
    assert note(phone, table, "winner", winner=winner, **{"from": source}).status_code == 302


def test_a_british_hand_needs_no_dice_and_is_counted_as_the_book_says(phone: Phone) -> None:
    """GAMES.md 3.2, the example: South 216, East 30, 12 and 0."""
    table = open_british(phone)
    assert "East" in shown(phone, table)
    asked = shown(phone, table, {"type": "win", "winner": 1, "from": None})
    assert "First die" not in asked
    assert "Count the hands" in asked
    won(phone, table, 1, "wall")
    assert "dominant" not in shown(phone, table)
    assert "The dice are not noted" not in shown(phone, table, {"counting": {"seat": 1}})
    count(phone, table, {"seat": 1, "sets": "p5s.P7z.k9p.d2z.c2m", "flowers": "2"})
    for seat, points in ((0, 30), (2, 12), (3, 0)):
        count(phone, table, {"seat": seat, "tab": "points"}, points=points)
    assert confirm(phone, table).status_code == 302
    assert fresh(table).state["scores"] == [2000 - 336, 2000 + 864, 2000 - 240, 2000 - 288]


def test_a_special_hand_is_chosen_from_a_list_with_its_tiles(phone: Phone) -> None:
    table = open_british(phone)
    won(phone, table)
    listed = shown(phone, table, {"counting": {"seat": 1, "tab": "special"}})
    assert "Tap the hand that won." in listed
    assert "Wriggling snake 1,000 A pair of 1 and the 2 to 9 of one suit, and each wind." in listed
    chosen = shown(phone, table, {"counting": {"seat": 1, "tab": "special", "special": "all_pair_honours"}})
    assert "500" in chosen
    count(phone, table, {"seat": 1, "tab": "special", "special": "all_pair_honours", "flowers": "2"})
    # a loser who lacked one tile has what is next to nothing of the others'
    fishing = shown(phone, table, {"counting": {"seat": 2, "tab": "special"}})
    assert "Tap the hand of which one tile was lacking." in fishing
    assert "Heaven’s blessing" not in fishing
    count(phone, table, {"seat": 2, "tab": "special", "special": "thirteen_orphans"})
    hands = fresh(table).pending["hands"]
    assert hands == {
        "1": {"special": "all_pair_honours", "flowers": [2]},
        "2": {"special": "thirteen_orphans", "fishing": True},
    }
    board = shown(phone, table, {"look": True})
    for seat in (0, 3):
        count(phone, table, {"seat": seat, "tab": "points"}, points=0)
    assert confirm(phone, table).status_code == 302
    assert "Benoît wins on Dina’s discard (All pair honours)" in shown_log(phone, table)
    assert "508 ✓" in board  # GAMES.md 3.2: 500, and 4 x 2 for South's own flower
    assert "400 ✓" in board


def test_fourteen_tiles_are_read_as_the_special_hand_they_show(phone: Phone) -> None:
    table = open_british(phone)
    won(phone, table)
    tiles = "1m1m2m3m4m5m6m7m8m9m1z2z3z4z"
    sheet = shown(phone, table, {"counting": {"seat": 1, "tab": "tiles", "kind": "t", "tiles": tiles}})
    assert "Wriggling snake" in sheet
    assert "1,000" in sheet
    count(phone, table, {"seat": 1, "tab": "tiles", "kind": "t", "tiles": tiles})
    assert fresh(table).pending["hands"]["1"] == {"special": "wriggling_snake"}
    one_short = tiles.replace("4z", "")
    count(phone, table, {"seat": 2, "tab": "tiles", "kind": "t", "tiles": one_short})
    assert fresh(table).pending["hands"]["2"] == {"special": "wriggling_snake", "fishing": True}


def test_what_the_rules_do_not_count_is_not_offered(phone: Phone) -> None:
    family, british = phone.open_table("classical"), open_british(phone)
    for table in (family, british):
        won(phone, table)
    at = {"counting": {"seat": 1}}
    assert "Last discard" in shown(phone, british, at)
    assert "Original call" in shown(phone, british, at)
    assert "Last discard" not in shown(phone, family, at)
    assert "Special" not in shown(phone, family, at)
    dutch = phone.open_table("classical", "nts")
    won(phone, dutch)
    assert "Flower 1" not in shown(phone, dutch, at)
    assert "Only possible tile" in shown(phone, dutch, at)


def test_a_grand_jeu_is_typed_with_its_name(phone: Phone) -> None:
    table = phone.open_table("classical")
    note(phone, table, "dice", one=3, two=4)
    won(phone, table)
    typed = shown(phone, table, {"counting": {"seat": 1, "tab": "points"}})
    assert "Name of the special hand (optional)" in typed
    count(phone, table, {"seat": 1, "tab": "points"}, points=500, special="Petit serpent")
    assert fresh(table).pending["hands"]["1"] == {"points": 500, "special": "Petit serpent"}
    again = shown(phone, table, {"look": True})
    assert "500 ✓" in again


def test_a_bad_number_keeps_the_name_beside_it(phone: Phone) -> None:
    table = phone.open_table("classical")
    won(phone, table)
    answer = count(phone, table, {"seat": 1, "tab": "points"}, points="many", special="Petit serpent")
    assert answer.status_code == 422
    assert 'value="Petit serpent"' in answer.content.decode()


def test_who_lets_off_a_cannon_pays_for_all_three(phone: Phone) -> None:
    table = open_british(phone, cannon=True)
    won(phone, table)
    for seat, points in enumerate((60, 100, 60, 60)):
        count(phone, table, {"seat": seat, "tab": "points"}, points=points)
    assert "Cannon: Dina pays for all" in shown(phone, table, {}, edit="1")
    fired = shown(phone, table, {"pays": 3}, edit="1")
    assert "Cannon: Dina pays for all three." in fired
    outcome = {
        "type": "win",
        "winner": 1,
        "from": 3,
        "hands": [{"points": points} for points in (60, 100, 60, 60)],
        "cannon": 3,
    }
    assert phone.confirm(fresh(table), outcome).status_code == 302
    assert fresh(table).state["scores"] == [2000, 2400, 2000, 1600]
    assert "who pays for all" in shown_log(phone, table)


def shown_log(phone: Phone, table: Session) -> str:
    return words(phone.get(reverse("tables:log", args=[table.code])))


def test_a_false_mahjong_is_under_more_and_can_be_corrected(phone: Phone) -> None:
    table = open_british(phone)
    more = words(phone.get(reverse("tables:more", args=[table.code])))
    assert "False mahjong 500 to each other player; the hand is replayed." in more
    assert "Whose false mahjong?" in shown(phone, table, {"type": "false_mahjong"})
    assert "Chen" in shown(phone, table, {"type": "false_mahjong", "offender": 2})
    assert phone.confirm(fresh(table), {"type": "false_mahjong", "offender": 2}).status_code == 302
    assert fresh(table).state["scores"] == [2500, 2500, 500, 2500]
    assert "False mahjong of Chen" in shown_log(phone, table)
    corrected = {"type": "false_mahjong", "offender": 3}
    assert "Change the player" in shown(phone, table, corrected, number=1, correct="1")
    assert "Somebody won" in shown(phone, table, corrected, number=1, correct="1")
    answer = phone.confirm(fresh(table), corrected, number=1, correct="1")
    assert answer.status_code == 302
    assert fresh(table).state["scores"] == [2500, 2500, 2500, 500]


def test_a_draw_that_counts_is_counted_by_everyone(phone: Phone) -> None:
    table = open_british(phone, draw_counts=True, starting_points=0)
    asked = shown(phone, table, {"type": "draw"})
    assert "Draw: nobody wins" in asked
    assert "Nobody counts: nothing is paid" in asked
    assert note(phone, table, "winner", winner="nobody", **{"from": "wall"}).status_code == 302
    assert "0 of 4 counted" in shown(phone, table)
    for seat, points in enumerate((40, 20, 8, 0)):
        count(phone, table, {"seat": seat, "tab": "points"}, points=points)
    assert confirm(phone, table).status_code == 302
    # RULES.md section 2: each by the difference of the hands, twice with East
    assert fresh(table).state["scores"] == [184, -8, -68, -108]
    assert fresh(table).hands.get().outcome["hands"] == [{"points": n} for n in (40, 20, 8, 0)]
    assert "Goulash. Tap the winner" in shown(phone, table)
    again = shown(phone, table, {"type": "draw", "hands": [{"points": 0}] * 4}, number=1, correct="1")
    assert "Draw: nobody wins" in again
    # it is corrected to a hand that somebody won, its counts kept
    won_by_whom = {"type": "win", "hands": [{"points": n} for n in (40, 20, 8, 0)]}
    asked = shown(phone, table, won_by_whom, number=1, correct="1")
    assert "Tap the winner" in asked
    corrected = {
        "type": "win",
        "winner": 0,
        "from": None,
        "hands": [{"points": n} for n in (40, 20, 8, 0)],
    }
    assert phone.confirm(fresh(table), corrected, number=1, correct="1").status_code == 302
    assert fresh(table).state["scores"] == [240, -48, -84, -108]  # RULES.md 2, the winner exempt


def test_a_draw_that_counts_may_be_left_uncounted(phone: Phone) -> None:
    table = open_british(phone, draw_counts=True)
    assert phone.confirm(fresh(table), {"type": "draw"}).status_code == 302
    assert fresh(table).state["scores"] == [2000] * 4


def test_a_draw_is_not_counted_where_the_rules_do_not(phone: Phone) -> None:
    table = open_british(phone)
    assert note(phone, table, "winner", winner="nobody", **{"from": "wall"}).status_code in (400, 404)
    answer = phone.confirm(fresh(table), {"type": "draw", "hands": [{"points": 0}] * 4})
    assert answer.status_code == 422
    assert "By these rules a draw is not counted." in words(answer)


def test_changing_who_won_keeps_what_still_fits(phone: Phone) -> None:
    """The tick “won on the deal” stays where such a win may count as dealt; a discard is no last tile."""
    table = open_british(phone)
    won(phone, table, 1, 0)
    whole = "P2m.P3p.P4s.C6s.D9s"
    count(phone, table, {"seat": 1, "sets": whole, "by": ["heavenly", "original_call"]})
    assert fresh(table).pending["hands"]["1"]["by"] == ["heavenly", "original_call"]
    won(phone, table, 1, 0)
    assert fresh(table).pending["hands"]["1"]["by"] == ["heavenly", "original_call"]
    won(phone, table, 1, 3)
    assert fresh(table).pending["hands"]["1"]["by"] == ["original_call"]


def test_a_club_writes_its_own_hands_a_line_each(phone: Phone) -> None:
    lines = "Petit serpent = 500 / 200\n\nGrand serpent = 1000"
    table = open_british(phone, own_hands=lines)
    assert fresh(table).current_rules.own_hands == (("Petit serpent", 500, 200), ("Grand serpent", 1000, 0))
    won(phone, table)
    listed = shown(phone, table, {"counting": {"seat": 1, "tab": "special"}})
    assert "Petit serpent 500" in listed
    fishing = shown(phone, table, {"counting": {"seat": 2, "tab": "special"}})
    assert "Petit serpent 200" in fishing
    assert "Grand serpent" not in fishing


@pytest.mark.parametrize("lines", ["Petit serpent", "= 500", "a = 1\nA = 2"])
def test_a_line_that_is_no_hand_is_refused_at_its_field(phone: Phone, lines: str) -> None:
    form = {"variant": "classical", "preset": "bmja", "method": "order"}
    sent = rules_field_text({**BMJA.to_json(), "own_hands": lines})
    answer = phone.post(reverse("tables:new"), {**form, **sent, **{f"name-{n}": f"P{n}" for n in range(4)}})
    assert answer.status_code == 422
    assert "Special hands of the club: please give" in words(answer)
    assert lines in answer.content.decode()


TYPED = {"end": "win", "winner": "1", "from": "3", "special-1": "knitting"}
FOUR_TYPED = {**TYPED, "points-0": "10", "special-2": "thirteen_orphans", "points-3": "0"}


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        (
            {**FOUR_TYPED, "cannon": "on"},
            {
                "type": "win",
                "winner": 1,
                "from": 3,
                "hands": [
                    {"points": 10},
                    {"special": "knitting"},
                    {"special": "thirteen_orphans", "fishing": True},
                    {"points": 0},
                ],
                "cannon": 3,
            },
        ),
        (
            {"end": "draw", "points-1": "7", **{f"points-drawn-{seat}": str(seat) for seat in range(4)}},
            {"type": "draw", "hands": [{"points": seat} for seat in range(4)]},
        ),
        ({"end": "draw"}, {"type": "draw"}),
        ({"end": "false_mahjong", "offender": "2"}, {"type": "false_mahjong", "offender": 2}),
    ],
)
def test_what_the_books_know_is_typed_too(
    phone: Phone, fields: dict[str, str], outcome: dict[str, object]
) -> None:
    table = open_british(phone, cannon=True, draw_counts=True)
    page = words(phone.get(typed_url(table)))
    assert "Special hand" in page
    assert "Cannon: the discarder pays for all three" in page
    assert type_hand(phone, table, fields).status_code == 302
    assert fresh(table).hands.get().outcome == outcome


def test_a_draw_of_which_one_hand_lacks_its_points_is_asked_again(phone: Phone) -> None:
    table = open_british(phone, draw_counts=True)
    answer = send_typed(phone, table, {"end": "draw", "points-drawn-0": "4"})
    assert answer.status_code == 422
    assert "How many points does this hand count?" in words(answer)


def test_who_plays_no_book_is_asked_no_more_than_before(phone: Phone) -> None:
    page = words(phone.get(typed_url(phone.open_table("classical"))))
    assert "Special hand" not in page
    assert "Cannon" not in page


@pytest.mark.parametrize("preset", ["bmja", "nts", "millington"])
def test_hands_of_the_books_are_played_by_lot(phone: Phone, preset: str) -> None:
    """Whatever is tapped leads on, and the record comes to the scores of the table."""
    rules = {"cannon": True, "draw_counts": True, "own_hands": "Petit serpent = 500 / 200"}
    book = VARIANT.find_preset(preset).rules.to_json()
    table = phone.open_table("classical", preset, **rules_field_text({**book, **rules}))
    thumb = Thumb(phone, table, f"books/{preset}", "fr")
    for number in (1, 2, 3):
        thumb.play_hand()
        assert fresh(table).state["hands"] == number
    replays_to_its_scores(phone, table)


def test_the_help_shows_what_a_book_counts_and_what_it_leaves_out(phone: Phone) -> None:
    british = words(phone.get("/help/classical/?preset=bmja"))
    assert "All pair honours Seven pairs of winds, dragons, 1 and 9. 500 200" in british
    assert "Pair of the round wind 2 2" in british
    dutch = words(phone.get("/help/classical/?preset=nts"))
    undoubled = words(phone.get('/help/classical/?preset=nts&rules={"one_suit_doubles": 0, "purity": 0}'))
    said = "One suit is not doubled here; a club that counts it says so in its rules."
    assert said in undoubled
    assert said not in dutch
    assert "own flower" not in dutch
    assert "Thirteen unique wonders" in words(phone.get("/help/classical/tiles/?preset=nts"))
    family = words(phone.get("/help/classical/"))
    assert "Thirteen unique wonders" not in family


def test_more_sequences_than_the_book_allows_are_told_before_they_are_kept(phone: Phone) -> None:
    table = open_british(phone)
    won(phone, table)
    count(phone, table, {"seat": 1, "sets": "p5s.c6m.k9p.d2z.c2m"})
    for seat in (0, 2, 3):
        count(phone, table, {"seat": seat, "tab": "points"}, points=0)
    assert "A mahjong may have 1 sequence at most here." in shown(phone, table)
    assert confirm(phone, table).status_code == 302
    assert "A mahjong may have 1 sequence at most here." in shown_log(phone, table)


def test_two_who_change_seats_take_the_cannon_along() -> None:
    hand = {"type": "win", "winner": 1, "from": 3, "cannon": 3, "hands": ["a", "b", "c", "d"]}
    assert reseated(hand, [0, 3, 2, 1]) == {
        "type": "win",
        "winner": 3,
        "from": 1,
        "cannon": 1,
        "hands": ["a", "d", "c", "b"],
    }


def test_what_a_player_needs_is_told_by_the_books_too(phone: Phone) -> None:
    table = open_british(phone)
    assert note(phone, table, "winner", winner=1, **{"from": 3}).status_code == 302
    for seat, points in enumerate((0, 100, 0, 0)):
        count(phone, table, {"seat": seat, "tab": "points"}, points=points)
    assert confirm(phone, table).status_code == 302
    assert "points" in words(phone.get(reverse("tables:need", args=[table.code])))


@pytest.mark.parametrize(
    ("row", "hand"),
    [
        (
            "m100|60|60|x60c||",
            {"type": "win", "winner": 0, "from": 3, "cannon": 3, "hands": [100, 60, 60, 60]},
        ),
        ("40|20|8|0|d|34", {"type": "draw", "dice": [3, 4], "hands": [40, 20, 8, 0]}),
        ("10d2|20|8|0|D|", {"type": "draw", "hands": [40, 20, 8, 0]}),
        ("||f|||", {"type": "false_mahjong", "offender": 2}),
    ],
)
def test_a_row_of_a_paper_sheet_says_what_the_books_know(row: str, hand: dict[str, Any]) -> None:
    cells = dict(zip(("0", "1", "2", "3", "end", "dice"), row.split("|"), strict=True))
    reading = SHEET.read(cells, 4)
    assert not reading.faults
    if "hands" in hand:
        hand = {**hand, "hands": [{"points": points} for points in hand["hands"]]}
    assert reading.hand == hand
    assert SHEET.read({**cells, "dice": "77"}, 4).faults


def test_a_sheet_of_a_table_that_counts_no_draw_says_so_in_its_cell(phone: Phone) -> None:
    row = SHEET.read({"0": "4", "1": "2", "2": "0", "3": "0", "end": "d"}, 4)
    with pytest.raises(RuleError) as caught:
        VARIANT.settle(BMJA, VARIANT.start(BMJA, None), VARIANT.read_outcome(BMJA, row.hand))
    assert caught.value.code == "draw_not_counted"
    assert row.cell_at(caught.value.field) == "end"
    assert row.cell_at("hands.2.points") == "2"


def test_the_notes_of_a_draw_being_counted_are_read_again() -> None:
    """As an archive or a phone without network brings them."""
    notes = {"winner": None, "from": None, "hands": {"2": {"special": "knitting", "fishing": True}}}
    rules = replace(BMJA, draw_counts=True)
    assert read_notes(rules, Reader(notes), VARIANT.start(rules, None)) == notes
    with pytest.raises(RuleError):
        read_notes(BMJA, Reader(notes), VARIANT.start(BMJA, None))


def test_a_hand_of_the_clubs_own_is_put_into_the_rules_of_a_running_game(phone: Phone) -> None:
    table = open_british(phone)
    phone.confirm(fresh(table), {"type": "draw"})
    address = reverse("tables:other_rules", args=[table.code])
    turned = rules_field_text({**BMJA.to_json(), "own_hands": "Petit serpent = 500 / 200"})
    sent = {name: str(value) for name, value in turned.items()}
    seen = phone.get(address, sent)
    assert "Special hands of the club: Petit serpent 500" in words(seen)
    now = fresh(table)
    shared = {"version": now.version, "key": str(uuid4())}
    assert phone.post(address, {**sent, **shared}).status_code == 302
    assert "Special hands of the club: Petit serpent 500" in shown_log(phone, table)
    won(phone, table)
    assert "Petit serpent 500" in shown(phone, table, {"counting": {"seat": 1, "tab": "special"}})
