from django.db import migrations, models

AT_END = [
    ("finish", "what is in play is finished"),
    ("one_more", "what is in play is finished, then one more is played"),
]


class Migration(migrations.Migration):
    dependencies = [("tables", "0008_results_corrected")]

    operations = [
        migrations.AlterField(
            "clock", "at_end", models.CharField(choices=AT_END, default="finish", max_length=10)
        )
    ]
