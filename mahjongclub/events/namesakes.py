"""Two people of one full name in an event, told apart by country or number: “Léa Roy (ITA)”, “Léa Roy (2)”.

A name on a roster is one person's, so whoever comes second has the country or a number in theirs from the
beginning. Of the first, who is just “Léa Roy” in the club, the event says it wherever both could be meant.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from mahjongclub.clubs.models import LONGEST_NAME, Player
from mahjongclub.clubs.naming import name_key

from .models import Stint, Tournament

DISTINCT = re.compile(r"(?P<name>.*\S) \((?P<mark>[A-Z]{3}|[0-9]{1,3})\)")


def name_without_namesake_mark(name: str) -> str:
    """Return a name without what tells it apart from another's.

    >>> [name_without_namesake_mark(name) for name in ("Léa Roy (ITA)", "Léa Roy (2)", "Léa (Lille) Roy")]
    ['Léa Roy', 'Léa Roy', 'Léa (Lille) Roy']
    """
    match = DISTINCT.fullmatch(name)
    return match["name"] if match else name


def name_with_namesake_mark(
    name: str, country: str, used_keys: Collection[str], others: Collection[str] = ()
) -> str:
    """Return the name with its country, or with the first number from 2 that nobody has.

    `used_keys` are keys of names nobody can have, `others` those nobody can have with a number.

    >>> name_with_namesake_mark("Léa Roy", "ITA", []), name_with_namesake_mark("Léa Roy", "", ["léa roy (2)"])
    ('Léa Roy (ITA)', 'Léa Roy (3)')
    """
    name = name_without_namesake_mark(name)[: LONGEST_NAME - len(" (999)")].rstrip()
    if country and name_key(f"{name} ({country})") not in used_keys:
        return f"{name} ({country})"
    number = 2
    while name_key(f"{name} ({number})") in {*used_keys, *others}:
        number += 1
    return f"{name} ({number})"


def set_namesake_marks(stints: Iterable[Stint]) -> None:
    """Set what tells each of these apart who has the full name of somebody else."""
    alike: dict[str, dict[int, list[tuple[Player, str]]]] = {}
    for stint in stints:
        if stint.player is not None and not stint.player.person.is_hidden:
            person = stint.player.person
            of_name = alike.setdefault(name_key(name_without_namesake_mark(person.name)), {})
            of_name.setdefault(person.pk, []).append((person, stint.country))
    for people in alike.values():
        if len(people) < 2:
            continue
        marks = {_mark(rows[0][0]) for rows in people.values()}
        for rows in people.values():
            if not _mark(rows[0][0]):
                country = next((country for _person, country in rows if country), "")
                mark = country if country and country not in marks else _first_number(marks)
                marks.add(mark)
                for person, _country in rows:
                    person.told_apart_by = mark


def namesake_by_label(tournament: Tournament, name: str) -> Player | None:
    """Return whom an event shows under a name that tells them apart from somebody else; None for nobody."""
    if name_without_namesake_mark(name) == name:
        return None
    return namesakes_by_label(tournament).get(name_key(name))


def namesakes_by_label(tournament: Tournament) -> dict[str, Player]:
    """Return those whom an event shows under another name than their club, by the key of that name."""
    stints_of_players = Stint.objects.filter(place__tournament=tournament, player__isnull=False)
    stints = list(stints_of_players.select_related("player__merged_into"))
    set_namesake_marks(stints)
    return {name_key(person.shown_name): person for person in _people(stints) if person.told_apart_by}


def _people(stints: Iterable[Stint]) -> Iterator[Player]:
    return (stint.player.person for stint in stints if stint.player is not None)


def _mark(player: Player) -> str:
    """What a player's own name is told apart by, "" for nothing."""
    match = DISTINCT.fullmatch(player.name)
    return match["mark"] if match else ""


def _first_number(marks: Collection[str]) -> str:
    number = 1
    while str(number) in marks:
        number += 1
    return str(number)
