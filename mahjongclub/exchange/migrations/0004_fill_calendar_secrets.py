from django.db import migrations

from mahjongclub.clubs.row_secrets import new_secret


def fill(apps, schema_editor):
    """Every club's calendar has a secret; the links given out go on. A club without a row had links of number 1."""
    links = apps.get_model("exchange", "CalendarLink").objects
    for club in apps.get_model("clubs", "Club").objects.all():
        link, made = links.get_or_create(club=club, defaults={"generation": 1, "secret": new_secret()})
        if not made:
            link.secret = new_secret()
            link.save(update_fields=["secret"])


class Migration(migrations.Migration):
    dependencies = [("exchange", "0003_calendar_secrets")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
