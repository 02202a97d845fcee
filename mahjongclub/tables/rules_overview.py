"""The rules of a table as its page shows them: what differs from the preset, the rest, what is off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from mahjongclub.games.kit.wording import label_in_words, option_in_words, said
from mahjongclub.rules.options import GameRules, Option

from .models import Session

#: a topic with more rows than so many is folded
LONG_TOPIC = 12


@dataclass(frozen=True)
class OptionRow:
    """One option: `usual` is its value in the preset where it differs, `since` the hand from which it holds
    where it was changed at the table."""

    label: str
    value: str
    help: str
    usual: str = ""
    since: str = ""

    @property
    def text(self) -> str:
        """The option in one line."""
        return _("%(option)s: %(value)s") % {"option": self.label, "value": self.value}


@dataclass(frozen=True)
class Topic:
    """The options under one heading, folded where they are many."""

    title: str
    rows: tuple[OptionRow, ...]

    @property
    def is_folded(self) -> bool:
        """Whether a tap opens it."""
        return len(self.rows) > LONG_TOPIC

    @property
    def texts(self) -> list[str]:
        """The rows' texts."""
        return [row.text for row in self.rows]


@dataclass(frozen=True)
class RulesOverview:
    """The options that differ from the preset, others that are on, and those that are off."""

    different: tuple[OptionRow, ...]
    topics: tuple[Topic, ...]
    off: tuple[OptionRow, ...]

    @property
    def different_texts(self) -> list[str]:
        """The texts of what differs."""
        return [row.text for row in self.different]

    @property
    def off_texts(self) -> list[str]:
        """The texts of what is off."""
        return [row.text for row in self.off]


def rules_overview(session: Session) -> RulesOverview:
    """The rules of the hand to come, against those of the preset that the table began with."""
    rules, usual = session.current_rules, session.game.find_preset(session.preset).rules
    since = _changed_since(session)
    different, off = [], []
    rows: dict[str, OptionRow] = {}
    for option in rules.describe_options():
        row = _row(option, rules, usual, since)
        if row.usual or row.since:
            different.append(row)
        elif rules.is_off(option):
            off.append(row)
        else:
            rows[option.name] = row
    return RulesOverview(tuple(different), _topics(rules, rows), tuple(off))


def _row(option: Option, rules: GameRules, usual: GameRules, since: Mapping[str, str]) -> OptionRow:
    value, preset_value = getattr(rules, option.name), getattr(usual, option.name)
    return OptionRow(
        said(option.label),
        option_in_words(option, value),
        said(option.help),
        option_in_words(option, preset_value) if value != preset_value else "",
        since.get(option.name, ""),
    )


def _changed_since(session: Session) -> dict[str, str]:
    """The hand from which each option that was changed at the table holds, as the log calls it."""
    changes = session.hands.filter(outcome__type="rules").order_by("number")
    return {
        name: label_in_words(change.result["label"]) for change in changes for name in change.outcome["rules"]
    }


def _topics(rules: GameRules, rows: Mapping[str, OptionRow]) -> tuple[Topic, ...]:
    """The rows by topic; what stands under none follows under its heading in forms, or the last."""
    left = dict(rows)
    topics = [
        Topic(said(title), tuple(left.pop(name) for name in names if name in left))
        for title, names in rules.topics
    ]
    other = _("More options") if any(topic.rows for topic in topics) else _("Options")
    headings: dict[str, list[OptionRow]] = {}
    for option in rules.describe_options():
        if option.name in left:
            headings.setdefault(said(option.group) if option.group else other, []).append(left[option.name])
    topics += [Topic(title, tuple(under)) for title, under in headings.items()]
    return tuple(topic for topic in topics if topic.rows)
