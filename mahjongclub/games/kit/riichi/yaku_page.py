"""The yaku of a hand whose value was said, ticked for the statistics: they change no points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.http import QueryDict

from mahjongclub.rules.kit.riichi.yaku import TICKED, YAKU_NAMES, YAKUMAN_NAMES, played_yaku

from ..context import BadDraft, Draft, EntryContext, StepPage, without
from ..seat_steps import hidden_fields
from ..wording import said

#: seat and prevailing wind of a seat in the hand being entered
Winds = Callable[[EntryContext, int], tuple[str, str]]

WIND_WORDS = {"E": "east", "S": "south", "W": "west", "N": "north"}
#: what only comes of a self-drawn tile, and of a discard or a kan of another
DRAWN = ("self_drawn", "after_a_kan", "last_draw", "heavenly_hand", "earthly_hand")
CLAIMED = ("robbed_kan", "last_discard", "hand_of_man")


def draft_wins(draft: Draft) -> list[Draft]:
    """The wins of a draft: its list of them, or the hand itself where there can be one only."""
    wins: list[Draft] = draft.get("wins", [draft])
    return wins


def yaku_page_url(place: EntryContext, draft: Draft) -> str:
    """Where the yaku of a whole hand are ticked, "" where its tiles tell them."""
    return "" if all("tiles" in win for win in draft_wins(draft)) else place.link(draft, page="yaku")


def make_yaku_page(winds: Winds) -> Callable[[EntryContext, Draft, QueryDict], StepPage]:
    """The page with the boxes, and with "take" the way back to the confirmation."""

    def page(place: EntryContext, draft: Draft, form: QueryDict) -> StepPage:
        try:
            place.session.game.read_outcome(place.rules, draft)
            wins = [win for win in draft_wins(draft) if "tiles" not in win]
            if "take" in form:
                return StepPage("", "", "", {}, go=place.link(_with_ticks(draft, form)))
            groups = [_group(place, draft, win, winds(place, win["winner"])) for win in wins]
        except (ValueError, KeyError, TypeError) as fault:
            raise BadDraft(str(fault)) from None
        context = {
            "session": place.session,
            "groups": groups,
            "action": place.step_path("yaku"),
            "hidden": hidden_fields(place, draft),
            "back_href": place.link(draft),
        }
        return StepPage("games/kit/yaku.html", "games/kit/yaku.html", "yaku", context)

    return page


def _with_ticks(draft: Draft, form: QueryDict) -> Draft:
    def ticked(win: Draft) -> Draft:
        if "tiles" in win:
            return win
        names = form.getlist(f"yaku-{win['winner']}")
        if not set(names) <= set(TICKED):
            raise BadDraft("unknown yaku")
        rest = without(win, "yaku")
        return {**rest, "yaku": [name for name in TICKED if name in names]} if names else rest

    return {**draft, "wins": [ticked(win) for win in draft["wins"]]} if "wins" in draft else ticked(draft)


def _group(place: EntryContext, draft: Draft, win: Draft, winds: tuple[str, str]) -> dict[str, Any]:
    seat = win["winner"]
    # what the table knows already is ticked for them
    ticked = win.get("yaku", ["riichi"] if seat in draft.get("riichi", ()) and "yakuman" not in win else [])
    fitting = {*_offered(win, *winds)} & {*played_yaku(place.rules)}
    offered = [name for name in TICKED if name in ticked or name in fitting]
    rows = [{"key": name, "name": said(YAKU_NAMES[name]), "ticked": name in ticked} for name in offered]
    return {"name": place.names[seat], "field": f"yaku-{seat}", "rows": rows}


def _offered(win: Draft, seat_wind: str, round_wind: str) -> Iterator[str]:
    """The yaku that a hand of this value can have: yakuman, or what is less; winds are those of the table."""
    unfit = CLAIMED if win.get("from") is None else DRAWN
    winds_ = (
        f"seat_wind_{WIND_WORDS[seat_wind]}",
        f"round_wind_{WIND_WORDS[round_wind]}",
        "value_wind_north",
    )
    below = (*TICKED[: -len(YAKUMAN_NAMES)], "hand_of_man")  # by the rules a limit or a yakuman
    for name in YAKUMAN_NAMES if "yakuman" in win else below:
        if name not in unfit and ("_wind_" not in name or name in winds_):
            yield name
