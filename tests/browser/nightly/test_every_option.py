"""Every preset and every option of every game, played on the screen of a phone, with a correction."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import ElementHandle, Error, Page, expect

from mahjongclub.games.registry import find_game, games
from mahjongclub.rules.game import RuleError
from mahjongclub.rules.options import GameRules, Option
from mahjongclub.rules.record import Record, read_record, replay
from tests.browser.devices import open_device
from tests.browser.opening import answered, send
from tests.games.played import NAMES
from tests.server.page_forms import post_forms

__all__ = ["open_device"]

LOOKS = (((390, 844), "en"), ((320, 640), "fr"), ((320, 640), "en"), ((390, 844), "fr"))
HANDS = 2
#: taps without a confirmation in sight after which a hand is begun anew, and how often it is
TAPS, TURNS = 24, 20
#: how often the way on is tapped, where a page has one, and not just anything: a seat whose hand is still
#: to be counted, then points typed, then "Done"
OFTEN = 0.6
ONWARD = (
    "#choice-tab-points:not([aria-current])",
    ".primary",
    ".seat:has(.count:not(.done)) > .place",
)
IS = "(one, way) => one.matches(way)"
#: what is typed where a number may be: points of a hand that nobody counted by its tiles
TYPES = """(main) => main.querySelectorAll("section.sheet input[inputmode=numeric]").forEach((one) => {
  if (one.checkVisibility() && !one.value) one.value = "20";
})"""
#: what a thumb may tap to go on with the hand begun: not the log, the clock, or the way back to the table
PLAYS = """([table, begun]) => [...(document.querySelector("main section.sheet") || document)
  .querySelectorAll("main a[href], main form button")].filter((one) => {
  const to = new URL(one.href || one.form.action, location.href).pathname;
  const own = begun ? [begun] : ["hand/", "during/", "dice/"].map((page) => table + page);
  return own.some((page) => to.startsWith(page)) && one.checkVisibility() && !one.disabled
    && !one.closest(".back") && one.name !== "without" && one.getClientRects().length;
})"""
CONFIRMS = "main form:has([name=draft]):has([name=played]) button:not([name=without])"
WIDE = "document.documentElement?.scrollWidth - document.documentElement?.clientWidth"


def others(option: Option) -> Iterator[Any]:
    """The values of an option besides its default: all of a choice, the ends of a range."""
    if option.kind == "yes_no":
        yield not option.default
    elif option.kind == "choice":
        yield from (word for word in option.choices or {} if word != option.default)
    elif option.kind == "set":
        yield from (list(option.choices or {}), [])
    elif option.kind == "whole" and option.low is not None and option.high is not None:
        yield from {option.low, min(option.high, (option.default or option.low) + 2)} - {option.default}
    elif option.kind == "numbers":
        yield [number * 2 for number in option.default]


def rules_of(key: str) -> list[tuple[str, str, dict[str, Any]]]:
    """A game's presets, then its options: each other value once, as many at once as the rules allow."""
    variant = find_game(key).variant
    found = [(key, preset.key, {}) for preset in variant.presets]
    left = {one.name: list(others(one)) for one in variant.rules_type.describe_options()}
    default: GameRules = variant.default_preset.rules
    while left:
        rules, turned = default, {}
        for name, values in left.items():
            try:
                rules = rules.with_options({name: values[0]}) if values else rules
                variant.start(rules, None)
            except RuleError:
                continue
            if values:
                turned[name] = values.pop(0)
        left = {name: values for name, values in left.items() if values}
        if not turned:  # what is left is refused by itself
            break
        found.append((key, variant.default_preset.key, turned))
    return found


CASES = [
    (*case, *LOOKS[number % len(LOOKS)])
    for number, case in enumerate(one for game in games() for one in rules_of(game.variant.key))
]
NAMED = [
    f"{key} {preset} {number if options else ''}".strip()
    for number, (key, preset, options, *_) in enumerate(CASES)
]


def typed(value: Any) -> list[str]:
    """What a form sends for it: words of a set are ticked, numbers stand in one field."""
    if isinstance(value, list):
        return value if not value or isinstance(value[0], str) else ["/".join(map(str, value))]
    return ["on"] * value if isinstance(value, bool) else [str(value)]


def open_with(page: Page, key: str, preset: str, options: dict[str, Any]) -> str:
    """Open and start a table with these rules by the form for it; its address."""
    asked = f"/new/?variant={key}&preset={preset}"
    shown = page.request.get(asked).text()
    form = next(one for one in post_forms(shown) if "name-0" in one.fields)
    for button in ("choose", "draw", "east", "game", "players", "start"):
        form.fields.pop(button, None)
    seats = options.get("seats", find_game(key).variant.seats)
    names = {f"name-{seat}": [name] for seat, name in enumerate(NAMES[:seats])}
    names |= {"seats": [str(seats)]} if "seats" in form.fields else {}
    chosen = {f"option-{name}": typed(value) for name, value in options.items()}
    answer = send(page, asked, shown, {**form.fields, **names, **chosen, "method": "order"})
    table = answer.url.removesuffix("seats/")
    send(page, f"{table}seats/start/", answer.text(), {})
    return table


def open_page(page: Page, address: str) -> None:
    """Open this page, asked for again where the browser dropped it as it went back over an entry's steps."""
    try:
        page.goto(address)
    except Error as error:
        if "ERR_ABORTED" not in error.message:
            raise
        page.goto(address)


def play_hand(page: Page, chance: Random, table: str, begun: str = "") -> None:
    """Tap by lot what the page shows, until a hand is confirmed."""
    for _turn in range(TURNS):
        open_page(page, begun or table)
        for _tap in range(TAPS):
            assert not page.evaluate(WIDE), page.url
            expect(page.locator("[data-slow]")).to_have_count(0)  # a value waits for what the server says
            confirm = page.locator(CONFIRMS).first
            if confirm.is_visible() and confirm.is_enabled():
                confirm.tap()
                answered(page)
                expect(page.locator(CONFIRMS)).to_have_count(0)
                page.wait_for_function("() => !history.state?.depth")  # gone back over the steps of the entry
                return
            path = page.evaluate("(url) => new URL(url).pathname", table)
            ways: list[ElementHandle] = page.evaluate_handle(
                PLAYS, [path, begun and path + begun.removeprefix(table)]
            ).get_properties()
            shown = [one.as_element() for one in ways.values()]
            if not shown:
                break
            page.locator("main").evaluate(TYPES)
            ways_on = ([one for one in shown if one.evaluate(IS, way)] for way in ONWARD)
            onward = next(filter(None, ways_on), [])
            chance.choice(onward if onward and chance.random() < OFTEN else shown).tap()
            answered(page)
    raise AssertionError(f"no hand at {page.url}")


def kept(page: Page, table: str) -> Record:
    """The game as the table has it."""
    return read_record(page.request.get(f"{table}record.json").json())


@pytest.mark.parametrize(("key", "preset", "options", "size", "language"), CASES, ids=NAMED)
def test_a_game_of_these_rules_is_played_and_corrected_on_a_phone(
    open_device: Callable[..., Page],
    key: str,
    preset: str,
    options: dict[str, Any],
    size: tuple[int, int],
    language: str,
) -> None:
    page, chance = open_device(size, language=language), Random(f"{key}/{preset}/{options}")
    table = open_with(page, key, preset, options)
    for _number in range(HANDS):
        play_hand(page, chance, table)
        if replay(kept(page, table)).to_json()["ended"]:
            break
    play_hand(page, chance, table, f"{table}hand/1/")
    record = kept(page, table)
    assert record.rules == find_game(key).variant.find_preset(preset).rules.with_options(options)
    page.goto(table)
    shown = page.locator("#table, .end-places").inner_text()  # options may end a game with a hand
    board = re.sub(r"[\u00a0\u202f,]", "", shown).replace("−", "-")
    for score in replay(record).to_json()["hands"][-1]["scores"]:
        assert str(score) in board
