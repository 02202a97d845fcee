"""A typed hand as a browser posts it."""

from __future__ import annotations

from django.utils.datastructures import MultiValueDict

from mahjongclub.games.kit.questions import Fields


def as_posted(fields: Fields) -> MultiValueDict[str, str]:
    """The fields as a browser sends them: a box that is not ticked is not sent."""
    sent: dict[str, list[str]] = {}
    for name, value in fields.items():
        if isinstance(value, list):
            sent[name] = value
        elif value is not False:
            sent[name] = ["on" if value is True else value]
    return MultiValueDict(sent)
