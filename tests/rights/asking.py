"""What is sent to each address: the things its path names, and a form that would change something.

`CASES` tells what the common answer (`THINGS`, an empty form) does not fit. A case has a name where one
address has several: the table of rights then has a block for each.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from mahjongclub.clubs.club_model import tonight
from mahjongclub.debts.sheet import SheetState
from mahjongclub.events.desk import EventDesk
from mahjongclub.events.hall import table_path
from mahjongclub.events.plan import seating_stamp
from mahjongclub.events.plan_list import plan_columns
from mahjongclub.events.state import TournamentState
from mahjongclub.hosting.backups import ticket_for
from mahjongclub.nights.changes import rounds_of
from mahjongclub.nights.desk import NightDesk
from mahjongclub.nights.pages import check_in_token, coming_token, night_token
from mahjongclub.rounds.desk import DeskRows
from mahjongclub.rounds.teams.models import captain_token
from mahjongclub.seasons.views.match_desk import MatchDesk
from mahjongclub.tables.addresses import access_token
from mahjongclub.tables.models import Session
from mahjongclub.tables.views.entries import OtherRulesForm
from tests.fuzz.site import STEP, fill_in
from tests.tables.conftest import as_it_stands

from .hall import NAMES, PASSWORD, Hall, ron

Fields = dict[str, Any]


@dataclass(frozen=True)
class Ask:
    """A request to one address. `fields` and `query` are given the hall and the key of whoever asks."""

    name: str = ""
    fields: Callable[[Hall, str], Fields] = lambda hall, who: {}
    query: Callable[[Hall, str], Fields] = lambda hall, who: {}
    things: Callable[[Hall], Fields] = lambda hall: {}
    #: a second case of an address leaves out what the first has asked
    methods: tuple[str, ...] = ("GET", "POST")


def at(table: str, **fields: Any) -> Ask:
    """A change of the hall's table of that name, as it stands."""
    return Ask(
        fields=lambda hall, who: seen(hall, table, **fields), things=lambda hall: {"code": code(hall, table)}
    )


def afterwards(**fields: Any) -> Ask:
    """A change of a table whose evening is over."""
    return replace(at("past", **fields), name="once its evening is over", methods=("POST",))


def in_time() -> str:
    """When a phone entered a hand at the table whose evening is over."""
    return (timezone.now() - timedelta(minutes=5)).isoformat()


def code(hall: Hall, table: str) -> str:
    found: Session = getattr(hall, table)
    return found.code


def options(hall: Hall) -> Fields:
    """Every option of the running table, as the page of other rules has it."""
    return as_it_stands(OtherRulesForm(hall.running, [], None))


def seen(hall: Hall, table: str, **fields: Any) -> Fields:
    """What every change of a table carries: what its phone saw, and a key of its own."""
    session = Session.objects.get(pk=getattr(hall, table).pk)
    stands = {"version": session.version, "played": session.state["hands"], "hand": session.next_number}
    return {**stands, "key": uuid4().hex, **fields}


def names(**more: Any) -> Fields:
    return {**{f"name-{seat}": name for seat, name in enumerate(NAMES)}, **more}


def scores(**more: Any) -> Fields:
    """Four scores that add up to the 100,000 of a riichi table."""
    points = ("10000", "20000", "30000", "40000")
    return {**{f"score-{seat}": score for seat, score in enumerate(points)}, "sticks": "0", **more}


def swapped(hall: Hall, who: str) -> Fields:
    """The first two places of a round that is drawn, as it is seen."""
    course = TournamentState(hall.drawn)
    return {"one": "1", "other": "2", "seen": seating_stamp(course, course.rounds[0])}


def desk_stamp(hall: Hall) -> str:
    """What the second table's row has seen."""
    course = TournamentState(hall.tournament)
    desk = EventDesk(course, course.rounds[0])
    return DeskRows(desk).stamp(desk.tables[1])


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


def lineup(hall: Hall) -> Fields:
    """The two places of a team, each for the other's player."""
    first, second = hall.of_teams.places.filter(team=hall.captained).order_by("number")
    held = [place.stints.get().player_id for place in (second, first)]
    return {"round": "1", f"place-{first.number}": held[0], f"place-{second.number}": held[1]}


def result(**more: Any) -> Fields:
    """A result from paper."""
    return {"variant": "riichi", "preset": "club", **names(), **scores(), **more}


def game_file() -> SimpleUploadedFile:
    record = {"format": 1, "variant": "riichi", "players": NAMES, "hands": [], "closed": True}
    return SimpleUploadedFile("game.json", json.dumps(record).encode())


def kept_hand(hall: Hall) -> Fields:
    """A hand that a phone kept before the last hand was recorded elsewhere."""
    first = hall.running.revisions.order_by("version").first()
    return {
        "draft": json.dumps(ron(1, 0)),
        "seen": first.version if first else 0,
        "version": Session.objects.get(pk=hall.running.pk).version,
        "played": 1,
        "key": uuid4().hex,
    }


def looked_at_plan(hall: Hall, who: str) -> Fields:
    """A plan of two tables with the columns that its page showed."""
    plan = "[[[1, 2, 3, 4], [5, 6, 7, 8]]]"
    columns = plan_columns(hall.drawn, plan, {})
    kinds = {f"column-{at}": kind for at, kind in enumerate(columns.kinds)}
    return {"plan": plan, "keep": "1", **kinds, "seen": columns.seen}


def debt(hall: Hall) -> Fields:
    """What somebody still owes after the ended game, as its page shows it."""
    owed = SheetState(hall.debts).tallies()[0].debts[0]
    told = {"payer": owed.payer, "payee": owed.payee, "variant": "riichi", "amount": owed.amount}
    return {**told, "key": uuid4().hex}


def plain(**fields: Any) -> Ask:
    return Ask(fields=lambda hall, who: fields)


OPENED = {
    "variant": "riichi",
    "preset": "club",
    "rules": {},
    "names": list(NAMES),
    "draw": {"method": "order", "throws": []},
    "agreeing": False,
    "at": "",
}
CLOSED = {"do": "close", "key": uuid4().hex, "at": ""}
SCORE_SHEET = {"step": "save", "preset": "club", "hand-1-0": "m", **names()}

A_STAGE = {
    **{"name": "Last", "rounds": "1", "places": "", "rule": "ranking"},
    **{"carries": "half", "draw": "snake", "bonus_points": ""},
}

A_LINE = {"section": "Waterways", "text": "An ibis", "value": "40"}
OPEN_WIN = json.dumps({"type": "win", "winner": 1, "from": 0})

#: by address; an address that is not here is asked for with an empty form
CASES: dict[str, list[Ask]] = {
    "i18n/setlang/": [plain(language="fr", next="/")],
    "account/owner/<str:token>/": [
        Ask(
            fields=lambda hall, who: {"name": "A third", "visibility": "public", **sign_up()},
            things=lambda hall: {"token": hall.owner_token},
        )
    ],
    "account/login/": [plain(login="member", password=PASSWORD)],
    "account/signup/": [Ask(fields=lambda hall, who: sign_up())],
    "account/reauthenticate/": [plain(password=PASSWORD)],
    "account/password/change/": [
        plain(oldpassword=PASSWORD, password1="a wall of four winds", password2="a wall of four winds")
    ],
    "account/password/set/": [plain(password1="a wall of four winds", password2="a wall of four winds")],
    "account/second-factor/confirm/": [plain(code="000000")],
    "account/second-factor/set-up/": [plain(code="000000")],
    "clubs/new/": [plain(name="Founded here", visibility="public")],
    # what comes in: tests/exchange/test_club_from_the_browser.py
    "clubs/bring/": [plain(name="Brought here")],
    "clubs/join/<str:token>/": [Ask()],
    "invited/<str:token>/": [Ask(things=lambda hall: {"token": hall.host_token})],
    # the host
    "host/": [plain(accounts="invited", founding="invited", word="Ask me")],
    # what is there: tests/server/test_backup_pages.py
    "host/backups/bring/<str:ticket>/": [
        Ask(things=lambda hall: {"ticket": ticket_for(hall.accounts["installer"])})
    ],
    "host/backups/<str:name>/": [Ask(things=lambda hall: {"name": "none"})],
    "host/backups/<str:name>/file/": [Ask(things=lambda hall: {"name": "none"})],
    "host/backups/<str:name>/restore/": [Ask(things=lambda hall: {"name": "none"})],
    "host/clubs/<row:number>/": [
        Ask(fields=lambda hall, who: {"most_games": "500"}, things=lambda hall: {"number": hall.club.pk})
    ],
    "host/clubs/<row:number>/lock/": [
        Ask(fields=lambda hall, who: {"reason": "Unpaid"}, things=lambda hall: {"number": hall.club.pk})
    ],
    "host/invitations/": [plain(gives="account", note="For Chen", days="7")],
    "host/invitations/<row:number>/revoke/": [Ask(things=lambda hall: {"number": hall.host_invitation.pk})],
    # the club
    "c/<slug:slug>/settings/": [plain(name="Five Winds", visibility="private")],
    "c/<slug:slug>/delete/": [plain(name="Four Winds")],
    "c/<slug:slug>/members/<row:account>/": [
        Ask("a scorer becomes an organiser", fields=lambda hall, who: {"role": "organiser"}),
        Ask("a scorer is taken out", fields=lambda hall, who: {"remove": "1"}, methods=("POST",)),
        Ask(
            "an organiser becomes a member",
            fields=lambda hall, who: {"role": "member"},
            things=lambda hall: {"account": hall.accounts["referee"].pk},
            methods=("POST",),
        ),
    ],
    # the key is the curve's own point
    "phone/notices/": [
        plain(
            endpoint="https://push.example.org/x",
            public_key="BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
            shared_secret="A" * 22,
        )
    ],
    "c/<slug:slug>/channels/new/<str:kind>/": [
        plain(address="https://example.org/hook", events="results", language="en")
    ],
    "c/<slug:slug>/invitations/": [
        Ask("of a scorer", fields=lambda hall, who: {"role": "scorer", "places": "1", "days": "7"}),
        Ask(
            "of an organiser",
            fields=lambda hall, who: {"role": "organiser", "places": "1", "days": "7"},
            methods=("POST",),
        ),
    ],
    "c/<slug:slug>/players/": [plain(name="Zoé")],
    "c/<slug:slug>/evenings/new/": [
        Ask(fields=lambda hall, who: {"date": tonight().isoformat(), "place": "Here"})
    ],
    "c/<slug:slug>/evenings/<row:number>/edit/": [
        Ask(fields=lambda hall, who: {"date": tonight().isoformat(), "place": "Elsewhere"})
    ],
    "c/<slug:slug>/evenings/<row:number>/clock/": [plain(minutes="60", alarms="")],
    "c/<slug:slug>/evenings/<row:number>/clock/turn/": [plain(turn="start")],
    # people
    "me/name/": [plain(name="Another name")],
    "me/hide/": [plain(hidden="yes")],
    "me/roster/<slug:slug>/": [
        Ask("a player of the roster", fields=lambda hall, who: {"who": hall.players["Fatou"].pk}),
        Ask("a new player", fields=lambda hall, who: {"who": "new", "name": "Zoé"}, methods=("POST",)),
    ],
    "me/remove/": [Ask(fields=lambda hall, who: {"typed": who, "password": PASSWORD})],
    "players/<int:pk>/": [
        Ask("of the roster", fields=lambda hall, who: {"name": "Aïko"}),
        Ask(
            "a guest of the phone",
            fields=lambda hall, who: {"name": "Henry"},
            things=lambda hall: guest(hall),
        ),
        Ask(
            "somebody's own", fields=lambda hall, who: {"name": "Ginette"}, things=lambda hall: claimed(hall)
        ),
    ],
    "players/<int:pk>/hide/": [
        Ask("of the roster", fields=lambda hall, who: {"hidden": "yes"}),
        Ask(
            "a guest of the phone",
            fields=lambda hall, who: {"hidden": "yes"},
            things=lambda hall: guest(hall),
        ),
        Ask("somebody's own", fields=lambda hall, who: {"hidden": "yes"}, things=lambda hall: claimed(hall)),
    ],
    "players/<int:pk>/take-in/": [
        Ask(fields=lambda hall, who: {"club": hall.club.slug}, things=lambda hall: {"pk": hall.passer_by.pk})
    ],
    "players/<int:pk>/give/": [Ask(fields=lambda hall, who: {"account": hall.accounts["member"].pk})],
    "players/<int:pk>/let-go/": [Ask(things=lambda hall: claimed(hall))],
    "players/<int:pk>/forget/": [
        Ask(
            fields=lambda hall, who: {"typed": "Fatou", "password": PASSWORD},
            things=lambda hall: {"pk": hall.players["Fatou"].pk},
        )
    ],
    "players/<int:pk>/keep/": [Ask(things=lambda hall: {"pk": hall.leaving.pk})],
    "players/<int:pk>/merge/": [
        Ask(
            fields=lambda hall, who: {"other": hall.players["Fatou"].pk},
            things=lambda hall: {"pk": hall.players["Emil"].pk},
        )
    ],
    "t/<slug:code>/that-is-me/": [
        Ask("a player of the roster", fields=lambda hall, who: {"player": hall.players["Dina"].pk}),
        Ask(
            "a guest of the table",
            fields=lambda hall, who: {"player": hall.guest.pk},
            things=lambda hall: {"code": hall.free.code},
            methods=("POST",),
        ),
    ],
    "me/tables/<slug:code>/": [Ask(things=lambda hall: {"code": hall.elsewhere.code})],
    # who owes whom
    "debts/": [Ask(fields=lambda hall, who: {"game": hall.past.code})],
    "debts/<row:number>/": [Ask(fields=lambda hall, who: {"rate-riichi": "0.05", "currency": "CHF"})],
    "debts/<row:number>/paid/": [Ask(fields=lambda hall, who: debt(hall))],
    "t/<code:code>/debts/": [Ask(things=lambda hall: {"code": hall.past.code})],
    # lines of a card
    "me/card/": [plain(**A_LINE)],
    "me/card/<row:number>/": [
        Ask(fields=lambda hall, who: A_LINE, things=lambda hall: {"number": hall.my_line.pk})
    ],
    "me/card/<row:number>/delete/": [Ask(things=lambda hall: {"number": hall.my_line.pk})],
    "c/<slug:slug>/card/": [plain(**A_LINE)],
    "c/<slug:slug>/card/<row:number>/": [plain(**A_LINE)],
    "t/<code:code>/line/<hand:number>/": [
        Ask(
            fields=lambda hall, who: {"draft": OPEN_WIN, "line": hall.club_line.pk},
            query=lambda hall, who: {"draft": OPEN_WIN},
            things=lambda hall: {"code": hall.by_card.code, "number": 1},
        )
    ],
    # a table
    "new/": [
        Ask(
            "of nobody's",
            fields=lambda hall, who: names(variant="riichi", preset="club", method="order", belongs=""),
        ),
        Ask(
            "of the club",
            fields=lambda hall, who: names(
                variant="riichi",
                preset="club",
                method="order",
                belongs=f"e{hall.evening.pk}",
                elsewhere="1",  # they sit at another running table
            ),
            methods=("POST",),
        ),
    ],
    "join/": [
        Ask("by a code to keep the score", fields=lambda hall, who: {"code": spoken(hall, "scorer")}),
        Ask(
            "by a code to watch",
            fields=lambda hall, who: {"code": spoken(hall, "viewer")},
            methods=("POST",),
        ),
        Ask("by a guess", fields=lambda hall, who: {"code": "222222"}, methods=("POST",)),
    ],
    "sheet/<slug:variant>/": [plain(**SCORE_SHEET)],
    "offline/open/": [Ask(fields=lambda hall, who: {"key": uuid4().hex, "opened": json.dumps(OPENED)})],
    "t/<code:code>/copy/back/": [
        Ask(
            fields=lambda hall, who: {
                "coming": json.dumps({"version": 2, "played": 2, "moves": [CLOSED], "last": None})
            }
        )
    ],
    "t/<code:code>/copy/differs/": [plain(number="1", result="{}", release="1")],
    "t/<code:code>/join/<slug:token>/": [
        Ask(f"to {words}", things=lambda hall, role=role: {"token": link(hall, role)})
        for role, words in (("scorer", "keep the score"), ("viewer", "watch"))
    ],
    "t/<code:code>/share/<slug:role>.svg": [
        Ask(f"to {words}", things=lambda hall, role=role: {"role": role})
        for role, words in (("scorer", "keep the score"), ("viewer", "watch"))
    ],
    "t/<code:code>/seats/": [at("unstarted")],
    "t/<code:code>/seats/draw/": [at("unstarted", method="order")],
    "t/<code:code>/seats/start/": [at("unstarted")],
    "t/<code:code>/seats/discard/": [at("unstarted")],
    "t/<code:code>/names/": [at("nameless", **{"name-1": "Emil"})],
    "t/<code:code>/sit/": [
        plain(seat="2"),
        Ask(
            "of another phone",
            fields=lambda hall, who: {"seat": "3"},
            things=lambda hall: {"code": code(hall, "asked_for")},
            methods=("POST",),
        ),
    ],
    "t/<code:code>/sit/answer/": [
        Ask(
            fields=lambda hall, who: {"who": hall.asker.pk, "do": "give"},
            things=lambda hall: {"code": code(hall, "asked_for")},
        )
    ],
    "t/<code:code>/swap/": [at("running", one="0", other="1"), afterwards(one="0", other="1")],
    "t/<code:code>/begin/": [at("running", **{"seat-0": "26000"})],
    "t/<code:code>/sit-down/": [at("running", seat="1", player="Emil")],
    "t/<code:code>/sit-out/": [at("shared", out="1")],
    "t/<code:code>/adjust/": [at("running", **{"seat-0": "-1000"})],
    "t/<code:code>/other-rules/": [
        Ask(
            fields=lambda hall, who: seen(
                hall, "running", **{**options(hall), "option-kiriage_mangan": "on"}
            ),
            things=lambda hall: {"code": code(hall, "running")},
        )
    ],
    "t/<code:code>/referee/": [at("directed", call="on")],
    "t/<code:code>/during/": [at("running", seat="0", out="1")],
    "t/<code:code>/drop-notes/": [at("noted")],
    "t/<code:code>/agreeing/": [at("running", agreeing="on")],
    "t/<code:code>/agree/": [
        Ask(
            "for the seat of this phone",
            fields=lambda hall, who: seen(hall, "agreeing", hand=1),
            things=lambda hall: {"code": code(hall, "agreeing")},
        ),
        Ask(
            "for a seat without a phone",
            fields=lambda hall, who: seen(hall, "agreeing", hand=1, do="behalf", seat="1"),
            things=lambda hall: {"code": code(hall, "agreeing")},
            methods=("POST",),
        ),
    ],
    "t/<code:code>/undo/": [at("running", number=2), afterwards(number=1)],
    "t/<code:code>/sticks/": [plain(**{"seat-0": "25000"})],
    "t/<code:code>/dice/": [at("ten", one="3", other="4")],
    "t/<code:code>/clock/": [at("running", minutes="45", alarms="", at_end="finish")],
    "t/<code:code>/clock/now/": [at("ticking")],
    "t/<code:code>/clock/start/": [at("timed")],
    "t/<code:code>/clock/pause/": [at("ticking", reason="tea")],
    "t/<code:code>/clock/resume/": [at("paused")],
    "t/<code:code>/end/": [at("ended")],
    "sheets/t/<code:code>/ranking.png": [at("ended")],
    "sheets/c/<slug:slug>/games/<code:code>/ranking.png": [at("ended")],
    "t/<code:code>/close/": [at("running")],
    "t/<code:code>/continue/": [at("ended"), afterwards()],
    "t/<code:code>/again/": [
        Ask("of the club", fields=lambda hall, who: {"elsewhere": "1"}),
        Ask("of nobody's", things=lambda hall: {"code": hall.free.code}, methods=("POST",)),
    ],
    "t/<code:code>/type/": [
        Ask(fields=lambda hall, who: seen(hall, "running", step="record", queued="1", **TYPED))
    ],
    "t/<code:code>/queued/": [
        Ask(fields=lambda hall, who: seen(hall, "running", draft=json.dumps(ron(1, 0)), entered="")),
        Ask(
            "once its evening is over",
            fields=lambda hall, who: seen(hall, "past", draft=json.dumps(ron(1, 0)), entered=in_time()),
            things=lambda hall: {"code": hall.past.code},
            methods=("POST",),
        ),
    ],
    "t/<code:code>/decide/": [
        Ask(
            fields=lambda hall, who: {**kept_hand(hall), "choice": "record"},
            query=lambda hall, who: {**kept_hand(hall), "version": kept_hand(hall)["seen"]},
        )
    ],
    "t/<code:code>/hand/<hand:number>/": [
        Ask(
            "the next",
            fields=lambda hall, who: seen(hall, "running", draft=json.dumps(ron(1, 0))),
            things=lambda hall: {"number": 3},
        ),
        Ask(
            "corrected",
            fields=lambda hall, who: seen(hall, "running", draft=json.dumps(ron(2, 0))),
            things=lambda hall: {"number": 1},
        ),
        replace(
            afterwards(draft=json.dumps(ron(2, 0))), things=lambda hall: {"code": hall.past.code, "number": 1}
        ),
    ],
    "guide/<slug:page>/": [Ask(things=lambda hall: {"page": "first-evening"})],
    "value/<slug:variant>/<slug:page>/": [
        Ask(things=lambda hall: {"page": "tiles"}, query=lambda hall, who: {"draft": json.dumps(ron(1, 0))})
    ],
    "t/<code:code>/hand/<hand:number>/<slug:page>/": [
        Ask(
            "tiles",
            things=lambda hall: {"number": 3, "page": "tiles"},
            query=lambda hall, who: {"draft": json.dumps(ron(1, 0))},
        ),
        Ask(
            "patterns",
            things=lambda hall: {"code": hall.taiwanese.code, "number": 1, "page": "patterns"},
            query=lambda hall, who: PATTERNS,
        ),
    ],
    "t/<code:code>/hand/<hand:number>/delete/": [at("running", number=1), afterwards(number=1)],
    "t/<code:code>/club/": [
        Ask(
            "a table of nobody's, given to the club",
            fields=lambda hall, who: {"belongs": f"c{hall.club.pk}"},
            things=lambda hall: {"code": hall.free.code},
        ),
        Ask(
            "a table of nobody's, given to a club of one's own",
            fields=lambda hall, who: {"belongs": own_club(hall, who)},
            things=lambda hall: {"code": hall.free.code},
            methods=("POST",),
        ),
        Ask("a table of the club's, taken from it", fields=lambda hall, who: {"belongs": ""}),
        Ask(
            "a table given to the club later, taken back",
            fields=lambda hall, who: {"belongs": ""},
            things=lambda hall: {"code": hall.given.code},
            methods=("POST",),
        ),
    ],
    "c/<slug:slug>/games/<code:code>/": [Ask()],
    # paper
    "c/<slug:slug>/results/new/": [Ask(fields=lambda hall, who: result(belongs=f"e{hall.evening.pk}"))],
    "c/<slug:slug>/sheet/<slug:variant>/": [plain(**SCORE_SHEET)],
    "c/<slug:slug>/results/<code:code>/": [
        Ask(
            fields=lambda hall, who: result(version="0", date=tonight().isoformat()),
            things=lambda hall: {"code": hall.paper.code},
        )
    ],
    "c/<slug:slug>/results/<code:code>/delete/": [Ask(things=lambda hall: {"code": hall.paper.code})],
    "c/<slug:slug>/late/<row:number>/": [
        Ask(fields=lambda hall, who: {"record": "1"}, things=lambda hall: {"number": hall.late.pk})
    ],
    "c/<slug:slug>/rules/new/": [plain(variant="riichi", preset="club", name="New ones")],
    "c/<slug:slug>/rules/begin/": [plain(**{"begins-riichi": "tenhou"})],
    "c/<slug:slug>/rules/<row:number>/": [plain(name="Renamed")],
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
                "player": hall.players["Chen"].pk,
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
            things=lambda hall: {"token": coming_token(hall.club)},
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
            things=lambda hall: {"token": night_token(hall.evening)},
        )
    ],
    "here/<slug:slug>/<row:number>/<str:token>/sit/": [
        Ask(things=lambda hall: {"token": night_token(hall.evening)})
    ],
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
                "token": table_path(hall.tournament, 1).split("/")[-2],
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
    # files
    "c/<slug:slug>/calendar/": [plain(new="1")],
    "c/<slug:slug>/players/file/": [
        Ask(fields=lambda hall, who: {"file": SimpleUploadedFile("new.csv", b"Name;Club\nZoe;A\nYan;B")})
    ],
    "c/<slug:slug>/import/": [Ask(fields=lambda hall, who: {"chosen": [game_file()]})],
    "c/<slug:slug>/import/<uuid:upload>/": [plain(keep="1")],
    # support
    "admin/r/<path:content_type_id>/<path:object_id>/": [
        Ask(
            things=lambda hall: {
                "content_type_id": ContentType.objects.get_for_model(type(hall.club)).pk,
                "object_id": hall.club.pk,
            }
        )
    ],
    "admin/autocomplete/": [
        Ask(
            query=lambda hall, who: {
                "app_label": "clubs",
                "model_name": "player",
                "field_name": "account",
                "term": "",
            }
        )
    ],
    "admin/clubs/account/<id>/password/": [
        Ask(
            "of an account",
            fields=lambda hall, who: NEW_PASSWORD,
            things=lambda hall: {"id": hall.accounts["member"].pk},
        ),
        Ask(
            "of the installation's owner",
            fields=lambda hall, who: NEW_PASSWORD,
            things=lambda hall: {"id": hall.accounts["installer"].pk},
        ),
    ],
    "admin/clubs/account/<path:object_id>/change/": [
        Ask(
            "shut",
            fields=lambda hall, who: {"username": "member", **INLINE},
            things=lambda hall: {"object_id": hall.accounts["member"].pk},
        ),
        Ask(
            "made staff and owner",
            fields=lambda hall, who: {
                "username": "member",
                "is_active": "on",
                "is_staff": "on",
                "is_superuser": "on",
                **INLINE,
            },
            things=lambda hall: {"object_id": hall.accounts["member"].pk},
            methods=("POST",),
        ),
        Ask(
            "the installation's owner, shut",
            fields=lambda hall, who: {"username": "renamed", **INLINE},
            things=lambda hall: {"object_id": hall.accounts["installer"].pk},
        ),
    ],
    "admin/clubs/club/<path:object_id>/change/": [
        Ask(fields=lambda hall, who: {"name": "Six Winds", "visibility": "private", **INLINE})
    ],
    "admin/clubs/player/<path:object_id>/change/": [
        Ask("", fields=lambda hall, who: {"name": "Aïko", **INLINE}),
    ],
}
NEW_PASSWORD = {
    "password1": "a wall of four winds",
    "password2": "a wall of four winds",
    "usable_password": "true",
}
#: nothing in the list of memberships that stands on the page
INLINE = {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0", "_save": "Save"}
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
TYPED = {"end": "win", "won": "1", "from": "2", "value-1": "3", "fu-1": "40"}
PATTERNS = {"draft": json.dumps({"type": "win", "wins": [{"winner": 1, "from": 0}]})}


def sign_up() -> Fields:
    return {"username": "newcomer", "password1": PASSWORD, "password2": PASSWORD}


def guest(hall: Hall) -> Fields:
    return {"pk": hall.guest.pk}


def claimed(hall: Hall) -> Fields:
    return {"pk": hall.claimed.pk}


def spoken(hall: Hall, role: str) -> str:
    return hall.spoken[role]


def link(hall: Hall, role: str) -> str:
    return access_token(hall.running.code, role, hall.running.access_generation)


def own_club(hall: Hall, who: str) -> str:
    club = hall.own_clubs.get(who)
    return f"c{club.pk}" if club else f"c{hall.club.pk}"


def cases_of(pattern: str) -> list[Ask]:
    """Every way an address is asked."""
    return CASES.get(pattern, [Ask()])


def addresses(patterns: list[Any] | None = None, before: str = "") -> Iterator[str]:
    """Every address of the site map, the support's too."""
    for one in get_resolver().url_patterns if patterns is None else patterns:
        address = before + AS_WRITTEN.get(str(one.pattern), str(one.pattern))
        if isinstance(one, URLResolver):
            yield from addresses(one.url_patterns, address)
        else:
            yield address


#: the addresses of Django's support that are patterns of characters
AS_WRITTEN = {
    "^(?P<app_label>clubs|account|admin|tables|leagues|exchange)/$": "<app_label>/",
    "(?P<url>.*)$": "<path:url>",
}


#: each once, though two patterns may have the same
ADDRESSES = list(dict.fromkeys(addresses()))


def path_of(hall: Hall, address: str, ask: Ask) -> str:
    """The address with the hall's things in it."""
    given = ask.things(hall)
    values = [
        given[name] if name in given else thing(hall, address, word, name)
        for word, _kind, name in STEP.findall(address)
    ]
    return fill_in(address, values)


def thing(hall: Hall, address: str, word: str, name: str) -> Any:
    """What stands at a place of an address: by its own name, else by the word before it."""
    if name == "object_id":
        first = apps.get_model(*address.split("/")[1:3])._base_manager.first()
        return first.pk if first else 1
    found = hall.things.get(name, hall.things.get(word))
    assert found is not None, f"what stands for {word}/<{name}>?"
    return found
