# make demo   a real sweep and its report, in an environment of its own
# make test   the whole test suite
# make check  style, types and the tests that fail first: under a minute once it is warm
# make lint   style and types
# make speed  this code against the last release, or COMMIT=...: fails if it is 15 % slower
# make docs   the pages of docs/ as a site, site/index.html, which opens without a network
#
# PYTHON=/path/to/python3.12 chooses the interpreter that .venv is made from.

SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
PYTEST_OPTIONS ?=
# A process of tests for each core, which take the files in turn.
PYTEST_PROCESSES ?= -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

# The first of these that is there and new enough.
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3.14 python3 python; do \
	if $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	then echo $$name; break; fi; done)

SOURCES := pyproject.toml setup.py constraints.txt
# Golden games of the first two games, a run from the command line, messages, rules without a test.
SMOKE := tests/golden tests/test_games.py tests/test_rule_coverage.py tests/runs/test_game.py \
	tests/cli/test_any_game.py tests/cli/test_messages.py
LINKED := simulator strategies analysis reports data referee

.PHONY: demo test check speed docs lint format links clean

demo: $(VENV)/.installed
	$(BIN)/eoc-sim demo

test: $(VENV)/.installed-test
	$(BIN)/python -m pytest $(PYTEST_PROCESSES) $(PYTEST_OPTIONS)

speed: $(VENV)/.installed
	$(BIN)/python benchmarks/compare_speed.py $(COMMIT)

check: lint
	$(BIN)/python -m pytest -q $(PYTEST_PROCESSES) $(SMOKE)

lint: $(VENV)/.installed-test links
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	cd .types && ../$(BIN)/mypy --config-file ../pyproject.toml -p eoc_sim

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

$(VENV)/.installed-docs: $(SOURCES) | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[docs]'
	@touch $@ $(VENV)/.installed

# Type checkers find packages by folder: here every package lies where its import name says.
links:
	@rm -rf .types
	@mkdir -p .types/eoc_sim
	@for entry in eoc_sim/*; do \
	case $$entry in */__pycache__) ;; *) ln -s ../../$$entry .types/$$entry;; esac; done
	@for folder in $(LINKED); do ln -s ../../$$folder .types/eoc_sim/$$folder; done

clean:
	rm -rf .types build site dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
