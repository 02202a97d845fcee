"""Cards that prompt what players do before a hand, one after the other, each with its time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from mahjongclub.rules.reading import whole_number

from .context import BadDraft, Draft, EntryContext, StepPage

TEMPLATE = "games/kit/prompt.html"


@dataclass(frozen=True)
class Prompt:
    """One card: what is done under which heading. From one that `may_stop` players may go on to the last."""

    heading: Any
    task: Any
    note: Any = ""
    may_stop: bool = False


@dataclass(frozen=True)
class Prompts:
    """The cards of a game's page `page`: `always` stands on each, `seconds(rules)` is the time for it.

    `next`, `stop` and `done` are the words of the links: to the next card, to the last, and to the table.
    """

    page: str
    title: Any
    prompts: Sequence[Prompt]
    always: Any
    next: Any
    stop: Any
    done: Any
    seconds: Callable[[Any], str]

    def step(self, place: EntryContext, draft: Draft, form: QueryDict) -> StepPage:
        """The card that an address names by its number, the first without one; BadDraft for any other."""
        number = whole_number(form.get("pass", "0"), 3)
        if number is None or number >= len(self.prompts):
            raise BadDraft("no such card")
        prompt, last = self.prompts[number], len(self.prompts) - 1
        context = {
            "session": place.session,
            "prompts": self,
            "prompt": prompt,
            "number": number + 1,
            "seconds": self.seconds(place.rules),
            "next_href": "" if number == last else self._link(place, number + 1),
            "stop_href": self._link(place, last) if prompt.may_stop else "",
            "back_href": place.cancel_url,
        }
        return StepPage(TEMPLATE, TEMPLATE, "", context)

    def _link(self, place: EntryContext, number: int) -> str:
        return place.link({}, page=self.page, **{"pass": str(number)})
