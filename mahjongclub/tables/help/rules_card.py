"""The rules card: the words of a game's source, and what these rules say where they turn a section."""

from __future__ import annotations

from typing import Any

from mahjongclub.rules.cards import CARDS

from ..wording import option_in_words, said
from .address import Asked


def rules_card(asked: Asked) -> list[dict[str, Any]]:
    """The sections of the card in the reader's language, each with the options that turn it."""
    options = {option.name: option for option in asked.rules.describe_options()}
    return [
        {
            "key": section.key,
            "title": said(section.title),
            "source": said(section.source),
            "lines": [said(line) for line in section.lines],
            "ordered": section.ordered,
            "options": [
                {
                    "label": said(options[name].label),
                    "value": option_in_words(options[name], getattr(asked.rules, name)),
                }
                for name in section.options
            ],
        }
        for section in CARDS[asked.variant.key]
    ]
