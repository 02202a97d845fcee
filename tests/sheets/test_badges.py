"""Badges: ten to a sheet, whoever is on them, with a code that leads to the player's own page."""

from __future__ import annotations

from mahjongclub.events.registration.changes import enter
from mahjongclub.events.registration.models import Entrant
from tests.clubs.club_house import ClubHouse
from tests.leagues.tournament_hall import TournamentHall

from .reading import opened, text_of

PEOPLE = [
    *(
        "Aiko Tanaka",
        "Zażółć Gęślą",
        "田中 愛子",
        "김서연",
        "Иван",
        "Wolfeschlegelsteinhausenbergerdorff-Maier",
    ),
    *(f"Player {number}" for number in range(78)),
]


def test_the_badges_of_84_people_are_printed_ten_to_a_sheet(house: ClubHouse) -> None:
    hall = TournamentHall(house, [], round_count=1)
    address = f"/sheets{hall.url('badges/')}"
    assert hall.phone.get(address).status_code == 404, "nobody has entered"
    rows = [{"name": name, "ema_number": f"0401{number:04}"} for number, name in enumerate(PEOPLE)]
    enter(hall.tournament, rows)
    hall.post("entrants/players/")
    out = Entrant.objects.get(name="Player 1")
    hall.post(f"entrants/{out.pk}/", do="withdraw")
    pdf = hall.phone.get(f"{address}sheet.pdf").content
    assert len(opened(pdf).pages) == 9
    text = text_of(pdf)
    assert all(one in text for one in ("Player 0", "No. 12", "04010003"))
    assert "Player 1 " not in text
    assert text.count("Spring open") >= 83
    one = hall.phone.get(f"{address}sheet.pdf", {"only": Entrant.objects.get(name="Иван").pk}).content
    assert len(opened(one).pages) == 1
    assert "Player" not in text_of(one)
    assert hall.phone.get(f"{address}sheet.pdf", {"only": out.pk}).status_code == 404
    assert hall.phone.get(address, {"only": "x"}).status_code == 422
    assert house.phone("scorer").get(address).status_code == 403
