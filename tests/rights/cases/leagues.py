"""What seasons and club nights are sent."""

from __future__ import annotations

from datetime import timedelta

from mahjongclub.clubs.club_model import tonight
from mahjongclub.nights.changes import rounds_of
from mahjongclub.nights.desk import NightDesk
from mahjongclub.nights.pages import check_in_token, evening_check_in_token, reply_token
from mahjongclub.rounds.desk import DeskRows
from mahjongclub.seasons.views.match_desk import MatchDesk

from ..asks import Ask, Fields, plain, scores
from ..hall import NAMES, Hall


def night_row(hall: Hall) -> Fields:
    """The only table of a night's round as paper has it."""
    rows = DeskRows(NightDesk(rounds_of(hall.night).get()))
    typed = {f"t1-{name}": value for name, value in scores().items()}
    return {"t1-seen": rows.stamp(rows.desk.tables[0]), **typed}


def match_row(hall: Hall) -> Fields:
    """The only table of a match whose players are named, as paper has it."""
    rows = DeskRows(MatchDesk(hall.team_season.matches.get(number=2), sees_all=True))
    typed = {f"t1-{name}": value for name, value in scores().items()}
    return {"t1-seen": rows.stamp(rows.desk.tables[0]), **typed}


SCORING = {
    "option-worth": "points",
    "option-together": "sum",
    "option-best_of": "10",
    "option-minimum_games": "0",
    "option-tie_1": "points",
    "option-tie_2": "firsts",
    "option-tie_3": "none",
    **{f"option-place_{place}": "0" for place in range(1, 7)},
}


#: by address
CASES: dict[str, list[Ask]] = {
    # seasons
    "c/<slug:slug>/seasons/new/": [
        Ask(
            fields=lambda hall, who: {
                "league": "Autumn",
                "name": "1",
                "variant": "ten",
                "starts": "2026-01-01",
                **SCORING,
            }
        )
    ],
    "c/<slug:slug>/seasons/<row:pk>/edit/": [
        Ask(
            fields=lambda hall, who: {
                "league": "Spring",
                "name": "Renamed",
                "variant": "riichi",
                "starts": hall.season.starts.isoformat(),
                **SCORING,
            }
        )
    ],
    "c/<slug:slug>/seasons/<row:pk>/next/": [
        Ask(
            fields=lambda hall, who: {
                "name": "Final",
                "starts": (hall.season.ends + timedelta(days=1)).isoformat(),
                "takes": "4",
                "carries": "half",
                **SCORING,
            }
        )
    ],
    "c/<slug:slug>/seasons/<row:pk>/matches/": [
        Ask(
            fields=lambda hall, who: {"day": tonight().isoformat(), "boards": "1"},
            things=lambda hall: {"pk": hall.team_season.pk},
        )
    ],
    "c/<slug:slug>/seasons/<row:pk>/matches/<row:number>/": [
        Ask(
            fields=lambda hall, who: {f"seat-{hall.match_seat.pk}": hall.match_player.pk},
            things=lambda hall: {"pk": hall.team_season.pk},
        )
    ],
    "c/<slug:slug>/seasons/<row:pk>/matches/<row:number>/open/": [
        Ask(
            fields=lambda hall, who: {"elsewhere": "1"},  # they sit at another running table
            things=lambda hall: {"pk": hall.team_season.pk, "number": 2},
        )
    ],
    "c/<slug:slug>/seasons/<row:pk>/matches/<row:number>/desk/": [
        Ask(things=lambda hall: {"pk": hall.team_season.pk, "number": 2})
    ],
    "c/<slug:slug>/seasons/<row:pk>/matches/<row:number>/desk/<row:table>/": [
        Ask(
            fields=lambda hall, who: match_row(hall),
            things=lambda hall: {"pk": hall.team_season.pk, "number": 2, "table": 1},
        )
    ],
    "c/<slug:slug>/seasons/<row:pk>/matches/<row:number>/edit/": [
        Ask(
            fields=lambda hall, who: {"day": tonight().isoformat()},
            things=lambda hall: {"pk": hall.team_season.pk},
        )
    ],
    "c/<slug:slug>/seasons/<row:pk>/matches/<row:number>/delete/": [
        Ask(things=lambda hall: {"pk": hall.team_season.pk})
    ],
    "c/<slug:slug>/seasons/<row:pk>/playoff/": [
        Ask(
            fields=lambda hall, who: {"go_on": "2", "games": "1"},
            things=lambda hall: {"pk": hall.playoff.pk},
        )
    ],
    "c/<slug:slug>/seasons/<row:pk>/teams/<row:number>/edit/": [
        Ask(
            fields=lambda hall, who: {
                "name": "Far west",
                "players": [hall.players["Aiko"].pk, hall.players["Dina"].pk],
            }
        )
    ],
    "c/<slug:slug>/seasons/<row:pk>/entrants/": [
        Ask(
            fields=lambda hall, who: {"goes": [hall.players[name].pk for name in NAMES]},
            things=lambda hall: {"pk": hall.phase.pk},
        )
    ],
    "c/<slug:slug>/seasons/<row:pk>/games/<slug:code>/": [
        Ask(fields=lambda hall, who: {"counts": "no"}, things=lambda hall: {"code": hall.ended.code})
    ],
    "c/<slug:slug>/seasons/<row:pk>/adjustments/": [
        Ask(
            fields=lambda hall, who: {
                "receiver": hall.players["Chen"].pk,
                "points": "-10",
                "day": tonight().isoformat(),
                "reason": "late",
            }
        )
    ],
    "c/<slug:slug>/seasons/<row:pk>/teams/": [
        Ask(fields=lambda hall, who: {"name": "East", "players": hall.players["Chen"].pk})
    ],
    "c/<slug:slug>/dues/": [Ask(fields=lambda hall, who: {f"paid-{hall.players['Emil'].pk}": "2026-12-31"})],
    "c/<slug:slug>/players/different/": [
        Ask(fields=lambda hall, who: {"one": hall.players["Emil"].pk, "other": hall.players["Fatou"].pk})
    ],
    # a night
    "c/<slug:slug>/evenings/<row:number>/here/": [
        plain(names="Aiko, Chen, Somebody new, Another", main="riichi", seat="1", after="0", elsewhere="1")
    ],
    "c/<slug:slug>/evenings/<row:number>/coming/": [plain(names="Somebody new", answer="yes")],
    "c/<slug:slug>/evenings/<row:number>/coming/own/": [plain(say="yes")],
    "coming/<slug:slug>/<str:token>/": [
        Ask(
            fields=lambda hall, who: {"name": "Somebody new", "say": f"yes-{hall.evening.pk}"},
            things=lambda hall: {"token": reply_token(hall.club)},
        )
    ],
    "c/<slug:slug>/evenings/<row:number>/seating/move/": [plain(one="1", other="2")],
    "c/<slug:slug>/evenings/<row:number>/seating/people/": [plain(names="Somebody new")],
    "c/<slug:slug>/evenings/<row:number>/rounds/<row:round_number>/desk/": [
        Ask(things=lambda hall: {"number": hall.night.pk, "round_number": 1})
    ],
    "c/<slug:slug>/evenings/<row:number>/rounds/<row:round_number>/desk/<row:table>/": [
        Ask(
            fields=lambda hall, who: night_row(hall),
            things=lambda hall: {"number": hall.night.pk, "round_number": 1, "table": 1},
        )
    ],
    "here/<slug:slug>/<str:token>/": [Ask(things=lambda hall: {"token": check_in_token(hall.club)})],
    "here/<slug:slug>/<row:number>/<str:token>/": [
        Ask(
            fields=lambda hall, who: {"name": "Somebody new"},
            things=lambda hall: {"token": evening_check_in_token(hall.evening)},
        )
    ],
    "here/<slug:slug>/<row:number>/<str:token>/sit/": [
        Ask(things=lambda hall: {"token": evening_check_in_token(hall.evening)})
    ],
}
