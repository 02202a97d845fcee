"""What a rules card is made of."""

from __future__ import annotations

from dataclasses import dataclass

from ..game import Text


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its sentences and where they come from.

    `ordered` where the sentences follow each other (an order of claims, phases). `options` name those of
    the variant's rules that turn this section: a table shows its own choice beside the source's words.
    """

    key: str
    title: Text
    source: Text
    lines: tuple[Text, ...]
    ordered: bool = False
    options: tuple[str, ...] = ()
