"""The first start: a link on the terminal makes the owner, once."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO

from django.core.management import call_command
from django.utils import timezone

from mahjongclub.clubs.models import Account, Club, Membership, OwnerLink

from .visitors import PASSWORD, Visitor, account, errors

WHERE = "http://192.168.1.20:8000/"


def printed() -> str:
    """The path of the link the terminal shows, "" where it shows none."""
    out = StringIO()
    call_command("owner_link", WHERE, stdout=out)
    found = re.search(r"http://192\.168\.1\.20:8000(/account/owner/\S+/)", out.getvalue())
    return found[1] if found else ""


def form(**more: str) -> dict[str, str]:
    person = {"username": "Odile", "password1": PASSWORD, "password2": PASSWORD}
    return {**person, "name": "Mahjong Lyon", "visibility": "members", **more}


def test_the_link_makes_the_owner_and_the_club(visitor: Visitor) -> None:
    link = printed()
    shown = visitor.read(link)
    assert "The club" in shown
    assert "settle up" not in shown, (
        "a new club is asked what every founder is asked, the rest by its settings"
    )
    assert visitor.post(link, form(name="Łódź Mahjong")).headers["Location"] == "/c/lodz-mahjong/"
    assert "Next: invite the others, or open a table." in visitor.read("/c/lodz-mahjong/")
    page = visitor.read("/me/")
    assert "Łódź Mahjong" in page
    assert "Owner" in page
    assert Membership.objects.get().role == "owner"
    assert account("Odile").is_superuser


def test_after_an_import_no_further_club_is_asked_for(visitor: Visitor) -> None:
    brought = Club.objects.create(name="Brought", slug="brought")
    theirs = Club.objects.create(name="Theirs", slug="theirs")
    Membership.objects.create(club=theirs, account=Account.objects.create_user("Tom"), role="owner")
    link = printed()
    assert "Name of the club" not in visitor.read(link)
    visitor.post(link, {key: form()[key] for key in ("username", "password1", "password2")})
    owner = account("Odile")
    assert owner.is_superuser
    assert [(one.club, one.role) for one in owner.memberships.all()] == [(brought, "owner")]
    assert Club.objects.count() == 2


def test_the_link_works_once_and_no_other_is_printed(visitor: Visitor, other: Visitor) -> None:
    earlier, link = printed(), printed()
    visitor.post(link, form())
    for used in (link, earlier):
        assert other.get(used).status_code == 404
        assert other.post(used, form(username="Eve", name="Eve’s")).status_code == 404
    assert printed() == ""
    assert Club.objects.count() == 1


def test_a_link_is_no_page_once_somebody_owns_the_server_by_another_way(visitor: Visitor) -> None:
    """Made at the terminal, or come with a backup: the link of the start before was never used."""
    link = printed()
    Account.objects.create_superuser("Odile", password=PASSWORD)
    assert OwnerLink.objects.count() == 1
    assert visitor.get(link).status_code == 404
    assert visitor.post(link, form(username="Eve", name="Eve’s")).status_code == 404
    visitor.sign_up("Eve")
    assert visitor.post(link, {"name": "Eve’s", "visibility": "public"}).status_code == 404
    assert [one.username for one in Account.objects.filter(is_superuser=True)] == ["Odile"]
    assert not account("Eve").is_staff
    assert not Club.objects.exists()


def test_the_next_start_prints_a_link_again_while_nobody_owns(visitor: Visitor) -> None:
    first, second = printed(), printed()
    assert first != second != ""
    visitor.sign_up("Guest")  # an account, but no owner
    assert printed() != ""


def test_the_link_dies_in_a_day(visitor: Visitor) -> None:
    link = printed()
    OwnerLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert visitor.get(link).status_code == 404
    printed()
    assert OwnerLink.objects.count() == 1  # what has expired is cleared away


def test_the_token_is_not_in_the_database(visitor: Visitor) -> None:
    token = printed().rstrip("/").rpartition("/")[2]
    assert token not in str(list(OwnerLink.objects.values()))


def test_faults_are_told_and_nothing_is_made(visitor: Visitor) -> None:
    link = printed()
    answer = visitor.post(link, form(username="", name="   "))
    assert answer.status_code == 422
    assert len(errors(answer)) == 2
    assert not Club.objects.exists()
    assert visitor.get(link).status_code == 200


def test_who_is_signed_in_becomes_the_owner_with_that_account(visitor: Visitor) -> None:
    visitor.sign_up("Aiko")
    link = printed()
    assert 'name="password1"' not in visitor.read(link)
    visitor.post(link, {"name": "Mahjong Lyon", "visibility": "public"})
    assert account("Aiko").is_superuser


def test_a_made_up_link_is_no_page(visitor: Visitor) -> None:
    for token in ("x", "é", "%00", "a" * 3000):
        assert visitor.get(f"/account/owner/{token}/").status_code == 404
