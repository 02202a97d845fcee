from django.db import migrations, models
from django.db.models import F


def keep_since_when(apps, schema_editor):
    """Who is here came when they were noted first; who has left is not here."""
    presences = apps.get_model("leagues", "Presence").objects
    presences.filter(here=True).update(here_at=F("came_at"))


class Migration(migrations.Migration):
    dependencies = [("leagues", "0043_entry_fees")]

    operations = [
        migrations.AddField(
            model_name="presence", name="here_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.RunPython(keep_since_when, migrations.RunPython.noop),
    ]
