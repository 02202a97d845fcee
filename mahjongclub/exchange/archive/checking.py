"""What a row must be beyond the kinds of its values: what the engine and the pages take for granted of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

from mahjongclub.events.wishes import MOST_TABLES
from mahjongclub.games.registry import game_of
from mahjongclub.pairing.scoring import read_scoring
from mahjongclub.rules.beginning import stored_start
from mahjongclub.rules.on_paper import ended_table_on_paper
from mahjongclub.rules.reading import Reader, whole_number
from mahjongclub.rules.registry import find_variant
from mahjongclub.tables.claiming import WORDS_ABOUT_SEATS
from mahjongclub.tables.clock import CLOCK_ACTIONS
from mahjongclub.tables.models import LONGEST_REASON, MOST_EXTRA, MOST_SEATS, Clock, Revision, Session
from mahjongclub.tables.opening import METHODS

from .container import read_zoned_moment
from .parts import DEVICES
from .reading import ArchiveRow, ImportedIds

#: the seats' scores of a record are larger nowhere
MOST_POINTS = 10**12
#: a text that holds a text that holds a text: the engine's own are never deeper
MOST_NESTED = 8
#: ranks that bring a bonus into a stage
MOST_BONUS = 240
MOST_GAMES = 100
Action = Revision.Action
#: what reading a value of another shape raises; RuleError is a ValueError
BAD = (ValueError, TypeError, KeyError, AttributeError)


def check_row(name: str, line: ArchiveRow, numbers: ImportedIds) -> None:
    """Raise BadArchive where a row of that part is not what the program would have written."""
    if look := CHECKS.get(name):
        with _refused(line):
            look(line.row, numbers)


def check_and_renumber_revision(line: ArchiveRow, session: Session, numbers: ImportedIds) -> None:
    """A change as the log tells it; the players in it get the numbers they have here."""
    row = line.row
    with _refused(line):
        if row.version > session.version:
            raise ValueError("its version is beyond the session’s")
        row.before = _side(row.action, session, row.before, numbers)
        row.after = _side(row.action, session, row.after, numbers)
        if row.action == Action.CONTINUE and None in (row.before, row.after):
            raise ValueError("a continuation has two sides")


@contextmanager
def _refused(line: ArchiveRow) -> Iterator[None]:
    try:
        yield
    except BAD as fault:
        raise line.archive_error(str(fault) or type(fault).__name__) from None


def _side(action: str, session: Session, side: Any, numbers: ImportedIds) -> Any:
    """What stood before a change, or after it, as its kind writes it."""
    if side is None:
        return None
    match action:
        case Action.SWAP | Action.MOVE:
            players = [numbers.find_id("players", player_id) for player_id in list(side)]
            return [player_id for player_id in players if player_id is not None]
        case Action.CONTINUE:
            reader = Reader(side)
            rules = session.game.rules_type().with_options(reader.value("rules"))
            side = {"closed": reader.flag("closed"), "rules": rules.to_json()}
            reader.check_all_read()
        case Action.RESULT:
            return _result_side(Reader(side), session, numbers)
        case Action.AGREEING:
            return bool(side)
        case Action.AGREE:
            reader = Reader(side)
            reader.seat("seat", session.game.players)
            reader.flag("wrong")
            reader.check_all_read()
        case Action.WITHOUT:
            Reader({"seats": side}).seats("seats", session.game.players)
        case Action.DICE:
            Reader({"dice": side}).dice("dice")
        case Action.REFEREE:
            _referee_side(Reader(side))
        case Action.SEAT:
            reader = Reader(side)
            reader.seat("seat", session.game.players)
            reader.word("word", WORDS_ABOUT_SEATS)
            reader.check_all_read()
        case Action.BEGUN:
            stored_start(session.game, session.opened_rules, side)
        case Action.RECORD | Action.DURING:
            _notes(session, side)
        case Action.CORRECT | Action.INSERT | Action.DELETE | Action.UNDO:
            session.game.read_hand(session.current_rules, side)
        case action if action in CLOCK_ACTIONS:
            _clock_side(Reader(side))
        case _:
            raise ValueError("nothing stands beside such a change")
    return side


def _result_side(side: Reader, session: Session, numbers: ImportedIds) -> dict[str, Any]:
    """A result from paper as it stood, its players by their numbers here."""
    players = [numbers.find_id("players", player_id) for player_id in side.items("players")]
    final, day = side.value("final"), date.fromisoformat(side.value("day"))
    side.check_all_read()
    _paper(final)
    if not len(players) == len(final["scores"]) == session.game.seats or None in players:
        raise ValueError("a result has points for every player")
    return {"players": players, "final": final, "day": day.isoformat()}


def _referee_side(side: Reader) -> None:
    if "extra" in side.data:
        side.optional_whole("extra", 0, MOST_EXTRA)
    elif "clock" in side.data:
        side.word("clock", ["common"])
    else:
        side.flag("called")
    side.check_all_read()


def _clock_side(side: Reader) -> None:
    if "reason" in side.data:
        side.needed("reason")
        side.text("reason", LONGEST_REASON)
        side.optional_whole("seconds", 0, 10**7)
    else:
        _alarms(side)
        side.flag("hides")
        side.word("at_end", Clock.AtEnd.values)
    side.check_all_read()


def _alarms(clock: Reader) -> None:
    """When a clock rings: minutes that it has."""
    _wholes(clock, "alarms", 0, clock.whole("minutes", 1, 10**4), 100)


def _wholes(reader: Reader, name: str, low: int, high: int, longest: int = MOST_SEATS) -> None:
    reader.needed(name)
    for item in reader.items(name, longest):
        Reader({name: item}).whole(name, low, high)


def _notes(session: Session, notes: Any) -> None:
    """What is noted of a hand before it ends, read as strictly as a page that shows it needs."""
    reader = Reader(notes, "notes")
    game_of(session).read_notes(session.current_rules, reader, None)
    reader.check_all_read()


def _countdown(row: Any, numbers: ImportedIds) -> None:
    _alarms(Reader({"minutes": row.minutes, "alarms": row.alarms}))


def _rules(row: Any, numbers: ImportedIds) -> None:
    """The rules and the preset are known ones of the game."""
    game = find_variant(row.variant)
    game.find_preset(row.preset)
    row.rules = game.rules_type().with_options(row.rules).to_json()


def _session(row: Any, numbers: ImportedIds) -> None:
    """A session as it begins: its rules and preset are known, its notes and throws well formed."""
    _rules(row, numbers)
    draw = Reader(row.seat_draw)
    if draw.data:
        draw.word("method", METHODS)
    draw.taken |= {"throws", "rolls"}
    draw.check_all_read()
    Reader({"dice": row.dice}).dice("dice")
    if row.begun is not None:
        stored_start(row.game, row.opened_rules, row.begun)
    if row.on_paper is not None:
        _paper(row.on_paper)
    _notes(row, row.pending)


def _paper(final: Any) -> None:
    """Final points as a paper has them."""
    paper = Reader(final)
    _wholes(paper, "scores", -MOST_POINTS, MOST_POINTS)
    paper.optional_whole("sticks", 0, 100)
    paper.optional_whole("bank", 0, MOST_POINTS)
    paper.flag("off")
    paper.check_all_read()


def _place(row: Any, numbers: ImportedIds) -> None:
    """The tables somebody wishes for are numbers of tables, and a team is one of the event."""
    if row.team is not None and row.team.competition.tournament_id != row.tournament_id:
        raise ValueError("the team is of another tournament")
    _wholes(Reader({"tables": row.tables}), "tables", 1, MOST_TABLES, MOST_TABLES)


def _hand(row: Any, numbers: ImportedIds) -> None:
    """What the seats said to it; the outcome is for the engine."""
    row.said = dict(row.said)
    players = row.session.game.players
    for seat, said_by_seat in list(row.said.items()):
        if seat not in ("without", *map(str, range(players))):
            raise ValueError("no such seat")
        word = Reader(said_by_seat)
        read_zoned_moment(word.value("at"))
        word.flag("behalf")
        word.flag("wrong")
        if seat == "without":
            _wholes(word, "seats", 0, players - 1)
        device = word.value("by")
        word.check_all_read()
        numbers.create_devices([device])
        row.said[seat] = {**said_by_seat, "by": numbers.find_id(DEVICES, device)}


def _late_hand(row: Any, numbers: ImportedIds) -> None:
    """A hand that an organiser may still record: one of its game."""
    session = row.session
    session.game.read_hand(session.current_rules, row.outcome)


def _season(row: Any, numbers: ImportedIds) -> None:
    find_variant(row.variant)
    row.scoring = read_scoring(dict(row.scoring)).to_json()


def _tournament(row: Any, numbers: ImportedIds) -> None:
    _rules(row, numbers)
    for ranking_row in list(row.final_ranking):
        if not isinstance(ranking_row, list) or any(
            type(cell) not in (int, float, type(None)) for cell in ranking_row
        ):
            raise ValueError("a published ranking is a list of numbers")
    _wholes(Reader({"points": row.place_points}), "points", 0, MOST_POINTS)
    if len(row.place_points) > MOST_SEATS:
        raise ValueError("more places than a table has")


def _stage(row: Any, numbers: ImportedIds) -> None:
    """A bonus is points for each rank."""
    _wholes(Reader({"bonus": row.bonus}), "bonus", -MOST_POINTS, MOST_POINTS, MOST_BONUS)


def _origin(row: Any, numbers: ImportedIds) -> None:
    """What was counted otherwise than in the file a game came from, each a text that can be said."""
    for difference in list(row.differences):
        check_text_json(difference)


def check_text_json(text: Any, deeper: int = MOST_NESTED) -> None:
    """Raise ValueError for what `Text.to_json` does not write."""
    parts: dict[str, type] = {"id": str, "place": str, "values": dict}
    if "count" in text:
        parts |= {"plural": str, "count": int}
    if deeper < 0 or {name: type(value) for name, value in text.items()} != parts:
        raise ValueError("a difference is no text")
    for value in text.get("values", {}).values():
        if isinstance(value, dict):
            check_text_json(value, deeper - 1)
        elif type(value) not in (str, int):
            raise ValueError("a value of a text is a word or a number")


def local_rules_key(variant: str, key: str, numbers: ImportedIds) -> str:
    """The key of a preset, or of house rules under the number they have here; "" for what is not here."""
    house, _dash, number = key.partition("-")
    if house == "house" and number.isdecimal():
        pk = numbers.find_id("house_rules", whole_number(number))
        return "" if pk is None else f"house-{pk}"
    try:
        return find_variant(variant).find_preset(key).key
    except ValueError:  # RuleError is one
        return ""


def _night(row: Any, numbers: ImportedIds) -> None:
    """The games played, each with the rules it begins with."""
    games = []
    for game_data in Reader({"games": row.games}).items("games", MOST_GAMES):
        game = Reader(game_data)
        variant = find_variant(game.text("variant", 20) or "").key
        preset = game.text("preset", 60) or ""
        game.check_all_read()
        games.append({"variant": variant, "preset": local_rules_key(variant, preset, numbers)})
    row.games = games


def _table(row: Any, numbers: ImportedIds) -> None:
    """A result that waits to be confirmed is one of its game."""
    game = find_variant(row.variant)
    if row.doubtful is not None:
        _paper(row.doubtful)
        event = row.round.tournament
        rules = game.default_preset.rules if event is None else event.frozen_preset.rules
        game = game if event is None else event.game
        ended_table_on_paper(game, rules, **{**row.doubtful, "off": True})


def _penalty(row: Any, numbers: ImportedIds) -> None:
    """A place is one of the event, a team one of the season, and a player has one in a season."""
    owner = row.competition
    if row.place is not None and row.place.tournament_id != owner.tournament_id:
        raise ValueError("the place is of another tournament")
    if row.team is not None and row.team.competition_id != owner.pk:
        raise ValueError("the team is of another season")
    if row.place is None and owner.season_id is None:
        raise ValueError("a player has a penalty in a season")


def _presence(row: Any, numbers: ImportedIds) -> None:
    if row.wants:
        find_variant(row.wants)


def _entrant(row: Any, numbers: ImportedIds) -> None:
    if row.place is not None and row.place.tournament_id != row.tournament_id:
        raise ValueError("the place is of another tournament")


def _different(row: Any, numbers: ImportedIds) -> None:
    """Two people, the lower number first as here."""
    row.one_id, row.other_id = sorted((row.one_id, row.other_id))
    if row.one_id == row.other_id:
        raise ValueError("somebody is one person")


CHECKS: dict[str, Callable[[Any, ImportedIds], None]] = {
    "evening_clocks": _countdown,
    "house_rules": _rules,
    "sessions": _session,
    "hands": _hand,
    "late_hands": _late_hand,
    "clocks": _countdown,
    "origins": _origin,
    "seasons": _season,
    "tournaments": _tournament,
    "stages": _stage,
    "event_places": _place,
    "nights": _night,
    "competition_tables": _table,
    "competition_penalties": _penalty,
    "presences": _presence,
    "entrants": _entrant,
    "different_people": _different,
}
