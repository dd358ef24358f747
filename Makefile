# make demo   play a real sweep and write its report, in a virtual environment
# make test   run the whole test suite
# make check  check style and types, and run the tests most likely to fail; takes a minute once
#             the code is compiled
# make lint   check style and types
# make speed  compare with the last release, or COMMIT=...; fails if this code is 15 % slower
# make wheel  build dist/ and install it into empty environments, with old and new dependencies
# make code   build a wheel with machine code in dist/, install it into an empty environment and
#             play every built-in game
# make docs   build the pages of docs/ as a site, site/index.html, which opens offline
#
# PYTHON=/path/to/python3.12 chooses the interpreter for .venv.

SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
PYTEST_OPTIONS ?=
# One test process per core, up to four; each takes the next file.
PYTEST_PROCESSES ?= -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

# The first of these interpreters that exists and is new enough.
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3.14 python3 python; do \
	if $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	then echo $$name; break; fi; done)

SOURCES := pyproject.toml setup.py constraints.txt
# Golden traces of Envelopes of Cash, a run from the command line, messages, and a check that
# every rule has a test.
SMOKE := tests/golden tests/test_games.py tests/test_rule_coverage.py tests/runs/test_game.py \
	tests/cli/test_any_game.py tests/cli/test_messages.py
LINKED := simulator strategies analysis reports data referee
PROGRAMS := $(basename $(notdir $(wildcard scripts/*.py benchmarks/*.py)))

# The tests start hundreds of processes. Without bytecode files, each would compile all modules.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test check speed wheel code docs lint format links clean

demo: $(VENV)/.installed
	$(BIN)/eoc-sim demo

test: $(VENV)/.installed-test
	$(BIN)/python -m pytest $(PYTEST_PROCESSES) $(PYTEST_OPTIONS)

speed: $(VENV)/.installed
	$(BIN)/python benchmarks/compare_speed.py $(COMMIT)

wheel: $(VENV)/.installed-release
	$(BIN)/python scripts/check_install.py --dist dist --tools

code: $(VENV)/.installed-release
	$(BIN)/python scripts/ship_code.py

check: lint
	$(BIN)/python -m pytest -q $(PYTEST_PROCESSES) $(SMOKE)

lint: $(VENV)/.installed-test links
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	cd .types && MYPYPATH=../scripts:../benchmarks:../tests ../$(BIN)/mypy \
		--config-file ../pyproject.toml -p eoc_sim $(PROGRAMS:%=-m %)

docs: $(VENV)/.installed-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "Open site/index.html in a browser."

format: $(VENV)/.installed-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(BIN)/python:
	@if [ -z "$(PYTHON)" ] || \
	! $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	echo "No Python 3.11 or newer was found. Install one, or name it: make PYTHON=/path/to/python3.12" >&2; \
	exit 1; fi
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(SOURCES) | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.installed-test: $(SOURCES) | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-release: $(SOURCES) | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[release]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-docs: $(SOURCES) | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[docs]'
	@touch $@ $(VENV)/.installed

# Type checkers find packages by folder, so link every package at the path of its import name.
links:
	@rm -rf .types
	@mkdir -p .types/eoc_sim
	@for entry in eoc_sim/*; do \
	case $$entry in */__pycache__) ;; *) ln -s ../../$$entry .types/$$entry;; esac; done
	@for folder in $(LINKED); do ln -s ../../$$folder .types/eoc_sim/$$folder; done

clean:
	rm -rf .types build site dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
