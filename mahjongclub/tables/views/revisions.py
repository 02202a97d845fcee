"""What was changed at a table, in words: each revision of the log with what stood before and after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from mahjongclub.clubs.models import Player
from mahjongclub.games.kit.wording import (
    WIND_NAMES,
    and_list,
    isolated,
    join_clauses,
    option_in_words,
    points_in_words,
    said,
    sticks_in_words,
)
from mahjongclub.games.registry import game_of
from mahjongclub.rules.entries import is_entry

from ..claiming import seat_request_in_words
from ..clock import CLOCK_ACTIONS, is_time_hidden
from ..clock_changes import referee_in_words
from ..clock_strip import clock_in_words
from ..models import Access, Revision, Session
from ..replaying import stored_outcomes
from ..sitters import Seating

#: what a revision did, where a hand of the record is a round
OF_ROUNDS: dict[str, str | Promise] = {
    Revision.Action.CORRECT: gettext_lazy("round corrected"),
    Revision.Action.INSERT: gettext_lazy("round inserted"),
    Revision.Action.DELETE: gettext_lazy("round deleted"),
    Revision.Action.UNDO: gettext_lazy("last round undone"),
}

#: what a revision did, of what is no hand
OF_ENTRIES: dict[str, dict[str, str | Promise]] = {
    "adjust": {
        Revision.Action.CORRECT: gettext_lazy("points adjusted, corrected"),
        Revision.Action.INSERT: gettext_lazy("points adjusted"),
        Revision.Action.DELETE: gettext_lazy("points adjusted, undone"),
    },
    "rules": {
        Revision.Action.CORRECT: gettext_lazy("rule change corrected"),
        Revision.Action.INSERT: gettext_lazy("rules changed"),
        Revision.Action.DELETE: gettext_lazy("rule change undone"),
    },
    "seat": {
        Revision.Action.CORRECT: gettext_lazy("replacement corrected"),
        Revision.Action.INSERT: gettext_lazy("player replaced"),
        Revision.Action.DELETE: gettext_lazy("replacement undone"),
    },
    "sit": {
        Revision.Action.CORRECT: gettext_lazy("who sits out, corrected"),
        Revision.Action.INSERT: gettext_lazy("who sits out"),
        Revision.Action.DELETE: gettext_lazy("who sits out, undone"),
    },
}

#: what the log has in its lines, not among the changes
QUIET = (Revision.Action.RECORD, Revision.Action.DURING, Revision.Action.AGREE)


@dataclass(frozen=True, slots=True)
class RevisionRow:
    """Who changed what, when, from what to what, in words; `at` is None where it would tell a hidden time."""

    what: str
    by: str
    at: datetime | None
    before: str
    after: str


def revision_rows(session: Session, sat: Seating) -> list[RevisionRow]:
    """Who changed what, when, from what to what; the newest first."""
    hidden = is_time_hidden(session)
    rows = session.revisions.exclude(action__in=QUIET).order_by("-version")
    numbers = revised_hand_numbers(session)
    accesses = list(session.accesses.values_list("device_id", "seat", "role"))
    seats = {device: seat for device, seat, _role in accesses}
    scorers = {device for device, _seat, role in accesses if role == Access.Role.SCORER}
    return [
        RevisionRow(
            what=revision_in_words(session, revision, numbers),
            # one phone alone needs no telling which
            by=_who(session, revision, seats, sat.players, alone=scorers == {revision.made_by_id}),
            # from these moments the end of a hidden clock could be told
            at=None if hidden and revision.action in CLOCK_ACTIONS else revision.made_at,
            before=revision_side_in_words(session, revision, revision.before, sat),
            after=revision_side_in_words(session, revision, revision.after, sat),
        )
        for revision in rows
    ]


def revised_hand_numbers(session: Session) -> dict[int, int]:
    """The number of the hand that each revision was of, by version; what is no hand has and takes none."""
    entries = [is_entry(outcome) for outcome in stored_outcomes(session)]
    numbers: dict[int, int] = {}
    moves = session.revisions.filter(hand_number__isnull=False).order_by("-version")
    # backwards, from the hands as they stand now
    for version, action, hand, before in moves.values_list("version", "action", "hand_number", "before"):
        number = hand or 0
        if action in (Revision.Action.DELETE, Revision.Action.UNDO):
            entries.insert(number - 1, is_entry(before))
        if entries[number - 1 : number] != [True]:
            numbers[version] = number - entries[:number].count(True)
        if action in (Revision.Action.RECORD, Revision.Action.INSERT):
            del entries[number - 1 : number]
    return numbers


def action_in_words(session: Session, revision: Revision) -> str:
    """What was done: "hand corrected", "round deleted", "points adjusted"."""
    row: Any = revision.after or revision.before
    words: Mapping[str, str | Promise] = OF_ROUNDS if game_of(session).in_rounds else {}
    if revision.hand_number is not None and is_entry(row):
        words = OF_ENTRIES[row["type"]]
    return str(words.get(revision.action, revision.get_action_display()))


def revision_in_words(session: Session, revision: Revision, numbers: Mapping[int, int]) -> str:
    """What was done, and to which hand."""
    action = action_in_words(session, revision)
    if revision.version not in numbers:
        return capfirst(action)
    which = game_of(session).numbered % {"number": numbers[revision.version]}
    return _("%(which)s: %(words)s") % {"which": which, "words": action}


def _who(
    session: Session, revision: Revision, seats: dict[int, int | None], names: Sequence[str], *, alone: bool
) -> str:
    """Who made a change; "" where it was the only phone that keeps the score, `alone`, and sits nowhere."""
    seat = seats.get(revision.made_by_id or 0)
    if seat is not None:
        return names[seat]
    if alone:
        return ""
    if revision.made_by_id is not None and revision.made_by_id == session.opener_id:
        return _("the phone that opened the table")
    return _("another phone")


def revision_side_in_words(
    session: Session, revision: Revision, side: Any, sat: Seating, names: Sequence[str] = ()
) -> str:
    """What stood before a change, or after it, in words; `names` are how the players are called in it."""
    if side is None:
        return ""
    if not names:
        names = sat.players if revision.hand_number is None else sat.players_before(revision.hand_number)
    if session.rotation and revision.hand_number is not None and not is_entry(side):
        names = [names[player] for player in sat.seating_before(revision.hand_number)]
    if revision.action in (Revision.Action.SWAP, Revision.Action.MOVE):
        players = Player.objects.in_bulk(side)
        return ", ".join(players[pk].shown_name for pk in side if pk in players)
    if revision.action == Revision.Action.RESULT:
        return _result_in_words(side)
    if revision.action == Revision.Action.CONTINUE:
        return _rules_in_words(session, side["rules"], revision)
    if revision.action == Revision.Action.AGREEING:
        return _("yes") if side else _("no")
    if revision.action == Revision.Action.WITHOUT:
        return _("without %(names)s") % {"names": and_list([names[seat] for seat in side])}
    if revision.action in CLOCK_ACTIONS:
        return clock_in_words(side)
    if revision.action == Revision.Action.REFEREE:
        return referee_in_words(side)
    if revision.action == Revision.Action.SEAT:
        return seat_request_in_words(side, names)
    if revision.action == Revision.Action.DICE:
        return " + ".join(map(str, side))
    if revision.action == Revision.Action.BEGUN:
        return start_in_words(side, names)
    return game_of(session).hand_sentence(session.current_rules, sat.with_sitter_name(side), names)


def start_in_words(beginning: dict[str, Any], names: Sequence[str]) -> str:
    """Where a session began, elsewhere than at the beginning: scores, round, dealer, honba, sticks."""
    parts = []
    if scores := beginning.get("scores"):
        parts.append(
            ", ".join(
                f"{isolated(n)} {points_in_words(score)}" for n, score in zip(names, scores, strict=True)
            )
        )
    if wind := beginning.get("round_wind"):
        parts.append(_("round: %(wind)s") % {"wind": WIND_NAMES[wind]})
    if "dealer" in beginning:
        parts.append(_("dealer: %(name)s") % {"name": isolated(names[beginning["dealer"]])})
    if honba := beginning.get("honba"):
        parts.append(_("honba: %(count)s") % {"count": honba})
    if sticks := beginning.get("riichi_sticks"):
        parts.append(sticks_in_words(sticks))
    return join_clauses(parts) or _("at the beginning")


def _result_in_words(result: dict[str, Any]) -> str:
    """A result from paper as it stood: the day, who sat there, with how many points."""
    players = Player.objects.in_bulk(result["players"])
    seats = zip(result["players"], result["final"]["scores"], strict=True)
    scores_said = [
        f"{isolated(players[pk].shown_name)} {points_in_words(score)}" for pk, score in seats if pk in players
    ]
    return _("%(day)s: %(what)s") % {
        "day": date_format(date.fromisoformat(result["day"]), "SHORT_DATE_FORMAT"),
        "what": ", ".join(scores_said),
    }


def _rules_in_words(session: Session, rules: dict[str, Any], revision: Revision) -> str:
    """The options that a continuation changed, with their values on this side of it."""
    before, after = (revision.before or {})["rules"], (revision.after or {})["rules"]
    return ", ".join(
        _("%(what)s: %(value)s")
        % {"what": said(option.label), "value": option_in_words(option, option.read(rules[option.name]))}
        for option in session.game.rules_type.describe_options()
        if before[option.name] != after[option.name]
    )
