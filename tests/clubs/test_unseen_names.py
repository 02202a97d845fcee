"""What nobody sees in a name is removed wherever a name is typed or brought in."""

from __future__ import annotations

import json
import unicodedata
from html import unescape
from io import StringIO
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.utils import timezone

from mahjongclub.clubs.models import Player
from mahjongclub.clubs.naming import check_readable_name, tidy_name, without_invisible
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import read_record
from mahjongclub.tables.whole_record import WholeRecord, store_record
from tests.tables.conftest import NAMES

from .club_house import ClubHouse

UNSEEN = {
    "of no width": ("Ai\u200bko", "Aiko"),
    "between words": ("Ai \u200b ko", "Ai ko"),
    "joiner": ("Ai\u200dko", "Aiko"),
    "joiner of symbols at the end": ("★\u200d", "★"),
    "parting what is not joined": ("دا\u200cود", "داود"),
    "parting nothing": ("علی\u200c", "علی"),
    "turned round": ("\u202eokiA", "okiA"),
    "isolated": ("\u2066Aiko\u2069", "Aiko"),
    "soft hyphen": ("Ai\u00adko", "Aiko"),
    "byte order mark": ("\ufeffAiko", "Aiko"),
    "filler": ("Aiko\u3164", "Aiko"),
    "empty braille": ("\u2800", ""),
    "selector": ("Aiko\ufe0f", "Aiko"),
    "tag": ("Aiko\U000e0041", "Aiko"),
    "private": ("Aiko\ue000", "Aiko"),
}
SEEN = ["Aiko", "Élodie", "Юлия", "王小明", "علي", "नीना", "葛\U000e0100城", "★", "Ana ❤\ufe0f", "张 三"]
SEEN += ["علی\u200cرضا", "क्\u200dष", "👩\u200d👩\u200d👧", "👩🏽\u200d🚀", "🏳\ufe0f\u200d🌈"]
RECORD = {"format": 1, "variant": "riichi", "hands": [], "closed": True}


@pytest.mark.parametrize(("name", "tidy"), UNSEEN.values(), ids=UNSEEN)
def test_what_nobody_sees_in_a_name_is_removed(name: str, tidy: str) -> None:
    assert tidy_name(name) == tidy
    check_readable_name(tidy)


@pytest.mark.parametrize("name", ["\u0301\u0302", "\u0301 \u0302"])
def test_a_name_of_marks_alone_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="cannot be read"):
        check_readable_name(tidy_name(name))


@pytest.mark.parametrize("name", SEEN)
def test_names_of_every_script_stay_as_they_are(name: str) -> None:
    check_readable_name(name)
    assert without_invisible(name) == name
    assert tidy_name(name) == unicodedata.normalize("NFC", name)


def four(name: str) -> dict[str, str]:
    return {"name-0": name, **{f"name-{seat}": one for seat, one in enumerate(NAMES) if seat}}


PAGES = (
    *("a table", "the roster", "a player", "oneself", "an account", "a result", "a sheet", "a new club"),
    *("the club", "an evening", "a place", "house rules", "a tournament", "a season"),
)


def forms(house: ClubHouse, name: str) -> dict[str, tuple[str, dict[str, str]]]:
    """Every form that takes a name: its address, and what is posted."""
    guest = Player.objects.create(club=house.club, name="Guest").pk
    result = {"variant": "riichi", "preset": "club", **four(name)}
    result |= {f"score-{seat}": "25000" for seat in range(4)}
    cup = {"round_count": "2", "draw": "plan", "worth": "points", "day": "2026-05-01", "preset": "club"}
    season = {"starts": "2026-01-01", "variant": "riichi", "preset": "club", "league": "League"}
    return {
        "a table": ("/new/", {"variant": "riichi", "method": "order", **four(name)}),
        "the roster": (house.url("players/"), {"name": name}),
        "a player": (f"/players/{guest}/", {"name": name}),
        "oneself": (f"/me/roster/{house.club.slug}/", {"who": "new", "name": name}),
        "an account": ("/me/name/", {"name": name}),
        "a result": (house.url("results/new/"), result),
        "a sheet": (house.url("sheet/riichi/"), {"step": "save", "hand-1-0": "m", **four(name)}),
        "a new club": ("/clubs/new/", {"name": name, "visibility": "public"}),
        "the club": (house.url("settings/"), {"name": name, "visibility": "public"}),
        "an evening": (house.url("evenings/new/"), {"date": "2026-05-04", "name": name}),
        "a place": (house.url("evenings/new/"), {"date": "2026-05-04", "place": name}),
        "house rules": (house.url("rules/new/"), {"variant": "riichi", "preset": "club", "name": name}),
        "a tournament": (house.url("tournaments/new/"), {"name": name, "variant": "riichi", **cup}),
        "a season": (house.url("seasons/new/"), {**season, "name": name}),
    }


@pytest.mark.parametrize("page", PAGES)
def test_each_form_takes_the_name_without_what_nobody_sees(house: ClubHouse, page: str) -> None:
    address, form = forms(house, "Zo\u200bé \u202eK\u3164")[page]
    answer = house.phone("owner").post(address, form)
    assert answer.status_code < 400, unescape(answer.content.decode())
    stored = StringIO()
    call_command("dumpdata", "clubs", "tables", "leagues", stdout=stored)
    assert '"Zoé K"' in json.dumps(json.loads(stored.getvalue()), ensure_ascii=False)


def test_the_list_of_a_tournament_takes_names_without_what_nobody_sees(house: ClubHouse) -> None:
    phone = house.phone("owner")
    phone.post(*forms(house, "Cup")["a tournament"])
    cup = house.club.tournaments.get()
    names = "Benoît; Blue\nAi\u200bko; Red\u202e Dragons\nChen; Red Dragons\nDina; Blue"
    phone.post(house.url(f"tournaments/{cup.pk}/players/"), {"players": names})
    assert "Aiko" in {player.name for player in house.club.players.all()}


def test_a_file_is_read_without_what_nobody_sees(house: ClubHouse) -> None:
    record = {**RECORD, "players": ["Ai\u200bko", *NAMES[1:]]}
    phone = house.phone("organiser")
    file = SimpleUploadedFile("game.json", json.dumps(record).encode())
    answer = phone.post(house.url("import/"), {"chosen": [file]})
    kept = phone.post(answer["Location"], {"keep": "1"})
    assert kept.status_code == 302
    assert house.club.players.filter(name="Aiko").exists()


def test_a_record_is_stored_without_what_nobody_sees(db: None) -> None:
    record = read_record({**RECORD, "players": ["Aiko", "B\u200b", "C", "D"]})
    store_record(WholeRecord(record, timezone.now()), None)
    assert Player.objects.filter(name="B").exists()


def test_a_record_says_at_which_seat_no_name_stands(db: None) -> None:
    record = read_record({**RECORD, "players": ["Aiko", "\u200b", "C", "D"]})
    with pytest.raises(RuleError) as fault:
        store_record(WholeRecord(record, timezone.now()), None)
    assert fault.value.field == "players.1"


def test_what_was_kept_before_opens_without_it(house: ClubHouse, tmp_path: Path) -> None:
    """A name from before stays in its place, and leaves an archive as what is seen of it."""
    Player.objects.create(club=house.club, name="Ai\u200bko")
    assert house.phone("owner").get(house.url("players/")).status_code == 200
    file = tmp_path / "club.zip"
    call_command("export_club", house.club.slug, str(file), stdout=StringIO())
    house.club.delete()
    call_command("import_club", str(file), stdout=StringIO())
    assert Player.objects.filter(club__name="Riichi Lille").get().name == "Aiko"
