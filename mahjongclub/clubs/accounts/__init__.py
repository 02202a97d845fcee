"""Signing up and in: our side of django-allauth."""
