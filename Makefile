# One word a habit; CONTRIBUTING.md says more. Commands run in the active virtual environment, else in .venv.

VENV := $(or $(EQUIMORPH_VENV),$(VIRTUAL_ENV),.venv)
export PATH := $(abspath $(VENV))/bin:$(PATH)
FILE = tests
ARGS =

.PHONY: help setup test test-of quick faults lint format docs

help: ## Show these words.
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 10

setup: ## Install what the tests need.
	scripts/setup-tests --version

test: ## Run all tests but the planted faults.
	scripts/setup-tests $(ARGS)

test-of: ## Run the tests of FILE, a file or folder; options of pytest in ARGS.
	python -m pytest -q $(FILE) $(ARGS)

quick: ## Lint, and run the tests of what changed.
	.ci/run --quick

faults: ## Run the planted faults of the files that changed since main.
	python -m pytest -q -n auto --sabotage-changed tests/sabotage

lint: ## Check formatting, style, types and import contracts.
	ruff format --check .
	ruff check .
	mypy
	lint-imports

format: ## Format the code, and repair what ruff can repair.
	ruff check --fix .
	ruff format .

docs: ## Build the pages; a warning is an error.
	sphinx-build -q -n -W --keep-going -b html docs docs/_build/html
