"""A hand's worth is what a table's settlement says, hand by hand of every vector of the engine."""

from __future__ import annotations

import html
from collections import Counter

import pytest
from django.test import Client

from mahjongclub.games.kit.context import decode_draft, encode_draft
from mahjongclub.games.kit.wording import transfer_in_words
from mahjongclub.games.registry import find_game, games
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import read_record, replay
from mahjongclub.worth import views
from mahjongclub.worth.answer import answer_of
from mahjongclub.worth.entry import entry_of
from mahjongclub.worth.table_query import TableQueryForm, query_of_table
from tests.offline.vectors import vectors

#: how many of the hands are asked for over HTTP
MOST_PAGES = 60


def played_hands():
    """Every hand of every vector that can be played: its vector, its game, its preset and the hand."""
    for vector in vectors():
        try:
            record = read_record(vector["record"])
            hands = replay(record).hands
        except RuleError:
            continue
        rules = record.rules
        for hand in hands:
            if hand.is_hand:
                yield vector["from"], find_game(record.variant.key), record, rules, hand
            rules = hand.rules


def place_of(game, record, rules, hand):
    """The entry at /value/ of a played hand, by the address that leads there."""
    query = query_of_table(game, game.variant.find_preset(record.preset), rules, hand.before)
    form = TableQueryForm(game, query)
    assert not form.errors, form.errors
    return entry_of(form.table_query)


def told(place, draft):
    """What the page of a draft settles and says: the hand, and its answer."""
    sheet = place.table_query.game.screen(place, decode_draft(encode_draft(draft))).sheet
    assert sheet is not None
    assert "hand" in sheet, sheet
    return sheet["hand"], answer_of(place, sheet["draft"], sheet["hand"])


def test_every_hand_of_the_vectors_is_worth_what_the_table_settles():
    seen, wrong = Counter(), []
    for source, game, record, rules, hand in played_hands():
        place = place_of(game, record, rules, hand)
        settled = hand.settlement
        here, answer = told(place, views.recorded_draft(game, hand.outcome))
        seen[game.key] += 1
        same = (
            here.settlement.transfers == settled.transfers
            and here.settlement.yaku == settled.yaku
            and here.settlement.hand_points == settled.hand_points
            and [str(note) for note in here.settlement.notes] == [str(note) for note in settled.notes]
            and [delta for _name, delta in answer.deltas] == list(settled.all_deltas)
        )
        if not same:
            wrong.append((source, hand.number, here, settled))
    assert wrong == []
    assert set(seen) == {game.key for game in games()}


@pytest.mark.django_db
def test_the_page_of_a_hand_says_every_payment_of_its_settlement():
    hands = list(played_hands())
    for _source, game, record, rules, hand in hands[:: max(1, len(hands) // MOST_PAGES)]:
        place = place_of(game, record, rules, hand)
        draft = views.recorded_draft(game, hand.outcome)
        answer = Client().get(place.link(draft))
        assert answer.status_code == 200, place.link(draft)
        page = html.unescape(answer.content.decode())
        for transfer in hand.settlement.transfers:
            assert transfer_in_words(transfer.to_json(), place.table_query.seat_and_sitting_out_names) in page
