"""Help at the table: what a player finds on the cards of each game, and what a bad address gives."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from mahjongclub.rules.registry import variants
from tests.games.test_cards import usual_card

pytestmark = pytest.mark.django_db
GAMES = [variant.key for variant in variants()]
THROWS = {"classical": "?dice=4-6&second=3-1"}


def read(address, language="en", status=200):
    """The text of a help page as a browser without an account or a table reads it."""
    answer = Client(headers={"accept-language": language}).get(address)
    assert answer.status_code == status, address
    return html.unescape(answer.content.decode())


def card(game, query="", **options):
    return read(f"/help/{game}/{query}", **options)


def table_rows(page, key):
    """The rows of a points table as lists of cells, lines joined by a space."""
    block = page.split(f'id="points-{key}"')[1].split("</table>")[0]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in block.split("<tr>")[2:]]

    def text(cell):
        return re.sub(r"<[^>]+>", " ", cell).replace("\u200b", "").strip()

    return [[text(cell) for cell in row] for row in rows]


def row_of(page, key, head):
    return next(row[1:] for row in table_rows(page, key) if row[0].startswith(head))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_help_offers_every_game(language):
    page = read("/help/", language)
    for variant in variants():
        assert variant.name.in_language(language) in page
        assert f'href="/help/{variant.key}/"' in page


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_each_game_shows_its_rules_card_in_the_readers_language(game, language):
    page = card(game, THROWS.get(game, "?dice=2-5"), language=language)
    for section in usual_card(game):
        assert section.title.in_language(language) in page
        assert section.source.in_language(language) in page
        for line in section.lines:
            assert line.in_language(language) in page
    assert '<svg class="wall-picture"' in page


@pytest.mark.parametrize("game", GAMES)
def test_without_a_throw_the_walls_wait_for_it(game):
    page = card(game)
    assert "wall-picture" not in page
    assert "Roll the dice" in page
    assert page.count('class="face"') == 12


def test_eight_names_norths_wall():
    """Seeds 001 and 002: 4, 8 and 12 open North's wall."""
    page = card("riichi", "?dice=5-3")
    assert "8 names North’s wall" in page
    assert "Count 8 stacks from the right end" in page
    assert "8 désigne le mur Nord" in card("riichi", "?dice=5-3", language="fr")


def test_the_example_of_classical_breaks_souths_wall_at_its_fourteenth_stack():
    """Seed 001: the banker throws 10, South throws 4, "il prend la 14ème pile pour ouvrir la brèche"."""
    half = card("classical", "?dice=4-6")
    assert "South, the dominant wind, throws again" in half
    assert "wall-picture" not in half
    page = card("classical", "?dice=4-6&second=3-1")
    assert "South is the dominant wind of this hand" in page
    assert "stack 14 is the breach" in page
    assert '<text class="counted last"' in page


def test_the_example_of_the_taiwanese_text_counts_six_stacks_of_souths_wall():
    """Seed 002: "s’il lance un 6, il comptera 6 piles à partir de l’extrême droite du mur du Sud"."""
    page = card("taiwanese", "?dice=2-4")
    assert "6 names South’s wall" in page
    assert "Count 6 stacks" in page
    # eight stacks are dead: six right of the break, two round the corner
    assert page.count('class="t dead"') == 8 + 1  # and the one of the legend


def test_taiwanese_choices_change_the_walls():
    assert "East and West build walls of 18 stacks, South and North of 17" in card(
        "taiwanese", "?dice=2-4&flowers=flowers"
    )
    without = card("taiwanese", "?dice=2-4&flowers=none")
    assert "wall of 17 stacks" in without
    assert "Flowers and seasons are shown" not in without
    assert "opens their own wall" in card("taiwanese", "?dice=2-4&break=own")


def test_ten_deals_to_west_when_the_dice_name_west_unless_told_who_deals():
    """Seed 003: the South wall (and the West) makes West the dealer."""
    dealt = re.compile(r'class="takes">\s*<li>\s*<b>(\w+)</b>')
    assert dealt.search(card("ten", "?dice=4-3"))[1] == "West"
    assert dealt.search(card("ten", "?dice=4-3&dealer=east"))[1] == "East"


def test_six_walls_skip_by_the_smaller_die():
    page = card("six", "?dice=2-5")
    assert "The smaller die is 2: skip 2 tiles" in page
    assert page.count('<g transform="rotate(') == 6


@pytest.mark.parametrize("game", GAMES)
def test_rolling_leaves_the_throw_in_the_address(client, game):
    answer = client.get(f"/help/{game}/?roll=dice")
    assert answer.status_code == 302
    assert re.search(r"\?dice=[1-6]-[1-6]#set-up$", answer["Location"])
    assert "no-store" in answer["Cache-Control"]


def test_a_second_throw_keeps_the_first(client):
    answer = client.get("/help/classical/?dice=4-6&roll=second")
    assert re.search(r"\?dice=4-6&second=[1-6]-[1-6]#", answer["Location"])


@pytest.mark.parametrize(
    "query",
    [
        "?dice=7-3",
        "?dice=0-0",
        "?dice=junk",
        "?dice=%00",
        "?dice=3-",
        "?preset=nobody",
        "?rules=[[",
        "?rules=" + "[" * 5000,
        "?rules=" + quote('{"\\ud800": 1}'),
        "?rules=" + quote('{"bank": 1e999, "limit": NaN}'),
        "?rules=7",
        "?table=../../x",
        "?second=9&flowers=9&break=9&dealer=9",
        "?roll=dice2",
    ],
)
def test_a_bad_address_is_told_and_never_breaks(client, query):
    for game in GAMES:
        answer = client.get(f"/help/{game}/{query}")
        assert answer.status_code in (200, 422), game
        assert (answer.status_code == 422) == ('role="alert"' in answer.content.decode()), game


def test_a_bad_throw_is_named_and_nothing_is_drawn():
    page = card("riichi", "?dice=7-3", status=422)
    assert "“7-3” is not a throw" in page
    assert "wall-picture" not in page


def test_an_unknown_game_is_not_found(client):
    assert client.get("/help/poker/").status_code == 404
    assert client.post("/help/riichi/").status_code == 405


def test_a_card_may_be_kept_by_the_browser_alone(client):
    answer = client.get("/help/riichi/?dice=5-3")
    assert "private" in answer["Cache-Control"]
    assert "max-age=" in answer["Cache-Control"]
    assert {"Cookie", "Accept-Language"} <= set(answer["Vary"].replace(" ", "").split(","))
    assert "device" not in answer.cookies


# Points: values of the published tables and of the seeds.


def test_riichi_han_and_fu():
    """RULES.md section 1: 30 fu 4 han 7700, dealer 11600, tsumo 2000/3900 and 3900; 25 fu 4 han 6400."""
    page = card("riichi")
    assert row_of(page, "han-fu", "30")[3] == "7,700 2,000/3,900"
    assert row_of(page, "han-fu-dealer", "30")[3] == "11,600 3,900 all"
    assert row_of(page, "han-fu", "25")[3].startswith("6,400")
    assert row_of(page, "han-fu", "20")[0] == "– –"
    assert row_of(page, "han-fu", "20")[1] == "– 400/700"
    assert row_of(page, "han-fu", "25")[1] == "1,600 –"
    assert row_of(page, "limits", "Mangan") == ["8,000 2,000/4,000", "12,000 4,000 all"]
    assert row_of(page, "limits", "Yakuman")[0] == "32,000 8,000/16,000"


def test_riichi_tables_follow_the_rules_in_the_address():
    """EMA 2025: 30 fu 4 han is a mangan, 13 han a sanbaiman, a double wind pair 2 fu."""
    page = card("riichi", "?preset=ema-2025")
    assert row_of(page, "han-fu", "30")[3] == "8,000 2,000/4,000"
    assert "11 han and more" in page
    assert row_of(page, "fu", "Pair of the wind that is both") == ["+2"]
    changed = card("riichi", "?rules=" + quote(json.dumps({"kiriage_mangan": True})))
    assert row_of(changed, "han-fu", "60")[2].startswith("8,000")


def test_riichi_yaku_closed_and_open():
    page = card("riichi")
    assert row_of(page, "yaku", "Honitsu") == ["3", "2"]
    assert row_of(page, "yaku", "Pinfu") == ["1", "–"]
    assert row_of(page, "yakuman", "Kokushi") == ["✓", "–"]


def test_classical_sets_are_the_seeds_eleven_rows():
    rows = table_rows(card("classical"), "sets")
    assert [row[1:] for row in rows] == [
        ["16", "32"],
        ["16", "32"],
        ["16", "32"],
        ["8", "16"],
        ["4", "8"],
        ["4", "8"],
        ["4", "8"],
        ["2", "4"],
        ["0", "2"],
        ["2", "2"],
        ["2", "2"],
    ]


def test_classical_doublings_and_mahjong_are_the_seeds():
    page = card("classical")
    factors = [row[1].replace("\u00a0", "") for row in table_rows(page, "doublings")]
    assert factors == ["×2", "×4", "×8", "×2", "×2", "×2"]
    assert [row[1] for row in table_rows(page, "mahjong")] == ["20", "22", "30", "100"]
    winner = [row[1].replace("\u00a0", "") for row in table_rows(page, "winner-doublings")]
    assert winner == ["×2", "×2", "×2", "×2", "×8", "×8"]
    house = quote(json.dumps({"loose_tile": False, "winner_bonus": "additive", "limit": 500}))
    page = card("classical", f"?rules={house}")
    assert row_of(page, "winner-doublings", "With a loose tile") == ["–"]
    assert row_of(page, "mahjong", "Mahjong with no pung") == ["30"]
    assert "No hand is worth more than 500." in page


def test_classical_honours_by_the_three_dragons():
    house = quote(json.dumps({"honours_hand": "three_dragons"}))
    rows = table_rows(card("classical", f"?rules={house}"), "winner-doublings")
    assert rows[-1] == ["Pungs or kongs of all three dragons", "×\u00a08"]


def test_taiwanese_payments():
    """RULES.md section 3: at 100/20, 5 tai are 200, and 300 with a dealer on the second repeat."""
    page = card("taiwanese", "?preset=100/20")
    assert row_of(page, "payments", "5")[0] == "200"
    assert row_of(page, "payments", "5")[3] == "300"
    assert row_of(page, "payments", "0")[0] == "100"


def test_the_tai_list_has_three_languages_values_and_exclusions():
    english = card("taiwanese")
    big = next(row for row in table_rows(english, "tai") if row[0].startswith("Big three dragons"))
    assert big[1] == "8"
    assert "大三元" in big[0]
    assert "Trois grands dragons" in big[0]
    assert "Not counted together: Dragon pung." in big[0]
    french = card("taiwanese", language="fr")
    assert next(row for row in table_rows(french, "tai") if row[0].startswith("Trois grands dragons"))
    house = card("taiwanese", "?rules=" + quote(json.dumps({"tai_big_dragons": 10})))
    assert row_of(house, "tai", "Big three dragons") == ["10"]


def test_ten_pays_the_three_shares_of_a_self_draw():
    """RULES.md section 4: 2 han 30 fu is 2000 from the bank, 3000 for the dealer; a mangan 8000."""
    page = card("ten")
    assert row_of(page, "han-fu", "30")[1] == "2,000 3,000"
    assert row_of(page, "limits", "Mangan") == ["8,000", "12,000"]


def test_the_six_player_table_is_the_seeds():
    page = card("six")
    assert [row[1] for row in table_rows(page, "classes")] == ["1", "2", "4", "4", "8", "8", "16", "32", "64"]
    factors = [row[1].replace("\u00a0", "") for row in table_rows(page, "factors")]
    assert factors == ["×2", "×2", "×2", "×4"]
    assert [row[1] for row in table_rows(page, "kongs")] == ["2", "1", "2"]
    assert sorted(row[1] for row in table_rows(page, "tenpai")) == ["1", "2"]


# The way to the help and back.


def test_the_start_page_leads_to_the_help(client):
    assert 'href="/help/"' in client.get("/").content.decode()


def test_more_at_a_table_leads_to_its_games_help_with_its_rules(phone):
    session = phone.open_table(preset="ema-2025")
    at_table = html.unescape(phone.get(reverse("tables:more", args=[session.code])).content.decode())
    link = re.search(r'href="(/help/riichi/\?[^"]+)"', at_table)[1]
    page = html.unescape(phone.get(link).content.decode())
    assert "By the rules of your table: EMA 2025" in page
    assert row_of(page, "han-fu", "30")[3].startswith("8,000")
    assert f'class="way-back" href="{reverse("tables:table", args=[session.code])}"' in page
    # a tapped die keeps the way back and the rules
    face = re.search(r'class="face" id="face-dice-1-5" href="([^"]+)"', page)[1]
    assert f"table={session.code}" in face
    assert "preset=ema-2025" in face


def test_changed_rules_travel_in_the_link_of_more(phone, table):
    table.refresh_from_db()
    table.rules = {**table.rules, "kiriage_mangan": True}
    table.save()
    at_table = html.unescape(phone.get(reverse("tables:more", args=[table.code])).content.decode())
    link = re.search(r'href="(/help/riichi/\?[^"]+)"', at_table)[1]
    page = html.unescape(Client().get(link).content.decode())  # on any other device too: no session is asked
    assert "with changes" in page
    assert row_of(page, "han-fu", "30")[3].startswith("8,000")
