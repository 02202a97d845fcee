"""The words of the games, each in a sentence and an example: shown on any screen where the word stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from django.utils.text import slugify
from django.utils.translation import get_language

from mahjongclub.games.kit.paper import PointsTable
from mahjongclub.games.kit.wording import said
from mahjongclub.rules.words import Text


@dataclass(frozen=True)
class GlossaryTerm:
    """What a word means, and an example. `word` is the word where languages have one of their own."""

    meaning: Text
    example: Text | None = None
    word: Text | None = None


#: what is played, in words that every language has of its own; too common to be looked for in a text
PLAYED: Mapping[str, GlossaryTerm] = {
    "game": GlossaryTerm(Text("All that is played at one table."), word=Text.at("explained word", "game")),
    "round": GlossaryTerm(
        Text("The hands under one prevailing wind."), word=Text.at("explained word", "round")
    ),
    "hand": GlossaryTerm(Text("From one deal to a win or a draw."), word=Text.at("explained word", "hand")),
    "tiles": GlossaryTerm(
        Text("What a player holds, called a hand too."), word=Text.at("explained word", "tiles")
    ),
}
#: words with one of their own in a language
COMMON: Mapping[str, GlossaryTerm] = {
    "cannon": GlossaryTerm(
        Text("Discarding a tile that anyone could see was dangerous: its player pays the winner for all."),
        Text("Three pungs of dragons or winds lie open, and you discard the next one."),
        Text.at("explained word", "cannon"),
    ),
    "charleston": GlossaryTerm(
        Text("Passing tiles to each other before the first discard."),
        Text("Three to the right, three across, three to the left."),
        Text.at("explained word", "Charleston"),
    ),
    "concealed": GlossaryTerm(
        Text("Made of tiles from the wall alone, without a claim."),
        Text("Two 5 of circles in hand and a third one drawn: a concealed set."),
        Text.at("explained word", "concealed"),
    ),
    "courtesy": GlossaryTerm(
        Text("The last pass of the Charleston, with the player across, of no tile to three."),
        Text("You would pass three and the player across one: each passes one."),
        Text.at("explained word", "courtesy"),
    ),
    "exposure": GlossaryTerm(
        Text("A set that was completed by a claim and lies open."),
        Text("With two 7 of dots you claim a third one and lay down all three."),
        Text.at("explained word", "exposure"),
    ),
    "faan": GlossaryTerm(
        Text("What a pattern of a Hong Kong hand is worth; the table turns faan into points."),
        Text("All pungs, 3, and a pung of dragons, 1, are 4 faan."),
        Text.at("explained word", "faan"),
    ),
    "false mahjong": GlossaryTerm(
        Text("Declaring a win with a hand that does not win."),
        Text("You say mahjong, and one of your sets holds a 4, a 5 and a 7."),
        Text.at("explained word", "false mahjong"),
    ),
    "goulash": GlossaryTerm(
        Text("The hand after a draw in British rules, with jokers and exchanged tiles."),
        Text("East passes three tiles to West and gets three, then with South, then with North."),
        Text.at("explained word", "Goulash"),
    ),
    "joker": GlossaryTerm(
        Text("A tile that stands for another one in a set."),
        Text("Two 8 of dots and a joker are a pung of 8 of dots."),
        Text.at("explained word", "joker"),
    ),
    "limit": GlossaryTerm(
        Text("The most that a hand can be worth."),
        Text("With a limit of 1,000, a hand of 4,608 points is paid as 1,000."),
        Text.at("explained word", "limit"),
    ),
    "soap": GlossaryTerm(
        Text("The white dragon of American mah jongg; in numbers it is the 0."),
        word=Text.at("explained word", "soap"),
    ),
    "special hand": GlossaryTerm(
        Text("A hand of a shape of its own, with points of its own."),
        Text("Thirteen orphans: each 1, 9, wind and dragon once, and one of them twice."),
        Text.at("explained word", "special hand"),
    ),
    "tai": GlossaryTerm(
        Text("What a pattern of a Taiwanese hand is worth; each adds a unit to every payment."),
        Text("At 100/20 a hand of 5 tai is 100 + 5 × 20 = 200."),
        Text.at("explained word", "tai"),
    ),
}
#: Japanese words that stay as they are in every language
GLOSSARY: Mapping[str, GlossaryTerm] = {
    "agari-yame": GlossaryTerm(
        Text("The dealer who leads in the last hand may stop the game."),
        Text("South 4: you deal, you win and you are first. The game ends here."),
    ),
    "atamahane": GlossaryTerm(
        Text("Head bump: of several rons only the nearest after the discarder is paid."),
        Text("East discards, South and North say ron: South is paid."),
    ),
    "chombo": GlossaryTerm(
        Text("A serious error, such as a false win: it costs a penalty and the hand is played again."),
        Text("You say ron, and your hand has no yaku."),
    ),
    "dora": GlossaryTerm(
        Text("Each tile after a shown indicator adds a han to a winning hand."),
        Text("The indicator is a 4 of circles: every 5 of circles is a dora."),
    ),
    "fu": GlossaryTerm(
        Text("Small points for the shape of the hand, rounded up to ten."),
        Text("20, 10 for a closed ron and 8 for a concealed pung of 1s: 38, so 40 fu."),
    ),
    "furiten": GlossaryTerm(
        Text("Waiting for a tile that lies in one’s own river: only a tsumo wins."),
        Text("You wait for a 1 and a 4, and you discarded a 4: no ron, not even on a 1."),
    ),
    "han": GlossaryTerm(
        Text("What each yaku and each dora adds; every han doubles the value."),
        Text("Riichi, tsumo and one dora are 3 han."),
    ),
    "honba": GlossaryTerm(
        Text("Counters of repeated hands: each adds 300 points to the next win."),
        Text("With 2 honba a ron of 3,900 brings 4,500."),
    ),
    "kazoe": GlossaryTerm(
        Text("A yakuman by counting: a hand of 13 han or more."),
        Text("Riichi, a full flush, a pure straight and four dora: 13 han."),
    ),
    "kiriage": GlossaryTerm(
        Text("A hand just below a mangan is rounded up to it."),
        Text("30 fu 4 han is paid 8,000 in place of 7,700."),
    ),
    "mangan": GlossaryTerm(
        Text("The first limit: from here on the value grows by steps, not by fu."),
        Text("5 han are a mangan: 8,000, and 12,000 for the dealer."),
    ),
    "nagashi mangan": GlossaryTerm(
        Text("At a draw: every discard of the player was a terminal or an honour, and none was called."),
        Text("Your river holds 1s, 9s, winds and dragons alone: the others pay you a mangan."),
    ),
    "noten": GlossaryTerm(
        Text("Not one tile away from a complete hand."),
        Text("At a draw you alone are noten: you pay 1,000 to each of the three others."),
    ),
    "oka": GlossaryTerm(
        Text("What everybody put in above the start goes to the first place."),
        Text("Start 25,000, return 30,000: four times 5,000 are 20 points for the first place."),
    ),
    "pao": GlossaryTerm(
        Text("The player who fed the last set of a yakuman is liable for it."),
        Text("Two pungs of dragons lie open and you discard the third: you pay if that hand wins."),
    ),
    "renhō": GlossaryTerm(
        Text("A ron before one’s first draw, with no claim before it."),
        Text("East’s first discard completes the hand that you were dealt."),
    ),
    "riichi": GlossaryTerm(
        Text("A declared wait with a concealed hand: it costs a stick of 1,000."),
        Text("You have 25,000: 24,000 stay with you, and a stick lies on the table."),
    ),
    "ron": GlossaryTerm(
        Text("A win on another player’s discard."),
        Text("South discards your tile: South alone pays."),
    ),
    "tenpai": GlossaryTerm(
        Text("One tile away from a complete hand."),
        Text("All is complete but a 2 and a 3: a 1 or a 4 wins."),
    ),
    "tsumo": GlossaryTerm(
        Text("A win on a tile drawn from the wall."),
        Text("You draw your tile yourself: all the others pay."),
    ),
    "uma": GlossaryTerm(
        Text("A bonus or a charge for each place in the ranking."),
        Text("With 20/10 the first place gets 20 points, the second 10; the third loses 10, the last 20."),
    ),
    "yakitori": GlossaryTerm(
        Text("A charge for a player who has not won a hand in the game."),
        Text("Bo has won nothing: Bo pays the others."),
    ),
    "yakuman": GlossaryTerm(
        Text("The highest hands, with a value of their own."),
        Text("Thirteen orphans: 32,000, and 48,000 for the dealer."),
    ),
}
ALL: Mapping[str, GlossaryTerm] = {**PLAYED, **COMMON, **GLOSSARY}


def term_in_words(key: str) -> dict[str, str]:
    """A term for `tables/_term.html`, in the reader's language."""
    term = ALL[key]
    words = {
        "id": slugify(key),
        "word": said(term.word) if term.word else key,
        "meaning": said(term.meaning),
        "example": said(term.example) if term.example else "",
    }
    return words if term.word else {**words, "lang": "ja-Latn"}


def terms_in(*texts: str) -> list[str]:
    """The keys of the terms that stand in these texts of the reader's language, in the glossary's order."""
    text = "\n".join(texts)
    return [key for key, pattern in _patterns(get_language() or "en") if pattern.search(text)]


def game_terms(lines: Iterable[str], tables: Iterable[PointsTable]) -> list[dict[str, str]]:
    """The terms that the lines of a game's cards speak of, and always those of PLAYED, by the alphabet."""
    texts = [*lines]
    for table in tables:
        texts += [table.title, *table.columns, *(row.head for row in table.rows)]
    terms = map(term_in_words, [*PLAYED, *terms_in(*texts)])
    return sorted(terms, key=lambda term: term["word"].casefold())


@cache
def _patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """What finds each term in a text: the word as a whole, in the plural too."""
    words = {
        key: term.word.in_language(language) if term.word else key
        for key, term in {**COMMON, **GLOSSARY}.items()
    }
    return tuple(
        (key, re.compile(rf"(?<![\w-]){re.escape(word)}s?(?![\w-])", re.IGNORECASE))
        for key, word in words.items()
    )
