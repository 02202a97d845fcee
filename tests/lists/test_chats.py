"""Messages copied or exported from chats: sender and moment are no part of a name, and "me" is the sender."""

from __future__ import annotations

import pytest

from mahjongclub.lists.chats import read_chat
from mahjongclub.lists.columns import recognise_columns
from mahjongclub.lists.names import names_in
from mahjongclub.lists.tables import read_table

EXPORTS = {
    "WhatsApp of an iPhone": (
        "\u200e[12.11.26, 19:03:12] Marguerite: 1. Jean-Pierre\n[12.11.26, 19:04:00] ~ Bo: I’m in",
        ["Jean-Pierre", "Bo"],
    ),
    "WhatsApp in English": (
        "[11/12/26, 7:03:12\u202fPM] O'Brien: me too\n[11/12/26, 7:04:00 PM] Bo: \u200eimage omitted",
        ["O'Brien"],
    ),
    "WhatsApp of Android": (
        "12/11/2026, 19:02 - Messages are end-to-end encrypted.\n12/11/2026, 19:03 - Bo: I'm in\n"
        "12/11/2026, 19:04 - Łukasz Żółć: Jean-Pierre et moi",
        ["Bo", "Jean-Pierre", "Łukasz Żółć"],
    ),
    "WhatsApp in French": ("12/11/2026 à 19:03 - Bo: je viens", ["Bo"]),
    "WhatsApp in German": ("12.11.26, 19:03 - Bo: bin dabei\n12.11.26, 19:04 - Lu: 👍", ["Bo", "Lu"]),
    "Telegram": (
        "Bo, [12.11.2026 19:03]\nmoi\n\nMarguerite, [12.11.2026 19:04]\n1. Bo\n"
        "2. Anne-Sophie de La Rochefoucauld",
        ["Bo", "Anne-Sophie de La Rochefoucauld"],
    ),
    "Telegram of a Mac": ("Bo, [12 Nov 2026 at 19:03:12]:\nme", ["Bo"]),
    "Signal": (
        "[2026-11-12 19:03] Bo: count me in\n[2026-11-12 19:04] Lu: Σοφία Παπαδοπούλου",
        ["Bo", "Σοφία Παπαδοπούλου"],
    ),
    "Discord": (
        "Bo — 12/11/2026 19:03\nI'm in\nLu — Today at 19:04\nme\nCy — Hier à 09:12\nmoi",
        ["Bo", "Lu", "Cy"],
    ),
    "LINE": (
        "[LINE] 麻雀のトーク履歴\n保存日時：2026/11/12 19:03\n\n"
        "2026/11/12(木)\n19:03\t田中 愛子\t参加します\n19:05\t鈴木\t無理です",
        ["田中 愛子"],
    ),
    "KakaoTalk": ("[김민수] [오후 7:03] 참석\n[이영희] [오후 7:04] 저요", ["김민수", "이영희"]),
    "moments behind names": ("1. Bo (12/11/2026 19:03)\n2. Lu (12/11/2026 19:04)", ["Bo", "Lu"]),
    "a list that everybody copies": (
        "[12.11.26, 19:03] Bo: Thursday:\n1. Bo\n2. ليلى منصور\n"
        "[12.11.26, 19:04] Lu: Thursday:\n1. Bo\n2. ليلى منصور\n3. Lu",
        ["Bo", "ليلى منصور", "Lu"],
    ),
}


@pytest.mark.parametrize(("text", "names"), EXPORTS.values(), ids=EXPORTS)
def test_sender_and_moment_are_no_part_of_a_name(text: str, names: list[str]) -> None:
    assert names_in(text) == names


@pytest.mark.parametrize(
    "message", ["+1", "+ 2", "me +1", "moi et un ami", "Jean-Pierre, +1", "a guest", "ich und eine Freundin"]
)
def test_a_guest_without_a_name_is_a_row_without_one(message: str) -> None:
    chat = read_chat(f"[12.11.26, 19:03] Bo: {message}\n[12.11.26, 19:04] Lu: me")
    assert chat is not None
    assert [named.message for named in chat.people if not named.name] == [message]


def test_somebody_who_takes_back_a_yes_is_asked_about() -> None:
    chat = read_chat(
        "[12.11.26, 19:03] Bo: me\n[12.11.26, 19:04] Lu: me\n[12.11.26, 19:05] Bo: Sorry, can't come"
    )
    assert chat is not None
    assert [(named.name, named.sender) for named in chat.people] == [("", "Bo"), ("Lu", "Lu")]


@pytest.mark.parametrize("sender", ["+46 70 123 45 67", "Me", "Vous"])
def test_a_sender_who_has_no_name_in_the_chat_is_asked_about(sender: str) -> None:
    chat = read_chat(f"[12.11.26, 19:03] {sender}: me\n[12.11.26, 19:04] Lu: me")
    assert chat is not None
    assert [named.name for named in chat.people] == ["", "Lu"]


def test_talk_names_nobody_and_is_shown_as_left_out() -> None:
    table = read_table(
        "[12.11.26, 19:03] Bo: who is in?\n[12.11.26, 19:04] Lu: see you there\n[12.11.26, 19:05] Cy: me"
    )
    assert [row[0] for row in table.rows] == ["Cy"]
    assert table.titles == ("Bo: who is in?", "Lu: see you there")


def test_a_chat_that_names_nobody_is_no_empty_list() -> None:
    table = read_table("[12.11.26, 19:03] Bo: who is in?")
    assert table.rows == (("", "Bo", "who is in?"),)


@pytest.mark.parametrize(
    "text",
    [
        "2026/11/12 19:03;Bo;DEN\n2026/11/12 19:04;Lu;SWE",
        "Bo  DEN  12/11/2026 19:03\nLu  SWE  12/11/2026 19:04",
        "Name: Bo\nName: Lu",
        "1. Bo\n2. Lu",
        "Bo\t12/11/2026 19:03\nLu\t12/11/2026 19:04",
        "Bo;12/11/2026 19:03;me\nLu;12/11/2026 19:04;me",
    ],
)
def test_a_table_with_moments_is_no_chat(text: str) -> None:
    assert read_chat(text) is None


def test_the_columns_of_a_chat_are_the_name_the_sender_and_the_message() -> None:
    table = read_table("[12.11.26, 19:03] Bo: I'm in")
    assert table.rows == (("Bo", "Bo", "I'm in"),)
    assert recognise_columns(table).kinds == ["name", "sender", "remark"]
