"""The pages of leagues, standings, ratings and players."""
