"""A version to come, whose second step for the database fails: for tests of upgrading."""
