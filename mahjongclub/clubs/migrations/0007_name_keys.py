from django.db import migrations

from mahjongclub.clubs.name_keys import NameKey


class Migration(migrations.Migration):
    dependencies = [("clubs", "0006_merged_players")]

    operations = [
        migrations.AddField("account", "username_key", NameKey(max_length=450, of="username")),
        migrations.AddField("club", "name_key", NameKey(max_length=300, of="name")),
        migrations.AddField("player", "name_key", NameKey(max_length=600, of="name")),
    ]
