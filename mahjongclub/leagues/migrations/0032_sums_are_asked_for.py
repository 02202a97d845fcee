from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0031_copy_games_of_seasons"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="appearance", name="appearance_best_of_season"),
        migrations.RemoveIndex(model_name="appearance", name="appearance_by_evening"),
        migrations.RemoveField(model_name="appearance", name="season"),
        migrations.RemoveField(model_name="appearance", name="value"),
        migrations.DeleteModel(name="Entry"),
        migrations.DeleteModel(name="Meeting"),
        migrations.DeleteModel(name="Month"),
        migrations.DeleteModel(name="SeasonDay"),
    ]
