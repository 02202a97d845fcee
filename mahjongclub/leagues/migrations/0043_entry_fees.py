from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0042_drop_rounds_of_events")]

    operations = [
        migrations.AddField(
            model_name="registration",
            name="fee_cents",
            field=models.PositiveIntegerField(blank=True, default=None, null=True),
        ),
        migrations.AddField(
            model_name="registration",
            name="fee_currency",
            field=models.CharField(blank=True, default="€", max_length=8),
        ),
    ]
