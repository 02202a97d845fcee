"""No card contradicts an option: what each value of an option says, and what no other value may say.

The statements are written out here, apart from the cards, in both languages. Each stands on the card of every
preset that has its value, and on no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from mahjongclub.games.registry import find_game
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.options import Option
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
        True: ("1,000 points may still declare riichi", "1 000 points peut tout de même déclarer riichi"),
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
        "win": ("counts as a win", "compte comme une victoire"),
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
    "floating_uma": {True: ("Where all or nobody have", "Si tous ou personne n’ont")},
    "rounding": {"five_down": ("500 is rounded down, 600 up", "500 est arrondi au-dessous, 600 au-dessus")},
    "multi_honba": {
        "nearest": ("honba are paid to the nearest winner", "ne sont payés qu’au gagnant le plus proche"),
        "each": ("honba are paid to each winner", "honba sont payés à chaque gagnant"),
    },
    "multi_riichi": {
        "nearest": ("All riichi sticks go to the nearest", "Tous les bâtonnets de riichi vont au gagnant"),
        "own_first": ("Each winner gets their own riichi", "Chaque gagnant reprend son propre bâtonnet"),
    },
    "abortive": {
        (): ("Nothing aborts a hand", "Rien ne fait avorter une partie"),
        ("nine_terminals",): ("nine terminals and honours (kyū", "neuf terminales et honneurs (kyū"),
        ("four_winds",): ("four identical winds", "quatre vents identiques aux"),
        ("four_riichi",): ("four riichi (sūcha", "quatre riichi (sūcha"),
        ("four_kans",): ("four kans by several", "quatre kan partagés"),
    },
    "abort_deal": {
        "stays": ("aborted hand the dealer deals again", "partie avortée, le donneur reste"),
        "passes": ("aborted hand the deal passes", "partie avortée, le donneur change"),
    },
    "pao_composite": {
        "whole": (
            "The liable player also pays another yakuman",
            "Le responsable paie aussi tout autre yakuman",
        ),
        "that_yakuman": ("is paid as if there were no pao", "se paie comme sans pao"),
    },
    "pao_honba": {
        "liable": ("On a ron the liable player pays", "Sur un ron, le joueur responsable paie les honba"),
        "discarder": ("On a ron the discarder pays", "Sur un ron, le défausseur paie les honba"),
    },
    "double_yakuman": {
        ("big_four_winds",): ("Daisūshī (big four winds)", "Daisūshī (quatre grands vents)"),
    },
    "bust_bonus": {10: ("pays its winner 10 points more", "paie 10 points de plus au gagnant")},
    "yakitori": {10: ("has not won a hand pays 10 points", "n’a gagné aucune partie paie 10 points")},
    "chips": {2: ("Each chip counts 2 points", "Chaque jeton compte 2 points")},
    "agari_yame": {
        "asked": ("or more, may end the game", "points ou plus, peut mettre fin à la session"),
        "automatic": ("or more, ends the game", "points ou plus, met fin à la session"),
    },
    "tenpai_yame": {
        True: ("who wins or is in tenpai, and leads", "gagne ou est en tenpai, et qui mène"),
        False: ("a dealer who wins, and leads", "le donneur qui gagne, et qui mène"),
    },
    "west_extension": {True: ("one more round is played until", "on joue une manche de plus")},
    "extension_target": {
        25000: ("Where nobody has 25,000 after", "Si personne n’a 25 000 après"),
        30000: ("Where nobody has 30,000 after", "Si personne n’a 30 000 après"),
        40000: ("Where nobody has 40,000 after", "Si personne n’a 40 000 après"),
    },
    "chombo_points": {
        20000: ("costs 20,000 points in the ranking", "coûte 20 000 points au classement"),
        30000: ("costs 30,000 points in the ranking", "coûte 30 000 points au classement"),
    },
    "chombo_last": {
        "replayed": ("even the last hand of the game", "même la dernière de la session"),
        "ends": ("in the last hand the game ends instead", "si c’est la dernière, la session finit"),
    },
}
ONLY_FOUR: Statements = {
    "uma": {
        (20, 10, -10, -20): ("+20, +10, −10, −20", "+20, +10, −10, −20"),
        (15, 5, -5, -15): ("+15, +5, −5, −15", "+15, +5, −5, −15"),
        (30, 10, -10, -30): ("+30, +10, −10, −30", "+30, +10, −10, −30"),
        (0, 0, 0, 0): ("No uma", "Pas d’uma"),
    },
    "uma_one_floats": {
        (12, -1, -3, -8): (
            "one has the start or more: +12, −1, −3, −8",
            "seul a le départ ou plus : +12, −1",
        ),
        (24, -2, -6, -16): ("one has the start or more: +24, −2", "seul a le départ ou plus : +24, −2"),
    },
    "uma_two_float": {
        (8, 4, -4, -8): ("2 have the start or more: +8, +4, −4, −8", "2 ont le départ ou plus : +8, +4, −4"),
        (10, 5, -5, -10): ("2 have the start or more: +10, +5", "2 ont le départ ou plus : +10, +5"),
    },
    "uma_three_float": {
        (8, 3, 1, -12): ("3 have the start or more: +8, +3, +1", "3 ont le départ ou plus : +8, +3, +1"),
        (10, 5, 1, -16): ("3 have the start or more: +10, +5", "3 ont le départ ou plus : +10, +5"),
    },
}
SANMA: Statements = {
    "uma": {
        (20, 0, -20): ("+20, 0, −20", "+20, 0, −20"),
        (15, 0, -15): ("+15, 0, −15", "+15, 0, −15"),
        (30, 0, -30): ("+30, 0, −30", "+30, 0, −30"),
    },
    "uma_one_floats": {
        (6, -2, -4): ("or more: +6, −2, −4", "ou plus : +6, −2, −4"),
        (20, -10, -10): ("or more: +20, −10, −10", "ou plus : +20, −10, −10"),
    },
    "uma_two_float": {
        (3, 0, -3): ("or more: +3, 0, −3", "ou plus : +3, 0, −3"),
        (10, 0, -10): ("or more: +10, 0, −10", "ou plus : +10, 0, −10"),
    },
    "honba_each": {
        500: ("500 each on a tsumo", "chacun 500 sur un tsumo"),
        1000: ("1,000 each on a tsumo", "chacun 1 000 sur un tsumo"),
    },
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
OF_COUNTED: Statements = {
    "rounds": {
        2: ("A whole game is 2 rounds", "Une session compte 2 manches"),
        4: ("A whole game is 4 rounds", "Une session compte 4 manches"),
    },
    "starting_points": {
        0: ("Everyone starts at 0", "Chacun commence à 0"),
        100: ("Everyone starts with 100 points", "Chacun commence avec 100 points"),
    },
    "multi_win": {
        "all": ("If several win on the tile, all of them", "gagnent sur la tuile, tous sont payés"),
        "nearest": ("If several win on the tile, only the nearest", "gagnent sur la tuile, seul le plus"),
    },
}
CLASSICAL: Statements = {
    "hands": {
        8: ("The game ends after 8 hands", "La session finit après 8 parties"),
        16: ("The game ends after 16 hands", "La session finit après 16 parties"),
    },
    "rounds": {
        2: ("The game ends after 2 rounds", "La session finit après 2 manches"),
        4: ("The game ends after 4 rounds", "La session finit après 4 manches"),
    },
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
        True: ("all hands are still counted", "toutes les mains sont tout de même comptées"),
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
        0: (
            "The players themselves pay for a false mahjong",
            "les joueurs règlent un faux mahjong entre eux",
        ),
        500: ("A player who declares a false mahjong pays each other player 500", "paie 500 à chacun"),
    },
    "max_chows": {
        0: ("may have no sequence at all", "ne peut comporter aucune séquence"),
        1: ("may have one sequence at most", "peut comporter une séquence au plus"),
    },
    "goulash_after_draw": {
        True: ("three tiles are exchanged face down three times", "on échange trois fois trois tuiles"),
    },
    "cannon": {
        True: ("pays the winner for all, and", "paie le gagnant pour tous"),
        False: ("pays no more for it than the others.", "ne paie pas plus que les autres."),
    },
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
        "none": ("Flowers and seasons are taken out", "Fleurs et saisons sont retirées"),
        "flowers_seasons": ("Lay them face up before you", "les posent devant eux"),
    },
    "starting_points": {
        0: ("Everyone starts at 0", "Chacun commence à 0"),
        2000: ("Everyone starts with 2,000", "Chacun commence avec 2 000"),
    },
}
HONG_KONG: Statements = {
    **OF_COUNTED,
    "seats": {3: ("nobody sits at North", "personne n’est Nord")},
    "minimum": {
        1: ("It needs 1 to win", "Il en faut 1 pour gagner"),
        3: ("It needs 3 to win", "Il en faut 3 pour gagner"),
    },
    "cap": {
        8: ("above 8 it is paid as 8", "au-dessus de 8, elle est payée comme 8"),
        10: ("above 10 it is paid as 10", "au-dessus de 10, elle est payée comme 10"),
        13: ("above 13 it is paid as 13", "au-dessus de 13, elle est payée comme 13"),
    },
    "table": {
        "full": ("a false win pays each of the others 2,048,", "paie à chacun des autres 2 048,"),
        "tiers": ("a false win pays each of the others 16,", "paie à chacun des autres 16,"),
    },
    "stake": {
        1: ("pays a discard: 32 at 3", "paie une défausse : 32 à 3"),
        2: ("pays a discard: 64 at 3", "paie une défausse : 64 à 3"),
    },
    "dealer_win": {
        "stays": ("deals again after winning", "reste quand il gagne"),
        "passes": ("after any win the deal passes", "après toute victoire, le donneur change"),
    },
    "dealer_draw": {
        "stays": ("after winning and after a draw", "quand il gagne et après une partie nulle"),
        "passes": ("after a draw the deal passes", "après une partie nulle, le donneur change"),
    },
    "flowers": {"none": ("Flowers and seasons are taken out", "Les fleurs et les saisons sont retirées")},
    "liability": {
        (): ("Nobody is liable", "Personne n’est responsable"),
        ("dragons", "winds", "flush"): (
            "feeds the third set of dragons, the fourth set of winds, the fourth set of a flush is liable.",
            "donne la troisième combinaison de dragons, la quatrième combinaison de vents, "
            "la quatrième combinaison d’une main pure est responsable.",
        ),
    },
    "guarantor_freed": {
        ("replacement",): ("after a win on the replacement of a kong", "le remplacement d’un carré"),
        ("robbed_kong",): ("a robbed kong, which the robbed player pays", "un carré volé, que paie"),
    },
    "concealed": {
        "always": ("concealed, with flowers or without", "cachée, avec ou sans fleurs"),
        "without_flowers": ("only in the game without flowers", "que dans le jeu sans fleurs"),
    },
    "concealed_pairs": {
        True: ("Seven pairs count as concealed too", "Sept paires comptent aussi comme cachées"),
        False: ("Seven pairs do not also count", "Sept paires ne comptent pas"),
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
            "If that hand is self-drawn, the liable player alone",
            "Si cette main gagne sur pioche, le responsable paie seul",
        ),
        "always": (
            "drawn or on a discard, the liable player",
            "sur pioche ou sur une défausse, le responsable",
        ),
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
    **OF_COUNTED,
    "seats": {3: ("nobody sits at North", "personne n’est Nord")},
    "base": {
        3: ("Each payment is 3,", "Chaque paiement est de 3,"),
        5: ("Each payment is 5,", "Chaque paiement est de 5,"),
    },
    "unit": {
        1: ("and 1 more for each tai", "et de 1 de plus par tai"),
        2: ("and 2 more for each tai", "et de 2 de plus par tai"),
    },
    "cap": {10: ("more than 10 tai is paid as 10", "plus de 10 tai est payée comme 10")},
    "dealer_draw": {
        "stays": ("after winning and after a draw", "quand il gagne et après une partie nulle"),
        "passes": ("after a draw the deal passes", "après une partie nulle, le donneur change"),
    },
    "flowers": {
        "none": ("Flowers and seasons are taken out", "Fleurs et saisons sont retirées"),
        "flowers": ("the seasons are taken out", "les saisons sont retirées"),
    },
    "all_chows": {
        "five_chows": ("All chows: five chows and a pair.", "Tout séquences : cinq séquences et une paire."),
        "taiwan": ("five chows and a pair, no honours", "cinq séquences et une paire, ni honneurs"),
    },
    "false_win_tai": {
        8: ("a false win pays each of the others", "faux mahjong paie à chacun des autres"),
    },
}
SIX: Statements = {
    "starting_points": {
        0: ("Everyone starts at 0", "Chacun commence à 0"),
        100: ("Everyone starts with 100 points", "Chacun commence avec 100 points"),
    },
    "seats": {
        3: ("when 2 players have made mahjong", "Quand 2 joueurs ont fait mahjong"),
        6: ("when 5 players have made mahjong", "Quand 5 joueurs ont fait mahjong"),
        7: ("when 6 players have made mahjong", "Quand 6 joueurs ont fait mahjong"),
    },
    "furiten": {
        "tile": ("they may take another of its kind", "il peut en prendre une autre"),
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
    "starting_points": {
        10_000: ("Each player starts with 10,000", "Chaque joueur commence avec 10 000"),
        20_000: ("Each player starts with 20,000", "Chaque joueur commence avec 20 000"),
    },
    "bank": {
        100_000: ("the bank with 100,000", "la banque avec 100 000"),
        50_000: ("the bank with 50,000", "la banque avec 50 000"),
    },
    "alarm_first": {
        50: ("an alarm after 50 and", "retentit après 50 et"),
        40: ("an alarm after 40 and", "retentit après 40 et"),
    },
    "alarm_second": {
        55: ("and after 55.", "et 55 minutes de jeu"),
        56: ("and after 56.", "et 56 minutes de jeu"),
    },
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
AMERICAN: Statements = {
    "scoring": {
        "home": ("is read from the table’s card", "se lit sur la carte de la table"),
        "tournament": ("The players pay nobody", "Les joueurs ne paient personne"),
    },
    "discarder": {
        2: ("discarder pays 2 V", "défausseur paie 2 V"),
        3: ("discarder pays 3 V", "paie 3 V, ch"),
    },
    "others": {1: ("other player 1 V", "autre joueur 1 V"), 0: ("other player 0 V", "autre joueur 0 V")},
    "self_picked": {
        2: ("of the others pays 2 V", "des autres paie 2 V"),
        1: ("of the others pays 1 V", "des autres paie 1 V"),
    },
    "jokerless": {2: ("is paid 2 times", "est payée 2 fois"), 3: ("is paid 3 times", "est payée 3 fois")},
    "pie": {500: ("more than the pie of 500", "plus que le pot (pie) de 500")},
    "mistake": {2: ("pays that one 2 V", "paie 2 V à celui"), 4: ("pays that one 4 V", "paie 4 V à celui")},
    "misnamed": {4: ("the winner 4 V", "paie 4 V au gagnant"), 3: ("the winner 3 V", "paie 3 V au gagnant")},
    "bets": {True: ("sits out bets on a player", "parie sur un joueur")},
    "self_pick_bonus": {
        10: ("10 more for a self-picked", "10 de plus sur"),
        5: ("5 more for a", "5 de plus sur"),
    },
    "jokerless_bonus": {20: ("gets 20 more", "reçoit 20 de plus"), 25: ("gets 25 more", "reçoit 25 de plus")},
    "penalty_few": {
        10: ("loses 10 where the winner", "perd 10 si le gagnant"),
        5: ("loses 5 where the winner", "perd 5 si le gagnant"),
    },
    "penalty_two": {
        20: ("two exposures the discarder loses 20", "deux expositions, le défausseur perd 20"),
        15: ("two exposures the discarder loses 15", "deux expositions, le défausseur perd 15"),
    },
    "penalty_three": {
        25: ("more exposures the discarder loses 25", "ou plus, le défausseur perd 25"),
        30: ("more exposures the discarder loses 30", "ou plus, le défausseur perd 30"),
    },
    "wall_points": {
        10: ("hand is not dead gets 10", "n’est pas morte reçoit 10"),
        0: ("hand is not dead gets 0", "n’est pas morte reçoit 0"),
    },
    "rounds": {
        None: ("goes on until the players stop", "dure jusqu’à ce que les joueurs s’arrêtent"),
        1: ("ends after one round", "finit après une manche"),
        2: ("ends after 2 rounds", "finit après 2 manches"),
    },
    "starting_points": {
        0: ("Everyone starts at 0", "commence à 0"),
        500: ("Everyone starts with 500", "Chacun commence avec 500"),
    },
    "seats": {3: ("without the Charleston", "sans Charleston")},
}
NOTED = ("self_pick_bonus", "jokerless_bonus", "penalty_few", "penalty_two", "penalty_three", "wall_points")
STATEMENTS: Mapping[str, Statements] = {
    "riichi": {**RIICHI, **ONLY_FOUR},
    "sanma": {**RIICHI, **SANMA},
    "classical": CLASSICAL,
    "hongkong": HONG_KONG,
    "american": AMERICAN,
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
    ("hongkong", "table"): {"stake": 1, "cap": 10},
    ("hongkong", "stake"): {"table": "hkma", "minimum": 3, "payers": "full"},
    ("hongkong", "dealer_draw"): {"dealer_win": "stays"},
    ("riichi", "multi_honba"): {"multi_ron": "triple"},
    ("sanma", "multi_honba"): {"multi_ron": "triple"},
    ("riichi", "multi_riichi"): {"multi_ron": "triple"},
    ("sanma", "multi_riichi"): {"multi_ron": "triple"},
    **{
        (game, option): {"floating_uma": True}
        for game in ("riichi", "sanma")
        for option in ("uma_one_floats", "uma_two_float", "uma_three_float")
    },
    **{("american", option): {"scoring": "tournament"} for option in NOTED},
    **{(game, "pao_composite"): {"yakuman_add_up": True} for game in ("riichi", "sanma")},
    **{(game, "tenpai_yame"): {"agari_yame": "automatic"} for game in ("riichi", "sanma")},
    **{(game, "extension_target"): {"west_extension": True} for game in ("riichi", "sanma")},
    **{(game, "chombo_points"): {"chombo": "20000_after_uma"} for game in ("riichi", "sanma")},
}
#: of these sets the card names each member
NAMED_ONE_BY_ONE = ("guarantor_freed", "abortive", "double_yakuman")


def card_text(variant: Variant, preset: Preset, rules: Any, language: str) -> str:
    """Every sentence of the card, one a line."""
    sections = find_game(variant.key).card(rules, preset)
    return "\n".join(
        line.in_language(language).replace("\u202f", " ").replace("\xa0", " ")
        for section in sections
        for line in (section.title, *section.lines)
    )


def holds_in(actual: Any, value: Any, option: str) -> bool:
    """Whether a statement stands for the actual value; what frees is said word by word."""
    if (option in NAMED_ONE_BY_ONE and value) or value == ("open_kan",):
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
        actual = getattr(rules, option)
        if option == "extension_target" and actual is None:
            actual = rules.return_points
        idle = bool(other) and getattr(rules, other) in values
        if option in ("pao_composite", "pao_honba"):  # an open kan has neither
            idle = idle or set(rules.pao) <= {"open_kan"}
        for value, words in statements.items():
            holds = not idle and holds_in(actual, value, option)
            assert (words[index].casefold() in text.casefold()) == holds, (option, value, words[index])


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.key)
def test_every_choice_of_an_option_with_a_statement_has_one(variant: Variant) -> None:
    """But for the choice that says nothing, and sets of which only those of presets are written out."""
    silent = {
        "mahjong_minimum": {"none"},
        "fishing": {"none"},
        "flowers": {"flowers_seasons", "flowers"},
        "agari_yame": {"off"},
        "rounding": {"tenth"},
        "table": {"half", "hkma"},  # the same figures
        "pao": None,
    }
    for name, statements in STATEMENTS[variant.key].items():
        option = next(one for one in variant.rules_type.describe_options() if one.name == name)
        if option.kind == "choice":
            assert set(option.choices or ()) <= set(statements) | (silent.get(name) or set()), name


#: of these the card says no more than whether there are any; the points table has the figures
IN_THE_TABLE = ("hand_", "purity_apart")


def other_values(option: Option, value: Any) -> list[Any]:
    """Values that an option might have in place of this one."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, tuple):
        every = tuple(option.choices or ())
        return [(), every, *((name,) for name in every)] if every else [tuple(2 * part for part in value)]
    if option.choices:
        return list(option.choices)
    return [0, 1, 40_000] if value is None else [value + 100, value + 1, value - 1, 2 * value, 0]


@pytest.mark.parametrize("variant", variants(), ids=lambda variant: variant.key)
def test_every_option_that_changes_the_card_has_a_statement(variant: Variant) -> None:
    spoken = set()
    for option in variant.rules_type.describe_options():
        if option.name in STATEMENTS[variant.key] or option.name.startswith(IN_THE_TABLE):
            continue
        for preset in variant.presets:
            for value in other_values(option, getattr(preset.rules, option.name)):
                try:
                    rules = preset.rules.with_options({option.name: option.write(value)})
                except RuleError:
                    continue
                if card_text(variant, preset, rules, "en") != card_text(variant, preset, preset.rules, "en"):
                    spoken.add(option.name)
    assert spoken == set()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_card_gives_all_sticks_to_one_and_each_their_own(language: str) -> None:
    variant = find_variant("riichi")
    every, own = {
        "en": ("takes every stick", "their own riichi stick"),
        "fr": ("prend tous les bâtonnets", "reprend son propre bâtonnet"),
    }[language]
    for preset in variant.presets:
        card = card_text(variant, preset, preset.rules, language)
        assert (every in card) != (own in card), preset.key


@pytest.mark.parametrize("key", ["bmja", "nts", "millington"])
def test_the_card_of_a_western_book_cites_that_book_and_no_other(key: str) -> None:
    variant = find_variant("classical")
    preset = variant.find_preset(key)
    assert preset.source is not None
    sources = {str(section.source) for section in find_game(variant.key).card(preset.rules, preset)}
    assert sources == {str(preset.source.title)}


def test_the_hong_kong_card_cites_the_associations_text_for_its_preset() -> None:
    variant = find_variant("hongkong")
    preset = variant.find_preset("hkma")
    assert preset.source is not None
    sources = [section.source for section in find_game(variant.key).card(preset.rules, preset)]
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
