"""The riichi entry without JavaScript: every step is a link on the page before."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse

from mahjongclub.tables.models import Session
from tests.tables.conftest import Phone, draw, ron, scores

from .entry_pages import drafts_on, page_of, words


def values_on(page: str) -> dict[tuple[int, int], str]:
    """The han-fu cells of the value sheet and what they show: "2,600", or "1,300 2,600" of a self-draw."""
    found = {}
    for link, shown in re.findall(r'<a class="cell[^"]*" href="([^"]+)"[^>]*>(.*?)</a>', page, re.S):
        draft = json.loads(parse_qs(urlsplit(link).query)["draft"][0])
        win = draft["wins"][-1]
        if "han" in win:
            points = re.sub(r'<span class="sr"> \(.*?</span>', "", shown)
            found[win["han"], win["fu"]] = words(points)
    return found


def columns_on(page: str) -> list[str]:
    """The heads of the columns in reach: before "More fu" is tapped."""
    head = re.search(r"<thead>(.*?)</thead>", page, re.S)
    assert head
    cells = re.findall(r"<th scope=\"col\">(.*?)</th>", head[1], re.S)
    return [" ".join(re.sub(r"<[^>]*>", "", cell).split()) for cell in cells]


def test_a_ron_takes_four_taps_from_the_table(phone: Phone, table: Session) -> None:
    page = html.unescape(phone.get(reverse("tables:table", args=[table.code])).content.decode())
    winner = {"type": "win", "riichi": [], "wins": [{"winner": 1}]}
    assert winner in drafts_on(page)  # tap 1
    discarder = {"type": "win", "riichi": [], "wins": [{"winner": 1, "from": 2}]}
    assert discarder in drafts_on(page_of(phone, table, winner))  # tap 2
    value = {"type": "win", "riichi": [], "wins": [{"winner": 1, "from": 2, "han": 3, "fu": 40}]}
    assert value in drafts_on(page_of(phone, table, discarder))  # tap 3
    sheet = page_of(phone, table, value)
    assert "Confirm" in sheet  # tap 4
    assert phone.confirm(table, value).status_code == 302
    assert scores(table) == [25000, 30200, 19800, 25000]


def test_cells_show_what_they_are_worth_to_this_winner(phone: Phone, table: Session) -> None:
    # published han-fu table: 30 fu 4 han is 7700, dealer 11600; 40 fu 1 han is 1300, dealer 2000
    other = values_on(page_of(phone, table, {"type": "win", "wins": [{"winner": 1, "from": 2}]}))
    assert other[4, 30] == "7,700"
    assert other[1, 40] == "1,300"
    dealer = values_on(page_of(phone, table, {"type": "win", "wins": [{"winner": 0, "from": 2}]}))
    assert dealer[4, 30] == "11,600"
    assert dealer[1, 40] == "2,000"


def test_cells_show_what_is_paid_with_the_honba_in_it(phone: Phone, table: Session) -> None:
    phone.confirm(table, draw(0))
    phone.confirm(table, draw(0))
    # RULES.md section 1: 40 fu 3 han is 5200, with 2 honba 600 more
    cells = values_on(page_of(phone, table, {"type": "win", "wins": [{"winner": 1, "from": 2}]}, number=3))
    assert cells[3, 40] == "5,800"
    # tsumo: 1300/2600 (published), with 200 more from each
    cells = values_on(page_of(phone, table, {"type": "win", "wins": [{"winner": 1, "from": None}]}, number=3))
    assert cells[3, 40] == "1,500 2,800"
    # the dealer's 2600 from each, with 200 more
    page = page_of(phone, table, {"type": "win", "wins": [{"winner": 0, "from": None}]}, number=3)
    assert values_on(page)[3, 40] == "2,800"
    assert "As paid, 2 honba (200 each) included" in page


def test_impossible_cells_are_absent(phone: Phone, table: Session) -> None:
    by_ron = values_on(page_of(phone, table, {"type": "win", "wins": [{"winner": 1, "from": 2}]}))
    assert not any(fu == 20 for _han, fu in by_ron)
    assert (1, 25) not in by_ron
    assert (2, 25) in by_ron
    drawn = values_on(page_of(phone, table, {"type": "win", "wins": [{"winner": 1, "from": None}]}))
    assert (2, 20) in drawn
    assert (2, 25) not in drawn


def test_pinfu_and_seven_pairs_are_in_reach_where_they_can_be(phone: Phone, table: Session) -> None:
    by_ron = page_of(phone, table, {"type": "win", "wins": [{"winner": 1, "from": 2}]})
    assert columns_on(by_ron) == ["25 fu 7 pairs", "30 fu", "40 fu", "50 fu"]
    # published: seven pairs by ron 1600, 3200, 6400
    assert [values_on(by_ron)[han, 25] for han in (2, 3, 4)] == ["1,600", "3,200", "6,400"]
    drawn = page_of(phone, table, {"type": "win", "wins": [{"winner": 1, "from": None}]})
    assert columns_on(drawn) == ["20 fu pinfu", "25 fu 7 pairs", "30 fu", "40 fu", "50 fu"]
    values = values_on(drawn)
    # published: pinfu self-drawn 400/700, 700/1300, 1300/2600; seven pairs 800/1600, 1600/3200
    assert [values[han, 20] for han in (2, 3, 4)] == ["400 700", "700 1,300", "1,300 2,600"]
    assert [values[han, 25] for han in (3, 4)] == ["800 1,600", "1,600 3,200"]


def test_the_distance_to_the_winner_is_said_in_words_and_never_as_a_payment(
    phone: Phone, table: Session
) -> None:
    phone.confirm(table, ron(1, 2))  # RULES.md: 3 han 40 fu, 5,200: 30,200 against 19,800 and 25,000
    winner = {"type": "win", "wins": [{"winner": 3}]}
    page = page_of(phone, table, winner, 2)
    seats = re.findall(r'<span class="meta">\s*<b>([^<]*)</b><span>([^<]+)</span>', page)
    assert {" ".join(shown).strip() for shown in seats} == {"level", "5,200 ahead", "5,200 behind"}
    french = phone.get(
        reverse("tables:entry", args=[table.code, 2]),
        {"draft": json.dumps(winner)},
        headers={"accept-language": "fr"},
    )
    assert re.search(r"5\s200</b><span>derrière", html.unescape(french.content.decode()))


def test_confirm_says_who_pays_in_sticks(phone: Phone, table: Session) -> None:
    page = page_of(phone, table, ron(1, 2, han=3, fu=30))
    # 3900 out of 1 x 10,000, 2 x 5,000, 4 x 1,000, 10 x 100: one 5,000, back 1,000 and 100
    assert "Chen pays Benoît 3,900" in page
    assert "Chen: one 5,000, 1,100 back." in page


def test_a_draw_knows_that_riichi_seats_are_tenpai(phone: Phone, table: Session) -> None:
    phone.post(
        reverse("tables:notes", args=[table.code]), {"seat": 2, "out": 1, "hand": 1, "version": 0, "key": ""}
    )
    board = html.unescape(phone.get(reverse("tables:table", args=[table.code])).content.decode())
    start = next(draft for draft in drafts_on(board) if draft.get("type") == "draw")
    assert start["tenpai"] == [2]
    assert start["riichi"] == [2]
    # RULES.md: one tenpai takes 3000; the stick stays on the table
    phone.confirm(table, start)
    assert scores(table) == [24000, 24000, 27000, 24000]
    assert Session.objects.get(pk=table.pk).table.sticks == 1


def test_a_self_draw_has_no_other_winner(phone: Phone) -> None:
    table = phone.open_table(preset="ema-2016")
    for source, offered in ((2, True), (None, False)):
        page = page_of(phone, table, ron(1, source))
        assert ("+ Another winner" in page) is offered


def test_another_ron_is_void_by_head_bump_and_said(phone: Phone, table: Session) -> None:
    both = {
        "type": "win",
        "wins": [{"winner": 3, "from": 1, "han": 1, "fu": 30}, {"winner": 2, "from": 1, "han": 3, "fu": 40}],
    }
    page = page_of(phone, table, both)
    assert "Head bump" in page
    phone.confirm(table, both)
    assert scores(table) == [25000, 19800, 30200, 25000]


def test_triple_ron_pays_all_where_the_rules_allow(phone: Phone) -> None:
    session = phone.open_table(preset="ema-2016")
    wins = [{"winner": seat, "from": 0, "han": 1, "fu": 30} for seat in (1, 2, 3)]
    assert phone.confirm(session, {"type": "win", "wins": wins}).status_code == 302
    assert scores(session) == [27000, 31000, 31000, 31000]


def test_pao_is_offered_for_a_yakuman_alone(phone: Phone, table: Session) -> None:
    assert "Pao" not in page_of(phone, table, ron(1, 2), edit="1")
    yakuman = {"type": "win", "riichi": [], "wins": [{"winner": 1, "from": None, "yakuman": 1}]}
    page = page_of(phone, table, yakuman, edit="1")
    assert "Pao" in page
    with_pao = {**yakuman, "wins": [{**yakuman["wins"][0], "pao": 3}]}
    assert with_pao in drafts_on(page)
    phone.confirm(table, with_pao)
    # RULES.md: tsumo with pao, the liable seat pays all 32,000
    assert scores(table) == [25000, 57000, 25000, -7000]


def test_chips_are_tapped_and_told_where_the_house_plays_with_them(phone: Phone, table: Session) -> None:
    won = {"type": "win", "riichi": [], "wins": [{"winner": 1, "from": 2, "han": 1, "fu": 30}]}
    assert "Chips" not in page_of(phone, table, won, edit="1")
    Session.objects.filter(pk=table.pk).update(rules={**table.rules, "chips": 5})
    page = page_of(phone, table, won, edit="1")
    three = {**won, "wins": [{**won["wins"][0], "chips": 3}]}
    assert "Chips of each who pays" in page
    assert three in drafts_on(page)
    phone.confirm(table, three)
    assert "3 chips" in phone.get(reverse("tables:log", args=[table.code])).content.decode()
    assert scores(table) == [25000, 26000, 24000, 25000]


def test_aborts_and_chombo_stand_under_no_winner(phone: Phone, table: Session) -> None:
    more = html.unescape(phone.get(reverse("tables:more", args=[table.code])).content.decode())
    assert {"type": "chombo", "offenders": [], "riichi": []} in drafts_on(more)
    page = page_of(phone, table, draw())
    reasons = {draft["reason"] for draft in drafts_on(page) if draft.get("type") == "abort"}
    # under head bump a triple ron is an ordinary ron (RULES.md, note to the table)
    assert reasons == {"nine_terminals", "four_winds", "four_riichi", "four_kans"}
    assert {"type": "chombo", "offenders": [], "riichi": []} in drafts_on(page)
    phone.confirm(table, {"type": "chombo", "offenders": [2], "riichi": [1]})
    assert scores(table) == [29000, 27000, 17000, 27000]  # 4000 to the dealer, 2000 to the others


def test_a_correction_leads_from_any_end_to_any_other(phone: Phone, table: Session) -> None:
    phone.confirm(table, draw(1, riichi=[1]))
    page = page_of(phone, table, draw(1, riichi=[1]), correct="1")
    win = {"type": "win", "riichi": [1], "wins": [{}]}
    four_winds = {"type": "abort", "reason": "four_winds", "riichi": [1]}
    chombo = {"type": "chombo", "offenders": [], "riichi": [1]}
    for other in (win, four_winds, chombo):
        assert other in drafts_on(page)
    asked = page_of(phone, table, win, correct="1")
    assert "Tap the winner" in asked
    assert "Who else won?" not in asked
    back = page_of(phone, table, four_winds, correct="1")
    assert win in drafts_on(back)
    assert {"type": "draw", "riichi": [1], "tenpai": [1], "nagashi": []} in drafts_on(back)
    # noten payment 3 x 1,000 taken back; Chen's 2 han 30 fu is 2,000 from Dina, and Benoît's stick his
    phone.confirm(table, ron(2, 3, 2, 30, riichi=[1]), number=1)
    assert scores(table) == [25000, 24000, 28000, 23000]


def test_a_draw_can_be_inserted(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    page = page_of(phone, table, {}, insert="1")
    no_tenpai = {"type": "draw", "riichi": [], "tenpai": [], "nagashi": []}
    assert no_tenpai in drafts_on(page)
    sheet = page_of(phone, table, no_tenpai, insert="1")
    assert {"type": "chombo", "offenders": [], "riichi": []} in drafts_on(sheet)
    assert "Confirm the insertion" in sheet


def test_a_fine_after_uma_is_said_where_no_points_move(phone: Phone) -> None:
    # RULES.md, EMA: a chombo costs 20,000 after uma
    table = phone.open_table(preset="ema-2025")
    sheet = page_of(phone, table, {"type": "chombo", "offenders": [2], "riichi": []})
    assert "20,000 are taken off in the ranking" in sheet


def test_the_value_sheet_says_how_much_honba_is_in_it(phone: Phone, table: Session) -> None:
    # RULES.md section 1: +300 a counter, 100 from each on a self-draw
    def sheet(source: int | None, number: int, language: str = "en") -> str:
        win = {"type": "win", "wins": [{"winner": 1, "from": source}]}
        asked = {"draft": json.dumps(win)}
        url = reverse("tables:entry", args=[table.code, number])
        return html.unescape(phone.get(url, asked, headers={"accept-language": language}).content.decode())

    assert "honba (" not in sheet(2, 1)
    assert "What Chen pays" in sheet(2, 1)
    phone.confirm(table, draw(0))
    phone.confirm(table, draw(0))
    assert "What Chen pays, 2 honba (600) included" in re.sub(r"\s+", " ", sheet(2, 3))
    assert "As paid, 2 honba (200 each) included" in sheet(None, 3)
    assert "avec 2 honba (600)" in sheet(2, 3, "fr")
    assert "avec 2 honba (200 par joueur)" in sheet(None, 3, "fr")


@pytest.mark.parametrize(("preset", "further"), [("mahjong-soul", "5,200"), ("ema-2025", "5,500")])
def test_the_second_of_two_rons_shows_honba_where_it_gets_any(
    phone: Phone, preset: str, further: str
) -> None:
    table = phone.open_table(preset=preset)
    phone.confirm(table, draw(0))
    # seat 3 discards: seat 0 sits nearer after it than seat 1
    win = {"type": "win", "wins": [{"winner": 0, "from": 3, "han": 1, "fu": 30}, {"winner": 1, "from": 3}]}
    page = page_of(phone, table, win, 2)
    assert values_on(page)[3, 40] == further
    assert ("1 honba (300) included" in page) is (further == "5,500")
    nearer = {"type": "win", "wins": [{"winner": 1, "from": 3, "han": 1, "fu": 30}, {"winner": 0, "from": 3}]}
    # the dealer's 3 han 40 fu is 7,700
    assert values_on(page_of(phone, table, nearer, 2))[3, 40] == "8,000"


@pytest.mark.parametrize(
    "wins", [[{}, {"winner": 1, "from": 2}], [{"winner": 0, "from": None}, {"winner": 1, "from": None}]]
)
def test_winners_that_no_screen_of_ours_put_together(phone: Phone, table: Session, wins: list[dict]) -> None:
    phone.confirm(table, draw(0))
    page = page_of(phone, table, {"type": "win", "wins": wins}, 2)
    assert values_on(page) or "Who else won?" in page


def tiles_page(
    phone: Phone, session: Session, tiles: dict, into: str = "hand", source: int | None = None
) -> str:
    """The page on which Benoît's hand is tapped, after a riichi."""
    draft = {"type": "win", "riichi": [1], "wins": [{"winner": 1, "from": source, "tiles": tiles}]}
    url = reverse("tables:step", args=[session.code, 1, "tiles"])
    return html.unescape(phone.get(url, {"draft": json.dumps(draft), "into": into}).content.decode())


def test_tiles_say_the_points_and_the_limit_they_reach(phone: Phone, table: Session) -> None:
    tiles = {"concealed": "234567m345p66678s", "winning": "8s"}
    count = r'<p class="count-line">(.*?)</p>'

    def told(flags: list[str]) -> str:
        found = re.search(count, tiles_page(phone, table, {**tiles, "flags": flags}), re.S)
        assert found
        return " ".join(re.sub(r"<[^>]*>", " ", found[1]).replace("\u200b", "").split())

    # riichi, tsumo, pinfu, tanyao: 4 han 20 fu is 1300/2600 (published); ippatsu makes 5 han, a mangan
    assert told([]) == "1,300/2,600 4 han 20 fu Use this value"
    assert told(["ippatsu"]) == "2,000/4,000 5 han 20 fu, mangan Use this value"


def _opens(page: str, key: str) -> bool:
    """Whether a key of the keyboard leads anywhere; False where it can add nothing."""
    return bool(re.search(rf'<a class="tile-key" id="key-{key}"\s[^>]*href=', page))


@pytest.mark.parametrize("preset", ["ema-2025", "wrc-2025", "jpml-a", "saikouisen", "rmu"])
def test_rules_without_red_fives_have_no_key_for_them(phone: Phone, preset: str) -> None:
    page = tiles_page(phone, phone.open_table("riichi", preset), {"concealed": "123m"})
    assert _opens(page, "5m")
    assert "key-0" not in page


def test_a_red_five_is_tapped_as_often_as_the_set_has_it(phone: Phone) -> None:
    three = phone.open_table("riichi", "tenhou")  # one of each suit
    page = tiles_page(phone, three, {"concealed": "0p"})
    assert [_opens(page, key) for key in ("0m", "0p", "0s")] == [True, False, True]
    page = tiles_page(phone, three, {"concealed": "11z", "dora": "0m"}, "pon")
    assert [_opens(page, key) for key in ("0m", "0p", "0s")] == [False, True, True]

    # the five of a meld turns red while a red one is left, and plain again at any time
    red_button = 'data-tap="red-1"'
    plain_meld = {"melds": [{"kind": "chii", "tiles": "345p"}]}
    assert red_button in tiles_page(phone, three, {**plain_meld, "concealed": "11z"})
    assert red_button not in tiles_page(phone, three, {**plain_meld, "concealed": "0p"})
    red_meld = {"melds": [{"kind": "chii", "tiles": "340p"}]}
    assert red_button in tiles_page(phone, three, red_meld)


def test_a_chii_asks_for_its_lowest_tile_and_then_tiles_go_into_the_hand(
    phone: Phone, table: Session
) -> None:
    assert "Chii: tap its lowest tile." in tiles_page(phone, table, {}, "chii", 2)
    page = tiles_page(phone, table, {"concealed": "11z"}, "chii", 2)
    key = re.search(r'<a[^>]*href="([^"]+)"[^>]*id="key-3m"|<a[^>]*id="key-3m"[^>]*href="([^"]+)"', page)
    assert key
    query = parse_qs(urlsplit(key[1] or key[2]).query)
    assert query["into"] == ["hand"]
    assert json.loads(query["draft"][0])["wins"][0]["tiles"]["melds"] == [{"kind": "chii", "tiles": "345m"}]
    # indicators come several at a time
    page = tiles_page(phone, table, {"concealed": "11z"}, "dora", 2)
    assert "into=dora" in page[page.index('id="key-3m"') :].split(">")[0]


def test_each_takes_the_own_stick_first_and_the_sheet_says_so(phone: Phone) -> None:
    # the double ron worked out in docs/rules/riichi.md (own_stick_first)
    table = phone.open_table(preset="ema-2016")
    phone.confirm(table, draw(3, riichi=[3]))
    wins = [{"winner": 1, "from": 0, "han": 2, "fu": 40}, {"winner": 2, "from": 0, "han": 3, "fu": 40}]
    both = {"type": "win", "riichi": [1, 2], "wins": wins}
    sheet = page_of(phone, table, both, 2, edit="1")
    # Dina's stick from the hand before and the own one go to the first, the own one to the second
    assert "Chen gets the riichi stick back." in sheet
    assert "The 2 sticks go to Benoît." in sheet
    phone.confirm(table, both)
    assert scores(table) == [19300, 34200, 34500, 32000]


def test_who_takes_several_riichi_sticks_is_said_in_one_line(phone: Phone, table: Session) -> None:
    sheet = page_of(phone, table, ron(1, 2, riichi=[1, 3]))
    assert "The 2 sticks go to Benoît." in sheet


def test_correct_page_starts_from_what_was_recorded(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    phone.confirm(table, ron(3, 0))
    answer = phone.get(reverse("tables:entry", args=[table.code, 1]))
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 200
    assert "Benoît wins by ron on Chen, 3 han 40 fu" in page


def test_correction_shows_what_changes_before_it_is_confirmed(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    phone.confirm(table, ron(3, 0))
    page = page_of(phone, table, ron(0, 2), number=1, correct="1")
    # the dealer had won: hand 2 is E1-1, worth 300 more
    assert re.search(r"<del>E2</del>\s*<ins>E1-1</ins>", page)
    assert "What changes from that hand on" in page
    assert table.hands.get(number=1).outcome["wins"][0]["winner"] == 1


JUNK = [
    "",
    "nonsense",
    "[]",
    "null",
    "1e999",
    '{"type": 5}',
    '{"type": "win", "wins": 3}',
    '{"type": "win", "wins": [[]]}',
    '{"type": "win", "wins": [{"winner": 9}]}',
    '{"type": "win", "wins": [{"winner": true}]}',
    '{"type": "win", "wins": [{"winner": 1, "from": 1}]}',
    '{"type": "win", "wins": [{"winner": 1, "from": 2, "han": "x"}]}',
    '{"type": "win", "wins": [{"winner": 1, "from": 2, "han": 1e400, "fu": 30}]}',
    '{"type": "win", "wins": [{"winner": 1, "from": 2, "tiles": {"concealed": "\\ud800"}}]}',
    '{"type": "win", "wins": [{"winner": 1, "from": 2, "tiles": []}]}',
    '{"type": "win", "wins": [{}, {}, {}, {}, {}]}',
    '{"type": "draw", "tenpai": [0, 0]}',
    '{"type": "draw", "tenpai": "all"}',
    '{"type": "abort", "reason": "rain"}',
    '{"type": "chombo", "offenders": [7]}',
    '{"colour": "red"}',
    "[" * 3000,
    '{"type": "' + "x" * 7000 + '"}',
]


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_no_draft_yields_a_server_error(phone: Phone, table: Session, junk: str) -> None:
    phone.confirm(table, ron(1, 2))
    for number in (1, 2, 9):
        url = reverse("tables:entry", args=[table.code, number])
        tiles = reverse("tables:step", args=[table.code, number, "tiles"])
        assert phone.get(url, {"draft": junk}).status_code < 500
        assert phone.get(url, {"draft": junk, "insert": "1"}).status_code < 500
        assert phone.get(tiles, {"draft": junk}).status_code < 500
        form = {"draft": junk, "version": 1, "played": 1, "key": ""}
        assert phone.post(url, form).status_code < 500
    # an empty draft of a recorded hand is the hand itself; nothing else may have been written
    assert table.hands.count() == 1
    assert scores(table) == [25000, 30200, 19800, 25000]


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"version": "x"},
        {"version": "-1", "played": "0"},
        {"version": "0", "played": "no"},
        {"version": "9" * 5000, "played": "0"},
        {"version": "0", "played": "0", "key": "not-a-key"},
    ],
)
def test_no_form_yields_a_server_error(phone: Phone, table: Session, form: dict[str, str]) -> None:
    form = {"draft": json.dumps(ron(1, 2)), **form}
    answer = phone.post(reverse("tables:entry", args=[table.code, 1]), form)
    assert answer.status_code in (404, 409, 422)
    assert table.hands.count() == 0


def read(page: str) -> str:
    """The words of a page, one space between them."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


@pytest.mark.parametrize(
    ("tenpai", "sentence"),
    [
        # 3,000 from all who are noten to all who are tenpai (RULES.md, "Draw")
        ((), "Nobody pays anything."),
        ((0,), "Benoît, Chen and Dina pay 1,000 each."),
        ((0, 1), "Chen and Dina pay 1,500 each."),
        ((0, 1, 2), "Dina pays 3,000."),
        ((0, 1, 2, 3), "Nobody pays anything."),
    ],
)
def test_no_winner_says_who_pays_and_which_hand_is_next(
    phone: Phone, table: Session, tenpai: tuple[int, ...], sentence: str
) -> None:
    page = read(page_of(phone, table, draw(*tenpai)))
    assert sentence in page
    assert f"Next: East {1 if 0 in tenpai else 2}, 1 honba." in page


def test_no_winner_says_what_becomes_of_the_sticks_and_who_declared(phone: Phone, table: Session) -> None:
    page = read(page_of(phone, table, draw(1, riichi=[1])))
    assert "Who was tenpai? Benoît is: riichi." in page
    assert "The stick stays." in page
    two = read(page_of(phone, table, draw(1, 3, riichi=[1, 3])))
    assert "Benoît and Dina are: riichi." in two
    assert "The 2 sticks stay." in two


def test_a_nagashi_mangan_says_who_pays_it(phone: Phone, table: Session) -> None:
    river = {"type": "draw", "tenpai": [], "nagashi": [0], "riichi": []}
    page = read(page_of(phone, table, river))
    # a mangan of the dealer: 4,000 from each (RULES.md, points table)
    assert "Benoît, Chen and Dina pay 4,000 each." in page
    river["nagashi"] = [1]
    other = read(page_of(phone, table, river))
    assert "Aiko pays 4,000, Chen pays 2,000 and Dina pays 2,000." in other
