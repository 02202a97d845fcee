"""Every sheet, in both languages and on both papers, with names as people have them.

As few pages as it needs, nothing alone on the last of them, no letter on another, none off the paper.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.utils.translation import gettext, override

from mahjongclub.clubs.models import Club, Device, Evening, Player
from mahjongclub.events.models import Tournament
from mahjongclub.events.state import TournamentState
from mahjongclub.games.registry import GAMES as ALL_GAMES
from mahjongclub.games.registry import find_game
from mahjongclub.rules.registry import find_variant
from mahjongclub.sheets import fonts
from mahjongclub.sheets.blank.filling import FilledFields, blank_sheet
from mahjongclub.sheets.filled.evening import evening_sheet
from mahjongclub.sheets.filled.season import season_sheet
from mahjongclub.sheets.filled.session import session_sheet
from mahjongclub.sheets.poster import qr_code_for_template
from mahjongclub.sheets.tournament import ranking_sheet, seating_list
from mahjongclub.sheets.typesetting import print_sheet
from mahjongclub.tables.models import Session
from mahjongclub.tables.whole_record import WholeRecord, store_record
from tests.clubs.club_house import ClubHouse
from tests.leagues.tournament_hall import TournamentHall
from tests.tables.conftest import Phone, draw, ron
from tests.tables.test_whole_record import BEGAN, record_of

from ..boxes import letters_of, outside, overprinted, struck_through, ticks_of, words_of
from ..reading import opened
from ..test_reports import play, season_of

PRINTED = [(paper, language) for paper in ("a4", "letter") for language in ("en", "fr")]
GAMES = [*ALL_GAMES]
LONG = "Anne-Sophie de La Rochefoucauld"
LONGEST = "Maximilienne-Élisabeth de Montmorency-Luxembourg et de Saint-Germain"
ENDLESS_NAME = f"{LONGEST} {LONGEST} {LONGEST}"[:200]
CAST = [
    "Marguerite",
    "Jean-Pierre",
    LONG,
    "Bo",
    "Σοφία Παπαδοπούλου",
    "田中 愛子",
    "O'Brien",
    "Łukasz Żółć",
    "ليلى منصور",
    "Wolfeschlegelsteinhausenbergerdorff-Maier",
    LONGEST,
    "Иван Петров",
    "김서연",
    "สมชาย ใจดี",
    "आशा शर्मा",
    "Zoé",
]
EVENT = "Championnat régional riichi d’Île-de-France et de Normandie, mémorial Marguerite Dupont, 2026"
#: A hand that can be played again and again, where that of `record_of` ends the game.
ENDLESS = {
    "riichi": draw(0, 1, 2, 3, riichi=[0]),
    "sanma": draw(0, 1, 2),
    "ten": {"type": "draw", "reason": "no_declaration"},
}


def check(pdf: bytes, pages: int, sheet: str = "") -> None:
    """So many pages, each to be read."""
    assert len(opened(pdf).pages) == pages, sheet
    assert overprinted(pdf) == [], sheet
    assert struck_through(pdf) == [], sheet
    assert outside(pdf) == [], sheet
    assert all(len(words) > 40 for words in words_of(pdf)), "a page with next to nothing on it"


@pytest.mark.parametrize(("paper", "language"), PRINTED)
@pytest.mark.parametrize("game", GAMES)
def test_a_blank_sheet_is_one_page(anybody: Phone, game: str, paper: str, language: str) -> None:
    seats = find_variant(game).seats
    names = [CAST[(seat + 2) % len(CAST)] for seat in range(seats)]
    for preset, called in (
        ("", []),
        ("usual", names),
        ("usual", [LONGEST] * seats),
        ("", [ENDLESS_NAME] * seats),
    ):
        asked = {"paper": paper, "language": language} | {
            f"name-{seat}": name for seat, name in enumerate(called)
        }
        asked |= {} if preset else {"preset": ""}
        check(anybody.get(f"/sheets/blank/{game}/sheet.pdf", asked).content, 1)


@pytest.mark.parametrize(("paper", "language"), PRINTED)
@pytest.mark.parametrize(
    ("game", "seats"), [("hongkong", 3), ("taiwanese", 3), ("classical", 3), ("six", 3), ("six", 7)]
)
def test_a_blank_sheet_has_a_column_for_each_who_plays_by_the_rules(
    game: str, seats: int, paper: str, language: str
) -> None:
    variant = find_variant(game)
    rules = variant.default_preset.rules.with_options({"seats": seats})
    filled = FilledFields(rules, "House rules", [f"{LONG} {seat}" for seat in range(seats)])
    with override(language):
        code = qr_code_for_template("https://mahjong.example.org/", "Scan:")
        sheet = blank_sheet(variant, filled, code, paper=paper, language=language, copies=1)
    pdf = print_sheet(sheet).pdf
    check(pdf, 1)
    assert words_of(pdf)[0].count("Rochefoucauld") == seats
    if game == "six":
        assert f"{seats - 1}" in words_of(pdf)[0].split("Kong")[0][-20:]


def test_five_who_take_turns_at_a_table_have_a_score_sheet(phone: Phone) -> None:
    """Whoever sits out has a column too."""
    table = phone.open_table(names=CAST[:5], rotation="deal")
    for part in ("blank", "poster"):
        pdf = phone.get(f"/sheets/t/{table.code}/{part}/sheet.pdf").content
        check(pdf, 1, part)
        parts = [
            part for name in CAST[:5] for part in re.split("[ -]", name)
        ]  # on two lines where one is short
        assert all(part in words_of(pdf)[0] for part in parts)
    pdf = phone.get(f"/sheets/t/{table.code}/blank/sheet.pdf", {"language": "en"}).content
    assert "=125,000" in words_of(pdf)[0]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("game", "ticks", "rows"),
    [("riichi", 8, (24, 21)), ("sanma", 6, (24, 21)), ("classical", 12, (24, 24))],
)
def test_a_blank_sheet_has_room_for_a_long_game(
    anybody: Phone, game: str, ticks: int, rows: tuple[int, int], language: str
) -> None:
    """Signatures, referee and control total take no hand away: places stand beside the points."""
    for paper, least in zip(("a4", "letter"), rows, strict=True):
        pdf = anybody.get(f"/sheets/blank/{game}/sheet.pdf", {"paper": paper, "language": language}).content
        assert ticks_of(pdf)[0] >= least * ticks, paper


def test_a_sheet_asks_for_no_oka_where_its_rules_have_none(anybody: Phone) -> None:
    for preset, has_oka in (("club", True), ("ema-2025", False), ("", True)):
        pdf = anybody.get("/sheets/blank/riichi/sheet.pdf", {"language": "en", "preset": preset}).content
        assert ("Oka" in words_of(pdf)[0]) == has_oka


@pytest.mark.parametrize(("paper", "language"), PRINTED)
@pytest.mark.parametrize("game", GAMES)
def test_a_card_overprints_nothing(anybody: Phone, game: str, paper: str, language: str) -> None:
    for card in ("points", "rules"):
        for preset in find_variant(game).presets:
            asked = {"paper": paper, "language": language, "preset": preset.key}
            pdf = anybody.get(f"/sheets/{card}/{game}/sheet.pdf", asked).content
            assert overprinted(pdf) == [], preset.key
            assert struck_through(pdf) == [], preset.key
            assert outside(pdf) == []


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_the_paper_has_the_codes_and_the_last_columns_of_the_typed_sheet_in_order(
    anybody: Phone, game: str, language: str
) -> None:
    """What is typed row by row stands in this order on paper: the seats, then what is beside them."""
    pdf = anybody.get(f"/sheets/blank/{game}/sheet.pdf", {"language": language, "preset": ""}).content
    sheet = find_game(game).score_sheet
    (letters,) = letters_of(pdf)
    whole = words_of(pdf)[0]
    with override(language):
        labels = [str(column.label) for column in sheet.columns]
        number = gettext("No. %(number)s").replace("%(number)s", "").strip()
        codes = [code.typed for code in sheet.codes]

    def lefts(word: str) -> list[float]:
        ends = [at for at in range(len(whole)) if whole.startswith(word.replace(" ", ""), at)]
        return [letters[at].left for at in ends]

    last_seat = max(lefts(number))
    places = [max(lefts(label)) for label in labels]
    assert all(last_seat < place for place in places)
    assert places == sorted(places)
    shown = [code for code in codes if "".join(code.split()) in whole]
    end, *_dice = [f"column {label}" for label in labels]
    if language == "en":
        of_the_seats = [not str(code.meaning).startswith("column") for code in sheet.codes]
        assert of_the_seats == sorted(of_the_seats, reverse=True), "the codes in the order of the columns"
        assert any(str(code.meaning).startswith(end) for code in sheet.codes)
    # of six players' classes each has its code at its name, and a hand that is not told is rare
    assert set(codes) - set(shown) <= (
        {"ch  ap  pu  4p", "pp  mi  en", "pe  pm", "p4", "1pu4=12  1w=12", "kc  ke  kd3", "1kc", "34"}
        if game == "six"
        else set()
    )


def test_paper_names_no_code_that_its_rules_do_not_know(anybody: Phone) -> None:
    """EMA's rules have neither nagashi mangan nor abortive draws; RULES.md."""
    for preset, known in (("club", True), ("ema-2025", False)):
        pdf = anybody.get("/sheets/blank/riichi/sheet.pdf", {"language": "en", "preset": preset}).content
        assert ("nagashimangan" in words_of(pdf)[0]) == known
        assert ("4w4r4k3r" in words_of(pdf)[0]) == known


@pytest.fixture
def hall(house: ClubHouse) -> TournamentHall:
    """Sixteen people of all kinds, three rounds published, the first one played."""
    Club.objects.filter(pk=house.club.pk).update(name="Les Dragons de l’Est et leurs amis du mahjong riichi")
    hall = TournamentHall(house, CAST, round_count=3, name=EVENT)
    hall.draw_and_publish()
    hall.open(1)
    hall.play(1)
    Player.objects.filter(name=CAST[-1]).update(name=ENDLESS_NAME)
    return hall


@pytest.mark.parametrize(("paper", "language"), PRINTED)
def test_the_sheets_of_an_event_have_the_pages_they_need(
    hall: TournamentHall, paper: str, language: str
) -> None:
    pages = {
        "cards/": 2,
        "numbers/": 4,
        "rounds/1/scores/": 4,
        "rounds/2/scores/": 4,
        "rounds/1/ranking/": 1,
        "badges/": 2,
    }
    for part, count in pages.items():
        answer = hall.phone.get(f"/sheets{hall.url(part)}sheet.pdf", {"paper": paper, "language": language})
        assert answer.status_code == 200, part
        check(answer.content, count, part)
    for by in ("name", "table"):
        asked = {"paper": paper, "language": language, "by": by}
        check(hall.phone.get(f"/sheets{hall.url('seating/')}sheet.pdf", asked).content, 1, by)


@pytest.mark.parametrize(("paper", "language"), PRINTED)
def test_the_sheets_of_an_american_event_have_the_pages_they_need(
    house: ClubHouse, paper: str, language: str
) -> None:
    """Points of a tournament add up to anything: its score sheets expect no sum."""
    hall = TournamentHall(
        house, CAST, variant="american", preset="tournament", round_count=4, minutes=55, name=EVENT
    )
    hall.draw_and_publish()
    hall.open(1)
    for table in range(1, 5):
        points = {f"score-{seat}": str(score) for seat, score in enumerate((25, -20, 10 * table, -10))}
        assert hall.post(f"rounds/1/tables/{table}/paper/", **points).status_code == 302
    for part, count in {"cards/": 2, "numbers/": 4, "rounds/2/scores/": 4, "rounds/1/ranking/": 1}.items():
        answer = hall.phone.get(f"/sheets{hall.url(part)}sheet.pdf", {"paper": paper, "language": language})
        assert answer.status_code == 200, part
        check(answer.content, count, part)
        if part == "rounds/2/scores/":
            assert all("Signatures" in page and "=0" not in page for page in words_of(answer.content))
    asked = {"paper": paper, "language": language, "by": "name"}
    check(hall.phone.get(f"/sheets{hall.url('seating/')}sheet.pdf", asked).content, 1)


@pytest.mark.parametrize(("paper", "language"), PRINTED)
def test_no_few_rows_of_a_list_fall_alone_on_a_page(hall: TournamentHall, paper: str, language: str) -> None:
    """However many take part."""
    state = TournamentState(hall.tournament)
    with override(language):
        ranked = ranking_sheet(state, 1, paper=paper, language=language)
        seated = seating_list(state, by="name", paper=paper, language=language)
    for sheet, name in ((ranked, "lines"), (seated, "players")):
        rows = [row for row in sheet.data[name] if row["name"]["text"] in CAST][:12]
        for count in (20, *range(35, 48), 79, 80, 81, 84, 90):
            changed = {name: (rows * 8)[:count]}
            pdf = print_sheet(replace(sheet, data={**sheet.data, **changed})).pdf
            lengths = [len(words) for words in words_of(pdf)]
            check(pdf, len(lengths), f"{count} {name}")
            assert len(lengths) <= 1 + (count > 36) + (count > 80), count
            assert lengths[-1] > 0.3 * max(lengths), count


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("rounds", [8, 12, 20])
def test_the_ranking_of_many_rounds_overprints_nothing(hall: TournamentHall, rounds: int, paper: str) -> None:
    sheet = ranking_sheet(TournamentState(hall.tournament), 1, paper=paper, language="en")
    changed = {
        "columns": [*sheet.data["columns"][:3], *(f"R{number}" for number in range(1, rounds + 1))],
        "lines": [{**line, "cells": ["−120.5"] * rounds} for line in sheet.data["lines"]],
    }
    check(print_sheet(replace(sheet, data={**sheet.data, **changed})).pdf, 1)


def test_a_score_sheet_of_an_event_has_the_numbers_of_its_players(hall: TournamentHall) -> None:
    pdf = hall.phone.get(f"/sheets{hall.url('rounds/2/scores/')}sheet.pdf", {"language": "en"}).content
    for page, table in zip(words_of(pdf), hall.tables(2), strict=True):
        for seat in table.seats.all():
            assert f"No.{seat.place.number}" in page
        assert all(word in page for word in ("Signatures", "Referee", "Controltotal", "=120,000"))
        assert "Round2" in page
        assert f"Table{table.number}" in page


def test_the_filled_sheet_of_an_event_tells_numbers_round_and_table(hall: TournamentHall) -> None:
    for table in hall.tables(1):
        assert table.session is not None
        pdf = hall.phone.get(f"/sheets/t/{table.session.code}/sheet.pdf", {"language": "en"}).content
        (page,) = words_of(pdf)
        assert re.findall(r"No\.(\d+)", page)[:4] == [str(seat.place.number) for seat in table.seats.all()]
        assert all(word in page for word in ("Round1", f"Table{table.number}", "Referee"))


def test_a_badge_writes_a_long_name_as_large_as_it_has_room(hall: TournamentHall) -> None:
    pdf = hall.phone.get(f"/sheets{hall.url('badges/')}sheet.pdf", {"language": "en"}).content
    letters, words = letters_of(pdf)[0], words_of(pdf)[0]
    capital = letters[words.index("Rochefoucauld")]
    assert capital.top - capital.bottom > 10, "two lines, each nearly as large as a short name"
    last = letters[words.index("deSaint-GNo.16") + len("deSaint-G") - 1]
    number = letters[words.index("deSaint-GNo.16") + len("deSaint-G")]
    assert last.bottom - number.top > 8, "the number stands apart from the longest name"


def test_the_score_sheet_of_an_open_table_has_the_numbers_too(hall: TournamentHall) -> None:
    (table, *_others) = hall.tables(1)
    assert table.session is not None
    pdf = hall.phone.get(f"/sheets/t/{table.session.code}/blank/sheet.pdf", {"language": "en"}).content
    (page,) = words_of(pdf)
    heads = re.findall(r"No\.(\d+)", page)
    assert heads[:4] == [str(seat.place.number) for seat in table.seats.all()]
    assert "Round1" in page


@pytest.mark.django_db
@pytest.mark.parametrize(("paper", "language"), PRINTED)
@pytest.mark.parametrize("game", GAMES)
def test_signatures_stand_below_the_ranking_however_many_hands_were_played(
    game: str, paper: str, language: str
) -> None:
    """Wherever the page ends."""
    one = ENDLESS.get(game) or record_of(game).hands[0]
    preset = {"preset": "100/20"} if game == "taiwanese" else {}
    for count in (1, 9, 16, 17, 18, 19, 20, 21, 24):
        hands = [dict(one) for _turn in range(count)]
        session = store_record(
            WholeRecord(record_of(game, hands=hands, closed=True, **preset), BEGAN), Device.objects.create()
        )
        for seat, name in zip(session.seats.select_related("player"), CAST[2:], strict=False):
            Player.objects.filter(pk=seat.player_id).update(name=name)
        with override(language):
            pdf = print_sheet(session_sheet(session, paper=paper, language=language)).pdf
            ranking = gettext("The ranking").replace(" ", "")
        pages = words_of(pdf)
        assert [ranking in page for page in pages] == ["Signatures" in page for page in pages], count
        assert len(pages) <= 2
        assert overprinted(pdf) == []
        assert struck_through(pdf) == []
        assert outside(pdf) == []


@pytest.mark.django_db
@pytest.mark.parametrize(("paper", "language"), PRINTED)
@pytest.mark.parametrize("game", ["classical", "six"])
def test_hands_chart_and_signatures_are_one_page(game: str, paper: str, language: str) -> None:
    """A chart gives way before half a page stays empty; a name within a sentence loses words, not letters."""
    hands = [dict(record_of(game).hands[0]) for _turn in range(8 if game == "six" else 10)]
    session = store_record(
        WholeRecord(record_of(game, hands=hands, closed=True), BEGAN), Device.objects.create()
    )
    for seat, name in zip(session.seats.select_related("player"), CAST[2:], strict=False):
        Player.objects.filter(pk=seat.player_id).update(name=name)
    with override(language):
        pdf = print_sheet(session_sheet(session, paper=paper, language=language)).pdf
    check(pdf, 1)
    assert "…" not in words_of(pdf)[0]
    if game == "classical":
        assert "ΣοφίαΠ.8" in words_of(pdf)[0]


@pytest.mark.parametrize(("paper", "language"), PRINTED)
def test_reports_of_an_evening_and_a_season_overprint_nothing(
    house: ClubHouse, paper: str, language: str
) -> None:
    Club.objects.filter(pk=house.club.pk).update(name="Les Dragons de l’Est et leurs amis du mahjong riichi")
    Evening.objects.filter(pk=house.evening.pk).update(name=EVENT, place="Salle des fêtes, 12 rue de Gand")
    season = season_of(house)
    play(house, *[("riichi", {"hands": [ron(1, 2), draw(0)]})] * 5, ("six", {}), ("ten", {}))
    for player, name in zip(Player.objects.filter(club=house.club).order_by("pk"), CAST[2:], strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    house.evening.refresh_from_db()
    with override(language):
        sheets: list[Any] = [
            evening_sheet(house.evening, paper=paper, language=language),
            season_sheet(season, whole=True, paper=paper, language=language),
            season_sheet(season, whole=False, paper=paper, language=language),
        ]
    for sheet, pages in zip(sheets, (1, 1, 1), strict=True):
        check(print_sheet(sheet).pdf, pages, sheet.title)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_reports_of_many_people_go_on_where_a_page_ends(house: ClubHouse, paper: str) -> None:
    """Ninety in the standings, and at an evening: the rows of four, said again and again."""
    season = season_of(house)
    play(house, *[("riichi", {"hands": [ron(1, 2)]})] * 2)
    standings = season_sheet(season, whole=True, paper=paper, language="en")
    evening = evening_sheet(house.evening, paper=paper, language="en")
    rows = standings.data["players"]["rows"]
    players = {**standings.data["players"], "rows": (rows * 23)[:90]}
    for count in range(47, 56):
        few = {**standings.data["players"], "rows": (rows * 23)[:count]}
        hung = replace(standings, data={**standings.data, "players": few, "scoring": []})
        pages = [words.count("Aiko") + words.count("Chen") for words in words_of(print_sheet(hung).pdf)]
        assert pages[-1] > 5, count
    (part,) = evening.data["together"]
    together = [{**part, "rows": (part["rows"] * 23)[:90]}]
    for sheet, changed in (
        (standings, {"players": players}),
        (evening, {"together": together, "games": evening.data["games"] * 11}),
    ):
        pdf = print_sheet(replace(sheet, data={**sheet.data, **changed})).pdf
        check(pdf, len(opened(pdf).pages), sheet.template)
        assert "".join(words_of(pdf)).count("Aiko") >= 22
        assert len(opened(pdf).pages) in (2, 3, 4)


@pytest.mark.parametrize(("paper", "language"), PRINTED)
def test_posters_overprint_nothing(house: ClubHouse, paper: str, language: str) -> None:
    Club.objects.filter(pk=house.club.pk).update(name="Les Dragons de l’Est et leurs amis du mahjong riichi")
    Evening.objects.filter(pk=house.evening.pk).update(name=EVENT, place="Salle des fêtes, 12 rue de Gand")
    phone = house.phone("organiser")
    table = phone.open_table(names=CAST[2:6])
    addresses = [
        *(
            f"c/{house.club.slug}/{part}"
            for part in ("poster", "room", f"evenings/{house.evening.pk}/poster")
        ),
        *(f"t/{table.code}/{part}" for part in ("poster", "blank")),
    ]
    for address in addresses:
        answer = phone.get(f"/sheets/{address}/sheet.pdf", {"paper": paper, "language": language})
        assert answer.status_code == 200, address
        check(answer.content, 1, address)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_seating_of_many_rounds_overprints_nothing(house: ClubHouse, paper: str) -> None:
    names = [f"{CAST[number % len(CAST)]} {number}" for number in range(1, 17)]
    hall = TournamentHall(house, names, round_count=20, name=EVENT)
    hall.draw()
    check(hall.phone.get(f"/sheets{hall.url('cards/')}sheet.pdf", {"paper": paper}).content, 2)
    asked = {"paper": paper, "by": "name"}
    check(hall.phone.get(f"/sheets{hall.url('seating/')}sheet.pdf", asked).content, 1)


def test_a_report_of_an_evening_numbers_rounds_and_tables(hall: TournamentHall) -> None:
    evening = Session.objects.filter(round_table__round__competition__tournament=hall.tournament)[0].evening
    assert evening is not None
    text = words_of(print_sheet(evening_sheet(evening, paper="a4", language="en")).pdf)
    assert all(f"Round1,table{number}" in "".join(text) for number in (1, 2, 3, 4))


@pytest.mark.parametrize("name", ["สมชาย ใจดี", "आशा शर्मा", "লীলা"])
@pytest.mark.usefixtures("no_fonts_but_our_own")
def test_letters_that_have_to_be_shaped_are_not_set_side_by_side(anybody: Phone, name: str) -> None:
    """Typst's own fonts have letters of these scripts, without the rules by which they join."""
    asked = {"name-0": name, "language": "en"}
    page = anybody.get("/sheets/blank/riichi/", asked).content.decode()
    assert f"<bdi>{name}</bdi>" in page
    assert "apt install fonts-noto-core" in page
    pdf = anybody.get("/sheets/blank/riichi/sheet.pdf", asked).content
    assert not set(name) & set(words_of(pdf)[0]) - {" "}


def test_a_font_that_shapes_a_script_is_used_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "installed_families", lambda: frozenset({fonts.HOUSE, "Noto Sans Thai"}))
    assert fonts.font_families("") == [fonts.HOUSE, "Noto Sans Thai"]
    assert "ส" not in fonts.unshaped_letters()
    assert "आ" in fonts.unshaped_letters()


def test_an_event_whose_name_needs_a_font_says_so(hall: TournamentHall) -> None:
    Tournament.objects.filter(pk=hall.tournament.pk).update(name="โอเพน")
    for part in ("cards/", "seating/", "numbers/", "badges/", "rounds/1/scores/", "rounds/1/ranking/"):
        answer = hall.phone.get(f"/sheets{hall.url(part)}sheet.pdf")
        assert answer.status_code == 422, part
        assert "apt install fonts-noto-core" in answer.content.decode()


@pytest.mark.usefixtures("no_fonts_but_our_own")
def test_the_page_to_print_an_event_names_who_needs_a_font_before_anything_is_printed(
    hall: TournamentHall,
) -> None:
    people = list(Player.objects.filter(tournament_stints__place__tournament=hall.tournament)[:3])
    for player, name in zip(people, ("สมหญิง รักดี", "सीता देवी", "李雷七"), strict=True):
        Player.objects.filter(pk=player.pk).update(name=name)
    page = hall.phone.get(f"/sheets{hall.url()}").content.decode()
    for name in ("สมหญิง รักดี", "सीता देवी", "李雷七"):
        assert f"<bdi>{name}</bdi>" in page
    assert "apt install fonts-noto-cjk fonts-noto-core" in page
    assert "No font of this server has" not in page
    Tournament.objects.filter(pk=hall.tournament.pk).update(name="โอเพน")
    assert "No font of this server has" in hall.phone.get(f"/sheets{hall.url()}").content.decode()


@pytest.mark.usefixtures("no_fonts_but_our_own")
def test_a_picture_gives_way_to_numbers_each_time_where_letters_have_no_font(house: ClubHouse) -> None:
    season = season_of(house)
    play(house, ("riichi", {"hands": [ron(1, 2)]}))
    type(season).objects.filter(pk=season.pk).update(name="春のリーグ")
    for _turn in range(2):
        answer = house.phone("member").get(f"/sheets/c/{house.club.slug}/seasons/{season.pk}/standings.png")
        assert answer.status_code == 200


def test_who_declared_riichi_is_told_on_a_filled_sheet(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2, riichi=[1, 3]))
    phone.confirm(table, draw(0))
    text = words_of(phone.get(f"/sheets/t/{table.code}/sheet.pdf", {"language": "en"}).content)[0]
    assert "+6,200R31,200" in text
    assert "−1,000R24,000" in text
    assert "R:riichideclared" in text
    assert text.count("R3") + text.count("R2") == 2


def test_who_was_typed_in_gets_a_badge(hall: TournamentHall) -> None:
    """Nobody entered by the page or by a list: all sixteen were typed as players."""
    answer = hall.phone.get(f"/sheets{hall.url('badges/')}sheet.pdf", {"language": "en"})
    assert answer.status_code == 200
    text = "".join(words_of(answer.content))
    assert all(f"No.{number}" in text for number in range(1, 17))
    assert "Jean-Pierre" in text
    assert "Badges" in hall.phone.get(f"/sheets{hall.url()}").content.decode()
