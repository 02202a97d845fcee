"""What was corrected after its time, and hands that came too late, as organisers list them."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.utils import timezone

from mahjongclub.clubs.models import Account, Device
from mahjongclub.clubs.people.models import KnownDevice
from mahjongclub.rounds.corrected import corrected_rows, waiting_late_hand_rows
from mahjongclub.tables import recording
from mahjongclub.tables.models import LateHand, Revision, Session

from .conftest import Hall, ask, drawn, ron

DAY = date(2026, 3, 5)


def over(hall: Hall, *hands: dict[str, Any], seats: tuple[int, ...] = (0, 1, 2, 3)) -> Session:
    """A game of these hands, closed; its phones write no more since a minute ago, after all of that."""
    session = hall.play(hands, seats=seats)
    before = timezone.now() - timedelta(minutes=2)
    Revision.objects.filter(session=session).update(made_at=before)
    Session.objects.filter(pk=session.pk).update(phones_until=timezone.now() - timedelta(minutes=1))
    return Session.objects.get(pk=session.pk)


def correct(session: Session, number: int, hand: dict[str, Any], device: Device | None = None) -> None:
    version = Session.objects.values_list("version", flat=True).get(pk=session.pk)
    submission = recording.Submission(uuid4(), version, device, directs=True)
    recording.correct_hand(session.pk, submission, number, hand)


def late(session: Session, hand: dict[str, Any], number: int, **more: Any) -> LateHand:
    return LateHand.objects.create(
        session=session, key=uuid4(), number=number, outcome=hand, entered_at=timezone.now(), **more
    )


def adjust(session: Session) -> None:
    version = Session.objects.values_list("version", flat=True).get(pk=session.pk)
    penalty = {"type": "adjust", "points": [-1000, 0, 0, 0]}
    recording.insert_hand(session.pk, recording.Submission(uuid4(), version, None, directs=True), 1, penalty)


def every() -> Any:
    return Session.objects.all()


# --- corrections ---


def test_what_was_recorded_in_time_is_no_correction(hall: Hall) -> None:
    over(hall, ron(1, 2), ron(2, 3))
    assert corrected_rows(every()) == []


def test_an_adjustment_is_called_so_and_counts_as_no_hand(hall: Hall) -> None:
    session = over(hall, ron(1, 2), ron(2, 3))
    adjust(session)
    correct(session, 3, ron(3, 0))
    rows = [(row.what, row.hand) for row in corrected_rows(every())]
    assert rows == [("hand corrected", 2), ("points adjusted", None)]


def test_a_correction_says_what_was_changed_where_and_by_whom(hall: Hall) -> None:
    session = over(hall, ron(1, 2), ron(2, 3))
    device = Device.objects.create()
    correct(session, 2, ron(3, 0), device)
    for name in ("organiser", "owner"):
        account = Account.objects.create_user(name)
        KnownDevice.objects.create(account=account, device=device)
    KnownDevice.objects.create(account=Account.objects.create_user("other"), device=hall.device)
    (row,) = corrected_rows(every())
    revision = Revision.objects.latest("version")
    assert (row.what, row.hand, row.by) == ("hand corrected", 2, "organiser, owner")
    assert (row.session, row.date, row.at) == (session, DAY, revision.made_at)
    assert (row.table, row.names) == (1, ["Aiko", "Benoît", "Chen", "Dina"])


def test_corrections_are_listed_from_the_newest_of_the_sessions_asked_for(hall: Hall) -> None:
    session, other = over(hall, ron(1, 2), ron(2, 3)), over(hall, ron(1, 2), seats=(2, 3, 4, 5))
    correct(session, 1, ron(1, 3))
    correct(other, 1, ron(1, 3))
    correct(session, 2, ron(1, 3))
    of_all = [(row.session, row.hand, row.table) for row in corrected_rows(every())]
    assert of_all == [(session, 2, 1), (other, 1, 2), (session, 1, 1)]
    assert [row.by for row in corrected_rows(every())] == ["", "", ""], "nobody was signed in"
    assert [row.hand for row in corrected_rows(every().filter(pk=session.pk))] == [2, 1]


def test_notes_beside_the_score_are_no_correction(hall: Hall) -> None:
    session = over(hall, ron(1, 2))
    correct(session, 1, ron(1, 3))
    Revision.objects.filter(version=session.version + 1).update(action=Revision.Action.DURING)
    assert corrected_rows(every()) == []
    Revision.objects.filter(version=session.version + 1).update(action=Revision.Action.RESULT)
    assert [row.what for row in corrected_rows(every())] == ["result corrected"]


def test_a_change_at_the_very_moment_is_after_it(hall: Hall) -> None:
    session = over(hall, ron(1, 2))
    correct(session, 1, ron(1, 3))
    made = Revision.objects.latest("version").made_at
    Session.objects.update(phones_until=made)
    assert len(corrected_rows(every())) == 1
    Session.objects.update(phones_until=made + timedelta(microseconds=1))
    assert corrected_rows(every()) == []


def test_a_game_of_no_club_has_no_table(hall: Hall) -> None:
    session = over(hall, ron(1, 2))
    correct(session, 1, ron(1, 3))
    Session.objects.update(
        club=None, evening=None, started_at=timezone.make_aware(datetime(2026, 3, 7, 12, 0))
    )
    (row,) = corrected_rows(every())
    assert (row.table, row.date) == (None, date(2026, 3, 7))


def test_at_most_two_hundred_changes_are_listed(hall: Hall) -> None:
    session = over(hall, ron(1, 2))
    first = session.version + 10
    Revision.objects.bulk_create(
        Revision(session=session, key=uuid4(), version=first + number, action="correct", hand_number=number)
        for number in range(201)
    )
    rows = corrected_rows(every())
    assert (len(rows), rows[0].hand, rows[-1].hand) == (200, 200, 1)


# --- hands that came too late ---


def test_a_late_hand_is_said_in_words_with_the_hand_recorded_instead(hall: Hall) -> None:
    session = over(hall, ron(1, 2), ron(2, 3))
    waits = late(session, ron(3, 0), 2)
    late(session, drawn(), 1, left_out_at=timezone.now())
    (row,) = waiting_late_hand_rows(every())
    assert (row.late, row.session, row.date, row.table) == (waits, session, DAY, 1)
    assert row.names == ["Aiko", "Benoît", "Chen", "Dina"]
    assert "Dina" in row.words
    assert "Aiko" in row.words
    assert "Chen" in row.there, "Chen won hand 2 from Dina"
    assert "Aiko" not in row.there
    assert row.fault == "", "it can follow the last hand before the end"


def test_a_late_hand_under_a_number_of_its_own_replaces_none(hall: Hall) -> None:
    session = over(hall, ron(1, 2))
    late(session, ron(3, 0), 2)
    assert [row.there for row in waiting_late_hand_rows(every())] == [""]


def test_what_is_no_hand_is_not_replaced_by_one(hall: Hall) -> None:
    session = hall.begin()
    recording.record_hand(session.pk, ask(session), ron(1, 2))
    entry = {"type": "adjust", "points": [100, -100, 0, 0], "why": "a gift"}
    recording.append_entry(session.pk, ask(session), entry)
    late(session, ron(3, 0), 2)
    assert session.hands.count() == 2
    assert [row.there for row in waiting_late_hand_rows(every())] == [""]


def test_a_late_hand_of_a_full_table_says_so(hall: Hall) -> None:
    session = over(hall, ron(1, 2))
    late(session, ron(3, 0), 2)
    Session.objects.update(state={**session.state, "entries": 199})
    (row,) = waiting_late_hand_rows(every())
    assert "holds its 200 hands" in row.fault


def test_at_most_two_hundred_late_hands_are_listed(hall: Hall) -> None:
    session = over(hall, ron(1, 2))
    for number in range(2, 203):
        late(session, ron(3, 0), number)
    assert len(waiting_late_hand_rows(every())) == 200
