"""Two who do the same in one moment, on the real server: one is first, and neither sees a fault of ours."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from tests.http_phone import Answer, HttpPhone
from tests.serving import RunningServer, running_server

from ..visitors import PASSWORD

AT_ONCE = 6


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(tmp_path_factory.mktemp("twins")) as running:
        yield running


def phone(server: RunningServer) -> HttpPhone:
    """A browser that has seen a page with a form."""
    found = HttpPhone(server.url)
    found.get("/account/signup/")
    return found


def together(*work: Callable[[], Answer]) -> list[Answer]:
    """Do all of these as nearly at once as threads do."""
    barrier = threading.Barrier(len(work))

    def start(one: Callable[[], Answer]) -> Answer:
        barrier.wait()
        return one()

    with ThreadPoolExecutor(len(work)) as pool:
        return list(pool.map(start, work))


def sign_up(browser: HttpPhone, name: str) -> Answer:
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    return browser.post("/account/signup/", form)


def key_in(page: str) -> str:
    return re.findall(r'name="form_key" value="([^"]+)"', page)[0]


@pytest.fixture(scope="module")
def organiser(server: RunningServer) -> HttpPhone:
    """The owner of a club, signed in."""
    browser = phone(server)
    assert sign_up(browser, "Owner").status == 302
    browser.get("/clubs/new/")
    made = browser.post("/clubs/new/", {"name": "Twins", "visibility": "public"})
    assert made.status == 302, made.text
    return browser


@pytest.fixture(scope="module")
def event(organiser: HttpPhone) -> str:
    """The path of an event that anybody may enter."""
    return make_event(organiser, "Open")


def make_event(organiser: HttpPhone, name: str) -> str:
    form = {
        "variant": "riichi",
        "preset": "club",
        "name": name,
        "day": "2027-03-06",
        "round_count": "1",
        "minutes": "75",
        "draw": "plan",
        "worth": "points",
    }
    made = organiser.post("/c/twins/tournaments/new/", form)
    assert made.status == 302, re.findall(r'class="error"[^>]*>([^<]+)', made.text)
    path = urlsplit(made.headers["Location"]).path
    assert organiser.post(f"{path}entrants/settings/", {"wanted": "on"}).status == 302
    return path


@pytest.mark.parametrize("turn", range(3))
def test_an_event_is_deleted_twice(organiser: HttpPhone, turn: int) -> None:
    path = make_event(organiser, f"Deleted {turn}")
    answers = together(*(lambda: organiser.post(f"{path}delete/", {}) for _turn in range(AT_ONCE)))
    assert {answer.status for answer in answers} == {302}, [answer.status for answer in answers]
    assert {answer.headers["Location"] for answer in answers} == {"/c/twins/tournaments/"}
    assert organiser.get(path).status == 404


@pytest.mark.parametrize("turn", range(3))
def test_an_event_deleted_while_somebody_enters_is_a_page_that_is_not_there(
    server: RunningServer, organiser: HttpPhone, turn: int
) -> None:
    path = make_event(organiser, f"Leaving {turn}")
    people = [phone(server) for _one in range(AT_ONCE)]
    entering = [partial(enter, one, path, f"P{number}") for number, one in enumerate(people)]
    answers = together(lambda: organiser.post(f"{path}delete/", {}), *entering)
    assert {answer.status for answer in answers} <= {302, 404}, [answer.status for answer in answers]


def enter(browser: HttpPhone, path: str, name: str, **more: str) -> Answer:
    form = {"first_name": name, "last_name": "Żółć", "name": name, "country": "FRA", "agreed": "on", **more}
    return browser.post(f"{path}entry/", form)


def test_an_entry_tapped_in_one_moment_without_a_cookie_is_one_persons(
    server: RunningServer, event: str
) -> None:
    seen = phone(server)
    key = key_in(seen.get(f"{event}entry/").text)
    twins = [HttpPhone(server.url, {"csrftoken": seen.cookies["csrftoken"]}) for _turn in range(AT_ONCE)]
    answers = together(*(partial(enter, one, event, "Jean-Pierre", form_key=key) for one in twins))
    assert {answer.status for answer in answers} == {302}, [answer.status for answer in answers]
    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert "Jean-Pierre" in HttpPhone(server.url).get(answers[0].headers["Location"]).text


def test_a_new_evening_sent_in_one_moment_is_made_once(organiser: HttpPhone) -> None:
    page = organiser.get("/c/twins/evenings/new/").text
    form = {"date": "2027-03-05", "place": "Hall", "name": "Once", "form_key": key_in(page)}
    answers = together(*(lambda: organiser.post("/c/twins/evenings/new/", form) for _turn in range(AT_ONCE)))
    assert {answer.status for answer in answers} == {302}, [answer.status for answer in answers]
    assert len({answer.headers["Location"] for answer in answers}) == 1


def test_two_phones_check_in_under_one_new_name_in_one_moment(
    server: RunningServer, organiser: HttpPhone, tmp_path: Path
) -> None:
    """Vera and a stranger tap together: one speaks for her, the other one asks."""
    assert organiser.post("/c/twins/tonight/", {}).status == 302
    evening = organiser.post("/c/twins/tonight/", {}).headers["Location"]
    link = unescape(re.findall(r"(/here/twins/\d+/[^\"<\s]+/)", organiser.get(evening).text)[0])
    browsers = [phone(server) for _one in range(AT_ONCE)]
    answers = together(*(partial(one.post, link, {"name": "Vera"}) for one in browsers))
    assert {answer.status for answer in answers} == {302}, [answer.status for answer in answers]
    pages = [unescape(one.get(link).text) for one in browsers]
    assert sum("Vera, you are on the list" in page for page in pages) == 1
    assert sum("Another phone answers for Vera" in page for page in pages) == AT_ONCE - 1


@pytest.mark.parametrize("name", ["Twin", "Σοφία Παπαδοπούλου", "田中 愛子"])
def test_twins_sign_up_in_one_moment(server: RunningServer, name: str) -> None:
    twins = [phone(server), phone(server)]
    answers = together(*(partial(sign_up, one, name) for one in twins))
    statuses = sorted(answer.status for answer in answers)
    assert statuses[0] < 400 <= statuses[1] < 500, statuses
    refused = max(answers, key=lambda answer: answer.status)
    assert "already exists" in unescape(refused.text)


def table_where_all_agree(server: RunningServer) -> tuple[HttpPhone, str, list[HttpPhone]]:
    """Who opened it, its code, and a phone at each of the four seats; a hand waits to be agreed to."""
    opener = phone(server)
    code = opener.open_table()
    opener.post(f"/t/{code}/agreeing/", {"agreeing": "on", "version": opener.look(code)[0], "key": ""})
    seats = [phone(server) for _seat in range(4)]
    link = opener.scorer_link(code)
    for seat, one in enumerate(seats):
        one.join(link)
        assert one.post(f"/t/{code}/sit/", {"seat": str(seat)}).status == 302
    assert opener.confirm(code, opener.look(code), uuid4().hex) == 302
    return opener, code, seats


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_one_phone_does_not_agree_for_four_seats_that_have_phones(server: RunningServer, role: str) -> None:
    opener, code, seats = table_where_all_agree(server)
    page = opener.get(f"/t/{code}/share/").text
    found = re.search(rf'id="link-{role}" value="https?://[^/]+([^"]+)"', page)
    assert found is not None
    guest = phone(server)
    guest.join(unescape(found[1]))
    for seat in range(4):
        guest.post(f"/t/{code}/sit/", {"seat": str(seat)})
        version, _number = opener.look(code)
        form = {"do": "agree", "hand": "1", "version": version, "key": uuid4().hex}
        assert guest.post(f"/t/{code}/agree/", form).status == 422
    assert "Aiko, Benoît, Chen and Dina have yet to agree." in unescape(opener.get(f"/t/{code}/").text)
    for one in seats:
        form = {"do": "agree", "hand": "1", "version": opener.look(code)[0], "key": uuid4().hex}
        assert one.post(f"/t/{code}/agree/", form).status == 302
    assert "yet to agree" not in opener.get(f"/t/{code}/").text


def test_two_phones_that_want_a_free_seat_in_one_moment_do_not_both_have_it(server: RunningServer) -> None:
    opener = phone(server)
    code = opener.open_table()
    link = opener.scorer_link(code)
    guests = [phone(server) for _one in range(AT_ONCE)]
    for one in guests:
        one.join(link)
    together(*(partial(one.post, f"/t/{code}/sit/", {"seat": "2"}) for one in guests))
    waits = [
        one for one in guests if "Another phone has Chen’s seat" in unescape(one.get(f"/t/{code}/").text)
    ]
    assert len(waits) == AT_ONCE - 1
