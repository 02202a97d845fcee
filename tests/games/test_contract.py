"""What every registered game can do, whatever it is called: a new game is in here by being registered.

The toy game of tests/games/toy stands for games of three and of five with nothing but the common answers.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from dataclasses import replace
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
import tablib
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import override

from mahjongclub.exchange.archive.bringing import import_archive
from mahjongclub.exchange.archive.writing import write_archive
from mahjongclub.games.base import Game
from mahjongclub.games.kit.wording import points_in_words
from mahjongclub.games.registry import games
from mahjongclub.help.picture import Picture
from mahjongclub.pairing.scoring import Scoring
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.record import read_record, replay
from mahjongclub.rules.reseating import reseated
from mahjongclub.rules.slips import hands_one_slip_away
from mahjongclub.seasons.changes import add_season
from mahjongclub.seasons.models import League
from mahjongclub.tables.models import Session
from mahjongclub.tables.replaying import standings
from tests.clubs.club_house import open_club_house
from tests.sheets.reading import opened
from tests.sheets.reading import text_of as words_of
from tests.tables.conftest import Phone

from .leftovers import left_in_english
from .played import (
    LANGUAGES,
    confirm,
    dealt,
    lying,
    now,
    open_by_its_form,
    players,
    possible,
    scores_after,
    send_form,
    text_of,
    told,
    type_hand,
)
from .thumb import Thumb

HANDS = 4
#: `test_every_page_of_it_speaks_both_languages`; what is long is tested in French, every night in each
in_french_too = pytest.mark.parametrize(
    "language", ["fr", *(pytest.param(code, marks=pytest.mark.nightly) for code in LANGUAGES if code != "fr")]
)


def record_of(phone: Phone, session: Session) -> dict[str, Any]:
    """The game record as anybody at the table may fetch it."""
    return dict(phone.get(reverse("tables:record", args=[session.code])).json())


def board_says(phone: Phone, session: Session) -> None:
    """The board shows every player with the score that is stored."""
    page = text_of(phone.get(reverse("tables:table", args=[session.code])))
    for name, score in zip(session.seat_names, now(session).table.scores, strict=True):
        assert name in page
        assert f">{points_in_words(score)}<" in page


def replays_to_its_scores(phone: Phone, session: Session) -> None:
    """The record, settled by the command line, comes to the scores of the table."""
    result = replay(read_record(record_of(phone, session))).to_json()
    assert result["hands"][-1]["scores"] == list(now(session).table.scores)


#: what an answer to a tap may weigh with its headers; a server's own lines are some 80 bytes
LIGHT = 4000 - 80
IN_PART = {"HX-Request": "true", "HX-Target": "table", "Accept-Encoding": "gzip, br"}
UNPACK = {"gzip": gzip.decompress, "br": brotli.decompress, None: bytes}


class Weighing(Thumb):
    """Notes what the answers to its taps weigh as a phone with scripts gets them, by address."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.weights: dict[str, int] = {}

    def _get(self, address: str) -> HttpResponse:
        part = self.phone.get(address, headers={"accept-language": self.language, **IN_PART})
        if b'id="table"' in UNPACK[part.headers.get("Content-Encoding")](part.content):
            head = sum(len(f"{name}: {value}\r\n") for name, value in part.headers.items())
            self.weights[address] = head + len(part.content)
        return super()._get(address)


@in_french_too
def test_hands_are_played_by_taps_alone_and_no_answer_to_one_is_heavy(
    game: Game, phone: Phone, db: None, language: str
) -> None:
    session = open_by_its_form(phone, game, language)
    before = lying(session.table)
    thumb = Weighing(phone, session, f"{game.key}/{language}", language)
    for number in range(1, HANDS + 1):
        thumb.play_hand()
        assert now(session).state["hands"] == number
        assert lying(now(session).table) == before
        if now(session).table.ended:
            break
    else:
        with override("en"):
            board_says(phone, session)
    replays_to_its_scores(phone, session)
    heavy = {one: weight for one, weight in thumb.weights.items() if weight > LIGHT}
    assert heavy == {}


def test_a_hand_is_corrected_and_another_put_in_by_taps(game: Game, phone: Phone, db: None) -> None:
    session = open_by_its_form(phone, game)
    for outcome in dealt(game, 2):
        confirm(phone, session, outcome)
    before = lying(session.table)
    thumb = Thumb(phone, session, f"{game.key}/correcting")
    thumb.play_hand(reverse("tables:entry", args=[session.code, 1]))
    assert now(session).state["hands"] == 2
    assert session.hands.get(number=1).changed_at is not None
    thumb.play_hand(reverse("tables:entry", args=[session.code, 1]) + "?insert=1")
    assert now(session).state["hands"] == 3
    assert lying(now(session).table) == before
    replays_to_its_scores(phone, session)


def test_the_stick_check_names_the_hand_that_was_recorded_wrongly(game: Game, phone: Phone, db: None) -> None:
    """Whatever slip was made in the first of three hands, the check tells of that hand."""
    outcomes, variant, rules = dealt(game, 3), game.variant, game.variant.default_preset.rules
    session = open_by_its_form(phone, game)
    for outcome in outcomes:
        confirm(phone, session, outcome)
    before, recorded = variant.start(rules, None), now(session).table
    first = variant.settle(rules, before, variant.read_outcome(rules, outcomes[0])).after
    tried = 0
    for meant in hands_one_slip_away(variant, outcomes[0]):
        try:
            after = variant.settle(rules, before, variant.read_outcome(rules, meant)).after
        except RuleError:
            continue
        if after.scores == first.scores or after.sticks != first.sticks:
            continue
        tried += 1
        lie = [
            score + new - old
            for score, new, old in zip(recorded.scores, after.scores, first.scores, strict=True)
        ]
        counted = {f"seat-{seat}": str(points) for seat, points in enumerate(lie)}
        page = text_of(phone.post(reverse("tables:sticks", args=[session.code]), counted))
        assert "What may have happened" in page, meant
        assert str(game.numbered % {"number": 1}) in page or "Hand 1 (" in page, (meant, page)
    assert tried


def test_typed_hands_are_the_same_hands(game: Game, phone: Phone, db: None) -> None:
    outcomes = dealt(game, HANDS)
    session = open_by_its_form(phone, game)
    for number, outcome in enumerate(outcomes, start=1):
        type_hand(phone, game, session, outcome)
        assert list(now(session).table.scores) == scores_after(game, outcomes[:number])
    assert [hand.outcome for hand in session.hands.order_by("number")] == outcomes
    board_says(phone, session)


def test_hands_are_corrected_put_in_taken_out_and_the_session_ends(
    game: Game, phone: Phone, db: None
) -> None:
    others = dealt(game, 30, "others")
    hands = dealt(game, 3)
    session = open_by_its_form(phone, game)
    for outcome in hands:
        confirm(phone, session, outcome)

    def stands(expected: list[dict[str, Any]]) -> None:
        assert [hand.outcome for hand in session.hands.order_by("number")] == expected
        assert list(now(session).table.scores) == scores_after(game, expected)

    stands(hands)
    hands = next(
        [hands[0], other, hands[2]]
        for other in others
        if other != hands[1] and possible(game, [hands[0], other, hands[2]])
    )
    confirm(phone, session, hands[1], number=2)
    stands(hands)
    hands = next(
        [hands[0], other, *hands[1:]] for other in others if possible(game, [hands[0], other, *hands[1:]])
    )
    confirm(phone, session, hands[1], number=2, insert=True)
    stands(hands)
    send_form(phone, reverse("tables:undo", args=[session.code]), number=4)
    stands(hands[:3])
    # a round that was taken back is noted as it was: it is played again before the session can end
    confirm(phone, session, hands[3])
    stands(hands)
    log = text_of(phone.get(reverse("tables:log", args=[session.code])))
    assert log.count('class="hand-card') >= 4 or "hand" in log
    end = text_of(send_form(phone, reverse("tables:close", args=[session.code])))
    assert now(session).table.ended == game.variant.closing
    ranking = standings(now(session))
    assert sorted(row.seat for row in ranking) == list(range(game.variant.seats))
    assert sorted(row.rank for row in ranking)[0] == 1
    for name, score in zip(players(game), now(session).table.scores, strict=True):
        assert name in end
        assert points_in_words(score) in end


@pytest.mark.parametrize(("paper", "language"), [("letter", "fr"), ("a4", "en")])
def test_everything_is_printed(game: Game, phone: Phone, db: None, paper: str, language: str) -> None:
    session = open_by_its_form(phone, game)
    for outcome in dealt(game, HANDS):
        confirm(phone, session, outcome)
    for address, says in (
        (f"/sheets/t/{session.code}/", players(game)),
        (f"/sheets/t/{session.code}/blank/", players(game)),
        (f"/sheets/blank/{game.key}/", ()),
        (f"/sheets/points/{game.key}/", ()),
        (f"/sheets/rules/{game.key}/", ()),
    ):
        asked = {"paper": paper, "language": language}
        page = phone.get(address, asked, headers={"accept-language": language})
        assert page.status_code == 200
        assert f'<html lang="{language}"' in text_of(page)
        answer = phone.get(f"{address}sheet.pdf", asked)
        assert answer["Content-Type"] == "application/pdf", (address, told(answer))
        pdf = answer.content
        assert opened(pdf).trailer["/Root"]["/Lang"] == language
        for name in says:
            assert name in words_of(pdf)
    filled = words_of(phone.get(f"/sheets/t/{session.code}/sheet.pdf", {"language": language}).content)
    with override(language):
        scores = [points_in_words(score).replace("-", "−") for score in now(session).table.scores]
    for score in scores:
        assert " ".join(score.split()) in " ".join(filled.split())


def closed_in_a_club(game: Game, hands: int = HANDS) -> tuple[Any, Session]:
    """A club, and a session of its evening that the players have closed."""
    house = open_club_house()
    owner = house.phone("owner")
    names = {f"name-{seat}": name for seat, name in enumerate(players(game))}
    form = {"variant": game.key, "method": "order", "belongs": f"e{house.evening.pk}", **names}
    assert owner.post(reverse("tables:new"), form).status_code == 302
    session = Session.objects.latest("pk")
    owner.post(reverse("tables:start", args=[session.code]))
    for outcome in dealt(game, hands):
        confirm(owner, session, outcome)
    send_form(owner, reverse("tables:close", args=[session.code]))
    return house, now(session)


def test_what_is_exported_comes_back_the_same(game: Game, db: None) -> None:
    house, session = closed_in_a_club(game)
    owner = house.phone("owner")
    record = owner.get(reverse("exchange:record", args=[house.club.slug, session.code])).json()
    result = replay(read_record(record)).to_json()
    ranked = [(row.seat, row.rank, row.score) for row in standings(session)]
    assert [(row["seat"], row["rank"], row["score"]) for row in result["final"]] == ranked

    # the record alone, as a file brought into the club once the game itself is gone
    data = json.dumps(record).encode()
    archive = io.BytesIO()
    write_archive(house.club, archive)
    session.delete()
    organiser = house.phone("organiser")
    looked = organiser.post(house.url("import/"), {"chosen": [SimpleUploadedFile("game.json", data)]})
    assert looked.status_code == 302, told(looked)
    assert organiser.post(looked["Location"], {"keep": "1"}).status_code == 302
    brought = Session.objects.get()
    assert (brought.variant, brought.club) == (game.key, house.club)
    kept = [hand.outcome for hand in brought.hands.order_by("number")]
    assert kept == [{name: told for name, told in hand.items() if name != "at"} for hand in record["hands"]]
    assert [(row.seat, row.rank, row.score) for row in standings(brought)] == ranked

    # the whole club, as an archive
    archive.seek(0)
    assert import_archive(archive, slug="second").warnings == []
    other = Session.objects.get(club__slug="second")
    assert [(row.seat, row.rank, row.score) for row in standings(other)] == ranked
    assert other.seat_names == list(players(game))


def test_a_spreadsheet_has_every_player_with_their_points(game: Game, db: None) -> None:
    house, session = closed_in_a_club(game)
    expected = sorted(zip(players(game), session.table.scores, strict=True))
    for kind in ("csv", "xlsx", "ods"):
        answer = house.phone("owner").get(
            reverse("exchange:sheet", args=[house.club.slug]), {"kind": kind, "what": "games"}
        )
        assert answer.status_code == 200
        if kind == "csv":
            rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
        else:
            book = tablib.Databook().load(io.BytesIO(answer.content), kind)
            rows = next(one for one in book.sheets() if one.title == "Games").dict
        assert sorted((row["Player"], int(row["Score"])) for row in rows) == expected, kind


@in_french_too
def test_a_club_has_it_on_its_wall_in_its_standings_and_on_paper(game: Game, db: None, language: str) -> None:
    house, session = closed_in_a_club(game)
    owner = house.phone("owner")
    running = owner.open_table(game.key, names=players(game), belongs=f"e{house.evening.pk}")
    confirm(owner, running, dealt(game, 1)[0])
    league = League.objects.create(club=house.club, name="Toutes")
    scoring = Scoring().with_options(game.samples.league[1])
    season = add_season(league, "2026", game.key, house.evening.date, None, scoring)
    best = standings(session)[0]
    person = session.seats.get(number=best.seat).player
    pages = {
        house.url(): players(game),
        house.url("games/"): players(game),
        house.url(f"evenings/{house.evening.pk}/"): players(game),
        f"/wall/{house.club.slug}/": players(game),
        house.url(f"seasons/{season.pk}/"): players(game),
        house.url(f"seasons/{season.pk}/games/"): players(game),
        house.url(f"ratings/{game.key}/"): (),
        house.url(f"figures/?variant={game.key}"): (),
        house.url(f"players/{person.pk}/?variant={game.key}"): (person.name,),
        house.url("rules/new/?variant=" + game.key): (),
        house.url(f"sheet/{game.key}/"): (),
    }
    read: dict[str, str] = {}
    for page, names in pages.items():
        answer = owner.get(page, headers={"accept-language": language})
        assert answer.status_code == 200, page
        read[page] = text_of(answer)
        assert f'<html lang="{language}"' in read[page]
        assert [name for name in names if name not in read[page]] == [], page
    with override(language):
        for score in now(running).table.scores:
            assert points_in_words(score) in read[f"/wall/{house.club.slug}/"]
    for sheet in (f"evenings/{house.evening.pk}/", f"seasons/{season.pk}/", f"games/{session.code}/"):
        answer = owner.get(f"/sheets/c/{house.club.slug}/{sheet}sheet.pdf", {"language": language})
        assert answer["Content-Type"] == "application/pdf", sheet
        assert person.name in words_of(answer.content)


def pages_of(game: Game, session: Session) -> list[str]:
    """Every page that shows this game, without a club."""
    code = session.code
    draft = json.dumps(session.hands.get(number=1).outcome)
    at_table = (
        *("", "log/", "rules/", "more/", "sit/", "seats/", "close/", "undo/", "type/", "share/", "sticks/"),
        *("hand/1/", f"hand/1/?correct=1&draft={draft}", "hand/1/?insert=1", "hand/1/delete/", "hand/3/"),
        *(("need/",) if game.variant.values is not None else ()),
    )
    return [
        f"/new/?variant={game.key}",
        f"/help/{game.key}/?dice=5-3",
        f"/help/{game.key}/tiles/",
        f"/sheet/{game.key}/",
        f"/sheets/blank/{game.key}/",
        f"/sheets/points/{game.key}/",
        f"/sheets/rules/{game.key}/",
        *(f"/t/{code}/{page}" for page in at_table),
    ]


def test_a_hand_told_of_the_next_seats_pays_the_next_seats(game: Game) -> None:
    variant = game.variant
    rules, seats = variant.default_preset.rules, range(variant.seats)
    around = [*seats[1:], 0]
    state = variant.start(rules, None)
    turned = replace(state, dealer=around[state.dealer])
    for seed in map(str, range(40)):
        (outcome,) = dealt(game, 1, seed)
        moved = reseated(outcome, around)
        assert reseated(moved, [around.index(seat) for seat in seats]) == outcome
        deltas = variant.settle(rules, state, variant.read_outcome(rules, outcome)).deltas
        settled_there = variant.settle(rules, turned, variant.read_outcome(rules, moved)).deltas
        assert [settled_there[around[seat]] for seat in seats] == list(deltas), outcome


#: the toy has no catalogue of its own
UNTRANSLATED = ("What each of the others pays the winner.", "The others pay.")


def test_every_page_of_it_speaks_both_languages(game: Game, phone: Phone, db: None) -> None:
    session = open_by_its_form(phone, game)
    for outcome in dealt(game, 2):
        confirm(phone, session, outcome)
    for page in pages_of(game, session):
        read = {}
        for language in LANGUAGES:
            answer = phone.get(page, headers={"accept-language": language}, follow=True)
            assert answer.status_code == 200, page
            read[language] = answer.content.decode()
            assert f'<html lang="{language}"' in read[language]
        assert left_in_english(read["en"], read["fr"], [*players(game), *UNTRANSLATED]) == [], page


def test_the_walls_of_it_stand_on_their_picture(game: Game) -> None:
    walls = game.variant.walls
    second = (2, 5) if walls.dominant_throw else None
    for dice in ((1, 1), (3, 4), (6, 6)):
        table = walls.set_up(dice, dealer=0, second=second)
        assert table.tiles == walls.tiles[0]
        taken = [tile for take in table.deal for tile in take.tiles]
        assert len(taken) == len(set(taken))
        assert {take.seat for take in table.deal} == set(range(game.variant.seats))
        assert sorted(walls.steps(table)[0].in_language("en"))
        picture = Picture(table)
        left, top, width, height = map(float, picture.box.split())
        for label in picture.labels:
            assert left <= float(label.x) <= left + width
            assert top <= float(label.y) <= top + height


def test_the_toy_is_no_game_of_the_house() -> None:
    assert "toy" not in {game.key for game in games()}


def test_what_is_left_in_english_is_noticed() -> None:
    english = '<html lang="en"><main><p>Who won?<br>Tap it.</p><a title="Undo">Chen</a></main>'
    french = '<html lang="fr"><main><p>Who won?<br>Touchez.</p><a title="Undo">Chen</a></main>'
    assert left_in_english(english, french, ["Chen"]) == ["Undo", "Who won?"]
    assert left_in_english(english, english.replace("<p>", '<p lang="en">'), ["Chen"]) == ["Undo"]
