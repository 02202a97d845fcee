"""Badges: ten to a sheet, whoever is on them, with a code that leads to the player's own page."""

from __future__ import annotations

from mahjongclub.events.models import Place, Stint
from mahjongclub.events.registration.changes import add_entrants
from mahjongclub.events.registration.models import Entrant
from tests.clubs.club_house import ClubHouse
from tests.leagues.tournament_hall import TournamentHall

from .reading import opened, spoken_of, text_of

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
    add_entrants(hall.tournament, rows)
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


def test_whoever_comes_has_one_badge_entered_or_typed_in(house: ClubHouse) -> None:
    """Typed in: a late player, a substitute and one who left for good; of those who entered nobody twice."""
    hall = TournamentHall(house, [], round_count=3)
    add_entrants(hall.tournament, [{"name": name} for name in ("Aiko", "Benoît", "Chen", "Dina")])
    hall.post("entrants/players/")
    for number, name in ((5, "Late Larry"), (6, "Gone Gilda")):
        place = Place.objects.create(tournament=hall.tournament, number=number)
        Stint.objects.create(place=place, from_round=1, player=house.club.players.create(name=name))
    Stint.objects.create(place=place, from_round=2, player=None)
    Stint.objects.create(
        place=hall.tournament.places.get(number=1),
        from_round=2,
        player=house.club.players.create(name="Helpful Hank"),
        substitute=True,
    )
    text = text_of(hall.phone.get(f"/sheets{hall.url('badges/')}sheet.pdf", {"language": "en"}).content)
    assert text.count("Spring open") == 6
    assert all(text.count(name) == 1 for name in ("Aiko", "Benoît", "Chen", "Dina", "Late Larry"))
    assert "Late Larry No. 5" in text
    assert "Helpful Hank" in text
    assert "Gone Gilda" not in text
    page = hall.read("entrants/")
    assert f"/sheets{hall.url('badges/')}" in page


def test_the_code_of_a_badge_leads_to_a_page_of_the_event(house: ClubHouse) -> None:
    hall = TournamentHall(house, ["Aiko", "Benoît", "Chen", "Dina"], round_count=1)
    address = f"/sheets{hall.url('badges/')}sheet.pdf"
    codes = [link for link in spoken_of(hall.phone.get(address).content) if "http" in link]
    assert len(codes) == 4
    assert all(link.endswith(hall.url("seating/")) for link in codes)
    hall.tournament.public = True
    hall.tournament.save()
    codes = [link for link in spoken_of(hall.phone.get(address).content) if "http" in link]
    assert all(link.endswith(hall.url("event/")) for link in codes)
