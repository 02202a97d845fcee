"""A person's way on a phone: play as a guest, sign up, claim the seat, spell the name, hide it, merge."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chromium import axe_clean
from tests.browser.opening import PASSWORD, link_to_join, open_table
from tests.serving import RunningServer


def sign_up(page: Page, name: str) -> None:
    page.goto("/account/signup/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password once more").fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()
    page.wait_for_url("**/me/")


def test_a_guest_signs_up_claims_the_seat_renames_hides_and_merges(
    open_device: Callable[..., Page], server: RunningServer
) -> None:
    page, friend = open_device(), open_device(language="fr")
    first = open_table(page, "riichi", ("Lena Berg", "Otto", "Pia", "Quentin"), server.url)
    second = open_table(page, "riichi", ("Lena B", "Rosa", "Sami", "Tove"), server.url)
    friend.goto(link_to_join(page, first))
    expect(friend.locator("#table")).to_contain_text("Lena Berg")

    sign_up(page, "Lena")
    axe_clean(page)
    page.goto(f"{first}sit/")
    page.get_by_role("button", name="Lena Berg", exact=True).click()
    page.goto(f"{first}sit/")
    axe_clean(page)
    page.get_by_role("button", name="That is me: Lena Berg").click()
    expect(page.locator("#messages")).to_contain_text("Lena Berg is you")

    page.get_by_role("link", name=re.compile("Lena Berg 1 game")).click()
    page.get_by_label("Name").fill("Léna Berg")
    page.get_by_role("button", name="Change the name").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Léna Berg")
    axe_clean(page)
    expect(friend.locator("#table")).to_contain_text("Léna Berg")  # by itself

    page.get_by_role("link", name="Merge with another player").click()
    page.get_by_role("link", name=re.compile("^Otto")).click()
    expect(page.get_by_role("alert")).to_contain_text("so they are two people")
    page.get_by_role("link", name="Choose somebody else").click()
    page.get_by_role("link", name=re.compile("^Lena B ")).click()
    axe_clean(page)
    page.get_by_role("button", name="Merge: it is one person").click()
    expect(page.get_by_text("2 games")).to_be_visible()
    page.goto(second)
    expect(page.locator("#table")).to_contain_text("Léna Berg")

    page.goto("/me/")
    page.get_by_role("button", name="Hide my name").click()
    expect(page.locator("#messages")).to_contain_text("Your name is hidden")
    expect(friend.locator("#table")).to_contain_text(re.compile(r"Joueur n° \d+"))
    expect(friend.locator("#table")).not_to_contain_text("Léna")
    axe_clean(page)  # what an account's own page is, with more on it than before


def test_a_passkey_signs_in_without_the_password(open_device: Callable[..., Page]) -> None:
    page = open_device()
    sign_up_at = page.goto("/")
    assert sign_up_at is not None
    there = sign_up_at.url.replace("127.0.0.1", "localhost")  # no passkey belongs to a bare number
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    device = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": device})
    page.goto(f"{there}account/signup/")
    page.get_by_label("Name", exact=True).fill("Kaja")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password once more").fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()
    page.get_by_role("link", name="Passkeys").click()
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Name", exact=True).or_(page.get_by_label("Password")).wait_for()
    if "reauthenticate" in page.url:
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Confirm").click()
    page.get_by_label("Name", exact=True).fill("This phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("link", name="Remove This phone")).to_be_visible()
    axe_clean(page)

    page.goto(f"{there}me/")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.goto(f"{there}account/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kaja")
