"""The organiser's guide: the pages of docs/guide, in the app and beside the questions they answer."""
