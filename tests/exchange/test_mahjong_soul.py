"""Logs of Mahjong Soul as downloaders write them, logs in pieces, links, and logs that leave things out."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from mahjongclub.exchange.importing.games import IncomingGame, read_files
from mahjongclub.exchange.tenhou.files import game_links, read_logs
from mahjongclub.exchange.tenhou.reckoning import settle_log
from mahjongclub.exchange.unpacking import FileRefused
from mahjongclub.tables.models import Session
from tests.clubs.club_house import ClubHouse, open_club_house

from .test_bringing_in import keep, look, page, upload

NAMES = ["Marguerite", "Łukasz Żółć", "田中 愛子", "O'Brien"]
UUID = "261101-0b2ea3d4-2f0b-4b9e-9f1c-0f6c36a6b1d7"
#: a hand that ends a game: the dealer wins a yakuman from the next, who is out of points
YAKUMAN = ["和了", [48000, -48000, 0, 0], [0, 1, 0, "役満48000点", "国士無双(役満)"]]


class File:
    def __init__(self, name: str, content: bytes) -> None:
        self.name, self.content = name, content


def entry(counts: list[int], scores: list[int], result: list[Any], ura: tuple[int, ...] = ()) -> list[Any]:
    return [counts, scores, [41], [*ura], *([], [], []) * 4, result]


def soul_log(*hands: list[Any], **more: Any) -> dict[str, Any]:
    """What tensoul and the scripts beside it write."""
    return {
        "ver": "2.3",
        "ref": UUID,
        "log": [*hands] or [entry([0, 0, 0], [25000] * 4, YAKUMAN)],
        "ratingc": "PF4",
        "rule": {"disp": "玉の間南喰赤", "aka53": 1, "aka52": 1, "aka51": 1},
        "lobby": 0,
        "dan": ["雀豪★1", "雀傑★3", "雀士★2", "初心★1"],
        "rate": [1000, 0, 0, 0],
        "sx": ["F", "F", "M", "C"],
        "name": NAMES,
        "title": ["玉の間南喰赤", "11/1/2026, 8:15:20 PM"],
        **more,
    }


def read(*logs: Any) -> list[IncomingGame]:
    text = "\n".join(json.dumps(log, ensure_ascii=False) for log in logs)
    return list(read_files([File("game.json", text.encode())]).games)


@pytest.mark.parametrize(
    ("room", "rules"),
    [
        ("玉の間南喰赤", {}),
        ("王座の間東喰赤", {"rounds": 1}),
        ("Jade Room South Red Fives", {}),
        ("Gold Room East Red", {"rounds": 1}),
        ("友人戦南喰赤", {}),
        ("友人戦東喰", {"rounds": 1}),
        ("大会戦南喰赤", {}),
        ("Tounament South Red", {}),
        ("Friendly East Red Fives", {"rounds": 1}),
        ("金之间四人南", {}),
        ("東京オープン 大会戦南喰赤", {}),
        ("Coupe de Noël 2026 南喰赤", {}),
        ("", {"rounds": 1}),
    ],
)
def test_every_room_of_mahjong_soul_keeps_its_preset(room: str, rules: dict[str, Any]) -> None:
    (game,) = read(soul_log(rule={"disp": room, "aka53": 1, "aka52": 1, "aka51": 1}))
    assert game.record is not None
    assert (game.record.preset, game.asks, game.differences) == ("mahjong-soul", None, ())
    (log,) = read_logs(json.dumps(soul_log(rule={"disp": room, "aka": 1})).encode())
    assert log.rules == rules
    assert game.scores == (73000, -23000, 25000, 25000)
    assert game.began is not None
    assert f"{game.began:%Y-%m-%d}" == "2026-11-01"


def test_the_final_points_of_the_platform_are_those_of_the_preset() -> None:
    told = [73000, 63.0, -23000, -63.0, 25000, 5.0, 25000, -5.0]
    (game,) = read(soul_log(sc=told))
    assert game.differences == ()
    told[1] = 83.0
    (game,) = read(soul_log(sc=told))
    assert "+63.0" in str(game.differences[0])


def test_a_room_that_begins_with_30000_returns_to_30000() -> None:
    scores = [78000, 63.0, -18000, -63.0, 30000, 5.0, 30000, -5.0]
    hand = entry([0, 0, 0], [30000] * 4, YAKUMAN)
    (game,) = read(soul_log(hand, sc=scores, rule={"disp": "友人戦南喰赤", "aka": 1}))
    assert game.differences == ()
    assert game.scores == (78000, -18000, 30000, 30000)
    assert game.record is not None
    assert game.record.rules.starting_points == game.record.rules.return_points == 30000


@pytest.mark.parametrize("disp", ["3玉の間南喰赤", "三人南喰赤", "3-Player Jade Room South Red Fives"])
def test_a_game_of_three_is_sanma(disp: str) -> None:
    result = ["和了", [48000, -48000, 0, 0], [0, 1, 0, "役満48000点", "国士無双(役満)"]]
    hand = entry([0, 0, 0], [35000, 35000, 35000, 0], result)
    rule = {"disp": disp, "aka53": 1, "aka52": 1, "aka51": 0}
    log = soul_log(hand, name=[*NAMES[:3], ""], rule=rule, ratingc="PF3", dan=["雀士★1", "", "", ""])
    (game,) = read(log)
    assert game.record is not None
    assert (game.variant.key, game.record.preset, game.differences) == ("sanma", "mahjong-soul", ())
    assert game.names == tuple(NAMES[:3])


def test_a_room_of_three_where_the_share_of_north_is_paid_is_noticed() -> None:
    drawn = ["和了", [12000, -6000, -6000, 0], [0, 0, 0, "満貫6000点∀", "門前清自摸和(1飜)", "ドラ(4飜)"]]
    last = ["和了", [48200, -48200, 0, 0], [0, 1, 0, "役満48000点", "国士無双(役満)"]]
    hands = [
        entry([0, 0, 0], [35000, 35000, 35000, 0], drawn),
        entry([0, 1, 0], [47000, 29000, 29000, 0], last),
    ]
    (game,) = read(soul_log(*hands, name=[*NAMES[:3], ""], rule={"disp": "友人戦南喰赤", "aka": 0}))
    assert game.differences == ()
    assert game.record is not None
    assert game.record.rules.tsumo == "split"
    assert any("another rule" in str(text) for text in game.remarks)


def test_english_words_and_romaji_are_read_as_japanese_ones() -> None:
    english = [
        entry([0, 0, 0], [25000] * 4, ["Exhaustive Draw", [1500, -1500, 1500, -1500]]),
        entry([0, 1, 0], [26500, 23500, 26500, 23500], ["Nine Terminal Abortion"]),
        entry(
            [0, 2, 0],
            [26500, 23500, 26500, 23500],
            [
                "Agari",
                [-4500, 4500, 0, 0],
                [1, 0, 1, "30Fu3Han3900Points", "Riichi(1飜)", "Ippatsu(1飜)", "Tanyao(1飜)"],
            ],
        ),
        entry([1, 0, 0], [22000, 28000, 26500, 23500], ["Mangan at Draw", [-4000, 12000, -4000, -4000]]),
        entry(
            [2, 1, 0],
            [18000, 40000, 22500, 19500],
            [
                "和了",
                [-32300, 32300, 0, 0],
                [1, 0, 1, "Counted Yakuman 32000点", "Riichi(1飜)", "Dora(12飜)"],
            ],
        ),
    ]
    romaji = json.loads(json.dumps(english))
    romaji[0][-1][0], romaji[1][-1][0] = "Ryuukyoku", "Kyuushu Kyuuhai"
    romaji[3][-1][0] = "Nagashi Mangan"
    romaji[2][-1][2][3:] = ["30符3飜3900点", "Riichi(1飜)", "Ippatsu(1飜)", "Tanyao(1飜)"]
    romaji[4][-1][2][3] = "Kazoe Yakuman 32000点"
    japanese = json.loads(json.dumps(romaji))
    japanese[0][-1][0], japanese[1][-1][0], japanese[3][-1][0] = "流局", "九種九牌", "流し満貫"
    japanese[2][-1][2][3:] = ["30符3飜3900点", "立直(1飜)", "一発(1飜)", "断幺九(1飜)"]
    japanese[4][-1][2][3:] = ["数え役満32000点", "立直(1飜)", "ドラ(12飜)"]
    outcomes = []
    for hands in (english, romaji, japanese):
        (log,) = read_logs(json.dumps(soul_log(*hands)).encode())
        found = settle_log(log)
        outcomes.append(found.record["hands"])
    assert outcomes[0] == outcomes[1] == outcomes[2]


@pytest.mark.parametrize("word", ["役満96000点", "Yakuman 96000点", "Yakuman 96000Points"])
def test_a_yakuman_that_counts_twice_is_told_by_its_points(word: str) -> None:
    result = ["和了", [96000, -96000, 0, 0], [0, 1, 0, word, "四暗刻単騎(役満)"]]
    (game,) = read(soul_log(entry([0, 0, 0], [25000] * 4, result)))
    assert game.scores[0] == 121000
    assert game.differences == ()


CASE = [
    entry([0, 0, 0], [25000] * 4, ["和了", [-1000, 1000, 0, 0], [1, 0, 1, "30符1飜1000点", "断幺九(1飜)"]]),
    entry([1, 0, 0], [24000, 26000, 25000, 25000], ["流局", [1500, -1500, 1500, -1500]]),
    entry(
        [2, 1, 0],
        [25500, 24500, 26500, 23500],
        ["和了", [0, 0, -8300, 8300], [3, 2, 3, "満貫8000点", "清一色(5飜)"]],
    ),
    entry(
        [3, 0, 0],
        [25500, 24500, 18200, 31800],
        ["和了", [8000, 0, 0, -8000], [0, 3, 0, "満貫8000点", "役牌 白(1飜)", "ドラ(4飜)"]],
    ),
]


def tenhou_log(*hands: list[Any], **more: Any) -> dict[str, Any]:
    return {"title": ["", ""], "name": NAMES, "rule": {"disp": "般東喰赤", "aka": 1}, "log": [*hands], **more}


def test_a_game_written_one_hand_a_line_is_one_game() -> None:
    (game,) = read(*(tenhou_log(hand) for hand in CASE))
    assert game.scores == (33500, 24500, 18200, 23800)
    assert game.over
    (whole,) = read(tenhou_log(*CASE))
    assert whole.fingerprint == game.fingerprint
    two = read(*(tenhou_log(hand) for hand in (*CASE, *CASE)))
    assert [one.scores for one in two] == [game.scores] * 2
    nameless = read(*(tenhou_log(hand, name=["", "", "", ""]) for hand in CASE))
    assert [one.scores for one in nameless] == [game.scores]


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 0, 3, 1)])
def test_hands_of_one_game_in_several_files_are_one_game(house: ClubHouse, order: tuple[int, ...]) -> None:
    assert len(CASE) == len(order)
    files = [(f"hand{n}.json", json.dumps(tenhou_log(CASE[n])).encode()) for n in order]
    other = "other.json", json.dumps(soul_log()).encode()
    address = look(house, *files, other)
    shown = page(house, address)
    assert "Put together from 4 files: hand0.json, hand1.json, hand2.json, hand3.json." in shown
    assert keep(house, address).status_code == 302
    assert sorted(session.hands.count() for session in Session.objects.all()) == [1, 4]


def test_a_hand_that_is_missing_among_the_files_says_what_to_choose() -> None:
    files = [File(f"{n}.json", json.dumps(tenhou_log(CASE[n])).encode()) for n in (0, 1, 3)]
    with pytest.raises(FileRefused, match="Choose the files of all its hands at once"):
        read_files(files)


@pytest.mark.parametrize("hands", [CASE[:1], CASE[:2], CASE[1:], [CASE[0], CASE[2]], [CASE[0], *CASE[2:]]])
def test_some_hands_are_no_game(hands: list[Any]) -> None:
    for logs in ([tenhou_log(*hands)], [tenhou_log(hand) for hand in hands]):
        with pytest.raises(FileRefused, match=r"not a whole game|goes on differently|begin with East 1"):
            read(*logs)


def test_a_hand_with_the_scores_of_the_whole_game_is_no_game() -> None:
    with pytest.raises(FileRefused, match="not a whole game"):
        read(tenhou_log(CASE[0], sc=[33500, 23.5, 24500, 0, 18200, 0, 23800, 0]))


@pytest.mark.parametrize(
    "text",
    [
        "https://tenhou.net/0/?log=2026110119gm-0009-0000-00000000&tw=1\n",
        "Ann: look!\nhttps://tenhou.net/3/?log=2026110119gm-0009-0000-00000000\n",
        "https://ron2.jp/3/?log=2026110120gm-1109-0001-00000000&tw=1",
        "\ufeffhttps://game.mahjongsoul.com/?paipu=261101-0b2ea3d4-2f0b-4b9e-9f1c-0f6c36a6b1d7_a123\r\n",
        "https://mahjongsoul.game.yo-star.com/?paipu=261101-0b2ea3d4_a1\n",
        '00:01 | 14 | 四般南喰赤－ | <a href="http://tenhou.net/0/?log=2026110119gm-0009-0000-00000000">P</a>',
    ],
)
def test_links_are_refused_with_the_way_to_their_file(text: str) -> None:
    with pytest.raises(FileRefused, match="downloads nothing") as refused:
        read_files([File("links.txt", text.encode())])
    if "tenhou.net" in text:
        assert "https://tenhou.net/0/log/?2026110119gm-0009-0000-00000000" in str(refused.value)


def test_names_of_games_alone_are_links_too() -> None:
    assert game_links("2026110119gm-0009-0000-00000000\n2026110120gm-0009-0000-0000abcd\n") != []


def test_a_sheet_whose_rows_say_where_their_games_are_is_a_sheet() -> None:
    link = "https://tenhou.net/0/?log=2026110119gm-0009-0000-00000000"
    rows = "date,a,b,c,d,log\n" + f"2026-11-01,Ann,Bo,Cy,Di,{link}\n" * 4
    assert game_links(rows) == []


@pytest.mark.parametrize(
    ("worth", "value"),
    [
        *(("Mangan 2000-4000点", {"limit": "mangan"}), ("Mangan 4000点∀", {"limit": "mangan"})),
        *(("Rounded Mangan 8000点", {"limit": "mangan"}), ("Kiriage Mangan 8000点", {"limit": "mangan"})),
        *(("Haneman 3000-6000点", {"limit": "haneman"}), ("Sanbaiman 24000点", {"limit": "sanbaiman"})),
        *(("30Fu2Han500-1000点", {"han": 2, "fu": 30}), ("25Fu4Han1600点∀", {"han": 4, "fu": 25})),
        *(("40符3飜1300-2600点", {"han": 3, "fu": 40}), ("30 Fu 4 Han 7700 Points", {"han": 4, "fu": 30})),
        *(("倍満8000点∀", {"limit": "baiman"}), ("三倍満6000-12000点", {"limit": "sanbaiman"})),
    ],
)
def test_what_a_hand_is_worth_is_read_in_every_language(worth: str, value: dict[str, Any]) -> None:
    result = ["和了", [1000, -1000, 0, 0], [0, 1, 0, worth, "Tanyao(1飜)"]]
    (log,) = read_logs(json.dumps(soul_log(entry([0, 0, 0], [25000] * 4, result))).encode())
    assert log.hands[0].wins[0].value == value


@pytest.mark.parametrize(
    ("worth", "who", "times"),
    [
        *(("役満8000-16000点", 1, 1), ("役満16000-32000点", 1, 2), ("Yakuman 16000点∀", 0, 1)),
        *(("Yakuman 32000点∀", 0, 2), ("役満32000点", 1, 1), ("役満64000点", 1, 2), ("役満48000点", 0, 1)),
    ],
)
def test_how_often_a_yakuman_counts_is_told_by_its_points(worth: str, who: int, times: int) -> None:
    result = ["和了", [0, 0, 0, 0], [who, who, who, worth, "四暗刻単騎(役満)"]]
    (log,) = read_logs(json.dumps(soul_log(entry([0, 0, 0], [25000] * 4, result))).encode())
    assert log.hands[0].wins[0].value == {"yakuman": times}


def test_a_sheet_with_a_link_in_it_is_a_sheet() -> None:
    rows = "date,east,points\n2026-11-01,Ann,25000\n2026-11-02,Bo,25000\nsee,https://tenhou.net/0/?log=1,1\n"
    assert game_links(rows) == []


@pytest.fixture
def house(db: None) -> ClubHouse:
    return open_club_house()


def sent(log: Any) -> tuple[str, bytes]:
    return "game.json", json.dumps(log, ensure_ascii=False).encode()


def test_rules_that_nobody_knows_are_asked_before_anything_is_kept(house: ClubHouse) -> None:
    log = soul_log(rule={"disp": "Our own table", "aka": 1}, ref="", dan=["", "", "", ""], title=["", ""])
    address = look(house, sent(log))
    shown = page(house, address)
    assert "Rules of these games" in shown
    assert "Our own table" in shown
    answer = keep(house, address)
    assert answer.status_code == 422
    assert "Choose the rules of these games." in answer.content.decode()
    assert not Session.objects.exists()
    assert keep(house, address, **{"log-rules-riichi": "club"}).status_code == 302
    assert Session.objects.get().preset == "club"


def test_tenhous_words_with_other_points_to_begin_with_are_asked_about(house: ClubHouse) -> None:
    log = tenhou_log(entry([0, 0, 0], [30000] * 4, YAKUMAN))
    shown = page(house, look(house, sent(log)))
    assert "Rules of these games" in shown
    assert "their games begin with 25,000 points each" in shown


@pytest.mark.parametrize("names", [["", "", "", ""], None])
def test_a_log_without_names_asks_who_sat_there(house: ClubHouse, names: Any) -> None:
    address = look(house, sent(tenhou_log(*CASE, name=names)))
    shown = page(house, address)
    assert len(re.findall(r'name="as-\d" id="id_as-\d"\s+value=""', shown)) == 4
    answer = keep(house, address)
    assert answer.status_code == 422
    assert answer.content.decode().count("does not say who sat here") >= 4
    typed = {f"as-{place}": name for place, name in enumerate(NAMES)}
    three = keep(house, address, **{**typed, "as-3": ""})
    assert three.status_code == 422
    assert "Łukasz" in three.content.decode(), "what was typed is still there"
    assert keep(house, address, **typed).status_code == 302
    session = Session.objects.get()
    assert [seat.player.name for seat in session.seats.order_by("number")] == NAMES


def test_links_are_told_at_the_field_of_the_page(house: ClubHouse) -> None:
    answer = upload(house, ("links.txt", b"https://tenhou.net/0/?log=2026110119gm-0009-0000-00000000\n"))
    assert answer.status_code == 422
    assert "downloads nothing" in answer.content.decode()


def test_computers_and_guests_without_a_name_are_asked_for_and_others_are_not(house: ClubHouse) -> None:
    names = ["Marguerite", "NoName", "Cさん", "Bo"]
    address = look(house, sent(tenhou_log(*CASE, name=names)))
    assert len(re.findall(r'name="as-\d" id="id_as-\d"\s+value=""', page(house, address))) == 2
    refused = keep(house, address, **{"as-0": "Marguerite", "as-1": "Anne-Sophie", "as-2": ""})
    assert refused.status_code == 422
    assert keep(house, address, **{"as-1": "Anne-Sophie", "as-2": "Σοφία"}).status_code == 302
    seats = Session.objects.get().seats.order_by("number")
    assert [seat.player.name for seat in seats] == ["Marguerite", "Anne-Sophie", "Σοφία", "Bo"]


def test_the_record_of_the_platform_itself_is_explained() -> None:
    raw = {"head": {"uuid": UUID, "accounts": [{"nickname": "Bo"}], "config": {}}, "data": "CgsubHEu"}
    with pytest.raises(FileRefused, match=r"tenhou\.net/6"):
        read(raw)
