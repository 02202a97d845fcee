"""Games coming into a club: logs, game records and spreadsheets, looked at first and then kept."""
