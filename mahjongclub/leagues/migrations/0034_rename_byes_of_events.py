from django.db import migrations


class Migration(migrations.Migration):
    """`Bye` becomes the word for a bye of any round; the table of those of events stays as it is."""

    dependencies = [("leagues", "0033_penalty_kinds")]

    operations = [
        migrations.AlterModelTable("bye", "leagues_bye"),
        migrations.RenameModel("Bye", "TournamentBye"),
    ]
