"""A whole session typed from its paper sheet: read by codes, settled by the engine, kept as one record."""

from __future__ import annotations

import re
from datetime import date
from html import unescape
from typing import Any

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client

from mahjongclub.clubs.models import Evening
from mahjongclub.figures.models import Appearance
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.models import HouseRules, Session
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.plain_browser import PlainBrowser
from tests.tables.conftest import NAMES, scores

SIX = (*NAMES, "Emil", "Fay")
#: how many seats, and the columns beside them
SHAPES = {
    "riichi": (4, ["end"]),
    "sanma": (3, ["end"]),
    "classical": (4, ["end", "dice"]),
    "taiwanese": (4, ["end", "dice"]),
    "hongkong": (4, ["end"]),
    "american": (4, ["end"]),
    "ten": (2, ["end"]),
    "six": (6, ["end", "dice"]),
}


def sheet(variant: str, *rows: str, step: str = "save", **more: Any) -> dict[str, Any]:
    """A form of a sheet; the cells of a row are parted by a stroke: "340|x||r|"."""
    seats, beside = SHAPES[variant]
    keys = [*map(str, range(seats)), *beside]
    form: dict[str, Any] = {"step": step, "key": "one page", "date": "2026-03-14"}
    form |= {f"name-{seat}": name for seat, name in enumerate(SIX[:seats])}
    for number, row in enumerate(rows, start=1):
        form |= {f"hand-{number}-{key}": cell for key, cell in zip(keys, row.split("|"), strict=False)}
    return form | more


def send(client: Client, variant: str, *rows: str, **more: Any) -> HttpResponse:
    return client.post(f"/sheet/{variant}/", sheet(variant, *rows, **more))


def text_of(answer: HttpResponse) -> str:
    return unescape(answer.content.decode())


def faults(answer: HttpResponse) -> dict[str, str]:
    """Each fault of the rows by "row-cell"."""
    found = re.findall(r'id="told-(\d+)">(.*?)</div>', text_of(answer), re.S)
    return {
        f"{number}-{cell}": re.sub("<[^>]+>", "", message)
        for number, told in found
        for cell, message in re.findall(r'<p class="error" data-cell="(\w*)">(.*?)</p>', told, re.S)
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("variant", "rows", "expected"),
    [
        # 30 fu 4 han: 7,700
        ("riichi", ["|430|x|"], [25000, 32700, 17300, 25000]),
        # dealer 11,600
        ("riichi", ["430|x"], [36600, 13400, 25000, 25000]),
        # tsumo 2,000/3,900
        ("riichi", ["||4/30|"], [21100, 23000, 32900, 23000]),
        # dealer tsumo: 3,900 each
        ("riichi", ["4 30"], [36700, 21100, 21100, 21100]),
        # 25 fu 4 han: 6,400
        ("riichi", ["|425||x"], [25000, 31400, 25000, 18600]),
        # 40 fu 3 han with 2 honba, ron off seat 2 by seat 1, one stick on the table: +6,800. Before it the
        # dealer is tenpai alone (+3,000), then with seat 1 in riichi (1,500 each)
        (
            "riichi",
            ["t||||", "t|r|||", "|340|x|"],
            [25000 + 3000 + 1500, 25000 - 1000 - 1000 + 1500 + 6800, 25000 - 1000 - 1500 - 5800, 22500],
        ),
        # three tenpai: +1,000 each, -3,000
        ("riichi", ["t|t|t||"], [26000, 26000, 26000, 22000]),
        # dealer nagashi: +12,000, -4,000 each
        ("riichi", ["n||||d"], [37000, 21000, 21000, 21000]),
        # chombo as a mangan tsumo: by a non-dealer 4,000 to the dealer, 2,000 to the others
        ("riichi", ["|c|||"], [29000, 17000, 27000, 27000]),
        # nine kinds: nothing moves but the stick
        ("riichi", ["|r|||9"], [25000, 24000, 25000, 25000]),
        # a yakuman of pao, ron: 32,000 half each
        ("riichi", ["|y|x|p|"], [25000, 57000, 9000, 9000]),
        # a mangan drawn: 4,000 and 2,000, the rest is lost; one tenpai alone of three
        ("sanma", ["|m|"], [31000, 41000, 33000]),
        ("sanma", ["t||"], [37000, 34000, 34000]),
        ("sanma", ["x|m|m"], [35000 - 16000, 35000 + 8000, 35000 + 8000]),
        # East wins with 40, the others hold 20, 8, 0
        ("classical", ["m40|20|8|x0||"], [184, -8, -68, -108]),
        # the same, 40 being 10 doubled twice, with the dice
        ("classical", ["m10d2|20|8|0||34"], [184, -8, -68, -108]),
        # 100/20: a self-draw of 5 tai against a dealer on its second repeat: 200, 200 and 300
        ("taiwanese", ["||||d", "||||d", "||5|"], [-300, -200, 700, -200]),
        # no tai at all: base only (100), on a discard; false win: 8 tai to each other seat
        ("taiwanese", ["|0|x|"], [0, 100, -100, 0]),
        ("taiwanese", ["|f||"], [260, -780, 260, 260]),
        # Ten: non-dealer riichi 2 han 30 fu: 2,000 from the bank, own stick back
        ("ten", ["|r230|"], [10000, 12000]),
        # dealer the same with 1 honba, after a right guess with riichi: the stick lies there
        ("ten", ["r||g", "r230||"], [13300, 10000]),
        ("ten", ["||d"], [10000, 10000]),
        # six: the first wins 1 off seat 2; the second winner, self-drawn pure: 4 from each of four
        # the association's payments: 3 faan 32 by the discarder, 8 faan drawn 3 x 128 by who pays for all
        ("hongkong", ["x|3"], [-32, 32, 0, 0]),
        ("hongkong", ["|8||g"], [0, 384, 0, -384]),
        ("hongkong", ["xr|4"], [-96, 96, 0, 0]),
        ("hongkong", ["||f|"], [256, 256, -768, 256]),
        ("american", ["x|25"], [-50, 100, -25, -25]),
        ("american", ["|25j"], [-100, 300, -100, -100]),
        ("american", ["50js||x|d"], [200, -50, -100, -50]),
        ("american", ["xm|25"], [-100, 100, 0, 0]),
        ("american", ["f|||40"], [-80, 0, 0, 80]),
        ("american", ["|||d|w"], [0, 0, 0, 0]),
        ("six", ["1ch2|2pu"], [1, -1 + 16, -4, -4, -4, -4]),
        # on a discard 4444-888-22 in one suit with the kong: 8 x 2 = 16, the kong before it 2 from each
        ("six", ["kc pp4+k"], [10 + 16, -2, -2, -2 - 16, -2, -2]),
        # at the empty wall 2 for all pungs, 1 else, from each noten seat without mahjong
        ("six", ["tp|t||||"], [8, 4, -3, -3, -3, -3]),
        # concealed kong with nobody out +10, its replacement completes chows: 1 x 2 x 2 from each of five
        ("six", ["||kc 1ch+kr"], [-6, -6, 30, -6, -6, -6]),
    ],
)
def test_a_sheet_is_kept_with_the_scores_of_the_rules(
    client: Client, variant: str, rows: list[str], expected: list[int]
) -> None:
    preset = {"preset": "100/20"} if variant == "taiwanese" else {}
    answer = send(client, variant, *rows, **preset)
    assert answer.status_code == 302, faults(answer)
    session = Session.objects.get()
    assert scores(session) == expected
    assert session.hands.count() == len(rows)
    assert session.ended_at is not None
    assert session.started_at is not None
    assert session.started_at.date().isoformat() == "2026-03-14"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("variant", "row", "cell", "told"),
    [
        ("riichi", "3|x||", "0", "How many fu?"),
        ("riichi", "zz|x||", "0", "“zz” is not a code"),
        ("riichi", "||x|", "2", "Who won?"),
        ("riichi", "340|x|x|", "2", "Only one player discards"),
        ("riichi", "340|x|t|", "2", "ends in only one way"),
        ("riichi", "r||r|", "end", "How did the hand end?"),
        ("riichi", "1/20|x||", "0", "1 han 20 fu on a discard does not exist."),  # by the engine
        ("riichi", "340 x|||", "0", "own discard"),  # by the engine, at the discarder
        ("riichi", "30|x||", "0", "From 1 to 13 han"),
        ("riichi", "||||4r", "", ""),
        ("sanma", "|||4r", "end", "does not abort"),
        ("classical", "m40|20||8||", "2", "0 for none"),
        ("classical", "40|20|8|0||", "0", "Who was mahjong?"),
        ("classical", "m40|20|8|0|d|", "0", "ends in only one way"),
        ("classical", "m40|20|8|0||7 1", "dice", "Two dice"),
        ("taiwanese", "|x||", "1", "Who won?"),
        ("taiwanese", "5|5||", "1", "wins alone"),  # by the engine
        ("ten", "r||", "end", "How did the hand end?"),
        ("ten", "||g", "end", "Who had declared?"),
        ("ten", "r230|t|", "1", "Only one player declares"),
        ("six", "ch2|pu", "0", "Number the wins"),
        ("hongkong", "x|2", "1", "A hand needs 3 faan to win"),  # by the engine
        ("hongkong", "r|4", "0", "has the cross too"),
        ("american", "x|25|d|j", "3", "beside the value of the winner"),
        ("american", "x|25d", "1", "that hand is not dead"),  # by the engine
        ("hongkong", "4|x|g|g", "3", "One player pays for all"),
        ("six", "1ch2|1pu", "1", "Two wins have this number"),
        ("six", "2kc|1pu", "0", "how many had won"),
        ("six", "1ch2|2pu1", "1", "discards no more"),  # by the engine
        ("six", "ch+f", "0", "does not claim the first discard"),  # by the engine
    ],
)
def test_a_fault_stands_at_its_cell_and_nothing_typed_is_lost(
    client: Client, variant: str, row: str, cell: str, told: str
) -> None:
    good = {
        "riichi": "430|x",
        "sanma": "430|x",
        "classical": "m40|20|8|0",
        "taiwanese": "5|x",
        "hongkong": "3|x",
        "american": "25|x",
        "ten": "r230",
        "six": "ch2",
    }
    answer = send(client, variant, good[variant], row)
    assert answer.status_code == 422
    if cell:
        assert told in faults(answer)[f"2-{cell}"]
    page = text_of(answer)
    keys = [*map(str, range(SHAPES[variant][0])), *SHAPES[variant][1]]
    for key, value in zip(keys, row.split("|"), strict=False):
        assert f'id="cell-2-{key}" value="{value}"' in page
    assert not Session.objects.exists()


def running(client: Client, variant: str, *rows: str, **more: Any) -> str:
    """What the running check says, as words parted by blanks."""
    answer = send(client, variant, *rows, step="running", **more)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", text_of(answer)))


@pytest.mark.django_db
def test_a_browser_without_script_looks_at_the_sheet_by_enter_and_saves_it(client: Client) -> None:
    browser = PlainBrowser(client)
    browser.visit("/sheet/riichi/")
    for seat, name in enumerate(("Plain A", "Plain B", "Plain C", "Plain D")):
        browser.fill_field(f"name-{seat}", name)
    for cell, typed in (("hand-1-0", "430"), ("hand-1-1", "x"), ("hand-12-2", "m")):
        browser.fill_field(cell, typed)
    browser.press_enter("hand-12-2")
    assert "+11,600" in browser.element("settled-1").text
    assert browser.value_of("hand-15-0") == "", "there is always room to go on"
    browser.press_named("Save the sheet")
    assert "The sheet is saved." in browser.page.text


@pytest.mark.django_db
def test_the_running_check_names_each_hand_and_what_it_moved(client: Client) -> None:
    """30 fu 4 han of the dealer 11,600; then, with one honba, three tenpai (RULES.md)."""
    told = running(client, "riichi", "430|x", "t|t|t|")
    assert "E1 +11,600 36,600" in told
    assert "E1-1 +1,000 37,600" in told
    assert "−11,600 13,400" in told
    assert "2 hands scored · next: E1-2" in told
    assert "Together 100,000" in told
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_what_one_seat_did_against_the_rules_is_told_with_its_name_and_kept(client: Client) -> None:
    """A dealer's baiman, 24,000, then a tsumo of 300 and a honba leave seat 2 with 600: less than a stick."""
    told = running(client, "riichi", "b||x", "|130||", "|t|r|")
    assert "Chen has only 600 points for a riichi." in told
    assert "Seat" not in told
    assert "3 hands scored" in told


@pytest.mark.django_db
def test_what_follows_a_fault_waits_and_empty_rows_say_nothing(client: Client) -> None:
    told = running(client, "riichi", "430|x", "", "|3|x|", "t|t|t|")
    assert "1 hand scored · next: E1-1 Row 3 : something is wrong there." in told
    assert "+1,000" not in told


@pytest.mark.django_db
def test_the_check_asks_the_database_nothing_however_long_the_sheet(
    client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        running(client, "riichi", *["t|t|t|"] * 3)
    with django_assert_num_queries(0):
        running(client, "riichi", *["||||d"] * 60)


@pytest.mark.django_db
def test_points_on_paper_that_differ_are_said_loudly_and_kept_only_on_purpose(client: Client) -> None:
    paper = {"final-0": "36,600", "final-1": "13 500", "final-2": "25000", "final-3": "25000"}
    told = running(client, "riichi", "430|x", **paper)
    assert "The paper and the hands differ." in told
    assert "+100" in told
    assert "add up to 100,100 and should be 100,000 (+100)" in told
    answer = send(client, "riichi", "430|x", **paper)
    assert answer.status_code == 422
    assert "By the hands it is 13,400." in text_of(answer)
    assert 'value="13 500"' in text_of(answer)
    assert not Session.objects.exists()
    assert send(client, "riichi", "430|x", **paper, despite="on").status_code == 302
    assert scores(Session.objects.get()) == [36600, 13400, 25000, 25000]


@pytest.mark.django_db
@pytest.mark.parametrize("stick", [0, 1000])
def test_a_stick_left_on_the_table_may_be_counted_on_paper_or_not(client: Client, stick: int) -> None:
    """The club's rules give it to the first: two tenpai, South in riichi."""
    paper = {"final-0": 26500 + stick, "final-1": 25500, "final-2": 23500, "final-3": 23500}
    told = running(client, "riichi", "t|r|", **paper)
    assert "The paper agrees with the hands." in told
    assert "1 riichi stick on the table" in told
    assert send(client, "riichi", "t|r|", **paper).status_code == 302


@pytest.mark.django_db
def test_a_sheet_sent_twice_is_one_game_and_another_sheet_another(client: Client) -> None:
    for rows in (["430|x"], ["430|x"], ["430||x"]):
        assert send(client, "riichi", *rows).status_code == 302
    assert Session.objects.count() == 2


@pytest.mark.django_db
def test_the_answer_leads_to_the_game_and_an_empty_sheet(client: Client) -> None:
    answer = client.post("/sheet/ten/", sheet("ten", "r230"), follow=True)
    code = Session.objects.get().code
    page = text_of(answer)
    assert f'href="/t/{code}/end/"' in page
    assert 'value="r230"' not in page
    assert 'value="2026-03-14"' in page
    assert client.get(f"/t/{code}/end/").status_code == 200
    assert client.get(f"/t/{code}/log/").status_code == 200
    assert "The sheet is saved." not in text_of(Client().get(f"/sheet/ten/?kept={code}"))


@pytest.mark.django_db
@pytest.mark.parametrize(("preset", "known"), [("club", True), ("ema-2025", False)])
def test_the_legend_names_the_codes_that_the_rules_know(client: Client, preset: str, known: bool) -> None:
    """EMA's rules have no nagashi mangan; RULES.md."""
    page = text_of(client.get("/sheet/riichi/", {"preset": preset}))
    assert ("<dd>nagashi mangan</dd>" in page) == known
    assert "<dd>chombo</dd>" in page


@pytest.mark.django_db
def test_an_empty_sheet_is_refused_and_unknown_games_are_not_found(client: Client) -> None:
    answer = send(client, "riichi")
    assert answer.status_code == 422
    assert "No hand is typed yet." in text_of(answer)
    assert client.get("/sheet/bridge/").status_code == 404


@pytest.mark.django_db
def test_a_sheet_has_room_for_the_longest_sitting_and_no_end(client: Client) -> None:
    """Sixty draws of the dealer who stays: each adds a counter."""
    assert "E1-59" in running(client, "riichi", *["t|t|t|t|d"] * 60)
    form = sheet("riichi", "430|x") | {f"hand-{number}-0": "y" for number in range(90, 400)}
    answer = client.post("/sheet/riichi/", form)
    assert answer.status_code in (302, 422)


@pytest.mark.django_db
def test_the_printed_sheet_fills_in_what_it_knows(client: Client) -> None:
    page = text_of(client.get("/sheet/riichi/?preset=wrc-2025&name-0=Aiko&date=2026-03-14"))
    assert 'value="Aiko"' in page
    assert '<option value="wrc-2025" selected>' in page
    assert 'value="2026-03-14"' in page


@pytest.mark.django_db
def test_the_first_throw_of_ten_names_the_dealer(client: Client) -> None:
    """7 names the wall of West (RULES.md 2: 3, 7, 11), so West deals: riichi 2 han 30 fu is 3,000."""
    assert send(client, "ten", "|r230", dice="43").status_code == 302
    session = Session.objects.get()
    assert scores(session) == [10000, 13000]
    assert session.dice == [4, 3]


CLUB = {"preset": "club", "key": "another page"}


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def test_a_sheet_of_the_club_counts_like_a_game_played_at_its_evening(house: ClubHouse) -> None:
    """Standings fold it as a rebuild does; its players are those of the roster."""
    phone = house.phone("scorer")
    form = sheet("riichi", "430|x", "|5|x|", belongs=f"e{house.evening.pk}", **CLUB)
    answer = phone.post(house.url("sheet/riichi/"), form)
    assert answer.status_code == 302, faults(answer)
    session = Session.objects.get()
    assert (session.club, session.evening) == (house.club, house.evening)
    assert set(house.club.players.values_list("name", flat=True)) == set(NAMES)
    folded = figures(session)
    assert len(folded) == 4
    call_command("rebuild")
    assert figures(session) == folded
    page = phone.get(answer["Location"]).content.decode()
    assert house.url(f"games/{session.code}/") in page
    assert f'<option value="e{house.evening.pk}" selected>' in page


def figures(session: Session) -> list[dict[str, Any]]:
    """What the leagues keep of a session, whichever rows hold it."""
    rows = Appearance.objects.filter(session=session).order_by("seat").values()
    return [{name: value for name, value in row.items() if name != "id"} for row in rows]


def test_an_evening_of_long_ago_is_offered_where_it_is_asked_for(house: ClubHouse) -> None:
    old = Evening.objects.create(club=house.club, date=date(2009, 5, 4))
    Evening.objects.create(club=house.club, date=date(2008, 5, 4))
    phone, word = house.phone("scorer"), f"e{old.pk}"
    assert f'<option value="{word}" selected>' in text_of(phone.get(house.url(f"sheet/ten/?belongs={word}")))
    form = sheet("ten", "r230", belongs=word, **CLUB)
    assert phone.post(house.url("sheet/ten/"), form).status_code == 302
    assert Session.objects.get().evening == old
    assert Session.objects.get().started_at.date() == old.date


def test_house_rules_settle_the_sheet(house: ClubHouse) -> None:
    """40,000 to start with instead of the club's 25,000."""
    rules = find_variant("riichi").default_preset.rules.with_options({"starting_points": 40000})
    own = HouseRules.objects.create(
        club=house.club, variant="riichi", name="Ours", preset="club", rules=rules.to_json()
    )
    phone = house.phone("scorer")
    answer = phone.post(house.url("sheet/riichi/"), sheet("riichi", "430|x", **{**CLUB, "preset": own.key}))
    assert answer.status_code == 302, faults(answer)
    assert scores(Session.objects.get()) == [51600, 28400, 40000, 40000]
    assert Session.objects.get().house_rules == own


@pytest.mark.parametrize(("who", "may"), [("scorer", True), ("member", False), ("stranger", False)])
def test_only_who_keeps_the_score_for_a_club_types_its_sheets(house: ClubHouse, who: str, may: bool) -> None:
    form = sheet("ten", "r230", belongs=f"e{house.evening.pk}")
    answer = house.phone(who).post("/sheet/ten/", form)
    assert (answer.status_code == 302) is may
    assert Session.objects.filter(club=house.club).exists() is may


def test_one_person_on_two_seats_is_told_at_the_name(house: ClubHouse) -> None:
    answer = house.phone("scorer").post(
        house.url("sheet/ten/"), sheet("ten", "r230", **{**CLUB, "name-1": "AIKO"})
    )
    assert answer.status_code == 422
    assert "sits here twice" in text_of(answer)
    assert 'value="r230"' in text_of(answer)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "more",
    [
        {"date": "2999-01-01"},
        {"name-0": "\x00"},
        {"dice": "99"},
        {"belongs": "e99999999999999999999"},
        {"final-0": "many"},
        {"key": "\x00" * 300, "name-1": "Aiko"},
        {"hand-1-0": "\x00"},
        {"hand-1-0": "9" * 400},
        {"hand-1-0": "٣", "hand-1-1": "①/４０"},
    ],
)
def test_junk_is_an_answer(client: Client, more: dict[str, str]) -> None:
    answer = send(client, "ten", "r230", **more)
    assert answer.status_code == 422
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_six_players_write_points_as_the_table_read_them_and_an_agreed_east(client: Client) -> None:
    assert send(client, "six", "w2=12||||||3", "1ch2=5|2p4", despite="on").status_code == 302
    session = Session.objects.get()
    # 12 from Benoît; 5 from Benoît; four pairs of one suit are 4 by the text: from each of four still in
    assert scores(session) == [17, -17 + 16, -4, -4, -4, -4]
    first, second = (hand.outcome for hand in session.hands.all())
    assert first["next_east"] == 2
    assert first["events"] == [{"type": "win", "seat": 0, "from": 1, "points": 12}]
    assert [event["hand"] for event in second["events"]] == ["chows", "pure_four_pairs"]
