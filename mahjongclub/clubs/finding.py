"""What somebody types into a search: words that stand in a text, case and accents aside."""

from __future__ import annotations

from collections.abc import Iterable

from .models import Club, Player
from .naming import alphabetical_key, tidy_name, without_invisible

LONGEST_SEARCH = 100
MOST_WORDS = 6


def search_words(typed: str) -> list[str]:
    """The first words of a search, [] for nothing that can be found.

    >>> search_words("  Élodie  DUPONT ")
    ['elodie', 'dupont']
    """
    return alphabetical_key(tidy_name(without_invisible(typed[:LONGEST_SEARCH])))[0].split()[:MOST_WORDS]


def are_words_in(words: Iterable[str], text: str) -> bool:
    """Whether each of the words stands in the text.

    >>> are_words_in(search_words("ele dup"), "Élène Dupont"), are_words_in(search_words("léo"), "Léa")
    (True, False)
    """
    plain = alphabetical_key(text)[0]
    return all(word in plain for word in words)


def find_roster_players(club: Club, words: list[str]) -> list[Player]:
    """The players of the roster in whose shown name all the words stand, by name. One query."""
    people = club.players.on_roster().without_merged() if words else ()
    players_found = [player for player in people if are_words_in(words, player.shown_name)]
    return sorted(players_found, key=lambda player: alphabetical_key(player.shown_name))


def find_player_ids_by_word(club: Club, word: str) -> list[int]:
    """The numbers of the players a word may mean, with those that were merged into them. One query."""
    return [
        player.pk
        for player in club.players.select_related("merged_into")
        if are_words_in([word], player.person.shown_name)
    ]
