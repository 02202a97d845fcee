"""What is over as this version comes is over for its phones too; tables of rounds know that they are."""

from datetime import datetime, time, timedelta

from django.db import migrations
from django.db.models import F, Q
from django.utils import timezone

NIGHT_ENDS = timedelta(hours=6)
SHORTEST = timedelta(hours=4)


def set_moments(apps, schema_editor):
    Session = apps.get_model("tables", "Session")
    of_rounds = Q(drawn_table__isnull=False) | Q(night_table__isnull=False) | Q(match_table__isnull=False)
    linked = Session.objects.filter(of_rounds).order_by().values("pk")
    Session.objects.filter(pk__in=list(linked.values_list("pk", flat=True))).update(of_round=True)
    clubs = Session.objects.filter(club__isnull=False)
    yesterday = timezone.now() - timedelta(days=1)
    clubs.filter(ended_at__lt=yesterday).update(phones_until=F("ended_at"))
    for session in clubs.filter(phones_until=None).select_related("evening").iterator():
        session.phones_until = _end_of_night(session)
        session.save(update_fields=["phones_until"])


def _end_of_night(session):
    opened = session.started_at or session.created_at
    night = timezone.localdate(opened - NIGHT_ENDS)
    if session.evening is not None:
        night = max(night, session.evening.date)
    over = timezone.make_aware(datetime.combine(night + timedelta(days=1), time.min)) + NIGHT_ENDS
    return max(over, opened + SHORTEST)


def close_rounds(apps, schema_editor):
    Session = apps.get_model("tables", "Session")
    TournamentRound = apps.get_model("leagues", "TournamentRound")
    opened = TournamentRound.objects.filter(opened_at__isnull=False).select_related("tournament")
    for one in opened.prefetch_related("tables__session"):
        sessions = [table.session for table in one.tables.all()]
        over = all(
            session is not None and session.ended_at and (session.state.get("hands") or session.on_paper)
            for session in sessions
        )
        ids = [session.pk for session in sessions if session is not None]
        if over or one.tournament.state == "final":
            ends = [session.ended_at for session in sessions if session is not None and session.ended_at]
            one.closed_at = one.shown_at = one.tournament.final_at or max(ends, default=one.opened_at)
            one.save(update_fields=["closed_at", "shown_at"])
            Session.objects.filter(pk__in=ids).update(phones_until=one.closed_at)
        else:
            Session.objects.filter(pk__in=ids).update(embargoed=True)


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0024_until_when_phones_write"),
        ("tables", "0021_until_when_phones_write"),
        ("clubs", "0028_room_and_locks"),
    ]

    operations = [
        migrations.RunPython(set_moments, migrations.RunPython.noop),
        migrations.RunPython(close_rounds, migrations.RunPython.noop),
    ]
