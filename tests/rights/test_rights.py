"""Role by address by method: what each is answered, and which rows of the database may change by it.

The table stands in `rights.txt`, `docs/rights.md` is written from it. A new address has no row there and
fails; what it should say is a person's to judge, by docs/roles.md.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from .asking import ADDRESSES, cases_of
from .hall import PEOPLE
from .page import PAGE, page
from .table import Row, by_address, groups, read, written
from .visiting import Visits

pytestmark = pytest.mark.django_db

TABLE = by_address(read())
CASES = {
    f"{address} [{ask.name}]" if ask.name else address: (address, ask)
    for address in ADDRESSES
    for ask in cases_of(address)
}
#: of the support's pages, where Django asks the same of everybody, a tenth
ASKED = [
    *(case for case in CASES if not case.startswith("admin/")),
    *[case for case in CASES if case.startswith("admin/")][::10],
]


def test_every_address_has_its_row_and_no_other_has() -> None:
    assert set(CASES) - set(TABLE) == set()
    assert set(TABLE) - set(CASES) == set()


@pytest.mark.parametrize("case", ASKED)
def test_everybody_gets_what_the_table_says_and_changes_nothing_else(visits: Visits, case: str) -> None:
    address, ask = CASES[case]
    told = TABLE.get(case, {})
    found = {method: visits.ask(address, ask, method, looking(case, told, method)) for method in ask.methods}
    assert told, f"no row in rights.txt for\n{case}\n{written(found)}"
    told = {
        method: {who: cell for who, cell in row.items() if who in found.get(method, PEOPLE)}
        for method, row in told.items()
    }
    same = written(found) == written(told)
    assert same, f"{case}\nthe table says\n{written(told)}\nthe program does\n{written(found)}"


def looking(case: str, told: Mapping[str, Row], method: str) -> list[str] | None:
    """Who asks: of those who are told the same one, another at each address. None for everybody."""
    if method not in told:
        return None
    turn = list(CASES).index(case)
    asked = {who[turn % len(who)] for who, _cell in groups(told[method])}
    return [who for who in PEOPLE if who in asked]


#: in turn, one an address: they are all the same to Django's own decorators
OWN_SESSION = {"sessions.Session.expire_date", "sessions.Session.session_data"}
OTHER_METHODS = ("PUT", "DELETE", "PATCH")


@pytest.mark.parametrize("turn", range(len(OTHER_METHODS)), ids=OTHER_METHODS)
def test_other_methods_change_nothing(visits: Visits, turn: int) -> None:
    """Asked by who may do most: a view that takes whatever is no GET would do it for them."""
    for address in ADDRESSES[turn :: len(OTHER_METHODS)]:
        for who in ("host", "installer") if address.startswith("admin/") else ("host", "owner"):
            for ask in cases_of(address):
                cell = visits.ask_as(who, address, ask, OTHER_METHODS[turn])
                assert cell.changes <= OWN_SESSION, f"{address} by {who}: {cell}"


CHANGE_NOTHING = {
    "i18n/setlang/",  # a cookie
    "account/password/set/",  # everybody of the hall has one
    *("account/passkeys/login/", "account/passkeys/confirm/"),  # nobody has one: tests/clubs/test_accounts.py
    *("account/second-factor/code/", "account/second-factor/confirm/"),  # a wrong one: test_second_factor.py
    "t/<code:code>/copy/differs/",  # a line of the log
    "t/<code:code>/sticks/",  # looked at
    "c/<slug:slug>/seasons/example/",  # looked at
    "join/ [by a guess]",
    "c/<slug:slug>/tournaments/<row:pk>/entrants/file/",  # no file comes along: test_entry_list.py
    "clubs/bring/",  # no file comes along: tests/exchange/test_club_from_the_browser.py
    "host/backups/bring/<str:ticket>/",  # no file comes along: tests/server/test_backup_pages.py
    "phone/notices/end/",  # no browser of the hall asked for any: tests/outbox
    "c/<slug:slug>/evenings/<row:number>/tell/",  # the hall's channel is told nothing: tests/outbox
    "c/<slug:slug>/tournaments/<row:pk>/places/<row:number>/remove/",  # has sat at a table
    # the hall's evening is there, and nobody is seated at it: tests/leagues/test_night.py
    "c/<slug:slug>/tonight/",
    "c/<slug:slug>/evenings/<row:number>/seating/move/",
    # looks at the names of a file, at the plan of one
    "c/<slug:slug>/players/file/",
    "c/<slug:slug>/tournaments/<row:pk>/seating/file/",
    "c/<slug:slug>/dues/file/",  # no file comes along: tests/clubs/test_dues.py
    "c/<slug:slug>/evenings/<row:number>/seating/undo/",
    "here/<slug:slug>/<row:number>/<str:token>/sit/",
}


def test_whoever_may_do_something_does_do_it() -> None:
    """Else the others would be refused for what was sent, not for who they are."""
    refusals = {"403", "404", "405", "sign in"}
    idle = {
        case
        for case, rows in TABLE.items()
        for cells in [rows.get("POST", {}).values()]
        # support's pages to look at take a form too, and do nothing with it
        if not case.startswith("admin/")
        if not any(cell.changes for cell in cells) and not {cell.answer for cell in cells} <= refusals
    }
    assert idle == CHANGE_NOTHING


def test_the_page_is_written_from_the_table() -> None:
    assert PAGE.read_text() == page(), "python -m tests.rights"
