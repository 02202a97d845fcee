import os

from django.db import migrations, models


def fill(apps, schema_editor):
    apps.get_model("upgrade", "Novelty").objects.create(name="half done")
    if os.environ.get("UPGRADE_FAILS"):
        raise ValueError("a row nobody thought of")


class Migration(migrations.Migration):
    dependencies = [("upgrade", "0001_works")]
    operations = [
        migrations.AddField("Novelty", "name", models.TextField(default="")),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
