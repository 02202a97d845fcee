# make run      serve the app (HOST=0.0.0.0 PORT=8000), everything installed and migrated first
# make test     the whole test suite (PYTEST="tests/rules -x" for some of it)
# make phones   the tests in which many phones play on without network, each with its own engine: eight minutes more
# make lint     style and types
# make messages gather the texts to translate into locale/
# make offline  fetch with npm what phones need to settle without network (PACKAGE=pyodide-….tgz: from a file)
# make load     2000 phones at 500 tables for a minute (STREAMS= TABLES= SECONDS=), on this machine alone
# make bench    how fast everything is on this machine, in five minutes (BENCH="--json --database-url postgres://...")
# make screens  photograph every screen into var/screens/

HOST ?= 0.0.0.0
PORT ?= 8000
STREAMS ?= 2000
TABLES ?= 500
SECONDS ?= 60
# The first Python that is new enough and can make a virtual environment.
PYTHON ?= $(shell for python in python3.11 python3 python3.12 python3.13 python3.14 python; do \
	if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	then echo $$python; break; fi; done)
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: run install test phones lint messages offline load bench screens

run: install
	@exec $(BIN)/python manage.py serve --host "$(HOST)" --port "$(PORT)"

install: .venv/installed

.venv/installed: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) --editable .
	@touch $@

.venv/installed-test: .venv/installed
	$(PIP) --editable '.[test]'
	@touch $@

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer with venv is needed (on Debian: apt install python3-venv)." >&2; exit 1; }
	"$(PYTHON)" -m venv .venv

# What measures moments or kills servers comes after what fills the cores: it waits more than it works, so that
# two of them stand each other.
test: .venv/installed-test
ifdef PYTEST
	$(BIN)/python -m pytest $(PYTEST)
else
	@status=0; set -x; \
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder -m "not alone and not phones" || status=$$?; \
	$(BIN)/python -m pytest tests --numprocesses 2 --dist loadfile --no-loadscope-reorder -m alone || status=$$?; \
	exit $$status
endif

phones: .venv/installed-test
	$(BIN)/python -m pytest tests/browser --numprocesses 2 --dist loadfile --no-loadscope-reorder -m phones

lint: .venv/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/djlint --lint --quiet templates

messages: .venv/installed
	$(BIN)/python manage.py messages

offline: install
	@$(BIN)/python manage.py offline $(if $(PACKAGE),--package "$(PACKAGE)")

load: .venv/installed-test
	$(BIN)/python -m tests.load --streams $(STREAMS) --tables $(TABLES) --seconds $(SECONDS)

bench: .venv/installed-test
	$(BIN)/python manage.py bench $(BENCH)

screens: .venv/installed-test
	$(BIN)/python -m tests.browser.screens
