"""The migrations make the tables that the models say."""

from __future__ import annotations

from django.apps import apps
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState


def test_no_model_differs_from_the_migrations() -> None:
    loader = MigrationLoader(None)
    detector = MigrationAutodetector(loader.project_state(), ProjectState.from_apps(apps))
    changes = detector.changes(graph=loader.graph)
    ours = {config.label for config in apps.get_app_configs() if config.name.startswith("mahjongclub.")}
    assert {label: found for label, found in changes.items() if label in ours} == {}
