"""A seat that another phone has is asked for, and a phone that only watches has none."""

from typing import Any

from django.db import migrations, models


def viewers_stand_up(apps: Any, _editor: Any) -> None:
    """Phones that watched could have a seat before: they look on from no seat."""
    access = apps.get_model("tables", "Access")
    access.objects.filter(role="viewer", seat__isnull=False).update(seat=None)


class Migration(migrations.Migration):
    dependencies = [("tables", "0019_the_referee_is_called")]

    operations = [
        migrations.AddField("session", "seat_requests", models.JSONField(default=dict, blank=True)),
        migrations.AlterField(
            model_name="revision",
            name="action",
            field=models.CharField(
                choices=[
                    ("record", "hand recorded"),
                    ("correct", "hand corrected"),
                    ("insert", "hand inserted"),
                    ("delete", "hand deleted"),
                    ("undo", "last hand undone"),
                    ("swap", "seats swapped"),
                    ("move", "seats swapped, with hands and scores"),
                    ("during", "during the hand"),
                    ("close", "session closed"),
                    ("continue", "session continued"),
                    ("dice", "dice thrown for the first dealer"),
                    ("begun", "begun elsewhere"),
                    ("clock", "clock set"),
                    ("start", "clock started"),
                    ("pause", "clock paused"),
                    ("resume", "clock going again"),
                    ("agreeing", "agreement of all seats"),
                    ("agree", "agreed"),
                    ("without", "gone on without agreement"),
                    ("result", "result corrected"),
                    ("referee", "referee"),
                    ("seat", "the seat of another phone"),
                ],
                max_length=10,
            ),
        ),
        migrations.RunPython(viewers_stand_up, migrations.RunPython.noop),
        migrations.AddConstraint(
            "access",
            models.CheckConstraint(
                condition=models.Q(
                    ("seat__isnull", True), models.Q(("role", "viewer"), _negated=True), _connector="OR"
                ),
                name="a_viewer_has_no_seat",
            ),
        ),
    ]
