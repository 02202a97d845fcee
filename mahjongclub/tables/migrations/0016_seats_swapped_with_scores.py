from django.db import migrations, models

ACTIONS = [
    ("record", "hand recorded"),
    ("correct", "hand corrected"),
    ("insert", "hand inserted"),
    ("delete", "hand deleted"),
    ("undo", "last hand undone"),
    ("swap", "seats swapped"),
    ("move", "seats swapped, with hands and scores"),
    ("during", "during the hand"),
    ("close", "session closed"),
    ("continue", "session continued"),
    ("dice", "dice thrown for the first dealer"),
    ("clock", "clock set"),
    ("start", "clock started"),
    ("pause", "clock paused"),
    ("resume", "clock going again"),
    ("agreeing", "agreement of all seats"),
    ("agree", "agreed"),
    ("without", "gone on without agreement"),
    ("result", "result corrected"),
]


class Migration(migrations.Migration):
    dependencies = [("tables", "0015_what_is_to_pay")]

    operations = [
        migrations.AlterField("revision", "action", models.CharField(choices=ACTIONS, max_length=10))
    ]
