"""Riichi as the club, federations and platforms play it.

A preset is a frozen edition: a federation's new book is a new preset, never an edit. What each value rests
on stands in docs/rules/riichi.md.
"""

from __future__ import annotations

from dataclasses import replace

from ..kit.riichi.option_lists import ABORTS, DOUBLED
from ..kit.riichi.options import Rules
from ..variant import Preset, Source
from ..words import Text

CLUB = Rules()

#: what the books of the federations have in common
_TOURNAMENT = Rules(
    starting_points=30000,
    oka=0,
    uma=(15, 5, -5, -15),
    abortive=(),
    nagashi=False,
    bust="off",
    chombo="20000_after_uma",
    pao_honba="discarder",
    riichi_under_1000=True,
    renhou="mangan",
    chombo_last="ends",
)

EMA_2016 = replace(
    _TOURNAMENT,
    multi_ron="triple",
    multi_honba="each",
    multi_riichi="own_first",
    leftover_sticks="shared",
    kazoe="sanbaiman",
    yakuman_add_up=False,
    chombo_last="replayed",
)

EMA_2025 = replace(EMA_2016, kiriage_mangan=True, double_wind_pair_fu=2, chombo_last="ends")

WRC_2025 = replace(
    _TOURNAMENT,
    kiriage_mangan=True,
    leftover_sticks="lost",
    pao=("dragons", "winds", "kongs"),
    pao_composite="that_yakuman",
    double_wind_pair_fu=2,
)

M_LEAGUE = Rules(
    uma=(30, 10, -10, -30),
    kiriage_mangan=True,
    abortive=(),
    nagashi=False,
    bust="off",
    leftover_sticks="shared_whole",
    chombo="20000_after_uma",
    pao=("dragons", "winds", "kongs"),
    pao_composite="that_yakuman",
    kazoe="sanbaiman",
    riichi_under_1000=True,
    red_fives=3,
    double_wind_pair_fu=2,
)

TENHOU = Rules(
    ties="seat",
    multi_ron="double",
    bust="below_zero",
    agari_yame="automatic",
    west_extension=True,
    chombo="off",
    red_fives=3,
)

MAHJONG_SOUL = Rules(
    return_points=25000,
    oka=0,
    uma=(15, 5, -5, -15),
    ties="seat",
    multi_ron="triple",
    abortive=("nine_terminals", "four_winds", "four_riichi", "four_kans"),
    bust="below_zero",
    agari_yame="automatic",
    west_extension=True,
    extension_target=30000,  # above its return points
    pao_composite="that_yakuman",
    double_yakuman=tuple(DOUBLED),
    chombo="off",
    red_fives=3,
)

TENHOU_EAST = replace(TENHOU, rounds=1)

MAHJONG_SOUL_EAST = replace(MAHJONG_SOUL, rounds=1)

#: what its ranked games do that the page does not tell is as at Tenhou
RIICHI_CITY = replace(
    TENHOU, uma=(30, 10, -10, -30), pao=("dragons", "winds", "open_kan"), double_yakuman=tuple(DOUBLED)
)

#: what the leagues of Japan have in common
_LEAGUE = replace(
    _TOURNAMENT,
    leftover_sticks="lost",
    kazoe="sanbaiman",
    double_wind_pair_fu=2,
    renhou="off",
    chombo_last="replayed",
)

JPML_A = replace(
    _LEAGUE,
    floating_uma=True,
    yakuman_add_up=False,
    ippatsu=False,
    ura_dora=False,
    kan_dora=False,
    renhou="mangan",
    pao=("dragons", "winds", "kongs", "open_kan"),
)

SAIKOUISEN = replace(_LEAGUE, uma=(30, 10, -10, -30), kiriage_mangan=True, yakuman_add_up=False, pao=())

RMU = replace(_LEAGUE, kiriage_mangan=True, pao=())

WRC_2022 = replace(
    _TOURNAMENT,
    kiriage_mangan=True,
    leftover_sticks="shared",
    kazoe="sanbaiman",
    double_wind_pair_fu=2,
    chombo_points=30_000,
)

#: with the first of the optional rules; the uma is the first that the extension proposes beside red fives
WRC_2022_RED = replace(WRC_2022, red_fives=3, uma=(30, 10, -10, -30))

#: with the second of the optional rules, and the uma that the extension proposes beside it
WRC_2022_INITIAL = replace(WRC_2022, ura_dora=False, kan_dora=False, uma=(12, 4, -4, -12))

RRC = replace(
    _TOURNAMENT,
    multi_ron="triple",
    multi_honba="each",
    multi_riichi="own_first",
    abortive=tuple(reason for reason in ABORTS if reason != "triple_ron"),
    double_yakuman=tuple(name for name in DOUBLED if name != "big_four_winds"),
    pao_composite="that_yakuman",
    renhou="off",
)

#: « seul le pointage final compte » (seed 000): nothing is added to it
TEXT = replace(CLUB, return_points=25000, oka=0, uma=(0, 0, 0, 0))

CLUB_TEXT = Source(
    Text("The club’s own riichi rules"),
    unread=Text("The text leaves gaps (abortive draws, liability, uma): they are filled as most clubs do."),
)

TENHOU_MANUAL = Source(
    Text.plain("天鳳 マニュアル"),
    link="https://tenhou.net/man/",
    unread=Text("Final points are rounded to whole thousands there, to tenths here."),
)

SOUL_GAMES = Source(
    Text.plain("Mahjong Soul"),
    link="https://mahjongsoul.yo-star.com/",
    unread=Text("The platform publishes no book: read through software that replays its games."),
)

CITY_PAGE = Source(
    Text.plain("riichi.wiki: Riichi City (麻雀一番街)"),
    date="2023-03-25",
    link="https://riichi.wiki/Riichi_City",
    unread=Text(
        "The platform publishes no book. The page does not tell of ties, bust, agari-yame, nagashi mangan "
        "and what pao covers: these are as at Tenhou. That four yakuman count twice is from an earlier "
        "revision."
    ),
)

PRESETS = (
    Preset("club", Text("Home rules"), CLUB, CLUB_TEXT),
    Preset(
        "ema-2025",
        Text("EMA 2025 (Europe)"),
        EMA_2025,
        Source(
            Text.plain("Riichi: Rules for Japanese Mahjong"),
            edition="1.1",
            date="2026-01-01",
            link="http://mahjong-europe.org/portal/images/docs/Riichi-rules-2025-EN.pdf",
            unread=Text("Read through public software that follows the book."),
        ),
    ),
    Preset(
        "ema-2016",
        Text("EMA 2016 (Europe)"),
        EMA_2016,
        Source(
            Text.plain("Riichi: Rules for Japanese Mahjong"),
            edition="2016",
            date="2016-04-01",
            link="http://mahjong-europe.org/portal/images/docs/Riichi-rules-2016-EN.pdf",
        ),
    ),
    Preset(
        "wrc-2025",
        Text("World Riichi 2025 (WRC)"),
        WRC_2025,
        Source(
            Text.plain("World Riichi Championship Rules"),
            edition="v20250526",
            date="2025-05-26",
            link="https://www.worldriichi.org/",
            unread=Text("Read through two public projects that quote the book by clause."),
        ),
    ),
    Preset(
        "m-league",
        Text("M-League"),
        M_LEAGUE,
        Source(
            Text.plain("Mリーグ公式ルール"),
            link="https://m-league.jp/about/",
            unread=Text("Read through riichi.wiki and mahjong.to, which quote the rules."),
        ),
    ),
    Preset(
        "tenhou",
        Text("Tenhou"),
        TENHOU,
        TENHOU_MANUAL,
    ),
    Preset(
        "mahjong-soul",
        Text("Mahjong Soul"),
        MAHJONG_SOUL,
        SOUL_GAMES,
    ),
    Preset("tenhou-east", Text("Tenhou, East only"), TENHOU_EAST, TENHOU_MANUAL),
    Preset("mahjong-soul-east", Text("Mahjong Soul, East only"), MAHJONG_SOUL_EAST, SOUL_GAMES),
    Preset("riichi-city", Text("Riichi City, ranked (Ichibangai)"), RIICHI_CITY, CITY_PAGE),
    Preset(
        "jpml-a",
        Text("JPML rule A (2026)"),
        JPML_A,
        Source(
            Text.plain("日本プロ麻雀連盟 公式ルール（A）"),
            edition="2026",
            date="2026-04-01",
            link="https://www.ma-jan.or.jp/guide/game_rule.php",
            unread=Text(
                "Read through players who list the rules and through Pantheon; what a chombo costs is a "
                "reading."
            ),
        ),
    ),
    Preset(
        "wrc-2022",
        Text("World Riichi 2022 (WRC)"),
        WRC_2022,
        Source(
            Text.plain("World Riichi Championship Rules"),
            edition="20220708",
            date="2022-07-08",
            link="https://www.worldriichi.org/s/WRC_Rules_2022_20220708_site.pdf",
            unread=Text(
                "Read through the Belgian federation’s list of what it changed, Pantheon and two programs; "
                "Pantheon counts several yakuman as one, and a chombo 20,000."
            ),
        ),
    ),
    Preset(
        "wrc-2022-red",
        Text("World Riichi 2022 with red fives"),
        WRC_2022_RED,
        Source(
            Text.plain("WRC Rules 2022, Optional Rules"),
            edition="2022",
            date="2022-06-21",
            link="https://scribd.com/document/698514782/WRC-Rules-2022-Optional-Rules-en",
            unread=Text(
                "The extension lets each table choose among its rules, and was read as far as Mod. 3.1: red "
                "fives are 2.1, and its uma is 30/10 or 20/10."
            ),
        ),
    ),
    Preset(
        "wrc-2022-initial",
        Text("World Riichi 2022, initial dora only"),
        WRC_2022_INITIAL,
        Source(
            Text.plain("WRC Rules 2022, Optional Rules"),
            edition="2022",
            date="2022-06-21",
            link="https://scribd.com/document/698514782/WRC-Rules-2022-Optional-Rules-en",
            unread=Text(
                "The extension lets each table choose among its rules, and was read as far as Mod. 3.1: the "
                "initial dora alone is 2.2."
            ),
        ),
    ),
    Preset(
        "saikouisen",
        Text("Saikouisen"),
        SAIKOUISEN,
        Source(
            Text.plain("最高位戦日本プロ麻雀協会 競技規定"),
            edition="2015",
            date="2015",
            link="https://west-one-cup.com/rules2015/",
            unread=Text("Read as an event of the association sums them up; later changes were not read."),
        ),
    ),
    Preset(
        "rmu",
        Text("RMU (rule A)"),
        RMU,
        Source(
            Text.plain("RMU公式ルール"),
            link="https://rmu.jp/rule",
            unread=Text("The page was read in part; nagashi mangan and what a chombo costs are readings."),
        ),
    ),
    Preset(
        "rrc",
        Text("RRC (Pantheon)"),
        RRC,
        Source(
            Text.plain("Pantheon, rulesets/rrc.php"),
            link="https://github.com/MahjongPantheon/pantheon",
            unread=Text("The rule book itself could not be read: these are the values of Pantheon."),
        ),
    ),
    Preset("text", Text("The score alone: no uma, no oka"), TEXT, CLUB_TEXT),
)
