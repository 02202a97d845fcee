"""What the card says of each option, and no card with another value."""

from __future__ import annotations

from tests.games.card_statements import Statements

#: by four or by three
OF_RIICHI: Statements = {
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
STATEMENTS: Statements = {
    **OF_RIICHI,
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
