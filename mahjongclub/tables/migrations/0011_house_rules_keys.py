from django.db import migrations

from mahjongclub.clubs.name_keys import NameKey


class Migration(migrations.Migration):
    dependencies = [("tables", "0010_spoken_codes_hashed")]

    operations = [migrations.AddField("houserules", "name_key", NameKey(max_length=240, of="name"))]
