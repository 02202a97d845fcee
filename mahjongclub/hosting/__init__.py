"""The pages of whoever runs the place: who may come in, the clubs with their sizes, backups."""
