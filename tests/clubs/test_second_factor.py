"""A code beside the password: set up, asked for, lost, required."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.management import CommandError, call_command

from tests.server.test_security import every_row

from .visitors import PASSWORD, Visitor, account, errors

PAGES = "/account/second-factor/"


class Clock:
    """The time as the server sees it: a code is good once, so that each test moves on."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time.time", clock)
    return clock


def code_of(secret: str, at: float) -> str:
    """What an authenticator app shows at a time."""
    return str(format_hotp_value(hotp_value(secret, int(at) // 30)))


def set_up(visitor: Visitor, clock: Clock) -> tuple[str, list[str]]:
    """Set it up as the pages lead; the app's key and the codes for the paper."""
    page = visitor.get(f"{PAGES}set-up/", follow=True)
    assert "Is it you?" in page.content.decode()
    visitor.post("/account/reauthenticate/", {"password": PASSWORD, "next": f"{PAGES}set-up/"})
    text = visitor.read(f"{PAGES}set-up/")
    found = re.search(r'<code id="key">([\w ]+)</code>', text)
    assert found is not None
    key = found[1].replace(" ", "")
    assert len(key) == 32
    assert "<svg" in text
    wrong = visitor.post(f"{PAGES}set-up/", {"code": "000000"})
    assert (wrong.status_code, errors(wrong)) == (422, ["Incorrect code."])
    answer = visitor.post(f"{PAGES}set-up/", {"code": code_of(key, clock.now)})
    assert answer.headers["Location"] == f"{PAGES}codes/"
    codes = re.findall(r"<code[^>]*>(\d{8})</code>", visitor.read(f"{PAGES}codes/"))
    assert len(codes) == 10
    return key, codes


def asked(answer: Any) -> bool:
    """Whether signing in goes on with the code."""
    return answer.status_code == 302 and answer.headers["Location"] == f"{PAGES}code/"


def test_the_password_alone_signs_nobody_in_any_more(visitor: Visitor, other: Visitor, clock: Clock) -> None:
    visitor.sign_up("Odile")
    assert "Second factor" in visitor.read("/me/")
    assert "Set up the second factor" in visitor.read(PAGES)
    secret, _codes = set_up(visitor, clock)
    assert "Your second factor is on." in visitor.read(PAGES)
    clock.now += 90
    assert asked(other.sign_in("Odile", next="/help/riichi/"))
    assert other.get("/me/").status_code == 302, "not in yet"
    page = other.read(f"{PAGES}code/")
    assert "Your code" in page
    wrong = other.post(f"{PAGES}code/", {"code": "000000"})
    assert (wrong.status_code, errors(wrong)) == (422, ["Incorrect code."])
    right = other.post(f"{PAGES}code/", {"code": code_of(secret, clock.now)})
    assert right.headers["Location"] == "/help/riichi/"
    assert other.get("/me/").status_code == 200


def test_a_code_is_good_once_and_for_a_while(visitor: Visitor, clock: Clock) -> None:
    visitor.sign_up("Odile")
    secret, _codes = set_up(visitor, clock)
    clock.now += 90
    seen = code_of(secret, clock.now)
    first, second, late = Visitor(), Visitor(), Visitor()
    for browser in (first, second, late):
        assert asked(browser.sign_in("Odile"))
    assert first.post(f"{PAGES}code/", {"code": seen}).status_code == 302
    clock.now += 31
    assert second.post(f"{PAGES}code/", {"code": seen}).status_code == 422, "seen over a shoulder"
    older = code_of(secret, clock.now - 120)
    assert late.post(f"{PAGES}code/", {"code": older}).status_code == 422
    assert late.post(f"{PAGES}code/", {"code": code_of(secret, clock.now)}).status_code == 302


def test_codes_are_not_guessed(visitor: Visitor, other: Visitor, clock: Clock) -> None:
    visitor.sign_up("Odile")
    _secret, codes = set_up(visitor, clock)
    clock.now += 90
    assert asked(other.sign_in("Odile"))
    for _try in range(5):
        other.post(f"{PAGES}code/", {"code": "000000"})
    assert other.post(f"{PAGES}code/", {"code": codes[0]}).status_code == 422


def test_a_code_on_paper_signs_in_once(visitor: Visitor, other: Visitor, clock: Clock) -> None:
    visitor.sign_up("Odile")
    _secret, codes = set_up(visitor, clock)
    assert asked(other.sign_in("Odile"))
    assert other.post(f"{PAGES}code/", {"code": codes[3]}).status_code == 302
    again = Visitor()
    assert asked(again.sign_in("Odile"))
    assert again.post(f"{PAGES}code/", {"code": codes[3]}).status_code == 422
    assert codes[3] not in visitor.read(f"{PAGES}codes/")
    assert visitor.post(f"{PAGES}codes/new/").headers["Location"] == f"{PAGES}codes/"
    assert codes[4] not in visitor.read(f"{PAGES}codes/")
    assert again.post(f"{PAGES}code/", {"code": codes[4]}).status_code == 422


def test_setting_it_up_signs_every_other_browser_out(visitor: Visitor, other: Visitor, clock: Clock) -> None:
    visitor.sign_up("Odile")
    other.sign_in("Odile")
    set_up(visitor, clock)
    assert other.get("/me/").status_code == 302
    assert visitor.get("/me/").status_code == 200


def test_a_second_factor_is_turned_off_by_who_knows_the_password(
    visitor: Visitor, other: Visitor, clock: Clock
) -> None:
    visitor.sign_up("Odile")
    set_up(visitor, clock)
    visitor.post(f"{PAGES}turn-off/")
    assert "Set up the second factor" in visitor.read(PAGES)
    assert other.sign_in("Odile").headers["Location"] == "/me/"
    assert visitor.get(f"{PAGES}codes/").status_code == 404


def test_whoever_lost_phone_and_paper_is_helped_at_the_terminal(
    visitor: Visitor, other: Visitor, clock: Clock
) -> None:
    visitor.sign_up("Odile")
    with pytest.raises(CommandError, match="no second factor"):
        call_command("remove_second_factor", "odile")
    set_up(visitor, clock)
    call_command("remove_second_factor", "odile", stdout=StringIO())
    assert other.sign_in("Odile").headers["Location"] == "/me/"
    with pytest.raises(CommandError, match="Nobody"):
        call_command("remove_second_factor", "Eve")


def test_a_copy_of_the_database_has_neither_key_nor_codes(visitor: Visitor, clock: Clock) -> None:
    visitor.sign_up("Odile")
    secret, codes = set_up(visitor, clock)
    rows = every_row()
    assert "totp" in rows
    assert secret not in rows
    assert not any(code in rows for code in codes)


def test_with_another_secret_key_no_code_is_right_and_nothing_breaks(
    visitor: Visitor, other: Visitor, clock: Clock, settings: Any
) -> None:
    visitor.sign_up("Odile")
    secret, codes = set_up(visitor, clock)
    clock.now += 90
    settings.SECRET_KEY = "another"
    assert asked(other.sign_in("Odile"))
    for code in (code_of(secret, clock.now), codes[0]):
        assert other.post(f"{PAGES}code/", {"code": code}).status_code == 422


@pytest.mark.parametrize(
    "form", [{}, {"code": ""}, {"code": "\x00"}, {"code": "1" * 9999}, {"credential": "{}"}]
)
def test_junk_for_a_code_is_refused(
    visitor: Visitor, other: Visitor, clock: Clock, form: dict[str, str]
) -> None:
    visitor.sign_up("Odile")
    set_up(visitor, clock)
    assert asked(other.sign_in("Odile"))
    assert other.post(f"{PAGES}code/", form).status_code == 422
    assert other.get("/me/").status_code == 302


def test_no_page_of_the_second_factor_is_for_who_is_not_signed_in(visitor: Visitor) -> None:
    for page in ("", "set-up/", "turn-off/", "codes/", "codes/new/", "confirm/", "code/"):
        assert visitor.get(f"{PAGES}{page}").headers["Location"].startswith("/account/login/"), page


def test_the_page_of_the_second_factor_speaks_french(visitor: Visitor) -> None:
    visitor.sign_up("Odile")
    page = visitor.get(PAGES, headers={"accept-language": "fr"}).content.decode()
    assert "Double authentification" in page


# required


@pytest.fixture
def required(settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = True


@pytest.mark.parametrize("right", ["is_staff", "is_superuser"])
@pytest.mark.usefixtures("required")
def test_who_looks_after_the_server_sets_it_up_first(visitor: Visitor, clock: Clock, right: str) -> None:
    visitor.sign_up("Odile")
    odile = account("Odile")
    odile.is_staff = True
    setattr(odile, right, True)
    odile.save()
    assert visitor.get("/admin/", follow=True).redirect_chain[-1][0] == PAGES
    assert visitor.get("/admin/clubs/account/").status_code == 302, "nor by an address below it"
    assert visitor.get(f"/admin/clubs/account/{odile.pk}/change/").status_code == 302
    visitor.post("/account/logout/")
    assert visitor.sign_in("Odile").headers["Location"] == PAGES
    assert "set up a second factor" in visitor.read(PAGES)
    assert visitor.get("/me/").status_code == 200, "what everybody may do goes on"
    set_up(visitor, clock)
    assert visitor.get("/admin/").status_code == 200
    assert visitor.get("/admin/clubs/account/").status_code == 200
    visitor.post(f"{PAGES}turn-off/")
    assert visitor.get("/admin/").status_code == 302


@pytest.mark.usefixtures("required")
def test_nobody_else_has_to(visitor: Visitor) -> None:
    visitor.sign_up("Aiko")
    assert "set up a second factor" not in visitor.read(PAGES)
    visitor.post("/account/logout/")
    assert visitor.sign_in("Aiko").headers["Location"] == "/me/"
    assert visitor.get("/admin/").status_code == 302
    assert visitor.get("/admin/", follow=True).status_code == 404


def test_where_it_is_offered_staff_go_on_without(visitor: Visitor) -> None:
    visitor.sign_up("Odile")
    odile = account("Odile")
    odile.is_staff = True
    odile.save()
    assert visitor.get("/admin/").status_code == 200
