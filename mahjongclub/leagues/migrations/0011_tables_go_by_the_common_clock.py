"""The tables of a round that runs as this version comes go by its clock and may call the referee."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def follow(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    sessions = apps.get_model("tables", "Session").objects
    sessions.filter(**{"drawn_table__isnull": False}, ended_at=None).update(extra_minutes=0)


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0010_who_comes"),
        ("tables", "0019_the_referee_is_called"),
    ]

    operations = [migrations.RunPython(follow, migrations.RunPython.noop)]
