"""The counted entry: who won, from whom, how much, confirm; a drawn hand and a false win beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.kit.counted import MOST, Winner

from ..context import Draft, EntryContext, Screen, SeatTap, rule_errors_as_bad_draft, without
from ..questions import Questions
from ..seat_steps import (
    ask_source,
    choice_links,
    hidden_fields,
    idle_screen,
    other_end_links,
    plain_drawn_hand,
    taps_of_wins,
    win_title,
)
from ..wording import points_in_words
from .screens import CountedScreens

CONFIRM = "games/kit/_counted_confirm_sheet.html"


def with_win(draft: Draft, index: int, win: Draft) -> Draft:
    """The draft with another win at `index`."""
    return {**draft, "wins": [*draft["wins"][:index], win, *draft["wins"][index + 1 :]]}


class CountedEntry:
    """The steps of one counted game."""

    def __init__(self, screens: CountedScreens, questions: Questions) -> None:
        self.screens, self.counted, self.questions = screens, screens.counted, questions

    @rule_errors_as_bad_draft()
    def screen(self, place: EntryContext, draft: Draft) -> Screen:
        """The screen for a draft, from the idle table to the confirmation. BadDraft where it has no sense."""
        screen = self._screen(place, self.questions.checked_draft(draft, place.before.seats))
        return screen if place.before.ended else replace(screen, middle=self.screens.middle(place.before))

    def more_sheet_links(self, place: EntryContext) -> list[dict[str, Any]]:
        """The rarer end of a hand, for the "More" sheet."""
        help_text = self.screens.false_win_in_words(place.rules)
        return [
            {
                "title": _("Penalty"),
                "links": [{"label": _("False win"), "help": help_text, "href": _false_win(place)}],
            }
        ]

    def has_value(self, win: Draft) -> bool:
        """Whether it is known what a win is worth."""
        return any(key in win for key in self.screens.value_keys)

    def without_value(self, win: Draft) -> Draft:
        """A win of which the value is not known yet."""
        return without(win, *self.screens.value_keys)

    def number_form_context(
        self, place: EntryContext, draft: Draft, typed: str = "", error: str = ""
    ) -> dict[str, Any]:
        """The form in which any number is typed, for `_counted_number.html`."""
        return {
            "action": place.step_path("patterns"),
            "hidden": hidden_fields(place, draft),
            "typed": typed,
            "error": error,
            "most": MOST,
        }

    def _screen(self, place: EntryContext, draft: Draft) -> Screen:
        kind = draft.get("type")
        if kind is None:
            return idle_screen(place, lambda seat: {"type": "win", "wins": [{"winner": seat}]})
        if kind == "draw":
            after = place.settle(draft).settlement.after
            text = self.screens.after_draw(place.before, after, place.names)
            links = _other_ends(place, "draw")
            return place.confirm_screen(draft, template=CONFIRM, workings=[text], links=links)
        if kind == "false_win":
            return _false_win_screen(place, draft)
        # The first thing missing is asked for, whichever win it belongs to: a part taken out is put anew.
        if (missing := self.questions.first_unanswered(place.rules, draft)) is None:
            return self._confirm_win(place, draft)
        name, index = missing
        choose = {"won": _choose_winner, "from": _choose_discarder}.get(name, self._choose_value)
        return choose(place, draft, index)

    def _choose_value(self, place: EntryContext, draft: Draft, index: int) -> Screen:
        win, unit, rules = draft["wins"][index], self.counted.unit, place.rules

        def keys(numbers: Iterable[int]) -> list[dict[str, Any]]:
            return [
                {
                    "value": value,
                    "pays": self._pays(place, win, value),
                    "href": place.link(with_win(draft, index, {**win, unit: value})),
                }
                for value in numbers
            ]

        # a self-draw is worth its own tai at least
        drawn = self.counted.drawn if win["from"] is None else ""
        least = self.counted.value_of(rules, drawn) if drawn else 0
        usual = [value for value in self.screens.usual(rules) if value >= least]
        payers = len(self._amounts(place, win, usual[0]))
        sheet = {
            "template": "games/kit/_counted_value_sheet.html",
            "title": win_title(place.isolated_short_names, win["winner"], win["from"]),
            "unit": unit,
            "label": self.screens.label_keys,
            "dealer": self.screens.dealer(place.before, place.names, win),
            "keys": keys(usual),
            "more_keys": keys(self.screens.more(rules)),
            "patterns_href": place.link(draft, page="patterns"),
            "typed": self.number_form_context(place, draft),
            "included": self.screens.included(rules, place.before, place.isolated_names, win),
            "under": self.screens.under(place, win, unit, payers),
        }
        return Screen(step="value", taps=taps_of_wins(draft["wins"]), sheet=sheet)

    def _amounts(self, place: EntryContext, win: Draft, value: int) -> list[int]:
        """What each payer pays for so much, the smallest first."""
        winner = Winner(win["winner"], win["from"], value, (), win.get("guarantor"), win.get("robbed", False))
        return sorted(set(self.counted.pays(place.rules, place.before, winner, value).values()))

    def _pays(self, place: EntryContext, win: Draft, value: int) -> str:
        """The amounts on a key: "12", or "12/15" where one payer pays more."""
        amounts = self._amounts(place, win, value)
        return "/\u200b".join(points_in_words(amount) for amount in amounts)

    def _confirm_win(self, place: EntryContext, draft: Draft) -> Screen:
        wins = draft["wins"]
        another = None
        if wins[0]["from"] is not None and len(wins) < place.before.seats - 1:
            another = place.link({**draft, "wins": [*wins, {"from": wins[0]["from"]}]})
        return place.confirm_screen(
            draft,
            taps=taps_of_wins(draft["wins"]),
            template=CONFIRM,
            another_href=another,
            another_in_sight=place.rules.multi_win != "nearest",
            workings=self._workings(place, draft),
            links=[*self._changes(place, draft), *_other_ends(place, "win")],
            robbed=self._robbed_choice(place, draft),
            guarantors=self._guarantor_choices(place, draft),
        )

    def _workings(self, place: EntryContext, draft: Draft) -> list[str]:
        try:
            hand = place.settle(draft)
        except RuleError:  # the sheet says it
            return []
        return self.screens.workings(place.rules, place.before, hand, place.names)

    def _changes(self, place: EntryContext, draft: Draft) -> list[tuple[str, str]]:
        """The parts of a win that can be put anew, each a link to the draft without that part."""
        wins = draft["wins"]
        several = len(wins) > 1
        links = []
        for index, win in enumerate(wins):
            words = {"unit": self.counted.unit, "name": place.names[win["winner"]]}
            label = _("Change the %(unit)s of %(name)s") if several else _("Change the %(unit)s")
            rest = [*wins[:index], *wins[index + 1 :]]
            if "patterns" in win:  # ticked again from where they are; the page counts the last win
                again = place.link({**draft, "wins": [*rest, win]}, page="patterns")
            else:
                again = place.link(with_win(draft, index, self.without_value(win)))
            links.append((label % words, again))
            if several:
                links.append((_("%(name)s did not win") % words, place.link({**draft, "wins": rest})))
        nobody = [without(win, "from") for win in wins]
        links.append((_("Change the discarder"), place.link({**draft, "wins": nobody})))
        links.append((_("Change the winner"), place.link({"type": "win", "wins": [{}]})))
        return links

    def _robbed_choice(self, place: EntryContext, draft: Draft) -> list[dict[str, Any]]:
        """Whether the tile was robbed from a kong, for all who won on it."""
        wins = draft["wins"]
        if not self.counted.has_robbed or wins[0]["from"] is None:
            return []
        robbed = bool(wins[0].get("robbed"))
        plain = [without(win, "robbed") for win in wins]
        turned = plain if robbed else [{**win, "robbed": True} for win in plain]
        return choice_links(place, [(_("Robbed from a kong"), {**draft, "wins": turned}, robbed)])

    def _may_be_liable(self, place: EntryContext, win: Draft, others: Sequence[int]) -> bool:
        """Whether these rules let anybody pay for all of this win, or somebody was named already."""
        if "guarantor" in win or not others:
            return "guarantor" in win
        robbed, patterns = win.get("robbed", False), tuple(win.get("patterns", ()))
        named = Winner(win["winner"], win["from"], win.get(self.counted.unit), patterns, others[0], robbed)
        return self.counted.liable(place.rules, named) is not None

    def _guarantor_choices(self, place: EntryContext, draft: Draft) -> list[dict[str, Any]]:
        """Who pays for all, of the last win."""
        last = draft["wins"][-1]
        others = place.other_seats(*(win["winner"] for win in draft["wins"]))
        if not self.counted.has_guarantor or not self._may_be_liable(place, last, others):
            return []
        rest = without(last, "guarantor")
        wins: list[tuple[str, Draft, bool]] = [(_("nobody"), rest, "guarantor" not in last)]
        for seat in others:
            wins.append((place.names[seat], {**last, "guarantor": seat}, last.get("guarantor") == seat))
        at = len(draft["wins"]) - 1
        return choice_links(place, ((name, with_win(draft, at, win), chosen) for name, win, chosen in wins))


def _choose_winner(place: EntryContext, draft: Draft, index: int) -> Screen:
    win = draft["wins"][index]
    others = [win for at, win in enumerate(draft["wins"]) if at != index]
    taps = taps_of_wins([*others, win])
    for seat in place.other_seats(*taps):
        link = place.link(with_win(draft, index, {**win, "winner": seat}))
        taps[seat] = SeatTap(link, "", "choosable", _("Won the hand"))
    if not others:
        waiting = _("Tap the winner")
    elif place.rules.multi_win == "nearest":
        waiting = _("Who else won? Only the nearest is paid.")
    else:
        waiting = _("Who else won? Each is paid in full.")
    return Screen(step="winner", taps=taps, waiting=waiting)


def _choose_discarder(place: EntryContext, draft: Draft, index: int) -> Screen:
    winner = draft["wins"][index]["winner"]
    taps = taps_of_wins(draft["wins"])
    taps[winner] = SeatTap(place.cancel_url, _("wins"), "winner")
    alone = len(draft["wins"]) == 1
    links = []
    if alone and place.mode == "record":
        links = [
            (_("Two winners"), place.link({**draft, "wins": [*draft["wins"], {}]})),
            (_("False win"), _false_win(place)),
        ]
    return ask_source(place, taps, lambda seat: place.link(_thrown_by(draft, seat)), links=links, alone=alone)


def _thrown_by(draft: Draft, seat: int | None) -> Draft:
    """Several winners win on one discard, so all of them get the same; what was drawn was not robbed."""
    wins = [{**win, "from": seat} for win in draft["wins"]]
    if seat is None:
        wins = [without(win, "robbed") for win in wins]
    return {**draft, "wins": wins}


def _other_ends(place: EntryContext, kind: str) -> list[tuple[str, str]]:
    """A hand being corrected may have ended another way altogether."""
    ends: dict[str, tuple[str, Draft]] = {
        "win": (_("It was a win"), {"type": "win", "wins": [{}]}),
        "draw": (_("It was a draw"), plain_drawn_hand()),
        "false_win": (_("It was a false win"), {"type": "false_win"}),
    }
    return other_end_links(place, kind, ends)


def _false_win(place: EntryContext) -> str:
    return place.link({"type": "false_win"})


def _false_win_screen(place: EntryContext, draft: Draft) -> Screen:
    offender = draft.get("offender")
    taps = {}
    for seat in range(place.before.seats):
        link = place.link({"type": "false_win", "offender": seat})
        if seat == offender:
            taps[seat] = SeatTap(state="payer", hint=_("pays"))
        else:
            taps[seat] = SeatTap(link, _("who?"), "choosable")
    if offender is None:
        return Screen(step="from", taps=taps, waiting=_("Who declared a false win?"))
    links = [(_("Change the player"), _false_win(place)), *_other_ends(place, "false_win")]
    return place.confirm_screen(draft, taps=taps, links=links)
