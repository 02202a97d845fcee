"""A registration sheet of 84 as a form exports it, to the players of an event with nobody typed again."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from mahjongclub.events.registration.models import Entrant
from mahjongclub.lists.languages import LANGUAGES
from tests.clubs.club_house import ClubHouse, open_club_house

from .tournament_hall import TournamentHall, columns_in

HEADS = (
    "Horodateur;Adresse e-mail;Prénom;Nom de famille;Pays de résidence;Numéro EMA (si tu en as un);"
    "Club ou fédération;Allergies, régime alimentaire;Téléphone"
)
LATIN = [one for one in LANGUAGES if one.code in ("fr", "de", "nl", "da", "sv", "pl", "it", "es", "hu", "cs")]
COUNTRIES = ("France", "Allemagne", "Pays-Bas", "DK", "SWE", "Pologne", "🇮🇹", "Espagne", "HUN", "Tchéquie")


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def sheet() -> str:
    """84 people, two of one name, seven with a number whose zero is gone, remarks with commas and line
    breaks.
    """
    chance = random.Random(84)
    rows: list[str] = []
    names: set[tuple[str, str]] = set()
    while len(names) < 83:
        at = chance.randrange(len(LATIN))
        name = (chance.choice(LATIN[at].first_names), chance.choice(LATIN[at].last_names))
        if name in names:
            continue
        names.add(name)
        number = f"{4_000_000 + len(names)}" if len(names) <= 8 else f"{21_000_000 + len(names)}"
        remark = chance.choice(("", '"Noix, arachides"', '"sans gluten,\nmerci"'))
        rows.append(
            f"2026/03/{1 + len(names) % 28:02} 10:11:12;p{len(names)}@example.org;{name[0]};{name[1]};"
            f"{COUNTRIES[at]};{number};{chance.choice(('', 'Riichi Lille'))};{remark};0612345{len(names):03}"
        )
    rows.append("2026/03/30 10:11:12;w1@example.org;Wei;Wang;Chine;;;;")
    rows.append("2026/03/30 10:12:12;w2@example.org;Wei;Wang;Pays-Bas;05990001;;;")
    return "\r\n".join((HEADS, *rows[1:]))


def test_a_real_sheet_of_84_becomes_84_players_without_a_line_typed_twice(house: ClubHouse) -> None:
    hall = TournamentHall(house, [], round_count=1)
    file = SimpleUploadedFile("Réponses au formulaire 1.csv", sheet().encode("utf-8-sig"))
    read = hall.phone.post(hall.url("entrants/file/"), {"file": file})
    page = unescape(read.content.decode())
    assert read.status_code == 200, re.findall(r'class="error"[^>]*>([^<]+)', page)
    assert "Put 84 people on the list" in page
    text = page.partition('<textarea id="id_rows"')[2].partition(">")[2].partition("</textarea>")[0]
    asked = dict.fromkeys(re.findall(r'name="(same-[^"]+)"', page), "new")
    done = hall.post("entrants/list/", rows=text, add="1", players="1", **columns_in(page), **asked)
    assert done.status_code == 302
    people = Entrant.objects.all()
    assert people.count() == 84
    assert people.filter(ema_number__startswith="04").count() == 7
    assert not people.filter(country="").exists()
    assert not people.exclude(team="").exists()
    assert [one.name for one in people.filter(last_name="Wang")] == ["Wei Wang", "Wei Wang (NED)"]
    assert hall.tournament.places.count() == 84
    hall.post("draw/")
    assert hall.tournament.rounds.count() == 1
