from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0030_time_zone")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="dues_cents",
            field=models.PositiveIntegerField(blank=True, default=None, null=True),
        ),
        migrations.AddField(
            model_name="club",
            name="dues_currency",
            field=models.CharField(blank=True, default="€", max_length=8),
        ),
        migrations.AddField(
            model_name="dues",
            name="paid_cents",
            field=models.PositiveIntegerField(blank=True, default=None, null=True),
        ),
    ]
