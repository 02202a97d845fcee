"""Who speaks for whom at an evening: the phone that did so last, and phones that ask to."""

from datetime import timedelta
from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def keep_who_spoke(apps: Any, _editor: Any) -> None:
    """Whoever checked in or answered lately goes on speaking from the same phone."""
    phones = apps.get_model("leagues", "PlayerPhone")
    lately = (timezone.now() - timedelta(days=90)).date()
    latest: dict[int, tuple[Any, int]] = {}
    for name in ("Presence", "Reply"):
        rows = apps.get_model("leagues", name).objects.filter(
            device__isnull=False, evening__date__gte=lately, player__merged_into=None, player__account=None
        )
        for player, device, day in rows.values_list("player", "device", "evening__date").order_by("pk"):
            if player not in latest or latest[player][0] <= day:
                latest[player] = (day, device)
    phones.objects.bulk_create(
        phones(player_id=player, device_id=device) for player, (_day, device) in latest.items()
    )


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0028_room_and_locks"),
        ("leagues", "0022_limits_of_matches"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayerPhone",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("used_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.device"
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="phone", to="clubs.player"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PhoneRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.device"
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phone_requests",
                        to="clubs.evening",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phone_requests",
                        to="clubs.player",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "device"), name="a_phone_asks_once")
                ],
            },
        ),
        migrations.RunPython(keep_who_spoke, migrations.RunPython.noop),
    ]
