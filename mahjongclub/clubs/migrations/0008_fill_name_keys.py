from itertools import count

from django.db import migrations

from mahjongclub.clubs.naming import name_key

CHUNK = 500


def fill(apps, schema_editor):
    """Every name gets its key. Of two that SQLite took for different the later becomes "Юлия 2"."""
    for model, name, key, longest, places in (
        ("Account", "username", "username_key", 150, [()]),
        ("Club", "name", "name_key", 100, [()]),
        ("Player", "name", "name_key", 200, [("club_id",), ("known_on_id",)]),
    ):
        rows = apps.get_model("clubs", model).objects
        taken: set = set()
        changed = []
        for row in rows.order_by("pk").iterator(CHUNK):
            here = [(place, values) for place in places if None not in (values := _values(row, place))]
            wish = getattr(row, name)
            for number in count(2):
                keys = {(name_key(getattr(row, name)), *where) for where in here}
                if not keys & taken:
                    break
                setattr(row, name, f"{wish[: longest - 6]} {number}")
            taken |= keys
            setattr(row, key, name_key(getattr(row, name)))
            changed.append(row)
        rows.bulk_update(changed, [name, key], batch_size=CHUNK)


def _values(row, place):
    return tuple(getattr(row, name) for name in place)


class Migration(migrations.Migration):
    dependencies = [("clubs", "0007_name_keys")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
