"""The pages of sheets, each with its preview and its PDF."""
