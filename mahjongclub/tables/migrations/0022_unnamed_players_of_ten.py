"""The second player of Ten whom nobody named was marked by the wind West, which says seat 3 elsewhere."""

from typing import Any

from django.db import migrations


def number_unnamed(apps: Any, schema_editor: Any) -> None:
    seats = apps.get_model("tables", "Seat").objects.filter(number=1, session__variant="ten")
    unnamed = seats.filter(player__name="@W", player__name_hidden=True)
    ids = list(unnamed.values_list("player_id", flat=True))
    apps.get_model("clubs", "Player").objects.filter(pk__in=ids).update(name="@2")


class Migration(migrations.Migration):
    dependencies = [("tables", "0021_until_when_phones_write")]

    operations = [migrations.RunPython(number_unnamed, migrations.RunPython.noop)]
