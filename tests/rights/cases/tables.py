"""What a table is sent, from its opening to its end, and a result from paper."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from mahjongclub.clubs.club_model import tonight
from mahjongclub.tables.addresses import access_token
from mahjongclub.tables.models import Session
from mahjongclub.tables.views.entry_forms import OtherRulesForm
from tests.tables.conftest import as_it_stands

from ..asks import Ask, Fields, afterwards, at, code, names, plain, scores, seen
from ..hall import NAMES, Hall, ron


def in_time() -> str:
    """When a phone entered a hand at the table whose evening is over."""
    return (timezone.now() - timedelta(minutes=5)).isoformat()


def options(hall: Hall) -> Fields:
    """Every option of the running table, as the page of other rules has it."""
    return as_it_stands(OtherRulesForm(hall.running, [], None))


def result(**more: Any) -> Fields:
    """A result from paper."""
    return {"variant": "riichi", "preset": "club", **names(), **scores(), **more}


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


def spoken(hall: Hall, role: str) -> str:
    return hall.spoken[role]


def link(hall: Hall, role: str) -> str:
    return access_token(hall.running.code, role, hall.running.access_generation)


def own_club(hall: Hall, who: str) -> str:
    club = hall.own_clubs.get(who)
    return f"c{club.pk}" if club else f"c{hall.club.pk}"


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
TYPED = {"end": "win", "won": "1", "from": "2", "value-1": "3", "fu-1": "40"}
PATTERNS = {"draft": json.dumps({"type": "win", "wins": [{"winner": 1, "from": 0}]})}


#: by address
CASES: dict[str, list[Ask]] = {
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
}
