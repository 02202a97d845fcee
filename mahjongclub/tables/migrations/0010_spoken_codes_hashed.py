"""Codes said across the table are kept as hashes. They live for half a day: the tables show new ones."""

from django.db import migrations, models


def drop_codes(apps, schema_editor):
    apps.get_model("tables", "JoinCode").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("tables", "0009_clock_words")]

    operations = [
        migrations.RunPython(drop_codes, migrations.RunPython.noop),
        migrations.RemoveField("joincode", "code"),
        migrations.AddField(
            "joincode",
            "code_hash",
            models.CharField(max_length=64, unique=True, default=""),
            preserve_default=False,
        ),
        migrations.AddField("joincode", "number", models.PositiveIntegerField(default=0)),
        migrations.RunPython(migrations.RunPython.noop, drop_codes),
    ]
