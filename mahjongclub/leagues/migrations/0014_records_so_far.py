"""Comebacks and first places in a row of the games that have been, so that no record is told that is none."""

from collections import defaultdict

from django.db import migrations

SESSIONS_AT_ONCE = 500


def comebacks(apps, schema_editor):
    """How far behind each winner had been at most, from what was stored of the hands."""
    Appearance, Hand = apps.get_model("leagues", "Appearance"), apps.get_model("tables", "Hand")
    numbers = list(Appearance.objects.filter(place=1).values_list("session_id", flat=True).distinct())
    for start in range(0, len(numbers), SESSIONS_AT_ONCE):
        some = numbers[start : start + SESSIONS_AT_ONCE]
        scores: dict[int, list[list[int]]] = defaultdict(list)
        for session, result in Hand.objects.filter(session_id__in=some).values_list("session_id", "result"):
            told = result.get("scores", [])
            players = result.get("sitting") or range(len(told))
            scores[session].append([points for _player, points in sorted(zip(players, told, strict=True))])
        rows = list(Appearance.objects.filter(session_id__in=some, place=1))
        for row in rows:
            row.comeback = max((max(now) - now[row.seat] for now in scores[row.session_id] if now), default=0)
        Appearance.objects.bulk_update([row for row in rows if row.comeback], ["comeback"], batch_size=200)


def streaks(apps, schema_editor):
    """First places in a row up to each game of a club's book, and those that go on."""
    Appearance, Rating = apps.get_model("leagues", "Appearance"), apps.get_model("leagues", "Rating")
    books = Appearance.objects.exclude(rated_games=None).order_by("book").values_list("book", flat=True)
    for book in books.distinct():
        runs: dict[int, int] = defaultdict(int)
        changed = []
        rows = (
            Appearance.objects.filter(book=book)
            .order_by("order", "seat")
            .only("player_id", "place", "firsts")
        )
        for row in rows.iterator(chunk_size=2000):
            runs[row.player_id] = runs[row.player_id] + 1 if row.place == 1 else 0
            if runs[row.player_id]:
                row.firsts = runs[row.player_id]
                changed.append(row)
        Appearance.objects.bulk_update(changed, ["firsts"], batch_size=200)
        ratings = [one for one in Rating.objects.filter(book=book) if runs[one.player_id]]
        for one in ratings:
            one.firsts = runs[one.player_id]
        Rating.objects.bulk_update(ratings, ["firsts"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0013_records_of_a_club"), ("tables", "0018_players_who_sit_down")]

    operations = [
        migrations.RunPython(comebacks, migrations.RunPython.noop),
        migrations.RunPython(streaks, migrations.RunPython.noop),
    ]
