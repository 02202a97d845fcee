from itertools import count

from django.db import migrations

from mahjongclub.clubs.naming import name_key

LONGEST, CHUNK = 80, 500


def fill(apps, schema_editor):
    """Every name gets its key. Of two that SQLite took for different the later becomes "Été 2"."""
    rows = apps.get_model("tables", "HouseRules").objects
    taken: set = set()
    changed = []
    for row in rows.order_by("pk").iterator(CHUNK):
        wish = row.name
        for number in count(2):
            key = (row.club_id, row.variant, name_key(row.name))
            if key not in taken:
                break
            row.name = f"{wish[: LONGEST - 6]} {number}"
        taken.add(key)
        row.name_key = key[-1]
        changed.append(row)
    rows.bulk_update(changed, ["name", "name_key"], batch_size=CHUNK)


class Migration(migrations.Migration):
    dependencies = [("tables", "0011_house_rules_keys")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
