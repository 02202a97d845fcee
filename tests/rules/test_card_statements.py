"""No card contradicts an option: what each value of an option says, and what no other value may say.

The statements are written out here, apart from the cards, in both languages. Each stands on the card of every
preset that has its value, and on no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from mahjongclub.rules.game import RuleError
from mahjongclub.rules.registry import find_variant, variants
from mahjongclub.rules.variant import Preset, Variant

#: By option and value: what the card says in English and in French.
Statements = Mapping[str, Mapping[Any, tuple[str, str]]]

RIICHI: Statements = {
    "multi_ron": {
        "head_bump": ("All others are void", "Tous les autres ron sont annulés"),
        "double": ("Three rons abort the hand", "Trois ron font avorter la partie"),
        "triple": (
            "If several rons are declared at once, all of them are paid",
            "Si plusieurs ron sont déclarés simultanément, tous sont payés",
        ),
    },
    "renchan": {
        "tenpai": ("deals again after winning, and in tenpai", "reste s’il gagne, ou s’il est en tenpai"),
        "win": ("deals again after winning only", "reste seulement s’il gagne"),
        "never": (
            "The deal passes after every hand, even where",
            "change après chaque partie, même s’il gagne",
        ),
    },
    "noten_pool": {
        0: ("Nothing is paid for tenpai at a draw", "Le tenpai ne rapporte rien"),
        2000: ("(noten) pay 2,000 together", "(noten) paient ensemble 2 000"),
        3000: ("(noten) pay 3,000 together", "(noten) paient ensemble 3 000"),
        6000: ("(noten) pay 6,000 together", "(noten) paient ensemble 6 000"),
    },
    "nagashi": {
        False: ("(nagashi mangan) is paid nothing", "(nagashi mangan) ne rapporte rien"),
        True: ("Nagashi mangan: a river of", "Nagashi mangan : une rivière"),
    },
    "honba": {
        200: ("Each honba adds 200", "Chaque honba ajoute 200"),
        300: ("Each honba adds 300", "Chaque honba ajoute 300"),
        1500: ("Each honba adds 1,500", "Chaque honba ajoute 1 500"),
    },
    "riichi_under_1000": {
        True: ("1,000 points may declare riichi", "1 000 points peut tout de même déclarer riichi"),
        False: ("1,000 points cannot declare riichi", "1 000 points ne peut pas déclarer riichi"),
    },
    "leftover_sticks": {
        "first": ("go to the leader.", "vont au premier."),
        "shared": ("go to the leader, shared and rounded", "vont au premier, partagés et arrondis"),
        "shared_whole": ("go to the leader, shared if tied", "vont au premier, partagés en cas"),
        "lost": ("are nobody’s", "ne vont à personne"),
    },
    "pao": {
        (): ("there is no pao", "il n’y a pas de pao"),
        ("dragons", "winds"): (
            "Pao, for big three dragons (daisangen), big four winds (daisūshī): the player",
            "Pao, pour trois grands dragons (daisangen), quatre grands vents (daisūshī) : qui",
        ),
        ("open_kan",): ("pays the hand whole if its replacement", "paie toute la main si la tuile de remp"),
        ("dragons", "winds", "kongs"): ("four kans (sūkantsu): the player", "quatre kan (sūkantsu) : qui"),
    },
    "renhou": {
        "off": ("any call, is worth nothing of its own", "tout vol, ne vaut rien de plus"),
        "mangan": ("any call, is a mangan", "tout vol, vaut un mangan"),
        "yakuman": ("any call, is a yakuman", "tout vol, est un yakuman"),
    },
    "chombo": {
        "mangan": ("pays the others a mangan", "coûte un mangan payé aux autres"),
        "20000_after_uma": ("points in the ranking, after uma", "points au classement, après l’uma"),
        "off": ("There is no chombo", "Il n’y a pas de chombo"),
    },
    "kiriage_mangan": {
        True: ("60 fu 3 han are a mangan", "60 fu 3 han font un mangan"),
        False: ("No kiriage", "Pas de kiriage"),
    },
    "kazoe": {
        "yakuman": ("13 han and more are a yakuman", "13 han et plus font un yakuman"),
        "sanbaiman": ("13 han and more are a sanbaiman", "13 han et plus font un sanbaiman"),
    },
    "yakuman_add_up": {
        True: ("Several yakuman in one hand add up", "Plusieurs yakuman dans une main s’additionnent"),
        False: ("are paid as one", "sont payés comme un seul"),
    },
    "nagashi_as": {
        "draw": ("the deal then go as after a draw", "le donneur vont alors comme après"),
        "win": ("It counts as a win", "Il compte comme une victoire"),
    },
    "ippatsu": {True: ("Ippatsu counts", "Ippatsu compte"), False: ("No ippatsu", "Pas d’ippatsu")},
    "ura_dora": {True: ("Ura dora count", "Les ura dora comptent"), False: ("No ura dora", "Pas d’ura dora")},
    "kan_dora": {
        True: ("A kan turns over another", "Un kan retourne un autre"),
        False: ("No kan dora", "Pas de kan dora"),
    },
    "open_tanyao": {
        True: ("Tanyao counts in an open hand", "Le tanyao compte aussi"),
        False: ("Tanyao needs a closed hand", "Le tanyao exige"),
    },
    "red_fives": {
        0: ("No five is red", "Aucun 5 n’est rouge"),
        2: ("2 fives are red", "2 cinq sont rouges"),
        3: ("3 fives are red", "3 cinq sont rouges"),
        4: ("4 fives are red", "4 cinq sont rouges"),
    },
    "double_wind_pair_fu": {2: ("round wind is 2 fu", "vaut 2 fu"), 4: ("round wind is 4 fu", "vaut 4 fu")},
    "starting_points": {
        25000: ("Everyone starts with 25,000", "Chacun commence avec 25 000"),
        30000: ("Everyone starts with 30,000", "Chacun commence avec 30 000"),
        35000: ("Everyone starts with 35,000", "Chacun commence avec 35 000"),
    },
    "return_points": {
        25000: ("the end 25,000 count as zero", "À la fin, 25 000 comptent pour zéro"),
        30000: ("the end 30,000 count as zero", "À la fin, 30 000 comptent pour zéro"),
        35000: ("the end 35,000 count as zero", "À la fin, 35 000 comptent pour zéro"),
        40000: ("the end 40,000 count as zero", "À la fin, 40 000 comptent pour zéro"),
    },
    "rounds": {
        1: ("One wind is played", "On joue un seul vent"),
        2: ("2 winds are played", "On joue 2 vents"),
        4: ("4 winds are played", "On joue 4 vents"),
    },
    "oka": {
        0: ("No oka", "Pas d’oka"),
        15: ("first place gets 15 points more", "première place reçoit 15 points de plus"),
        20: ("first place gets 20 points more", "première place reçoit 20 points de plus"),
    },
    "ties": {
        "split": ("Equal scores share a place", "Les ex æquo partagent la place"),
        "seat": ("dealer ranks first.", "À égalité, la place la plus proche"),
        "seat_shared": ("uma and oka are shared", "l’uma et l’oka se partagent"),
    },
    "bust": {
        "off": ("The game goes on when a player is below", "La session continue quand un joueur"),
        "below_zero": ("The game ends when a player is below", "La session finit quand un joueur est"),
        "zero_or_below": ("no points left: zero, or below", "n’a plus de points : zéro ou moins"),
    },
}
ONLY_FOUR: Statements = {
    "uma": {
        (20, 10, -10, -20): ("+20, +10, −10, −20", "+20, +10, −10, −20"),
        (15, 5, -5, -15): ("+15, +5, −5, −15", "+15, +5, −5, −15"),
        (30, 10, -10, -30): ("+30, +10, −10, −30", "+30, +10, −10, −30"),
        (0, 0, 0, 0): ("No uma", "Pas d’uma"),
    },
}
SANMA: Statements = {
    "tsumo": {
        "loss": ("the share of the fourth is lost", "la part du quatrième est perdue"),
        "split": ("the fourth they pay in halves", "ils se partagent la part du quatrième"),
        "table": ("in whole thousands", "en milliers entiers"),
    },
    "floats_from": {
        "start": ("have the start or more", "ont le départ ou plus"),
        "return": ("Uma where one has 40,000 or more", "un seul a 40 000 ou plus"),
    },
    "ron_in_thousands": {
        False: ("A ron is paid in hundreds", "Un ron se paie à la centaine"),
        True: ("A ron is paid by the discarder, rounded up", "Un ron est payé par le défausseur"),
    },
    "north": {
        "dora": ("say KITA", "dire KITA"),
        "value": ("three of them are a yaku for everybody", "trois nords sont un yaku pour tous"),
    },
}
DEALER_OF_COUNTED = {
    "multi_win": {
        "all": ("If several win on the tile, all of them", "gagnent sur la tuile, tous sont payés"),
        "nearest": ("If several win on the tile, only the nearest", "gagnent sur la tuile, seul le plus"),
    },
}
CLASSICAL: Statements = {
    "winner_pays": {
        True: ("the winner too pays the losers", "le gagnant paie donc aussi les perdants"),
        False: ("from each of the others and pays nobody", "points de sa main et ne paie personne"),
    },
    "east_policy": {
        "winner": ("A losing East hands over to the winner", "Quand il perd, le gagnant devient Est"),
        "in_turn": ("A losing East hands over to the next player", "Quand il perd, Est passe au joueur"),
        "passes": ("After every win East goes to the next", "Après chaque victoire, Est passe"),
    },
    "draw_east": {
        "stays": ("After a draw East stays", "Après une partie nulle, Est reste"),
        "passes": ("After a draw East goes", "Après une partie nulle, Est passe"),
    },
    "draw_counts": {
        True: ("When nobody wins all hands are counted", "toutes les mains sont tout de même comptées"),
        False: ("When nobody wins nothing is paid", "Quand personne ne gagne, rien n’est payé"),
    },
    "limit": {
        None: ("There is no limit", "n’a pas de limite"),
        500: ("the limit of 500", "la limite de 500"),
        1000: ("the limit of 1,000", "la limite de 1 000"),
        2000: ("the limit of 2,000", "la limite de 2 000"),
    },
    "round_wind": {
        "break": ("the wall which East’s throw opens", "de la muraille que les dés d’Est ouvrent"),
        "round": ("beside your own is that of the round", "à côté du vôtre est celui de la manche"),
    },
    "false_mahjong": {
        0: ("A false mahjong is for the players to settle", "un faux mahjong se règle entre joueurs"),
        500: ("A false mahjong pays each other player 500", "coûte 500 au fautif"),
    },
    "max_chows": {
        0: ("may have no sequence at all", "ne peut comporter aucune séquence"),
        1: ("may have one sequence at most", "peut comporter une séquence au plus"),
    },
    "goulash_after_draw": {
        True: ("three tiles are exchanged face down three times", "on échange trois fois trois tuiles"),
    },
    "cannon": {True: ("pays the winner for all, and", "paie le gagnant pour tous")},
    "mahjong_minimum": {
        "clean_or_two": ("A mahjong must be clean", "Un mahjong doit être propre"),
    },
    "goulash_jokers": {4: ("In a Goulash 4 jokers", "Dans un Goulash, 4 jokers")},
    "seats": {3: ("nobody sits at North", "personne n’est Nord")},
    "fishing": {
        "two_fifths": ("has two fifths of it", "en a deux cinquièmes"),
        "half_irregular": ("has half of it", "en a la moitié"),
    },
    "flowers": {
        "none": ("They are taken out", "Elles sont retirées"),
        "flowers_seasons": ("Lay them face up before you", "les posent devant eux"),
    },
    "starting_points": {
        0: ("Everyone starts at 0", "Chacun commence à 0"),
        2000: ("Everyone starts with 2,000", "Chacun commence avec 2 000"),
    },
}
HONG_KONG: Statements = {
    **DEALER_OF_COUNTED,
    "seats": {3: ("nobody sits at North", "personne n’est Nord")},
    "liability": {
        (): ("Nobody is liable", "Personne n’est responsable"),
        ("dragons", "winds", "flush"): (
            "feeds the third set of dragons, the fourth set of winds, the fourth set of a flush.",
            "donne la troisième combinaison de dragons, la quatrième combinaison de vents, "
            "la quatrième combinaison d’une main pure.",
        ),
    },
    "guarantor_freed": {
        ("replacement",): ("after a win on the replacement of a kong", "le remplacement d’un carré"),
        ("robbed_kong",): ("a robbed kong, which its owner pays", "un carré volé, que paie"),
    },
    "concealed": {
        "always": ("concealed, with flowers or without", "cachée, avec ou sans fleurs"),
        "without_flowers": ("only in the game without flowers", "que dans le jeu sans fleurs"),
    },
    "concealed_pairs": {
        True: ("Seven pairs count as concealed too", "Sept paires comptent aussi comme cachées"),
        False: ("Seven pairs do not count", "Sept paires ne comptent pas"),
    },
    "earthly": {
        "first_draw": ("win of another seat in the first turn", "d’un autre joueur au premier tour"),
        "first_discard": ("a win on the dealer’s first discard", "sur la première défausse du donneur"),
    },
    "payers": {
        "full": ("The discarder alone pays a discard", "Seul le défausseur paie une défausse"),
        "half": ("All pay a discard", "Tous paient une défausse"),
    },
    "guarantor_pays": {
        "self_draw": (
            "If that hand is self-drawn they alone",
            "Si cette main gagne sur pioche, il paie seul",
        ),
        "always": ("drawn or on a discard, they alone", "sur pioche ou sur une défausse, il paie seul"),
    },
    "robbed_kong": {
        "self_draw": ("the robbed player pays a self-draw", "le joueur volé paie une pioche"),
        "discarder": ("it is paid like a discard", "elle se paie comme une défausse"),
    },
    "flowers_in_minimum": {
        True: ("seasons help a hand to the minimum", "comptent pour atteindre le minimum"),
        False: ("do not help a hand to the minimum", "ne comptent pas pour atteindre le minimum"),
    },
}
TAIWANESE: Statements = {
    **DEALER_OF_COUNTED,
    "seats": {3: ("nobody sits at North", "personne n’est Nord")},
    "dealer_draw": {
        "stays": ("after winning and after a draw", "quand il gagne et après une partie nulle"),
        "passes": ("after a draw the deal passes", "après une partie nulle, le donneur change"),
    },
    "flowers": {
        "none": ("They are taken out", "Elles sont retirées"),
        "flowers": ("the seasons are taken out", "les saisons sont retirées"),
    },
    "all_chows": {
        "five_chows": ("All chows: five chows and a pair.", "Tout séquences : cinq séquences et une paire."),
        "taiwan": ("five chows and a pair, no honours", "cinq séquences et une paire, ni honneurs"),
    },
    "false_win_tai": {
        8: ("that is none pays each of the others", "faux mahjong paie à chacun des autres"),
    },
}
SIX: Statements = {
    "seats": {
        3: ("when 2 players have made mahjong", "Quand 2 joueurs ont fait mahjong"),
        6: ("when 5 players have made mahjong", "Quand 5 joueurs ont fait mahjong"),
        7: ("when 6 players have made mahjong", "Quand 6 joueurs ont fait mahjong"),
    },
    "furiten": {
        "tile": ("another of its kind they may", "il peut en prendre une autre"),
        "kind": ("nor any other of its kind", "ni aucune autre de la même sorte"),
    },
    "first_discard": {
        "win": ("A player who wins on the first discard", "Qui gagne sur la première défausse"),
        "claim": ("A player who claims the first discard", "Qui réclame la première défausse"),
    },
    "pure_four_pairs": {
        "highest": ("one suit are worth 4,", "une seule famille valent 4,"),
        "product": ("one suit are worth 16", "une seule famille valent 16"),
    },
    "rounds": {
        None: ("goes on until the players stop", "dure jusqu’à ce que les joueurs s’arrêtent"),
        1: ("The game is one round", "La session compte un tour"),
    },
}
TEN: Statements = {
    "value": {
        "tsumo": ("three shares of a four-player self-draw", "trois parts d’un tsumo à quatre joueurs"),
        "ron": ("would be worth as a ron", "vaudrait sur un ron"),
    },
    "turns": {18: ("If 18 turns", "Si 18 tours"), 1: ("If one turn", "Si un tour")},
    "guesses": {2: ("second set 2 tiles", "ensemble 2 tuiles"), 1: ("set one tile", "ensemble une tuile")},
    "draws": {
        5: ("the next 5 tiles", "les 5 prochaines tuiles"),
        1: ("the next tile of", "la prochaine tuile"),
    },
    "minutes": {60: ("lasts 60 minutes", "dure 60 minutes"), 90: ("lasts 90 minutes", "dure 90 minutes")},
}
STATEMENTS: Mapping[str, Statements] = {
    "riichi": {**RIICHI, **ONLY_FOUR},
    "sanma": {**RIICHI, **SANMA},
    "classical": CLASSICAL,
    "hongkong": HONG_KONG,
    "taiwanese": TAIWANESE,
    "six": SIX,
    "ten": TEN,
}
#: an option whose sentence has a reason to be there only with these rules
ONLY_WITH: Mapping[tuple[str, str], Mapping[str, Any]] = {
    ("sanma", "floats_from"): {"floating_uma": True},
    ("classical", "goulash_jokers"): {"goulash_after_draw": True},
    ("riichi", "nagashi_as"): {"nagashi": True},
    ("sanma", "nagashi_as"): {"nagashi": True},
    ("hongkong", "guarantor_pays"): {"liability": ("dragons", "winds", "flush")},
    ("hongkong", "guarantor_freed"): {"liability": ("dragons", "winds", "flush")},
    ("classical", "fishing"): {"hand_thirteen_orphans": 1000},
    ("hongkong", "flowers_in_minimum"): {"flowers": "flowers_seasons"},
}


def card_text(variant: Variant, preset: Preset, rules: Any, language: str) -> str:
    """Every sentence of the card, one a line."""
    sections = variant.card_of(preset, rules)
    return "\n".join(
        line.in_language(language).replace("\u202f", " ").replace("\xa0", " ")
        for section in sections
        for line in (section.title, *section.lines)
    )


def holds_in(actual: Any, value: Any, option: str) -> bool:
    """Whether a statement stands for the actual value; what frees is said word by word."""
    if option == "guarantor_freed" or value == ("open_kan",):
        return set(value) <= set(actual)
    if option == "pao" and actual != ("open_kan",):
        return set(value) == set(actual) - {"open_kan"}
    return bool(actual == value)


def every_rules() -> Iterator[Any]:
    """Every preset, and every value of an option that has a statement, over the first preset of its game."""
    for variant in variants():
        for preset in variant.presets:
            yield pytest.param(variant, preset, {}, id=f"{variant.key}-{preset.key}")
        for option, statements in STATEMENTS[variant.key].items():
            described = next(one for one in variant.rules_type.describe_options() if one.name == option)
            for value in statements:
                if described.choices and not set(value if isinstance(value, tuple) else [value]) <= set(
                    described.choices
                ):
                    continue
                changed = {**ONLY_WITH.get((variant.key, option), {}), option: described.write(value)}
                try:
                    variant.default_preset.rules.with_options(changed)
                except RuleError:  # a value of another game that shares the statement
                    continue
                yield pytest.param(
                    variant, variant.default_preset, changed, id=f"{variant.key}-{option}-{value}"
                )


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("variant", "preset", "changed"), list(every_rules()))
def test_a_card_says_what_each_option_says_and_nothing_that_another_value_would(
    variant: Variant, preset: Preset, changed: dict[str, Any], language: str
) -> None:
    rules = preset.rules.with_options(changed)
    text = card_text(variant, preset, rules, language)
    index = 0 if language == "en" else 1
    for option, statements in STATEMENTS[variant.key].items():
        needed = ONLY_WITH.get((variant.key, option), {})
        if any(getattr(rules, name) != value for name, value in needed.items()):
            continue
        other, values = rules.idle_while.get(option, ("", ()))
        if other and getattr(rules, other) in values and option == "uma":
            continue  # another says how places are paid
        for value, words in statements.items():
            holds = holds_in(getattr(rules, option), value, option)
            assert (words[index].casefold() in text.casefold()) == holds, (option, value, words[index])


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.key)
def test_every_choice_of_an_option_with_a_statement_has_one(variant: Variant) -> None:
    """But for the choice that says nothing, and sets of which only those of presets are written out."""
    silent = {
        "mahjong_minimum": {"none"},
        "fishing": {"none"},
        "flowers": {"flowers_seasons", "flowers"},
        "pao": None,
    }
    for name, statements in STATEMENTS[variant.key].items():
        option = next(one for one in variant.rules_type.describe_options() if one.name == name)
        if option.kind == "choice":
            assert set(option.choices or ()) <= set(statements) | (silent.get(name) or set()), name


@pytest.mark.parametrize("key", ["bmja", "nts", "millington"])
def test_the_card_of_a_western_book_cites_that_book_and_no_other(key: str) -> None:
    variant = find_variant("classical")
    preset = variant.find_preset(key)
    assert preset.source is not None
    sources = {str(section.source) for section in variant.card_of(preset, preset.rules)}
    assert sources == {str(preset.source.title)}


def test_the_hong_kong_card_cites_the_associations_text_for_its_preset() -> None:
    variant = find_variant("hongkong")
    preset = variant.find_preset("hkma")
    assert preset.source is not None
    sources = [section.source for section in variant.card_of(preset, preset.rules)]
    assert sources.count(preset.source.title) >= len(sources) - 2


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("classical", "face down"),
        ("classical", "nobody else can read them"),
        ("classical", "East decides disputes."),
        ("riichi", "Say TSUMO"),
        ("ten", "Take the flowers, the seasons and the red fives out."),
        ("six", "Take the honours, the flowers and the seasons out"),
    ],
)
def test_the_last_sentences_of_the_club_texts_stand_on_their_cards(game: str, sentence: str) -> None:
    variant = find_variant(game)
    assert sentence in card_text(variant, variant.default_preset, variant.default_preset.rules, "en")
