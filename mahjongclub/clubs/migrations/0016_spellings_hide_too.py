from typing import Any

from django.db import migrations


def hide(apps: Any, schema_editor: Any) -> None:
    """The other spellings of who hides the name are hidden as well: they would tell it."""
    players = apps.get_model("clubs", "Player").objects.using(schema_editor.connection.alias)
    hidden = players.filter(name_hidden=True).values_list("pk", flat=True)
    players.filter(merged_into__in=list(hidden)).update(name_hidden=True)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0015_who_was_claimed_by_seat"),
    ]

    operations = [
        migrations.RunPython(hide, migrations.RunPython.noop),
    ]
