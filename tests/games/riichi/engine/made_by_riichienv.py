"""Games that riichienv plays, as records of ours with the scores it gave after every hand.

    python tests/games/riichi/engine/made_by_riichienv.py 20 > tests/games/riichi/engine/data/riichienv.jsonl
    python tests/games/riichi/engine/made_by_riichienv.py 20 3 > tests/games/sanma/engine/data/riichienv.jsonl

It needs `riichienv` (PyPI, 0.4.11; the extra `riichienv`) and nothing of ours. A line is a game:
{"hands": [...], "scores": [[...] after each hand]}.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any

#: the draws of a whole wall, norths and kongs included, by how many play
WALL_DRAWS = {4: 136 - 14 - 4 * 13, 3: 108 - 14 - 3 * 13}
MODES = {4: "4p-red-half", 3: "3p-red-half"}
NORTH = "4z"
HONOURS = dict(zip("ESWNPFC", range(1, 8), strict=True))
CALLS = ("chi", "pon", "daiminkan", "ankan", "kakan")
KANS = CALLS[2:]
KINDS = {"chi": "chii", "pon": "pon", "daiminkan": "kan", "ankan": "closed_kan", "kakan": "added_kan"}
ABORTS = {
    "kyushu_kyuhai": "nine_terminals",
    "sufuurenta": "four_winds",
    "suucha_riichi": "four_riichi",
    "suukansansen": "four_kans",
    "sanchaho": "triple_ron",
}


def tile(pai: str) -> str:
    """A tile of riichienv's log in our notation.

    >>> tile("5pr"), tile("9s"), tile("C")
    ('0p', '9s', '7z')
    """
    if pai in HONOURS:
        return f"{HONOURS[pai]}z"
    return f"0{pai[1]}" if pai.endswith("r") else pai


def play(seed: int, seats: int = 4) -> tuple[list[dict[str, Any]], list[int]]:
    """The log of a whole game and its final scores; whoever may win does, a call is taken now and then."""
    from riichienv import GameRule, RiichiEnv

    chance = random.Random(seed)
    game = RiichiEnv(game_mode=MODES[seats], seed=seed, rule=GameRule.default_tenhou())
    seen = game.reset()
    while not game.done():
        seen = game.step({seat: choose(view, chance) for seat, view in seen.items()})
    return game.mjai_log, list(game.scores())


def choose(view: Any, chance: random.Random) -> Any:
    """What a simple player does."""
    from riichienv import ActionType as Do
    from riichienv import calculate_shanten

    able = view.legal_actions()
    for kinds in ((Do.RON, Do.TSUMO), (Do.RIICHI, Do.KYUSHU_KYUHAI), (Do.KITA,)):
        if found := [one for one in able if one.action_type in kinds]:
            return found[0]
    calls = [one for one in able if one.action_type in (Do.CHI, Do.PON, Do.DAIMINKAN, Do.ANKAN, Do.KAKAN)]
    if calls and chance.random() < 0.25:
        return chance.choice(calls)
    discards = [one for one in able if one.action_type == Do.DISCARD]
    if not discards:
        return next((one for one in able if one.action_type == Do.PASS), able[0])

    def far(one: Any) -> int:
        hand = list(view.hands[view.player_id])
        hand.remove(one.tile)
        return int(calculate_shanten(hand))

    nearest = min(map(far, discards))
    return chance.choice([one for one in discards if far(one) == nearest])


class Deal:
    """One hand of the log as it is followed."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.dealer = start["oya"]
        self.wall = WALL_DRAWS[len(start["tehais"])]
        self.hands = [[tile(pai) for pai in hand] for hand in start["tehais"]]
        self.melds: list[list[dict[str, Any]]] = [[] for _ in self.hands]
        self.norths = [0] * len(self.hands)
        self.dora = [tile(start["dora_marker"])]
        self.riichi: list[int] = []
        self.double: set[int] = set()
        self.ippatsu: set[int] = set()
        self.turns = [0] * len(self.hands)
        self.called = False
        self.draws = 0
        self.last: dict[str, Any] = {}
        self.after_kan = False
        self.wins: list[dict[str, Any]] = []

    def follow(self, event: dict[str, Any]) -> None:
        """What an event does to hands, melds and what is known of the last tile."""
        kind, seat = event["type"], event.get("actor")
        if kind == "tsumo":
            self.hands[seat].append(tile(event["pai"]))
            self.after_kan = self.last.get("type") in (*KANS, "kita")
            if self.after_kan:  # not before: a north or a robbed kong won on leaves ippatsu
                self.ippatsu.clear()
            self.draws += 1
        elif kind == "dahai":
            self.hands[seat].remove(tile(event["pai"]))
            self.turns[seat] += 1
            if self.last.get("type") != "reach":
                self.ippatsu.discard(seat)
        elif kind == "reach":
            if not self.turns[seat] and not self.called:
                self.double.add(seat)
            self.ippatsu.add(seat)
        elif kind == "reach_accepted":
            self.riichi.append(seat)
        elif kind == "dora":
            self.dora.append(tile(event["dora_marker"]))
        elif kind in CALLS:
            self._call(kind, seat, event)
        elif kind == "kita":
            self.hands[seat].remove(NORTH)
            self.norths[seat] += 1
            self.called = True
        if kind not in ("dora", "reach_accepted", "hora"):
            self.last = event

    def _call(self, kind: str, seat: int, event: dict[str, Any]) -> None:
        self.called = True
        if kind != "kakan":  # a robbed kong was claimed before it took ippatsu away
            self.ippatsu.clear()
        own = [tile(pai) for pai in event["consumed"]]
        if kind == "kakan":
            added = tile(event["pai"])
            self.hands[seat].remove(added)
            pung = next(
                meld
                for meld in self.melds[seat]
                if meld["kind"] == "pon" and sorted(meld["tiles"]) == sorted(own)
            )
            pung.update(kind=KINDS[kind], tiles=[*pung["tiles"], added])
            return
        for one in own:
            self.hands[seat].remove(one)
        claimed = [tile(event["pai"])] if kind != "ankan" else []
        self.melds[seat].append({"kind": KINDS[kind], "tiles": own + claimed})

    def win(self, event: dict[str, Any]) -> None:
        """A winner with the tiles and what was special about the last one."""
        seat, source = event["actor"], event["target"]
        drawn = seat == source
        winning = tile(self.last["pai"])
        first = not self.turns[seat] and not self.called
        special = {
            "ippatsu": seat in self.ippatsu and seat in self.riichi,
            "double_riichi": seat in self.double and seat in self.riichi,
            "rinshan": drawn and self.after_kan,
            "chankan": self.last["type"] in KANS,
            "haitei": drawn and self.draws == self.wall and not self.after_kan,
            "houtei": not drawn and self.draws == self.wall and self.last["type"] == "dahai",
            "tenhou": drawn and first and seat == self.dealer,
            "chiihou": drawn and first and seat != self.dealer,
        }
        tiles = {
            "concealed": "".join(self.hands[seat] if drawn else [*self.hands[seat], winning]),
            "melds": [{**meld, "tiles": "".join(meld["tiles"])} for meld in self.melds[seat]],
            "winning": winning,
            "dora": "".join(self.dora),
            "ura": "".join(tile(pai) for pai in event["ura_markers"]) if seat in self.riichi else "",
            "flags": [name for name, true in special.items() if true],
        }
        if self.norths[seat]:
            tiles["norths"] = self.norths[seat]
        self.wins.append({"winner": seat, "from": None if drawn else source, "tiles": tiles})

    def drawn(self, event: dict[str, Any], following: dict[str, Any] | None) -> dict[str, Any]:
        """An exhausted wall or an abort; tenpai is read from the payments, or from the deal without any."""
        if event["reason"] in ABORTS:
            return {"type": "abort", "reason": ABORTS[event["reason"]]}
        if event["reason"] != "exhaustive_draw":
            raise ValueError(event)
        tenpai = [seat for seat, points in enumerate(event["deltas"]) if points > 0]
        if not tenpai and following and following["oya"] == self.dealer:
            tenpai = list(range(len(self.hands)))
        return {"type": "draw", "tenpai": tenpai}


def records(log: Sequence[dict[str, Any]], final: list[int]) -> dict[str, Any]:
    """A game as a line of the data."""
    starts = [place for place, event in enumerate(log) if event["type"] == "start_kyoku"]
    hands, scores = [], []
    for place, following in zip(starts, [*starts[1:], None], strict=True):
        after = None if following is None else log[following]
        hands.append(_hand(log[place], log[place + 1 : following], after))
        scores.append(final if after is None else after["scores"])
    return {"hands": hands, "scores": scores}


def _hand(
    start: dict[str, Any], events: Sequence[dict[str, Any]], following: dict[str, Any] | None
) -> dict[str, Any]:
    deal, hand = Deal(start), {}
    for event in events:
        if event["type"] == "hora":
            deal.win(event)
            hand = {"type": "win", "wins": deal.wins}
        elif event["type"] == "ryukyoku":
            hand = deal.drawn(event, following)
        else:
            deal.follow(event)
    return {**hand, "riichi": deal.riichi} if deal.riichi else hand


def lines(games: int, first: int = 0, seats: int = 4) -> Iterator[str]:
    """So many games, each a line of JSON."""
    for seed in range(first, first + games):
        yield json.dumps(records(*play(seed, seats)), separators=(",", ":"))


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]), seats=int((*sys.argv, "4")[2])):
        print(line)
