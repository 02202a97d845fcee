"""Bringing games into a club in the browser: what is shown before, what is kept, and nothing twice."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest
import tablib
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from mahjongclub.clubs import write_lock
from mahjongclub.clubs.models import Player
from mahjongclub.exchange.importing import bringing
from mahjongclub.exchange.models import Origin, Upload
from mahjongclub.figures import folding
from mahjongclub.figures.models import Appearance, Rating
from mahjongclub.tables.models import Session
from mahjongclub.tables.replaying import game_record, settle_outcomes, standings, stored_outcomes
from tests.clubs.club_house import ClubHouse, open_club_house
from tests.exchange.tenhou_situations import SITUATIONS

from .tenhou_logs import Played, following, json_of, passing, xml_of
from .test_tenhou_situations import LOGS

RECORD = {
    "format": 1,
    "variant": "riichi",
    "preset": "club",
    "players": ["Aiko", "Benoît", "Chen", "Dina"],
    "started": "2026-05-04T20:00:00+02:00",
    "ended": "2026-05-04T22:00:00+02:00",
    "closed": True,
    # 30 fu 4 han of a dealer: 11600
    "hands": [{"type": "win", "wins": [{"winner": 0, "from": 2, "han": 4, "fu": 30}]}],
}


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def upload(house: ClubHouse, *files: tuple[str, bytes], who: str = "organiser") -> Any:
    parts = [SimpleUploadedFile(name, content) for name, content in files]
    return house.phone(who).post(house.url("import/"), {"chosen": parts})


def look(house: ClubHouse, *files: tuple[str, bytes]) -> str:
    """The address of the page that says what would happen."""
    answer = upload(house, *files)
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def keep(house: ClubHouse, address: str, **form: str) -> HttpResponse:
    answer: HttpResponse = house.phone("organiser").post(address, {"keep": "1", **form})
    return answer


def page(house: ClubHouse, address: str, **form: str) -> str:
    phone = house.phone("organiser")
    answer = phone.post(address, {"look": "1", **form}) if form else phone.get(address)
    return str(answer.content.decode())


def test_a_log_is_looked_at_and_then_kept_with_every_hand(house: ClubHouse) -> None:
    Player.objects.create(club=house.club, name="benoit")
    address = look(house, ("game.xml", xml_of(SITUATIONS["double ron"])))
    shown = page(house, address)
    assert "1 game would be saved" in shown
    assert "3 new players" in shown
    assert Session.objects.count() == 0
    assert keep(house, address).status_code == 302
    session = Session.objects.get()
    assert (session.club, session.preset, session.hands.count()) == (house.club, "tenhou", 2)
    names = [seat.player.name for seat in session.seats.select_related("player")]
    assert names == ["Aiko", "benoit", "Chen", "Dina"]  # matched without case and accents
    # 25,000 each, +1500 -1500 -1500 +500, then -3300 +3300 +1000 0
    assert session.state["scores"] == [23200, 26800, 24500, 25500]
    replayed = settle_outcomes(session, stored_outcomes(session))
    assert replayed[-1].settlement.after.scores == (
        23200,
        26800,
        24500,
        25500,
    )
    assert Upload.objects.count() == 0


@pytest.mark.parametrize("again", ["xml", "gzip", "json"])
def test_the_same_game_comes_once_whatever_its_form(house: ClubHouse, again: str) -> None:
    hands = SITUATIONS["counter and stick"]
    keep(house, look(house, ("one.xml", xml_of(hands))))
    data = {"xml": xml_of(hands), "gzip": gzip.compress(xml_of(hands)), "json": json_of(hands)}[again]
    address = look(house, (f"other.{again}", data))
    assert "1 is here already" in page(house, address)
    assert keep(house, address).status_code == 422
    assert Session.objects.count() == 1


def test_two_copies_in_one_upload_are_one_game(house: ClubHouse) -> None:
    hands = SITUATIONS["ron"]
    address = look(house, ("one.xml", xml_of(hands)), ("two.json", json_of(hands)))
    assert "1 game would be saved" in page(house, address)
    assert keep(house, address).status_code == 302
    assert Session.objects.count() == 1


def test_a_deleted_game_may_come_again(house: ClubHouse) -> None:
    keep(house, look(house, ("one.xml", xml_of(SITUATIONS["ron"]))))
    Session.objects.get().delete()
    assert keep(house, look(house, ("one.xml", xml_of(SITUATIONS["ron"])))).status_code == 302
    assert Session.objects.count() == 1


def test_a_difference_is_shown_before_and_after(house: ClubHouse) -> None:
    """The log says that 1,000 more moved than a hand of 2 han 30 fu brings."""
    data = xml_of(SITUATIONS["ron"]).replace(b"250,0,250,20,250,0,250,-20", b"250,0,250,30,250,0,250,-30")
    address = look(house, ("wrong.xml", data))
    said = "E1: by our rules the points move 0 / +2000 / 0 / −2000, the log has 0 / +3000 / 0 / −3000."
    assert said in page(house, address)
    keep(house, address)
    assert "1 difference" in page(house, house.url("import/"))
    origin = Origin.objects.get()
    assert said in page(house, house.url(f"import/origins/{origin.pk}/"))
    assert Session.objects.get().state["scores"] == [25000, 27000, 25000, 23000]


def test_figures_follow_as_if_they_were_made_anew(house: ClubHouse) -> None:
    files = [(path.name, path.read_bytes()) for path in sorted(LOGS.glob("*.xml"))]
    keep(house, look(house, *files, ("record.json", json.dumps(RECORD).encode())))
    sheet = b"date;j1;j2;j3;j4;p1;p2;p3;p4\n2026-01-05;A;B;C;D;40000;30000;20000;10000\n"
    columns = {f"column-player-{seat}": str(seat + 1) for seat in range(4)}
    columns |= {f"column-score-{seat}": str(seat + 5) for seat in range(4)}
    told = {"told": "wide:riichi", "layout": "wide", "column-date": "0", **columns}
    assert keep(house, look(house, ("final.csv", sheet)), **told).status_code == 302
    assert Session.objects.count() == 5

    def figures() -> Any:
        rows = Appearance.objects.order_by("session", "seat").values_list(
            "session", "player", "place", "tenths", "mu"
        )
        return [*rows, *Rating.objects.order_by("player").values_list("player", "games", "mu", "r")]

    before = figures()
    assert len(before) > 20
    folding.rebuild_figures()
    assert figures() == before


def test_a_record_is_the_game_it_was(house: ClubHouse) -> None:
    lines = "\n".join(json.dumps({**RECORD, "id": name}) for name in ("first", "second"))
    keep(house, look(house, ("two.jsonl", lines.encode())))
    sessions = list(Session.objects.order_by("pk"))
    assert [session.state["scores"] for session in sessions] == [[36600, 25000, 13400, 25000]] * 2
    assert sessions[0].started_at is not None
    assert sessions[0].started_at.isoformat() == "2026-05-04T18:00:00+00:00"
    assert sessions[0].ended_at is not None
    assert sessions[0].ended_at.hour == 20
    assert [row.rank for row in standings(sessions[0])] == [1, 2, 2, 4]


def test_a_record_of_this_very_club_is_known(house: ClubHouse) -> None:
    keep(house, look(house, ("one.json", json.dumps(RECORD).encode())))
    session = Session.objects.get()
    record = house.phone("organiser").get(f"/t/{session.code}/record.json").content
    address = look(house, ("ours.json", record))
    assert "1 is here already" in page(house, address)


def test_an_unfinished_record_goes_on(house: ClubHouse) -> None:
    data = {key: value for key, value in RECORD.items() if key not in ("closed", "ended")}
    address = look(house, ("one.json", json.dumps(data).encode()))
    assert "Not finished" in page(house, address)
    keep(house, address)
    assert Session.objects.live().count() == 1


def test_a_name_may_be_said_to_mean_somebody_else(house: ClubHouse) -> None:
    player = Player.objects.create(club=house.club, name="Aiko Tanaka")
    address = look(house, ("one.xml", xml_of(SITUATIONS["ron"])))
    assert "on the roster" in page(house, address, **{"as-0": "aiko tanaka"})
    keep(house, address, **{"as-0": "aiko tanaka"})
    assert Session.objects.get().seats.get(number=0).player == player
    assert house.club.players.count() == 4


def test_one_person_on_two_seats_is_refused(house: ClubHouse) -> None:
    address = look(house, ("one.xml", xml_of(SITUATIONS["ron"])))
    answer = keep(house, address, **{"as-0": "Dina"})
    assert answer.status_code == 422
    assert "sits there twice" in answer.content.decode()
    assert (Session.objects.count(), house.club.players.count()) == (0, 0)


def test_a_hidden_name_stays_hidden(house: ClubHouse) -> None:
    player = Player.objects.create(club=house.club, name="Aiko", name_hidden=True)
    address = look(house, ("one.xml", xml_of(SITUATIONS["ron"])))
    assert f'value="Player no. {player.pk}"' in page(house, address)
    keep(house, address, **{"as-0": f"Player no. {player.pk}"})
    assert Session.objects.get().seats.get(number=0).player == player


def test_whose_upload_it_is(house: ClubHouse) -> None:
    address = look(house, ("one.xml", xml_of(SITUATIONS["ron"])))
    assert house.phone("owner").get(address).status_code == 404
    assert house.phone("organiser").post(f"{address}drop/").status_code == 302
    assert house.phone("organiser").get(address).status_code == 404


def test_the_day_of_a_log_without_one(house: ClubHouse) -> None:
    address = look(house, ("one.xml", xml_of(SITUATIONS["ron"])))
    assert keep(house, address, day="2999-01-01").status_code == 422
    keep(house, address, day="2025-03-09")
    assert Session.objects.get().started_at.date().isoformat() == "2025-03-09"  # type: ignore[union-attr]


def test_the_hour_of_a_log_is_in_its_name(house: ClubHouse) -> None:
    """2016081523 is 23 o'clock of 15 August in Japan: 14:00 in Greenwich."""
    keep(house, look(house, ("2016081523gm-00a9-0000-122c42dc.mjlog", xml_of(SITUATIONS["ron"]))))
    session = Session.objects.get()
    assert session.started_at is not None
    assert session.started_at.isoformat() == "2016-08-15T14:00:00+00:00"
    assert Origin.objects.get().identity == "2016081523gm-00a9-0000-122c42dc"


def test_as_many_queries_for_many_games_as_for_few(
    house: ClubHouse, django_assert_max_num_queries: Any
) -> None:
    few = look(house, ("few.xml", xml_of(SITUATIONS["ron"])))
    many = look(
        house,
        *((f"{name}.xml", xml_of(hands)) for name, hands in list(SITUATIONS.items())[:30]),
        ("long.xml", xml_of(following(*passing(7), Played(round=7, honba=7)))),
    )
    phone = house.phone("organiser")
    phone.get(few)
    for address in (few, many):
        with django_assert_max_num_queries(14):
            assert phone.get(address).status_code == 200


def sheet_file(kind: str, rows: list[list[Any]]) -> bytes:
    data = tablib.Dataset(*rows[1:], headers=rows[0])
    written = data.export(kind)
    return written if isinstance(written, bytes) else written.encode()


WIDE_ROWS: list[list[Any]] = [
    ["Date", "Joueur 1", "Points 1", "Joueur 2", "Points 2", "Joueur 3", "Points 3", "Joueur 4", "Points 4"],
    ["2026-03-01", "Aiko", 25000, "Benoît", 25000, "Chen", 25000, "Dina", 25000],
    ["2026-03-08", "AIKO", 41000, "benoit", 29000, "Chen", 20000, "Émile", 10000],
]


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ods"])
def test_a_row_a_game(house: ClubHouse, kind: str) -> None:
    address = look(house, (f"final.{kind}", sheet_file(kind, WIDE_ROWS)))
    shown = page(house, address)
    assert "2 games would be saved" in shown
    assert keep(house, address).status_code == 302
    sessions = list(Session.objects.order_by("started_at"))
    assert [one.state["scores"] for one in sessions] == [[25000] * 4, [41000, 29000, 20000, 10000]]
    assert [one.started_at.date().isoformat() for one in sessions if one.started_at] == [
        "2026-03-01",
        "2026-03-08",
    ]
    assert sorted(house.club.players.values_list("name", flat=True)) == sorted(
        ["Aiko", "Benoît", "Chen", "Dina", "Émile"]
    )
    again = look(house, (f"again.{kind}", sheet_file(kind, WIDE_ROWS)))
    assert "2 are here already" in page(house, again)
    assert keep(house, again).status_code == 422
    assert Session.objects.count() == 2


def test_a_row_a_player(house: ClubHouse) -> None:
    rows = ["game\tplayer\tscore\tdate"]
    for game in (1, 2):
        for name, score in (("Aiko", 40000), ("Ben", 30000), ("Chen", 20000), ("Dina", 10000)):
            rows.append(f"{game}\t{name}\t{score}\t{game}/3/2026")
    address = look(house, ("long.csv", "\n".join(rows).encode("utf-16")))
    asked = keep(house, address)
    assert asked.status_code == 422, "3 January, or 1 March"
    assert "Say in which order the dates are written." in asked.content.decode()
    assert keep(house, address, dates="dmy").status_code == 302
    days = sorted(one.started_at.date().isoformat() for one in Session.objects.all() if one.started_at)
    assert days == ["2026-03-01", "2026-03-02"]
    assert keep(house, look(house, ("long.csv", "\n".join(rows).encode())), dates="mdy").status_code == 302
    assert Session.objects.filter(started_at__month=2).count() == 1  # 2/3 with the month first


@pytest.mark.parametrize(
    ("sheet", "day", "scores"),
    [
        ("Datum;Spieler 1;Punkte 1;Spieler 2;Punkte 2;Spieler 3;Punkte 3;Spieler 4;Punkte 4\n"
         "31.03.26;Aiko;410;Bo;290;Jörg;400;Lu;−100", "2026-03-31", [41000, 29000, 40000, -10000]),
        ("Dato|Spiller 1|Poeng 1|Spiller 2|Poeng 2|Spiller 3|Poeng 3|Spiller 4|Poeng 4\n"
         "26-03-31|Aiko|41,5|Bo|28,5|Jørn|40|Lu|(10)", "2026-03-31", [41500, 28500, 40000, -10000]),
        ("日付,選手1,得点1,選手2,得点2,選手3,得点3,選手4,得点4\n"
         "2026年3月31日,愛子,４１０００,太郎,29000,Bo,40000,Lu,▲10000",
         "2026-03-31", [41000, 29000, 40000, -10000]),
        ("Дата;Игрок 1;Очки 1;Игрок 2;Очки 2;Игрок 3;Очки 3;Игрок 4;Очки 4\n"
         "13.03.2026;Юлия;41 000;Анна;29 000;Иван;40 000;Lu;10 000-",
         "2026-03-13", [41000, 29000, 40000, -10000]),
    ],
)  # fmt: skip
def test_a_sheet_of_results_is_read_in_its_language_order_of_dates_and_unit(
    house: ClubHouse, sheet: str, day: str, scores: list[int]
) -> None:
    address = look(house, ("results.csv", sheet.encode()))
    assert keep(house, address).status_code == 302
    session = Session.objects.get()
    assert session.state["scores"] == scores
    assert session.started_at is not None
    assert session.started_at.date().isoformat() == day


def test_letters_of_a_sheet_that_can_be_read_in_two_ways_are_asked_about(house: ClubHouse) -> None:
    heads = "date;player 1;score 1;player 2;score 2;player 3;score 3;player 4;score 4"
    sheet = f"{heads}\n2026-03-31;Creţu;25000;Ionuţ;25000;Bo;25000;Lu;25000"
    address = look(house, ("results.csv", sheet.encode("iso8859_2")))
    asked = keep(house, address)
    assert asked.status_code == 422
    assert "Say which names are written right." in asked.content.decode()
    ways = re.findall(r'name="encoding" value="(\w+)".*?<span>(.*?)</span>', asked.content.decode(), re.S)
    right = next(encoding for encoding, words in ways if "Creţu" in words)
    assert keep(house, address, encoding=right).status_code == 302
    assert house.club.players.filter(name="Creţu").exists()


def test_faults_have_their_row_and_column_and_may_be_left_out(house: ClubHouse) -> None:
    rows = [
        *WIDE_ROWS,
        ["2026-03-15", "Aiko", 25000, "Aiko", 25000, "Chen", 25000, "Dina", 25000],  # row 4, column D
        ["2026-13-15", "Aiko", "many", "Ben", 25000, "Chen", 25000, "Dina", 25000],  # row 5, columns A and C
        ["2026-03-15", "Aiko", 25000, "Ben", 25000, "Chen", 25000, "Dina", 26000],  # 1,000 too many
    ]
    address = look(house, ("final.csv", sheet_file("csv", rows)))
    shown = page(house, address)
    for said in ("Row 4, column D", "Row 5, column A", "Row 5, column C", "Row 6", "1,000 too many"):
        assert said in shown
    assert keep(house, address).status_code == 422
    assert Session.objects.count() == 0
    assert keep(house, address, leave_out="1").status_code == 302
    assert Session.objects.count() == 2


def test_columns_are_said_on_screen(house: ClubHouse) -> None:
    rows = [["wann", "Osten", "Süden", "Westen", "Norden", "O", "S", "W", "N"]]
    rows.append(["2026-03-01", "A", "B", "C", "D", "40000", "30000", "20000", "10000"])
    address = look(house, ("fremd.csv", sheet_file("csv", rows)))
    answer = keep(house, address, layout="wide")
    assert answer.status_code == 422
    assert "This column is needed" in answer.content.decode()
    columns = {f"column-player-{seat}": str(seat + 1) for seat in range(4)}
    columns |= {f"column-score-{seat}": str(seat + 5) for seat in range(4)}
    said = {"layout": "wide", "told": "wide:riichi", "column-date": "0", **columns}
    assert keep(house, address, **said).status_code == 302
    assert Session.objects.get().state["scores"] == [40000, 30000, 20000, 10000]


def test_a_sheet_of_another_game(house: ClubHouse) -> None:
    """Taiwanese has no fixed sum of its own: the points of four that begin with 0 add up to 0."""
    rows = [["date", "name", "score", "name", "score", "name", "score", "name", "score"]]
    rows.append(["2026-03-01", "A", "30", "B", "-10", "C", "-10", "D", "−10"])
    address = look(house, ("t.csv", sheet_file("csv", rows)))
    assert keep(house, address, variant="taiwanese").status_code == 302
    assert Session.objects.get().variant == "taiwanese"


def test_the_page_says_where_nothing_is_yet(house: ClubHouse) -> None:
    shown = house.phone("organiser").get(house.url("import/")).content.decode()
    assert "Nothing has been imported yet" in shown


def test_one_spreadsheet_at_a_time(house: ClubHouse) -> None:
    csv = sheet_file("csv", WIDE_ROWS)
    answer = upload(house, ("a.csv", csv), ("b.csv", csv))
    assert answer.status_code == 422
    assert "One spreadsheet at a time" in answer.content.decode()


def test_a_record_in_which_somebody_sat_down_later_names_them_among_the_people(house: ClubHouse) -> None:
    eva = Player.objects.create(club=house.club, name="Éva")
    hands = [*RECORD["hands"], {"type": "seat", "seat": 1, "player": "Eva"}]
    address = look(house, ("game.json", json.dumps({**RECORD, "hands": hands}).encode()))
    assert "Eva" in page(house, address)
    assert keep(house, address).status_code == 302
    session = Session.objects.get()
    assert session.seat_names == ["Aiko", "Éva", "Chen", "Dina"]
    assert session.seats.get(number=1).player == eva
    assert game_record(session)["players"] == RECORD["players"]
    # whoever sits there already is told
    hands[1]["player"] = "Dina"
    address = look(house, ("other.json", json.dumps({**RECORD, "hands": hands}).encode()))
    refused = keep(house, address)
    assert "already sits there" in refused.content.decode()
    assert Session.objects.count() == 1


def test_hands_do_not_wait_while_the_clubs_games_are_looked_through(
    house: ClubHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of thousands that takes seconds: nobody has the turn to write meanwhile."""
    looked, known_codes = [], bringing.known_game_codes

    def look_through(*given: Any) -> dict[int, str]:
        looked.append(write_lock._one_writer._holder)
        return known_codes(*given)

    monkeypatch.setattr(bringing, "known_game_codes", look_through)
    keep(house, look(house, ("games.csv", sheet_file("csv", WIDE_ROWS))))
    assert Session.objects.count() == 2
    assert looked
    assert set(looked) == {None}


def test_a_result_that_comes_while_the_games_are_looked_through_is_no_second_game(
    house: ClubHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may bring the same file in."""
    address = look(house, ("games.csv", sheet_file("csv", WIDE_ROWS)))
    known_codes, others = (
        bringing.known_game_codes,
        [look(house, ("games.csv", sheet_file("csv", WIDE_ROWS)))],
    )

    def look_through(*given: Any) -> dict[int, str]:
        found = known_codes(*given)
        if others:
            bringing._turns.clear()  # of this process alone
            keep(house, others.pop())
        return found

    monkeypatch.setattr(bringing, "known_game_codes", look_through)
    keep(house, address)
    assert Session.objects.count() == 2
