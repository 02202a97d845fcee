"""Why a hand is worth what it is, line by line, and the same hand won otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from .context import Draft


@dataclass(frozen=True)
class Reasons:
    """Why one hand is worth what it is.

    `title` says whose hand it is, each of `lines` what counts and what it brings ("" for a line of words
    alone), `total` what they come to.
    """

    title: str
    lines: tuple[tuple[str, str], ...] = ()
    total: str = ""


def won_otherwise(draft: Draft, winner: int, source: int | None) -> Draft | None:
    """The hand of one winner as if the tile had come from `source` (None: self-drawn), the others left out.

    None for a draft without such a winner. For games whose wins need nothing else changed.
    """
    if draft.get("type") != "win":
        return None
    if "wins" not in draft:
        source_part = {"from": source} if "from" in draft or source is not None else {}
        return {**draft, **source_part} if draft.get("winner") == winner else None
    wins = [{**win, "from": source} for win in draft["wins"] if win.get("winner") == winner]
    return {**draft, "wins": wins} if wins else None
