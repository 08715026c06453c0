# Two commands do everything on a machine that has only Python 3.11 or newer and make:
#   make demo   plays games and shows them
#   make test   lints, type-checks and tests everything

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python

.PHONY: demo test lint format golden bench bench-peers clean

demo: $(VENV)/installed
	$(RUN) -m benchmarks.demo

test: lint
	$(RUN) -m pytest

lint: $(VENV)/installed
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy

format: $(VENV)/installed
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .

golden: $(VENV)/installed
	PYTHONPATH=tests $(RUN) -m golden.playthrough

bench: $(VENV)/installed
	$(RUN) -m benchmarks.throughput

bench-peers: $(VENV)/installed
	$(RUN) -m pip install --quiet --constraint constraints.txt open_spiel pgx "pettingzoo[classic]"
	$(RUN) -m benchmarks.throughput --peers

$(VENV)/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --upgrade pip
	$(RUN) -m pip install --quiet --constraint constraints.txt --requirement constraints.txt
	$(RUN) -m pip install --quiet --constraint constraints.txt --editable ".[dev]"
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
