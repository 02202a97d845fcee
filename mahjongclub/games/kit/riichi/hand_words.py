"""A riichi hand in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from mahjongclub.rules.kit.riichi.option_lists import ABORTS
from mahjongclub.rules.kit.riichi.outcomes import Abort, Chombo, Outcome, Win, Winner

from ..wording import and_list, join_clauses, said
from .words import value_in_words


def in_words(outcome: Outcome, names: Sequence[str]) -> str:
    """What happened: "Chen wins by ron on Dina, 3 han 40 fu"."""
    match outcome:
        case Win():
            return join_clauses(
                [*(_win_in_words(winner, names) for winner in outcome.wins), *_dead(outcome.dead, names)]
            )
        case Abort():
            return _("Abortive draw: %(reason)s") % {"reason": said(ABORTS[outcome.reason])}
        case Chombo():
            return _("Chombo: %(names)s") % {"names": and_list([names[seat] for seat in outcome.offenders])}
    tenpai = [names[seat] for seat in outcome.paid_as_tenpai]
    said_of = _("in tenpai: %(names)s") % {"names": and_list(tenpai)} if tenpai else _("nobody in tenpai")
    sentence = _("Draw, %(tenpai)s") % {"tenpai": said_of}
    if outcome.nagashi:
        nagashi = and_list([names[seat] for seat in outcome.nagashi])
        sentence = join_clauses([sentence, _("nagashi mangan: %(names)s") % {"names": nagashi}])
    return join_clauses([sentence, *_dead(outcome.dead, names)])


def _dead(seats: Sequence[int], names: Sequence[str]) -> list[str]:
    """Whose hand could not win any more, where there was such a hand."""
    return [_("dead hand: %(names)s") % {"names": and_list([names[seat] for seat in seats])}] if seats else []


def _win_in_words(winner: Winner, names: Sequence[str]) -> str:
    words = {"winner": names[winner.seat], "value": value_in_words(winner.value)}
    if winner.source is None:
        sentence = _("%(winner)s wins by tsumo, %(value)s") % words
    else:
        sentence = _("%(winner)s wins by ron on %(payer)s, %(value)s") % {
            **words,
            "payer": names[winner.source],
        }
    if winner.pao is not None:
        fed = [seat for _key, seat in winner.pao] if isinstance(winner.pao, tuple) else [winner.pao]
        sentence += _(" (pao: %(name)s)") % {"name": and_list([names[seat] for seat in dict.fromkeys(fed)])}
    if winner.chips:
        count = ngettext("%(count)s chip", "%(count)s chips", winner.chips) % {"count": winner.chips}
        sentence = join_clauses([sentence, count])
    return sentence
