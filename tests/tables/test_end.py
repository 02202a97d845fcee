"""The end of a session: the ranking explained, playing on, playing again, and the stick check."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from mahjongclub.rules.game import Transfer
from mahjongclub.sheets.filled.session import session_sheet
from mahjongclub.tables.models import Session
from mahjongclub.tables.payment_words import payment_title_and_lines
from mahjongclub.tables.ranking import RankingRow, ending_sentence, winners_in_words

from .conftest import Phone, draw, ron, scores
from .test_club_tables import every_option


def submit(phone: Phone, name: str, session: Session, **fields: Any) -> HttpResponse:
    """Post a form of the session's own with its present version."""
    form = {"version": Session.objects.get(pk=session.pk).version, "key": str(uuid4()), **fields}
    return phone.post(reverse(f"tables:{name}", args=[session.code]), form)


def text_of(answer: HttpResponse) -> str:
    """The words of a page, one space between them."""
    page = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", answer.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


def ranking(phone: Phone, session: Session) -> str:
    return text_of(phone.get(reverse("tables:end", args=[session.code])))


def test_stopping_ranks_with_uma_and_oka(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    assert submit(phone, "close", table).status_code == 302
    words = ranking(phone, table)
    # Benoît 30,200: +0.2, uma +20, oka +20 (RULES.md, club: return 30, oka 20, uma 20/10)
    assert "40.2" in words
    # Chen 19,800: -10.2 and uma -20
    assert "30.2" in words
    # Aiko and Dina tie at 25,000: -5 each and the shared uma of places 2 and 3, (10 - 10) / 2
    assert words.count("5.0") >= 2


def test_a_bust_ends_the_session_and_nothing_more_is_recorded(phone: Phone, table: Session) -> None:
    answer = phone.confirm(table, {"type": "win", "wins": [{"winner": 1, "from": 2, "yakuman": 1}]})
    assert answer["Location"] == reverse("tables:end", args=[table.code])
    words = ranking(phone, table)
    assert "Benoît wins" in words
    assert "Chen is out of points after 1 hand." in words
    assert phone.confirm(table, ron(1, 2)).status_code in (302, 422)
    assert table.hands.count() == 1


@pytest.mark.parametrize("zero_ends", [True, False])
def test_who_is_out_of_points_follows_the_rules_of_the_table(phone: Phone, zero_ends: bool) -> None:
    options = every_option() | {"option-bust": "zero_or_below" if zero_ends else "below_zero"}
    table = phone.open_table(preset="club", names=("", "Bo", "Łukasz Żółć", "Ann"), **options)
    # a yakuman of the dealer is 16,000 from each (RULES.md, points table): twice leaves the others at -7,000
    tsumo = {"type": "win", "wins": [{"winner": 0, "from": None, "yakuman": 1}]}
    phone.confirm(table, tsumo)
    phone.confirm(table, tsumo)
    assert "Bo, Łukasz Żółć and Ann are out of points after 2 hands." in ranking(phone, table)


def test_a_player_at_nought_is_out_only_where_that_ends_the_game(phone: Phone, table: Session) -> None:
    state = {**table.state, "scores": [0, -100, 50100, 50000], "ended": "bust"}
    Session.objects.filter(pk=table.pk).update(state=state)
    session = Session.objects.get(pk=table.pk)
    names = ["Aiko", "Benoît", "Chen", "Dina"]
    session.rules["bust"] = "below_zero"
    assert ending_sentence(session, names, 3) == "Benoît is out of points after 3 hands."
    session.rules["bust"] = "zero_or_below"
    assert ending_sentence(session, names, 3) == "Aiko and Benoît are out of points after 3 hands."
    assert ending_sentence(session, names, 0) == "Aiko and Benoît are out of points."


def test_the_printed_sheet_names_who_is_out_of_points_and_who_wins(phone: Phone) -> None:
    table = phone.open_table(
        preset="club", names=("Marguerite", "Bo", "Łukasz Żółć", "Ann"), bust="below_zero"
    )
    tsumo = {"type": "win", "wins": [{"winner": 0, "from": None, "yakuman": 1}]}
    phone.confirm(table, tsumo)
    phone.confirm(table, tsumo)
    sheet = session_sheet(Session.objects.get(pk=table.pk), paper="a4", language="en")
    why = sheet.data["ranking"]["why"]["text"]
    assert "Bo, Łukasz Żółć and Ann are out of points. Marguerite wins." in why.replace("\u2068", "").replace(
        "\u2069", ""
    )


def test_those_who_share_the_first_place_win_together() -> None:
    places = (("Ann", 1), ("Bo", 1), ("Cy", 3))
    rows = [RankingRow(0, name, name, rank, 0, 0, 0, ()) for name, rank in places]
    assert winners_in_words(rows) == "Ann and Bo win"
    assert winners_in_words(rows[:1] + rows[2:]) == "Ann wins"
    assert winners_in_words(rows[:2]) == "Everybody is level"


def test_payments_of_a_hand_are_one_line() -> None:
    def paid(*payments: tuple[str, str, int]) -> str:
        seats = ["Ann", "Bo", "Cy", "Di"]
        moved = [
            Transfer(seats.index(payer), seats.index(taker), points, "hand")
            for payer, taker, points in payments
        ]
        title, lines = payment_title_and_lines(moved, seats, None)
        return " ".join([title, *lines])

    assert paid() == "Nobody pays anything."
    assert paid(("Bo", "Ann", 16000)) == "Bo pays Ann 16,000"
    assert paid(("Bo", "Ann", 4000), ("Cy", "Ann", 2000), ("Di", "Ann", 2000)) == (
        "Ann gets 8,000 Bo 4,000, Cy 2,000, Di 2,000."
    )
    assert paid(("Bo", "Ann", 4000), ("Cy", "Ann", 4000)) == "Ann gets 8,000 4,000 from each."
    assert paid(("Bo", "Ann", 1500), ("Cy", "Di", 1500)) == "Bo pays Ann 1,500 Cy pays Di 1,500."


def test_every_phone_of_an_ended_table_is_led_to_the_ranking(
    phone: Phone, other_phone: Phone, table: Session
) -> None:
    other_phone.get(phone.viewers_link(table))
    phone.confirm(table, {"type": "win", "wins": [{"winner": 1, "from": 2, "yakuman": 1}]})
    where, end = (reverse(f"tables:{name}", args=[table.code]) for name in ("table", "end"))
    for visitor in (phone, other_phone):
        assert visitor.get(where)["Location"] == end
        news = visitor.get(where, headers={"HX-Request": "true", "HX-Target": "table"})
        assert news["HX-Redirect"] == end
    assert "Benoît wins" in ranking(other_phone, table)


def test_the_end_has_the_figures_of_the_game(phone: Phone, table: Session) -> None:
    for outcome in (ron(1, 2), ron(1, 2), draw(0, 1)):
        phone.confirm(table, outcome)
    submit(phone, "close", table)
    page = phone.get(reverse("tables:end", args=[table.code])).content.decode()
    (figures,) = re.findall(r'<table class="data figures">(.*?)</table>', page, re.S)
    rows = [
        re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in re.findall(r"<tr>(.*?)</tr>", figures, re.S)
    ]
    # the dealer's second ron is 7,700 (RULES.md, points table)
    assert ["<bdi>Benoît</bdi>", "2", "0", "0", "7,700"] in rows
    assert ["<bdi>Chen</bdi>", "0", "0", "2", ""] in rows


def test_the_tiles_of_the_end_are_turned_only_while_it_is_news(phone: Phone, table: Session) -> None:
    submit(phone, "close", table)
    where = reverse("tables:end", args=[table.code])
    assert "Tap to turn all tiles." in phone.get(where).content.decode()
    Session.objects.update(ended_at=timezone.now() - timedelta(minutes=2))
    assert "Tap to turn all tiles." not in phone.get(where).content.decode()


def test_continue_after_all_turns_the_bust_off_and_says_so(phone: Phone, table: Session) -> None:
    phone.confirm(table, {"type": "win", "wins": [{"winner": 1, "from": 2, "yakuman": 1}]})
    assert submit(phone, "continue", table).status_code == 302
    fresh = Session.objects.get(pk=table.pk)
    assert fresh.table.ended is None
    assert fresh.rules["bust"] == "off"
    assert phone.confirm(table, ron(2, 1)).status_code == 302
    log = text_of(phone.get(reverse("tables:log", args=[table.code])))
    assert "session continued" in log.lower()
    # from what the club plays to what makes playing on possible
    assert "zero or below" in log.lower()


def test_a_closed_session_opens_again(phone: Phone, table: Session) -> None:
    submit(phone, "close", table)
    submit(phone, "continue", table)
    assert Session.objects.get(pk=table.pk).table.ended is None
    assert Session.objects.get(pk=table.pk).ended_at is None


def test_a_hand_of_a_finished_game_can_be_corrected(phone: Phone, table: Session) -> None:
    phone.confirm(table, {"type": "win", "wins": [{"winner": 1, "from": 2, "yakuman": 1}]})
    answer = phone.confirm(table, ron(1, 2), number=1)
    assert answer.status_code == 302
    assert Session.objects.get(pk=table.pk).table.ended is None
    assert scores(table) == [25000, 30200, 19800, 25000]


def test_playing_again_opens_a_table_with_the_players_of_before(phone: Phone, table: Session) -> None:
    submit(phone, "close", table)
    answer = phone.post(reverse("tables:again", args=[table.code]))
    session = Session.objects.latest("pk")
    assert answer["Location"] == reverse("tables:seats", args=[session.code])
    assert session.previous == table
    assert session.rules == table.rules
    assert {seat.player_id for seat in session.seats.all()} == {seat.player_id for seat in table.seats.all()}


def test_the_chart_has_its_table_beside_it(phone: Phone, table: Session) -> None:
    for outcome in (ron(0, 1), draw(0, 1), ron(3, 2)):
        phone.confirm(table, outcome)
    submit(phone, "close", table)
    page = phone.get(reverse("tables:end", args=[table.code])).content.decode()
    assert page.count("<polyline") >= 4
    words = text_of(phone.get(reverse("tables:end", args=[table.code])))
    for score in scores(table):
        assert f"{score:,}" in words


def test_the_ranking_is_there_as_text_for_a_chat(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    submit(phone, "close", table)
    Session.objects.filter(pk=table.pk).update(started_at=datetime(2026, 3, 14, 19, 30, tzinfo=UTC))
    chen = table.seats.get(number=2).player
    chen.name_hidden = True
    chen.save(update_fields=["name_hidden"])
    page = phone.get(reverse("tables:end", args=[table.code])).content.decode()
    (text,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)
    # final points as in test_stopping_ranks_with_uma_and_oka
    assert html.unescape(text).splitlines() == [
        "Riichi · 14 March 2026",
        "1. Benoît: 30,200 (+40.2)",
        "2. Aiko: 25,000 (−5.0)",
        "2. Dina: 25,000 (−5.0)",
        f"4. {chen.shown_name}: 19,800 (−30.2)",
    ]
    assert "Chen" not in page
    assert reverse("sheets:ranking_picture", args=[table.code]) in page


def test_a_game_ranked_by_its_score_alone_is_told_without_a_result(phone: Phone, ten: Session) -> None:
    phone.confirm(ten, {"type": "draw", "reason": "guessed", "declared": 0, "riichi": [0]})
    submit(phone, "close", ten)
    page = phone.get(reverse("tables:end", args=[ten.code])).content.decode()
    (text,) = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)
    assert re.fullmatch(r"Ten · .+\n1\. \w+: [\d,]+\n\d\. \w+: [\d,]+", text)


@pytest.mark.parametrize("name", ["close", "continue"])
def test_a_stale_or_broken_form_changes_nothing(phone: Phone, table: Session, name: str) -> None:
    phone.confirm(table, ron(1, 2))
    for fields in ({"version": 0}, {"version": "x"}, {"version": 1, "key": "?"}):
        assert submit(phone, name, table, **fields).status_code < 500
    assert Session.objects.get(pk=table.pk).table.ended is None
    assert Session.objects.get(pk=table.pk).version == 1


def test_the_stick_check_says_who_differs_by_how_much(phone: Phone, table: Session) -> None:
    phone.confirm(table, ron(1, 2))
    url = reverse("tables:sticks", args=[table.code])
    right = {"seat-0": "25000", "seat-1": "30200", "seat-2": "19800", "seat-3": "25000"}
    answer = phone.post(url, {**right, "seat-1": "29200", "seat-3": "26000"})
    words = text_of(answer)
    assert answer.status_code == 200
    assert "1,000 too much" in words
    assert " 1,000 too little" in words
    wrong = phone.post(url, {**right, "seat-1": "many"})
    assert wrong.status_code == 422
    assert "many" in wrong.content.decode()
    assert "19800" in wrong.content.decode()


def test_the_stick_check_counts_the_sticks_put_out(phone: Phone, table: Session) -> None:
    submit(phone, "notes", table, seat=0, out=1, hand=1)
    url = reverse("tables:sticks", args=[table.code])
    all_right = {"seat-0": "24000", "seat-1": "25000", "seat-2": "25000", "seat-3": "25000"}
    wrong = {**all_right, "seat-0": "25000"}
    assert text_of(phone.post(url, all_right)) != text_of(phone.post(url, wrong))


def test_where_points_are_the_score_it_is_said_once(phone: Phone) -> None:
    ten = phone.open_table("ten", names=("Aiko", "Benoît"))
    phone.confirm(ten, {"type": "win", "winner": 0, "riichi": [], "han": 3, "fu": 30})
    version = Session.objects.get(pk=ten.pk).version
    phone.post(reverse("tables:close", args=[ten.code]), {"version": version, "key": str(uuid4())})
    page = phone.get(reverse("tables:end", args=[ten.code])).content.decode()
    # published table: a dealer's tsumo of 30 fu 3 han pays 3 × 2000
    assert '<b class="total">16,000</b>' in page
    assert 'class="on-table"' not in page
    assert "The calculation" not in page
    assert "The players ended the game after 1 hand." in page  # before any hour was over


def test_a_dealer_who_leads_the_last_hand_is_asked_whether_the_game_ends(phone: Phone) -> None:
    """RULES.md, "End": agari-yame; by `asked` it is the dealer's to say."""
    options = every_option() | {"option-agari_yame": "asked", "option-rounds": "1"}
    table = phone.open_table(preset="club", **options)
    for _hand in range(3):
        phone.confirm(table, draw())
    where = reverse("tables:table", args=[table.code])
    assert "The dealer may end here" not in text_of(phone.get(where))
    phone.confirm(table, ron(3, 0, 4, 40))
    shown = phone.get(where)
    assert "The dealer may end here" in text_of(shown)
    assert f'href="{reverse("tables:close", args=[table.code])}"' in shown.content.decode()
    assert submit(phone, "close", table).status_code == 302
    assert ranking(phone, table).index("Dina") < ranking(phone, table).index("Aiko")


def test_a_winner_named_from_right_to_left_stands_where_the_sentence_has_the_name(phone: Phone) -> None:
    table = phone.open_table(names=("ليلى منصور", "Benoît", "Chen", "Dina"))
    phone.confirm(table, ron(0, 2))
    submit(phone, "close", table)
    # <bdi> would take its direction from the name that comes first, and put "wins" before it
    page = phone.get(reverse("tables:end", args=[table.code])).content.decode()
    assert ">\u2068ليلى منصور\u2069 wins</h1>" in page
