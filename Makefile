PORT ?= 8000
STREAMS ?= 2000
TABLES ?= 500
SECONDS ?= 60
# The first Python that is new enough and can make a virtual environment. The system's own comes first: distributions
# build it for speed, and the tests take two thirds of what they take with one that was compiled by hand without.
PYTHON ?= $(shell for python in /usr/bin/python3 python3.11 python3 python3.12 python3.13 python3.14 python; do \
	if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	then echo $$python; break; fi; done)
BIN := .venv/bin
# Nothing is fetched but files whose digest stands in requirements/: no dependency looked for, no build that fetches.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation
HASHED := @$(BIN)/python tools/install.py
UV := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-package pip $(UPGRADE)
# What few need and `make run` installs all the same: docs/dependencies.md tells what each weighs.
EXTRAS := --extra sheets --extra ods

# Several workers, a file to each; those in a browser come last (tests/sets.py).
# A worker that dies ends the run: after a new one xdist may wait for ever.
TESTS = $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder --max-worker-restart=0
# Only its checker is used; it fetches nothing, and what it remembers stays here.
DENO := DENO_DIR=.deno_cache DENO_NO_UPDATE_CHECK=1 $(BIN)/deno

.PHONY: help run demo install install-server test quick nightly mutants lint lock wheel release sbom messages offline load bench screens

help: ## show these lines
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | while IFS='|' read -r name what; do \
		printf 'make %-10s %s\n' "$$name" "$$what"; done

run: install ## serve the app (HOST= PORT=8000), everything installed and migrated first
	@exec $(BIN)/python manage.py serve $(if $(HOST),--host "$(HOST)") --port "$(PORT)"

demo: install ## fill a scratch folder with a made-up club, serve it and print a link to it (PORT=)
	@exec $(BIN)/mahjongclub demo $(if $(HOST),--host "$(HOST)") $(if $(filter-out file,$(origin PORT)),--port "$(PORT)")

install: .venv/installed

# With what PostgreSQL and several processes need.
install-server: .venv/installed-server

.venv/installed: pyproject.toml requirements/build.txt requirements/app.txt | .venv/bin/python
	$(HASHED) requirements/build.txt
	$(HASHED) requirements/app.txt
	@$(PIP) --editable .
	@touch $@

.venv/installed-%: .venv/installed requirements/%.txt
	$(HASHED) requirements/$*.txt
	@touch $@

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer with venv is needed (on Debian: apt install python3-venv)." >&2; exit 1; }
	@echo "The first start installs what the app needs into .venv: a minute or two."
	@"$(PYTHON)" -m venv .venv

# What tests start finds what Python compiled, whatever the machine says.
test quick nightly: export PYTHONDONTWRITEBYTECODE =

test: .venv/installed-test ## the tests that every change must pass, some twelve minutes on two cores (PYTEST="tests/rules -x" for some)
ifdef PYTEST
	$(BIN)/python -m pytest $(PYTEST)
else
	$(TESTS) -m "not nightly"
endif

quick: .venv/installed-test ## the engine, the pairing and the lists, in a minute, for use while working
	$(TESTS) -m "not nightly" --ignore-glob='*/browser' \
		tests/rules tests/pairing tests/lists tests/worth tests/debts tests/games/*/engine \
		mahjongclub/rules mahjongclub/pairing mahjongclub/lists mahjongclub/debts mahjongclub/games

# A third follows from a number, of a commit say: after three in a row all of it has run. MARKS chooses among it.
nightly: export NIGHTLY_THIRD = $(THIRD)
nightly: $(if $(THIRD),.venv/installed-test,test) .venv/installed-riichienv ## every test there is, ten times the examples, others each time (THIRD=0: a third of what `make test` leaves out)
	$(TESTS) -m "$(or $(MARKS),nightly or hypothesis)" --hypothesis-profile nightly
ifndef THIRD
	@$(MAKE) mutants
endif

mutants: .venv/installed-test .venv/installed-mutants ## change the code in one place at a time, and see whether a test notices (MUTANTS="--each 50 pairing")
	$(BIN)/python tools/mutants.py $(MUTANTS)

lint: .venv/installed-test ## style and types, of Python, templates and scripts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/djlint --lint --quiet templates
	$(DENO) check --quiet --config tools/deno.json static/js/*.js static/js/*/*.js templates/*.js
	$(DENO) lint --quiet --config tools/deno.json static/js templates/*.js
	$(DENO) fmt --check --quiet --config tools/deno.json static/js templates/*.js
	$(BIN)/python tools/columns.py 120 templates

# What was pinned stays pinned; the longest list comes first, so that the others have its versions.
lock: $(BIN)/uv ## write requirements/ anew: every version with the digests of its files (UPGRADE="--upgrade")
	$(UV) --extra test pyproject.toml --output-file requirements/test.txt
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])' \
		| { cat; echo setuptools; } | $(UV) --constraint requirements/test.txt - --output-file requirements/build.txt
	$(UV) --extra riichienv --constraint requirements/test.txt pyproject.toml --output-file requirements/riichienv.txt
	$(UV) --extra mutants --constraint requirements/test.txt pyproject.toml --output-file requirements/mutants.txt
	$(UV) --extra server $(EXTRAS) --constraint requirements/test.txt pyproject.toml --output-file requirements/server.txt
	$(UV) $(EXTRAS) --constraint requirements/test.txt pyproject.toml --output-file requirements/app.txt

# Not what is installed decides whether the lists can be written, but whether uv is there.
$(BIN)/uv:
	@$(MAKE) .venv/installed-test

# The same bytes for the same commit: nothing in it has a time but that of the commit.
wheel: export SOURCE_DATE_EPOCH = $(shell git log -1 --format=%ct 2>/dev/null || echo 1577836800)
wheel: install ## build the wheel that pip, pipx and uvx install, into dist/
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

release: .venv/installed-test ## check and build a release into dist/, as RELEASING.md says (RELEASE=--image: the image too)
	@$(BIN)/python tools/release.py $(RELEASE)

sbom: .venv/installed-test ## what an installation is made of, as CycloneDX, into var/sbom.json
	@$(BIN)/python tools/sbom.py $(or $(SBOM),var/sbom.json)

messages: .venv/installed ## gather the texts to translate into locale/
	$(BIN)/python manage.py messages

offline: install ## fetch with npm what phones need to settle without network (PACKAGE=pyodide-….tgz: from a file)
	@$(BIN)/python manage.py offline $(if $(PACKAGE),--package "$(PACKAGE)")

load: .venv/installed-test ## 2000 phones at 500 tables for a minute (STREAMS= TABLES= SECONDS=), on this machine alone
	$(BIN)/python -m tests.load --streams $(STREAMS) --tables $(TABLES) --seconds $(SECONDS)

bench: .venv/installed-test ## how fast everything is on this machine, in five minutes (BENCH="--json --database-url postgres://...")
	$(BIN)/python -m benchmarks bench $(BENCH)

screens: .venv/installed-test ## photograph every screen into var/screens/, and the README's and the guide's pictures into docs/pictures/
	$(BIN)/python -m tests.browser.readme_pictures
	$(BIN)/python -m tests.browser.guide_pictures
	$(BIN)/python -m tests.browser.screens
