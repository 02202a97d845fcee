"""A round of the six-player game in words: each event, who pays it, and how the round closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.rules.game import Transfer
from mahjongclub.rules.six_table import CLASSES, KONGS

from ..wording import in_a_row, listed, points_in_words, said

Outcome = dict[str, Any]


def in_words(outcome: Outcome, names: Sequence[str]) -> str:
    """The round in one sentence: "1. Dina: exposed kong; 2. Chen wins on Dina’s discard: pure hand"."""
    return in_a_row(in_lines(outcome, names))


def in_lines(outcome: Outcome, names: Sequence[str]) -> list[str]:
    """The round event by event, numbered, and how it closed where the wall ran out."""
    lines = [
        f"{number}. {event_in_words(event, names)}"
        for number, event in enumerate(outcome.get("events", ()), start=1)
    ]
    if _wins(outcome) < len(names) - 1:
        lines.append(wall_in_words(outcome, names))
    return lines


def _wins(outcome: Outcome) -> int:
    return sum(event["type"] == "win" for event in outcome.get("events", ()))


def wall_in_words(outcome: Outcome, names: Sequence[str]) -> str:
    """How the round closed at the empty wall: who was tenpai, and East where the lot named one."""
    ready = [_ready_in_words(one, names) for one in outcome.get("tenpai", ())]
    sentence = (
        _("wall empty, in tenpai: %(names)s") % {"names": listed(ready)}
        if ready
        else _("wall empty, nobody in tenpai")
    )
    if outcome.get("next_east") is not None:
        sentence += _("; East by lot: %(name)s") % {"name": names[outcome["next_east"]]}
    return sentence


def _ready_in_words(ready: Outcome, names: Sequence[str]) -> str:
    name = names[ready["seat"]]
    return _("%(name)s (all pungs)") % {"name": name} if ready.get("all_pungs") else name


def event_in_words(event: Outcome, names: Sequence[str]) -> str:
    """One event as a record writes it: "Dina wins on Chen’s discard: pure hand, 1 kong"."""
    name, source = names[event["seat"]], event.get("from")
    if event["type"] == "kong":
        if event["kind"] == "claimed" and source is not None:
            return _("%(name)s: kong on %(payer)s’s discard") % {"name": name, "payer": names[source]}
        kind = said(KONGS[event["kind"]][1])
        return _("%(name)s: %(kind)s") % {"name": name, "kind": kind[:1].lower() + kind[1:]}
    value = hand_in_words(event)
    if source is None:
        return _("%(name)s wins self-drawn: %(value)s") % {"name": name, "value": value}
    return _("%(name)s wins on %(payer)s’s discard: %(value)s") % {
        "name": name,
        "payer": names[source],
        "value": value,
    }


def hand_in_words(win: Outcome) -> str:
    """The class of a win with its doublings: "pure hand, 1 kong, on a kong"."""
    name = said(CLASSES[win["hand"]].name)
    return ", ".join([name[:1].lower() + name[1:], *doublings_in_words(win)])


def doublings_in_words(win: Outcome) -> list[str]:
    """What doubles a win: "1 kong", "on a kong"; nothing where nothing does."""
    words = []
    if win.get("kongs"):
        words.append(ngettext("%(count)s kong", "%(count)s kongs", win["kongs"]) % {"count": win["kongs"]})
    if win.get("four_identical"):
        words.append(
            _("four identical")
            if win["four_identical"] == 1
            else _("%(count)s times four identical") % {"count": win["four_identical"]}
        )
    if win.get("on_kong"):
        words.append(_("on a kong"))
    if win.get("first_discard"):
        words.append(_("first discard"))
    return words


def payers_in_words(transfers: Sequence[Transfer], names: Sequence[str]) -> str:
    """Who pays one event: "8 from Chen", "2 each from Aiko, Chen and Emil". All pay the same."""
    if not transfers:
        return _("nobody pays")
    payers = listed([names[one.source] for one in transfers if isinstance(one.source, int)])
    points = points_in_words(transfers[0].points)
    if len(transfers) == 1:
        return _("%(points)s from %(name)s") % {"points": points, "name": payers}
    return _("%(points)s each from %(names)s") % {"points": points, "names": payers}
