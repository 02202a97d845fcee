"""Hands and ends of games of Tenhou, each with what it moves."""

from __future__ import annotations

from .tenhou_logs import NotedWin, Played, following, passing

# riichi, pinfu, tanyao: 3 han 30 fu is 3900, dealer 5800; self-drawn 4 han 20 fu is 1300/2600
CLOSED = {"tiles": "234567m34522p678s", "winning": "8s"}
RON = {"riichi": 1, "pinfu": 1, "tanyao": 1}
TSUMO = {"riichi": 1, "tsumo": 1, "pinfu": 1, "tanyao": 1}

# the same in the dark: 2 han 30 fu is 2000, dealer 2900
DAMA = {"pinfu": 1, "tanyao": 1}

# white dragons called, 1 han 30 fu: 1000
HAKU = {"tiles": "234567m22p678s", "winning": "8s", "melds": (("pon", "555z"),)}

# big dragons and a triplet of east, all of it honours
HONOURS = {
    "yakuman": ("daisangen", "tsuuiisou"),
    "tiles": "11144z",
    "winning": "4z",
    "melds": (("pon", "555z"), ("pon", "666z"), ("pon", "777z")),
}

# big dragons beside 2 3 4 8 8 of characters, won on the 4
DRAGONS = {
    "yakuman": ("daisangen",),
    "tiles": "23488m",
    "winning": "4m",
    "melds": (("pon", "555z"), ("pon", "666z"), ("pon", "777z")),
}


def won(
    who: int,
    source: int,
    worth: tuple[int, int, int],
    yaku: dict[str, int],
    moved: tuple[int, ...],
    **more: object,
) -> NotedWin:
    return NotedWin(who, source, worth, yaku, moved=moved, **more)  # type: ignore[arg-type]


SITUATIONS: dict[str, list[Played]] = {
    "ron": [Played(won=(won(1, 3, (30, 2000, 0), DAMA, (0, 2000, 0, -2000), **CLOSED),))],
    "ron of the dealer": [Played(won=(won(0, 2, (30, 2900, 0), DAMA, (2900, 0, -2900, 0), **CLOSED),))],
    # the own stick comes back with the hand
    "ron in riichi": [
        Played(riichi=(1,), won=(won(1, 3, (30, 3900, 0), RON, (0, 4900, 0, -3900), **CLOSED, ura="1z"),))
    ],
    "tsumo": [
        Played(
            riichi=(2,),
            won=(won(2, 2, (20, 5200, 0), TSUMO, (-2600, -1300, 6200, -1300), **CLOSED),),
        )
    ],
    "tsumo of the dealer": [
        Played(
            riichi=(0,),
            won=(won(0, 0, (20, 7800, 0), TSUMO, (8800, -2600, -2600, -2600), **CLOSED),),
        )
    ],
    # drawn with the dealer tenpai and a stick out; then 2000 + 300 and the stick
    "counter and stick": following(
        Played(riichi=(2,), tenpai=(0, 2), moved=(1500, -1500, 1500, -1500)),
        Played(honba=1, sticks=1, won=(won(1, 0, (30, 2000, 0), DAMA, (-2300, 3300, 0, 0), **CLOSED),)),
    ),
    # two counters at a self-draw: 100 more from each, for each
    "counters at a tsumo": following(
        Played(tenpai=(0,), moved=(3000, -1000, -1000, -1000)),
        Played(honba=1, tenpai=(0,), moved=(3000, -1000, -1000, -1000)),
        Played(
            honba=2,
            won=(won(3, 3, (20, 2700, 0), {"tsumo": 1, **DAMA}, (-1500, -900, -900, 3300), **CLOSED),),
        ),
    ),
    # nearest after the discarder (0) is 1: counter and stick are theirs; 2 has 1000
    "double ron": following(
        Played(riichi=(3,), tenpai=(0, 3), moved=(1500, -1500, -1500, 1500)),
        Played(
            honba=1,
            sticks=1,
            won=(
                won(1, 0, (30, 2000, 0), DAMA, (-2300, 3300, 0, 0), **CLOSED),
                won(2, 0, (30, 1000, 0), {"haku": 1}, (-1000, 0, 1000, 0), **HAKU),
            ),
        ),
    ),
    "the discard of the declaration is won on: no stick": [
        Played(declared=(3,), won=(won(1, 3, (30, 2000, 0), DAMA, (0, 2000, 0, -2000), **CLOSED),))
    ],
    "one tenpai": [Played(tenpai=(2,), moved=(-1000, -1000, 3000, -1000))],
    "two tenpai": [Played(tenpai=(0, 2), moved=(1500, -1500, 1500, -1500))],
    "three tenpai": [Played(tenpai=(0, 1, 2), moved=(1000, 1000, 1000, -3000))],
    "all tenpai": [Played(tenpai=(0, 1, 2, 3), riichi=(1,))],
    "nobody tenpai": passing(1),
    # a mangan self-drawn: 2000 and 4000 from the dealer, who stays as they are tenpai
    "nagashi": following(
        Played(kind="nm", tenpai=(0, 3), riichi=(0,), moved=(-4000, -2000, 8000, -2000)),
        Played(honba=1, sticks=1),
    ),
    "nagashi of the dealer": [Played(kind="nm", moved=(12000, -4000, -4000, -4000))],
    # each collects, from the other too: 8000 - 2000 for either
    "nagashi of two": [Played(kind="nm", moved=(-8000, 6000, 6000, -4000))],
    "nine terminals": following(Played(kind="yao9"), Played(honba=1)),
    "four winds": following(Played(kind="kaze4", riichi=(0,)), Played(honba=1, sticks=1)),
    "four riichi": following(Played(kind="reach4", riichi=(0, 1, 2, 3)), Played(honba=1, sticks=4)),
    "four kans": following(Played(kind="kan4"), Played(honba=1)),
    "three rons": following(Played(kind="ron3", riichi=(1,), declared=(2,)), Played(honba=1, sticks=1)),
    # thirteen orphans, 32000; the wait on thirteen tiles does not double it
    "yakuman": [
        Played(
            won=(
                won(
                    2,
                    1,
                    (0, 32000, 5),
                    {},
                    (0, -32000, 32000, 0),
                    yakuman=("kokushi_13",),
                    tiles="19m19p19s11234567z",
                    winning="1z",
                ),
            )
        )
    ],
    "four concealed triplets, single wait": [
        Played(
            won=(
                won(
                    1,
                    0,
                    (0, 32000, 5),
                    {},
                    (-32000, 32000, 0, 0),
                    yakuman=("suuankou_tanki",),
                    tiles="222m333444p666s77s",
                    winning="7s",
                ),
            )
        )
    ],
    # big dragons of honours alone: two yakuman, 64000 for one who does not deal
    "two yakuman": [
        Played(
            won=(
                won(
                    3,
                    0,
                    (40, 64000, 5),
                    {},
                    (-64000, 0, 0, 64000),
                    **HONOURS,
                ),
            )
        )
    ],
    # a dealer's 48000: half from the discarder, half from the liable seat
    "liable, ron from another": [
        Played(
            won=(
                won(
                    0,
                    2,
                    (40, 48000, 5),
                    {},
                    (48000, -24000, -24000, 0),
                    **DRAGONS,
                    pao=1,
                ),
            )
        )
    ],
    # with a counter, which the liable seat pays
    "liable, with a counter": following(
        Played(kind="yao9"),
        Played(
            honba=1,
            won=(
                won(
                    1,
                    3,
                    (40, 32000, 5),
                    {},
                    (0, 32300, -16300, -16000),
                    **DRAGONS,
                    pao=2,
                ),
            ),
        ),
    ),
    "liable, self-drawn": [
        Played(
            won=(
                won(
                    1,
                    1,
                    (40, 32000, 5),
                    {},
                    (0, 32000, 0, -32000),
                    yakuman=("daisangen",),
                    tiles="23488m",
                    winning="4m",
                    melds=(("pon", "555z"), ("pon", "666z"), ("added_kan", "7777z")),
                    pao=3,
                ),
            )
        )
    ],
    "liable and discarder": [
        Played(
            won=(
                won(
                    1,
                    3,
                    (40, 32000, 5),
                    {},
                    (0, 32000, 0, -32000),
                    **DRAGONS,
                    pao=3,
                ),
            )
        )
    ],
    # big dragons of honours alone, liable for the dragons, pays for all of it: 64000 and two counters
    # (docs/rules/tenhou.md has the sources)
    "liable for one yakuman of two, self-drawn": following(
        Played(kind="yao9"),
        Played(honba=1, kind="yao9"),
        Played(honba=2, won=(won(1, 1, (0, 64000, 5), {}, (0, 64600, 0, -64600), **HONOURS, pao=3),)),
    ),
    "liable for one yakuman of two, ron from another": following(
        Played(kind="yao9"),
        Played(honba=1, won=(won(1, 2, (0, 64000, 5), {}, (0, 64300, -32000, -32300), **HONOURS, pao=3),)),
    ),
    # two red fives: 2 + 2 han 30 fu, 7700
    "red fives": [
        Played(
            won=(
                won(
                    1,
                    3,
                    (30, 7700, 0),
                    {**DAMA, "aka": 2},
                    (0, 7700, 0, -7700),
                    tiles="234067m34022p678s",
                    winning="8s",
                ),
            )
        )
    ],
    # indicators 1p and, under it, 1p: two dora and two ura beside 3 han: 7 han, haneman 12000
    "dora and ura": [
        Played(
            riichi=(1,),
            won=(
                won(
                    1,
                    3,
                    (30, 12000, 2),
                    {**RON, "dora": 2, "ura": 2},
                    (0, 13000, 0, -12000),
                    **CLOSED,
                    dora="1p",
                    ura="1p",
                ),
            ),
        )
    ],
    "within one turn, off a kan": [
        Played(
            riichi=(2,),
            won=(
                # riichi, ippatsu, chankan, pinfu, tanyao: mangan
                won(
                    2,
                    1,
                    (30, 8000, 1),
                    {**RON, "ippatsu": 1, "chankan": 1},
                    (0, -8000, 9000, 0),
                    **CLOSED,
                ),
            ),
        )
    ],
    # 20, a closed kan of 1s 32, self-drawn 2, inside wait 2: 56, so 60 fu; tsumo, rinshan: 1000/2000
    "after a kan": [
        Played(
            won=(
                won(
                    1,
                    1,
                    (60, 4000, 0),
                    {"tsumo": 1, "rinshan": 1},
                    (-2000, 4000, -1000, -1000),
                    tiles="234567m22p345s",
                    winning="4s",
                    melds=(("closed_kan", "1111s"),),
                    dora="1z5s",
                ),
            )
        )
    ],
    # last draw: tsumo, pinfu, tanyao, haitei: 4 han 20 fu
    "last draw": [
        Played(
            won=(
                won(
                    3,
                    3,
                    (20, 5200, 0),
                    {"tsumo": 1, **DAMA, "haitei": 1},
                    (-2600, -1300, -1300, 5200),
                    **CLOSED,
                ),
            )
        )
    ],
    "last discard": [
        Played(won=(won(3, 2, (30, 3900, 0), {**DAMA, "houtei": 1}, (0, 0, -3900, 3900), **CLOSED),))
    ],
    # double riichi, ippatsu, pinfu, tanyao: 5 han
    "double riichi": [
        Played(
            riichi=(3,),
            won=(
                won(
                    3,
                    0,
                    (30, 8000, 1),
                    {"double_riichi": 2, "ippatsu": 1, **DAMA},
                    (-8000, 0, 0, 9000),
                    **CLOSED,
                ),
            ),
        )
    ],
    "heavenly hand": [
        Played(
            won=(
                won(
                    0,
                    0,
                    (0, 48000, 5),
                    {},
                    (48000, -16000, -16000, -16000),
                    yakuman=("tenhou",),
                    **CLOSED,
                ),
            )
        )
    ],
    "earthly hand": [
        Played(
            won=(
                won(
                    *(2, 2, (0, 32000, 5), {}, (-16000, -8000, 32000, -8000)), yakuman=("chiihou",), **CLOSED
                ),
            )
        )
    ],
    # 25 fu 2 han: 1600
    "seven pairs": [
        Played(
            won=(
                won(
                    2,
                    0,
                    (25, 1600, 0),
                    {"chiitoi": 2},
                    (-1600, 0, 1600, 0),
                    tiles="1188m2299p3377s66z",
                    winning="6z",
                ),
            )
        )
    ],
    # 20, own triplet of east 8, open kan of 9p 16, added kan of 2m 8, pair of haku 2, inside wait 2: 60 fu
    "two kans and double east": [
        Played(
            won=(
                won(
                    0,
                    3,
                    (60, 5800, 0),
                    {"east": 1, "round_east": 1},
                    (5800, 0, 0, -5800),
                    tiles="11155z345s",
                    winning="4s",
                    melds=(("kan", "9999p"), ("added_kan", "2222m")),
                    dora="1p2z3z",
                ),
            )
        )
    ],
    # riichi, tanyao, pinfu, iipeikou, chinitsu and three dora: 13 han, a yakuman of 32000
    "counted yakuman": [
        Played(
            riichi=(1,),
            won=(
                won(
                    1,
                    0,
                    (30, 32000, 5),
                    {"riichi": 1, "pinfu": 1, "tanyao": 1, "iipeikou": 1, "chinitsu": 6, "dora": 3},
                    (-32000, 33000, 0, 0),
                    tiles="22233445667788m",
                    winning="5m",
                    dora="1m",
                    ura="1z",
                ),
            ),
        )
    ],
}

MANGAN = {"riichi": 1, "ippatsu": 1, **DAMA, "dora": 1}

ENDS: dict[str, tuple[list[Played], int, tuple[int, ...], str]] = {
    "below zero": (
        [Played(won=(won(1, 2, (30, 32000, 5), {"riichi": 13}, (0, 32000, -32000, 0)),))],
        9,
        (25000, 57000, -7000, 25000),
        "bust",
    ),
    # South 4, seven counters: 2900 + 2100 brings the dealer to 30,000 and the lead
    "the dealer wins the last hand": (
        following(
            *passing(7), Played(round=7, honba=7, won=(won(3, 0, (30, 2900, 0), DAMA, (-5000, 0, 0, 5000)),))
        ),
        9,
        (20000, 25000, 25000, 30000),
        "dealer_leads",
    ),
    # 28,000 does not end it, 31,000 does
    "the dealer leads and is tenpai": (
        following(
            *passing(7),
            Played(round=7, honba=7, tenpai=(3,), moved=(-1000, -1000, -1000, 3000)),
            Played(round=7, honba=8, tenpai=(3,), moved=(-1000, -1000, -1000, 3000)),
        ),
        9,
        (23000, 23000, 23000, 31000),
        "dealer_leads",
    ),
    # nobody has 30,000 after South 4, nor after West 1 and 2; West 3 brings 33,000
    "into the West": (
        following(
            *passing(8),
            Played(round=8, honba=8, won=(won(1, 2, (30, 2000, 0), DAMA, (0, 4400, -4400, 0)),)),
            Played(round=9, won=(won(2, 0, (30, 8000, 1), MANGAN, (-8000, 0, 8000, 0)),)),
            Played(round=10, won=(won(3, 1, (30, 8000, 1), MANGAN, (0, -8000, 0, 8000)),)),
        ),
        9,
        (17000, 21400, 28600, 33000),
        "target",
    ),
    # East alone (no 0x08): over after East 4, as somebody has 30,000
    "one wind": (
        following(
            *passing(3),
            Played(round=3, honba=3, won=(won(1, 0, (30, 8000, 1), MANGAN, (-8900, 8900, 0, 0)),)),
        ),
        1,
        (16100, 33900, 25000, 25000),
        "last_hand",
    ),
}
