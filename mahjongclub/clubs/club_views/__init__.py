"""The pages of a club that show no game: founding, settings, members, invitations, roster, evenings."""
