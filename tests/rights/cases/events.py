"""What tournaments are sent."""

from __future__ import annotations

from django.core.files.uploadedfile import SimpleUploadedFile

from mahjongclub.clubs.club_model import tonight
from mahjongclub.events.desk import EventDesk
from mahjongclub.events.hall import table_code_path
from mahjongclub.events.plan import seating_stamp
from mahjongclub.events.plan_list import plan_columns
from mahjongclub.events.state import TournamentState
from mahjongclub.rounds.desk import DeskRows
from mahjongclub.rounds.teams.models import captain_token
from mahjongclub.tables.addresses import access_token

from ..asks import Ask, Fields, plain, scores
from ..hall import Hall


def swapped(hall: Hall, who: str) -> Fields:
    """The first two places of a round that is drawn, as it is seen."""
    course = TournamentState(hall.drawn)
    return {"one": "1", "other": "2", "seen": seating_stamp(course, course.rounds[0])}


def desk_stamp(hall: Hall) -> str:
    """What the second table's row has seen."""
    course = TournamentState(hall.tournament)
    desk = EventDesk(course, course.rounds[0])
    return DeskRows(desk).stamp(desk.tables[1])


def lineup(hall: Hall) -> Fields:
    """The two places of a team, each for the other's player."""
    first, second = hall.of_teams.places.filter(team=hall.captained).order_by("number")
    held = [place.stints.get().player_id for place in (second, first)]
    return {"round": "1", f"place-{first.number}": held[0], f"place-{second.number}": held[1]}


def looked_at_plan(hall: Hall, who: str) -> Fields:
    """A plan of two tables with the columns that its page showed."""
    plan = "[[[1, 2, 3, 4], [5, 6, 7, 8]]]"
    columns = plan_columns(hall.drawn, plan, {})
    kinds = {f"column-{at}": kind for at, kind in enumerate(columns.kinds)}
    return {"plan": plan, "keep": "1", **kinds, "seen": columns.seen_stamp}


A_STAGE = {
    **{"name": "Last", "rounds": "1", "places": "", "rule": "ranking"},
    **{"carries": "half", "draw": "snake", "bonus_points": ""},
}


#: by address
CASES: dict[str, list[Ask]] = {
    # tournaments
    "c/<slug:slug>/tournaments/new/": [
        Ask(
            fields=lambda hall, who: {
                "variant": "riichi",
                "preset": "club",
                "name": "New",
                "day": tonight().isoformat(),
                "round_count": "4",
                "minutes": "75",
                "draw": "plan",
                "worth": "points",
            }
        )
    ],
    "c/<slug:slug>/tournaments/<row:pk>/edit/": [
        Ask(fields=lambda hall, who: {"name": "Renamed", "day": tonight().isoformat(), "minutes": "60"})
    ],
    "c/<slug:slug>/tournaments/<row:pk>/": [
        Ask("published"),
        Ask("in preparation", things=lambda hall: {"pk": hall.drawn.pk}),
    ],
    "api/1/clubs/<slug:slug>/events/<row:pk>/": [Ask(things=lambda hall: {"pk": hall.published.pk})],
    "c/<slug:slug>/tournaments/<row:pk>/event/": [
        Ask("public", things=lambda hall: {"pk": hall.published.pk}),
        Ask("not public"),
    ],
    "c/<slug:slug>/tournaments/<row:pk>/delete/": [Ask(things=lambda hall: {"pk": hall.draft.pk})],
    "c/<slug:slug>/tournaments/<row:pk>/players/": [
        Ask(
            fields=lambda hall, who: {"players": "\n".join(f"New {number}" for number in range(8))},
            things=lambda hall: {"pk": hall.draft.pk},
        )
    ],
    "c/<slug:slug>/tournaments/<row:pk>/byes/": [
        plain(over="bye", bye_tenths="15", stewards="", substitute_tenths="-30", most_substitutes="3")
    ],
    "c/<slug:slug>/tournaments/<row:pk>/wishes/": [plain(apart_rounds="2", **{"group-1": "Family"})],
    "c/<slug:slug>/tournaments/<row:pk>/seating/change/": [
        Ask(
            fields=looked_at_plan,
            things=lambda hall: {"pk": hall.drawn.pk},
        )
    ],
    "c/<slug:slug>/tournaments/<row:pk>/seating/file/": [
        Ask(
            fields=lambda hall, who: {
                "file": SimpleUploadedFile("plan.json", b"[[[1, 2, 3, 4], [5, 6, 7, 8]]]")
            },
            things=lambda hall: {"pk": hall.drawn.pk},
        )
    ],
    "c/<slug:slug>/tournaments/<row:pk>/seating/unpublish/": [
        Ask(things=lambda hall: {"pk": hall.published.pk})
    ],
    "c/<slug:slug>/tournaments/<row:pk>/seating/discard/": [Ask(things=lambda hall: {"pk": hall.drawn.pk})],
    "c/<slug:slug>/tournaments/<row:pk>/rounds/<row:number>/swap/": [
        Ask(fields=swapped, things=lambda hall: {"pk": hall.drawn.pk})
    ],
    "c/<slug:slug>/tournaments/<row:pk>/late/": [
        Ask(
            fields=lambda hall, who: {"late-1-name": "Somebody late", "late-seating": "fit"},
            things=lambda hall: {"pk": hall.published.pk},
        )
    ],
    "c/<slug:slug>/tournaments/<row:pk>/rounds/<row:number>/redraw/": [
        Ask(things=lambda hall: {"pk": hall.published.pk})
    ],
    "c/<slug:slug>/tournaments/<row:pk>/rounds/<row:number>/fill/": [plain(who="1-2")],
    "c/<slug:slug>/tournaments/<row:pk>/draw/": [Ask(things=lambda hall: {"pk": hall.draft.pk})],
    "c/<slug:slug>/tournaments/<row:pk>/publish/": [Ask(things=lambda hall: {"pk": hall.drawn.pk})],
    "c/<slug:slug>/tournaments/<row:pk>/reopen/": [Ask(things=lambda hall: {"pk": hall.final.pk})],
    "c/<slug:slug>/tournaments/<row:pk>/stages/": [plain(**A_STAGE)],
    "c/<slug:slug>/tournaments/<row:pk>/stages/<row:number>/": [
        Ask(
            fields=lambda hall, who: {**A_STAGE, "places": "4", "rounds": "2"},
            things=lambda hall: {"pk": hall.to_cut.pk},
        )
    ],
    "c/<slug:slug>/tournaments/<row:pk>/stages/<row:number>/remove/": [
        Ask(things=lambda hall: {"pk": hall.to_cut.pk})
    ],
    "c/<slug:slug>/tournaments/<row:pk>/stages/<row:number>/cut/": [
        Ask(fields=lambda hall, who: {"how": "lot"}, things=lambda hall: {"pk": hall.to_cut.pk})
    ],
    "c/<slug:slug>/tournaments/<row:pk>/stages/<row:number>/undo/": [
        Ask(things=lambda hall: {"pk": hall.has_cut.pk})
    ],
    "c/<slug:slug>/tournaments/<row:pk>/schedule/": [
        plain(**{"days": "2", "day-1": "1", "time-1": "09:30", "day-2": "2", "time-2": ""})
    ],
    "c/<slug:slug>/tournaments/<row:pk>/squads/": [plain(lineup_minutes="15")],
    "c/<slug:slug>/tournaments/<row:pk>/squads/<row:number>/": [
        Ask(fields=lambda hall, who: lineup(hall), things=lambda hall: {"pk": hall.of_teams.pk})
    ],
    "c/<slug:slug>/tournaments/<row:pk>/squads/<row:number>/captain/": [
        Ask(
            fields=lambda hall, who: {"captain": lineup(hall)["place-1"], "names": "Reserve", "link": "1"},
            things=lambda hall: {"pk": hall.of_teams.pk},
        )
    ],
    "lineup/<row:number>/<str:token>/": [
        Ask(
            fields=lambda hall, who: lineup(hall),
            things=lambda hall: {"token": captain_token(hall.captained)},
        )
    ],
    "c/<slug:slug>/tournaments/<row:pk>/seating/": [
        Ask("published"),
        Ask("in preparation", things=lambda hall: {"pk": hall.drawn.pk}),
    ],
    "c/<slug:slug>/tournaments/<row:pk>/rounds/<row:number>/open/": [
        Ask(things=lambda hall: {"pk": hall.published.pk})
    ],
    "c/<slug:slug>/tournaments/<row:pk>/rounds/<row:number>/tables/<row:table>/paper/": [
        Ask(fields=lambda hall, who: scores(), things=lambda hall: {"table": 2})
    ],
    "c/<slug:slug>/tournaments/<row:pk>/rounds/<row:number>/tables/<row:table>/desk/": [
        Ask(
            fields=lambda hall, who: {
                "t2-seen": desk_stamp(hall),
                **{f"t2-{name}": value for name, value in scores().items()},
            },
            things=lambda hall: {"table": 2},
        )
    ],
    "t/<code:code>/overlay/<slug:token>/": [
        Ask(
            things=lambda hall: {
                "token": access_token(hall.running.code, "viewer", hall.running.access_generation)
            }
        )
    ],
    "event/<slug:slug>/<row:pk>/tables/<row:table>/overlay/": [
        Ask(things=lambda hall: {"pk": hall.tournament.pk})
    ],
    "event/<slug:slug>/<row:pk>/tables/<row:table>/<slug:token>/": [
        Ask(
            things=lambda hall: {
                "pk": hall.tournament.pk,
                "token": table_code_path(hall.tournament, 1).split("/")[-2],
            }
        )
    ],
    "c/<slug:slug>/tournaments/<row:pk>/rounds/<row:number>/tables/<row:table>/answer/": [
        Ask(things=lambda hall: {"table": 2})
    ],
    "c/<slug:slug>/tournaments/<row:pk>/rounds/<row:number>/extra/": [plain(table="1", minutes="5")],
    "c/<slug:slug>/tournaments/<row:pk>/entry/": [
        Ask(
            "open",
            fields=lambda hall, who: {
                "first_name": "Ada",
                "last_name": "Lovelace",
                "country": "GBR",
                "agreed": "on",
            },
            things=lambda hall: {"pk": hall.entered.pk},
        ),
        Ask("not wanted"),
    ],
    "entry/<row:number>/<str:own_token>/": [plain(do="withdraw")],
    # of a server with mail: tests/outbox/test_entry_mails.py
    "entry/<row:number>/<str:own_token>/mail/": [plain(address="anna@example.org", agreed="on")],
    "c/<slug:slug>/tournaments/<row:pk>/entrants/settings/": [plain(wanted="on")],
    "c/<slug:slug>/tournaments/<row:pk>/entrants/new/": [plain(name="By hand")],
    "c/<slug:slug>/tournaments/<row:pk>/entrants/list/": [
        plain(rows="Somebody new", add="1", **{"column-0": "name"})
    ],
    "c/<slug:slug>/tournaments/<row:pk>/entrants/players/": [
        Ask(things=lambda hall: {"pk": hall.entered.pk})
    ],
    "c/<slug:slug>/tournaments/<row:pk>/entrants/selected/": [
        Ask(
            fields=lambda hall, who: {"do": "remove", "entrant": hall.entrant.pk},
            things=lambda hall: {"pk": hall.entered.pk},
        )
    ],
    "c/<slug:slug>/tournaments/<row:pk>/entrants/<row:number>/": [plain(do="miss")],
    "c/<slug:slug>/tournaments/<row:pk>/entrants/<row:number>/tick/": [plain(do="here")],
    "c/<slug:slug>/tournaments/<row:pk>/places/<row:number>/details/": [plain(country="FRA")],
    "c/<slug:slug>/tournaments/<row:pk>/federation/": [plain(event="1", country="FRA", days="2")],
    "c/<slug:slug>/tournaments/<row:pk>/places/<row:number>/": [plain(name="A substitute", points="keep")],
    "c/<slug:slug>/tournaments/<row:pk>/penalties/": [
        plain(number="1", points="10", reason="late", round_number="")
    ],
}
