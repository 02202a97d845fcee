"""`python -m tests.worth.make_hands` writes the hands to practise on anew, from the engine's test vectors."""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import urlencode

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mahjongclub.settings")
django.setup()

from mahjongclub.games.kit.context import encode_draft  # noqa: E402 - it reads the settings
from mahjongclub.rules.figures import wins_of  # noqa: E402
from mahjongclub.worth import practice  # noqa: E402
from mahjongclub.worth.views import recorded_draft  # noqa: E402
from tests.worth.test_vectors import place_of, played_hands  # noqa: E402

MOST = 40
LONGEST = 500

found: dict[str, dict[str, str]] = {}
for _source, game, record, rules, hand in played_hands():
    draft = recorded_draft(game, hand.outcome)
    alone = len(wins_of(draft)) == 1 and not hand.before.order and not hand.before.drawn
    if not alone or rules != game.variant.find_preset(record.preset).rules:
        continue
    winner = wins_of(draft)[0][0]
    place = place_of(game, record, rules, hand)
    query = urlencode({**place.table_query.params, "draft": encode_draft(draft)})
    if hand.settlement.deltas[winner] > 0 and len(query) <= LONGEST:
        words = game.in_words(hand.outcome, place.names) + str(hand.settlement.deltas)
        found.setdefault(game.key, {}).setdefault(words, query)
hands = {}
for key, queries in sorted(found.items()):
    every = sorted(queries.values())
    hands[key] = every[:: max(1, len(every) // MOST)][:MOST]
Path(practice.FILE).write_text(json.dumps(hands, indent=1) + "\n", encoding="utf-8")
print({key: len(queries) for key, queries in hands.items()})
