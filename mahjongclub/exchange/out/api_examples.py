"""What the page on the read API shows: each address and what it gives. A test compares the answers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ANY = "https://mahjong.example.org"


@dataclass(frozen=True, slots=True)
class Address:
    """An address below /api/1/, what it gives, and an answer. `listed`: the answer is one of a list's."""

    path: str
    what: str | Promise
    answer: dict[str, Any]
    listed: bool = False

    @property
    def shown(self) -> str:
        """The answer as the page prints it."""
        found = self.answer
        if self.listed:
            found = {"data": [found], "count": 1, "page": 1, "pages": 1, "next": None}
        return json.dumps(found, ensure_ascii=False, indent=2)


PLAYER = {"id": 7, "name": "Aiko", "name_hidden": False}
CLUB = {
    "slug": "east-wind",
    "name": "East Wind",
    "founded": "2024-09-01",
    "games": 283,
    "url": f"{ANY}/c/east-wind/",
}
SEASON = {
    "id": 3,
    "league": "Riichi",
    "name": "Spring 2026",
    "variant": "riichi",
    "starts": "2026-01-01",
    "ends": None,
    "scoring": {
        "worth": "points",
        **{"place_1": 4, "place_2": 2, "place_3": 1, "place_4": 0, "place_5": 0, "place_6": 0},
        **{"together": "best", "best_of": 10, "minimum_games": 4},
        **{"tie_1": "points", "tie_2": "firsts", "tie_3": "none"},
    },
    "url": f"{ANY}/c/east-wind/seasons/3/",
}
STANDING = {
    "rank": 1,
    "total": 81.4,
    "games": 12,
    "average_place": 2.0833,
    "places": [5, 3, 2, 2],
    "adjustment": 0,
    "final_points": 76.2,
    "decided_by": None,
}
GAME = {
    "code": "k7q2xw9m4hra3d",
    "variant": "riichi",
    "preset": "club",
    "house_rules": None,
    "day": "2026-03-04",
    "started": "2026-03-04T19:02:11.480211+00:00",
    "ended": "2026-03-04T20:31:54.012873+00:00",
    "evening": 12,
    "season": 3,
    "from_paper": False,
    "hands": 9,
    "ranking": [
        {
            **{"rank": 1, "seat": 0, "player": PLAYER, "score": 41200},
            **{"final_points": 51.2, "season_points": 51.2},
        }
    ],
    "url": f"{ANY}/c/east-wind/games/k7q2xw9m4hra3d/",
}
FIGURES = {
    "games": 12,
    "places": [5, 3, 2, 2, 0, 0],
    "average_place": 2.0833,
    "final_points": 76.2,
    **{"hands": 104, "wins": 27, "self_draws": 9, "deal_ins": 11, "riichi": 24, "riichi_wins": 12},
    **{"draws": 15, "tenpai": 8, "faults": 0, "won_points": 148300, "dealt_points": 52600},
    "best_hand": 18000,
    "rating": {"strength": 27.1035, "uncertainty": 6.2214, "r": 1534.2},
}
ONE_PLAYER = {**PLAYER, "figures": {"riichi": FIGURES}, "url": f"{ANY}/c/east-wind/players/7/"}
EVENING = {
    "id": 12,
    "date": "2026-03-04",
    "name": "",
    "place": "Café du Globe",
    "games": 4,
    "url": f"{ANY}/c/east-wind/evenings/12/",
}
RECORD = {
    **{"format": 1, "id": "k7q2xw9m4hra3d", "variant": "riichi", "preset": "club", "rules": {}},
    "players": ["Aiko", "Benoît", "Chen", "Dina"],
    "hands": [
        {
            "type": "win",
            "wins": [{"winner": 0, "from": 2, "han": 3, "fu": 40}],
            "riichi": [0],
            "at": "2026-03-04T19:09:40.101552+00:00",
        }
    ],
    "started": "2026-03-04T19:02:11.480211+00:00",
    "ended": "2026-03-04T20:31:54.012873+00:00",
}

ADDRESSES = (
    Address("clubs/", _("Every public club, by name."), CLUB, listed=True),
    Address("clubs/east-wind/", _("One club."), CLUB),
    Address("clubs/east-wind/seasons/", _("Its seasons, the latest first."), SEASON, listed=True),
    Address(
        "clubs/east-wind/seasons/3/",
        _("A season with its standings, and those of the teams where there are some."),
        {**SEASON, "standings": [{"player": PLAYER, **STANDING}], "teams": []},
    ),
    Address(
        "clubs/east-wind/games/",
        _("The games that have ended, the latest first. ?variant=riichi and ?season=3 choose among them."),
        GAME,
        listed=True,
    ),
    Address(
        "clubs/east-wind/games/k7q2xw9m4hra3d/",
        _("One game with its record: every hand, to be settled anew. A game known from paper has none."),
        {**GAME, "record": RECORD},
    ),
    Address(
        "clubs/east-wind/players/",
        _("Whoever has played, with figures and ratings in each game."),
        ONE_PLAYER,
        listed=True,
    ),
    Address("clubs/east-wind/players/7/", _("One player."), ONE_PLAYER),
    Address("clubs/east-wind/evenings/", _("The evenings, the latest first."), EVENING, listed=True),
)
