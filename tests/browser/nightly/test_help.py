"""The help on a phone: the dice tapped, the walls drawn, the cards printed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import open_table

GAMES = ("riichi", "sanma", "classical", "taiwanese", "hongkong", "american", "ten", "six")
THROWN = {"classical": "?dice=4-6&second=3-1"}


def fits(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= screen.width")


def test_two_taps_set_the_throw_and_draw_the_walls(phone):
    phone.goto("/")
    phone.get_by_role("main").get_by_role("link", name="Help at the table").click()
    phone.get_by_role("link", name="Riichi").click()
    phone.get_by_role("link", name="First die: 5").click()
    expect(phone).to_have_url(re.compile(r"dice=5-"))
    phone.get_by_role("link", name="Second die: 3").click()
    expect(phone.get_by_role("img", name=re.compile("Broken: North’s wall, at stack 8"))).to_be_visible()
    expect(phone.get_by_role("heading", name="East throws 8")).to_be_visible()
    expect(phone).to_have_url(re.compile(r"dice=5-3$"))
    phone.reload()
    expect(phone.get_by_text("8 names North’s wall")).to_be_visible()
    phone.go_back()
    expect(phone.locator(".wall-picture")).to_have_count(0)


def test_the_app_rolls_the_dice_and_keeps_the_throw_in_the_address(phone):
    phone.goto("/help/classical/")
    phone.get_by_role("link", name="Roll the dice").click()
    expect(phone.locator("#roll-second")).to_be_visible()
    phone.locator("#roll-second").click()
    expect(phone.locator(".wall-picture")).to_be_visible()
    expect(phone).to_have_url(re.compile(r"dice=[1-6]-[1-6]&second=[1-6]-[1-6]"))


def test_without_javascript_the_links_do_the_same(open_device):
    page = open_device(javascript=False)
    page.goto("/help/six/")
    page.get_by_role("link", name="First die: 2").click()
    page.get_by_role("link", name="Second die: 5").click()
    expect(page.locator(".wall-picture")).to_be_visible()
    assert page.get_by_role("button", name="Print").count() == 0


@pytest.mark.parametrize(
    ("size", "dark", "language"),
    [((390, 844), False, "en"), ((320, 640), True, "fr")],
)
def test_every_card_is_clean_and_fits(open_device, size, dark, language):
    page = open_device(size, dark=dark, language=language)
    page.goto("/help/")
    axe_clean(page)
    for game in GAMES:
        page.goto(f"/help/{game}/{THROWN.get(game, '?dice=5-3')}")
        axe_clean(page)
        assert fits(page), game
        small = page.evaluate(
            """[...document.querySelectorAll("main a, main button, main summary")].filter(
                item => { const box = item.getBoundingClientRect();
                          return box.width && (box.width < 47.5 || box.height < 47.5); }).length"""
        )
        assert small == 0, game
        page.goto(f"/help/{game}/tiles/")
        axe_clean(page)
        assert fits(page), game


def test_a_tap_turns_the_walls_to_ones_own_seat(phone):
    phone.goto("/help/riichi/?dice=5-3")
    phone.get_by_role("link", name="West", exact=True).click()
    expect(phone).to_have_url(re.compile("seat=W"))
    west = phone.locator(".wall-picture text.side", has_text="West").bounding_box()
    east = phone.locator(".wall-picture text.side", has_text="East").bounding_box()
    assert west["y"] > east["y"]


def test_printing_shows_one_card_alone_black_on_white(open_device):
    page = open_device(dark=True)
    page.add_init_script(
        "window.print = () => { window.printed = document.documentElement.dataset.printing }"
    )
    page.goto("/help/riichi/?dice=5-3")
    page.locator("#points-title").click()
    page.locator("#points").get_by_role("button", name="Print this card").click()
    assert page.evaluate("window.printed") == "points"
    expect(page.locator("#points-title")).to_have_text("Points tables", use_inner_text=True)
    page.emulate_media(media="print")
    # the sheet of paper says which game it belongs to
    expect(page.locator("#points-title")).to_have_text("Riichi · Points tables", use_inner_text=True)
    expect(page.locator("#points")).to_be_visible()
    for hidden in ("#rules", "#set-up", "header", "#points .tools"):
        expect(page.locator(hidden).first).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('#points td')).color") == "rgb(0, 0, 0)"
    assert len(page.screenshot(full_page=True)) > 10_000
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    expect(page.locator("#rules-title")).to_be_visible()


def test_a_word_is_searched_in_the_rules_the_points_and_the_pictures(phone):
    phone.goto("/help/riichi/")
    expect(phone.locator("#rule-pao")).to_be_hidden()
    phone.get_by_label("Search the help").fill("PAO")
    expect(phone.locator("#rule-pao")).to_be_visible()
    expect(phone.locator("#word-pao")).to_be_visible()
    expect(phone.get_by_text("Several want the same tile")).to_be_hidden()
    phone.get_by_label("Search the help").fill("pinfu")
    phone.get_by_role("link", name="Pinfu").click()
    expect(phone.locator("#hand-pinfu")).to_be_in_viewport()
    phone.go_back()
    phone.get_by_label("Search the help").fill("quidditch")
    expect(phone.get_by_text("Nothing in the help of this game matches your search.")).to_be_visible()
    phone.get_by_label("Search the help").fill("")
    expect(phone.locator("#rule-pao")).to_be_hidden()


def test_the_address_of_a_section_opens_its_chapter(phone):
    phone.goto("/help/riichi/#rule-pao")
    expect(phone.locator("#rule-pao")).to_be_in_viewport()
    phone.goto("/help/classical/#points")
    expect(phone.locator("#points-title")).to_be_visible()
    expect(phone.locator("#points").get_by_role("button", name="Print this card")).to_be_visible()


def test_the_help_is_a_page_of_chapters(phone):
    for game in GAMES:
        phone.goto(f"/help/{game}/")
        assert phone.evaluate("document.documentElement.scrollHeight") < 1600, game


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_answer_of_the_apps_help_has_a_picture_that_fits(
    open_device: Callable[..., Page], language: str
) -> None:
    phone = open_device(language=language)
    phone.goto("/help/app/")
    expect(phone.locator("html")).to_have_attribute("lang", language)
    for answer in phone.locator("#questions summary").all():
        answer.click()
    expect(phone.locator(".help-picture:visible")).to_have_count(phone.locator("#questions > li").count())
    for width, height in ((390, 844), (320, 640), (1280, 800)):
        phone.set_viewport_size({"width": width, "height": height})
        assert fits(phone)
        wide = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
        assert phone.locator(".help-picture *").evaluate_all(wide) == 0
    axe_clean(phone)


def test_from_a_table_the_menu_leads_to_its_help_and_back(phone):
    table = open_table(phone, "riichi", ("Aiko", "Benoît", "Chen", "Dina"))
    phone.get_by_role("link", name="More", exact=True).click()
    phone.get_by_role("link", name="Help at the table").click()
    expect(phone.get_by_text("By the rules of your table")).to_be_visible()
    phone.get_by_role("link", name="Back to the table").click()
    expect(phone).to_have_url(table)
    expect(phone.locator("#table")).to_be_visible()
