from typing import Any

from django.db import migrations


def mark(apps: Any, schema_editor: Any) -> None:
    """Whom a phone knew before an account had them was claimed by a seat: a roster makes players of its own."""
    players = apps.get_model("clubs", "Player").objects.using(schema_editor.connection.alias)
    players.filter(account__isnull=False, known_on__isnull=False).update(claimed_by_seat=True)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0014_claimed_by_seat"),
    ]

    operations = [
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
