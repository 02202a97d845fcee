"""Wrong passwords: nobody guesses, and nobody is locked out by others' guesses."""

from __future__ import annotations

from mahjongclub.clubs.models import Account

from .visitors import Visitor, account

ELSEWHERE = "203.0.113.9"


def from_(address: str) -> Visitor:
    return Visitor(REMOTE_ADDR=address)


def known(name: str, address: str = "127.0.0.1") -> Visitor:
    """A browser that has signed in as somebody, and is signed out again."""
    browser = from_(address)
    if Account.objects.filter(username=name).exists():
        assert browser.sign_in(name).status_code == 302
    else:
        browser.sign_up(name)
    browser.post("/account/logout/")
    return browser


def test_wrong_passwords_from_elsewhere_lock_nobody_out(visitor: Visitor) -> None:
    home = known("Odile")
    stranger = from_(ELSEWHERE)
    assert [stranger.sign_in("Odile", "wrong").status_code for _try in range(6)] == [422] * 6
    assert "Too many" in stranger.sign_in("Odile", "wrong").content.decode()
    assert stranger.sign_in("Odile").status_code == 422, "not even the right one, from there"
    assert home.sign_in("Odile").status_code == 302
    assert from_("127.0.0.1").sign_in("Odile").status_code == 302, "nor a new phone at another address"


def test_somebody_in_the_same_hall_does_not_lock_the_owner_out(db: None) -> None:
    phone = known("Odile")
    neighbour = from_("127.0.0.1")
    for _try in range(12):
        neighbour.sign_in("Odile", "wrong")
    assert from_("127.0.0.1").sign_in("Odile").status_code == 422, "a phone nobody knows waits"
    assert phone.sign_in("Odile").status_code == 302


def test_a_known_phone_cannot_guess_for_ever(db: None) -> None:
    phone = known("Odile")
    for _try in range(10):
        assert phone.sign_in("Odile", "wrong").status_code == 422
    assert phone.sign_in("Odile").status_code == 422


def test_a_phone_known_as_one_is_not_known_as_another(db: None) -> None:
    phone = known("Eve")
    known("Odile", "192.0.2.1")
    for _try in range(5):
        phone.sign_in("Odile", "wrong")
    assert phone.sign_in("Odile").status_code == 422


def test_many_addresses_guess_one_name_a_hundred_times_an_hour(db: None) -> None:
    phone = known("Odile", "192.0.2.1")
    for number in range(100):
        from_(f"198.51.100.{number}").sign_in("Odile", "wrong")
    assert from_("198.51.100.200").sign_in("Odile").status_code == 422
    assert phone.sign_in("Odile").status_code == 302, "her own phone still signs her in"
    assert from_("198.51.100.201").sign_up("Benoît").status_code == 302


def test_a_name_is_counted_however_it_is_written(db: None) -> None:
    known("Odile", "192.0.2.1")
    stranger = from_(ELSEWHERE)
    for name in ("odile", "ODILE", " Odile ", "oDiLe", "odilE"):
        stranger.sign_in(name, "wrong")
    assert stranger.sign_in("Odile").status_code == 422


def test_right_passwords_use_no_tries_up(db: None) -> None:
    known("Odile")
    for _time in range(7):
        assert from_(ELSEWHERE).sign_in("Odile").status_code == 302


def test_confirming_that_it_is_you_is_counted_too(visitor: Visitor) -> None:
    visitor.sign_up("Odile")
    for _try in range(10):
        assert visitor.post("/account/reauthenticate/", {"password": "wrong"}).status_code == 422
    assert "Too many" in visitor.post("/account/reauthenticate/", {"password": "wrong"}).content.decode()


# everywhere else


def test_signing_out_everywhere_leaves_this_phone_alone_signed_in(visitor: Visitor, other: Visitor) -> None:
    visitor.sign_up("Odile")
    other.sign_in("Odile")
    assert "Sign out on all other devices" in visitor.read("/me/")
    assert visitor.get("/me/sign-out-everywhere/").status_code == 405
    assert visitor.post("/me/sign-out-everywhere/").headers["Location"] == "/me/"
    assert "You are signed out everywhere else." in visitor.read("/me/")
    assert other.get("/me/").status_code == 302
    assert visitor.get("/me/").status_code == 200
    # and what was left lying there is known no more
    for _try in range(5):
        other.sign_in("Odile", "wrong")
    assert other.sign_in("Odile").status_code == 422
    assert visitor.post("/account/logout/").status_code == 302
    assert visitor.sign_in("Odile").status_code == 302
    assert other.post("/me/sign-out-everywhere/").status_code == 302
    assert visitor.get("/me/").status_code == 200, "somebody who is not signed in ends nothing"


def test_a_session_of_before_goes_on_until_it_is_ended(visitor: Visitor) -> None:
    """Sessions from before there was a secret to them stand on the password alone."""
    visitor.sign_up("Odile")
    assert account("Odile").session_secret == ""
    assert visitor.get("/me/").status_code == 200
