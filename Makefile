# Needs python 3.11 or later and make; everything else is installed into .venv.
.DEFAULT_GOAL := help
.PHONY: help setup run test lint types wheel-smoke lock clean links

VENV := .venv
BIN := $(VENV)/bin
LOCK := requirements/dev.txt
STAMP := $(VENV)/.installed
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

links:
	@for part in graph extraction api cypher; do \
		[ -L user_memory/$$part ] && [ -d user_memory/$$part/ ] || { \
			echo "user_memory/$$part is not a link to ../$$part: this clone was made without symbolic links."; \
			echo "Turn them on and check out anew: git config core.symlinks true && git checkout -- user_memory"; \
			exit 1; }; \
	done

setup: links $(STAMP) ## make .venv with every dependency, checked by hash

# Keyed on the lock: nothing is done again while it stays the same. uv is tried first because it is quick; pip reads the
# machine's own index settings and is the fall-back.
$(STAMP): $(LOCK) requirements/bootstrap.txt pyproject.toml
	@[ -n "$(PYTHON)" ] || { echo "Python 3.11 or later is needed: install it, or name it with make PYTHON=…"; exit 1; }
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	@echo "Installing the dependencies into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bootstrap.txt
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r $(LOCK) || \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(LOCK)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(STAMP)

run: setup ## start the service on the embedded engine (USER_MEMORY_HOST, USER_MEMORY_PORT, USER_MEMORY_DATA)
	@$(BIN)/user-memory serve

test: setup ## run all tests (ARGS="…" is handed to pytest)
	@$(BIN)/python -m pytest $(ARGS)

lint: setup ## style, and the direction of dependencies
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/lint-imports

types: setup ## strict types
	@$(BIN)/mypy

wheel-smoke: setup ## build the wheel, install it apart and use it beside decoy folders
	@.ci/wheel-smoke $(BIN)

lock: ## resolve the dependencies anew and write the locks
	@[ -x $(BIN)/uv ] || $(MAKE) setup
	@for part in "runtime --extra all" "dev --all-extras"; do \
		set -- $$part; name=$$1; shift; \
		$(BIN)/uv pip compile --quiet pyproject.toml "$$@" --universal --python-version 3.11 --upgrade --generate-hashes \
			--no-emit-index-url --no-emit-find-links --no-annotate --no-header --output-file requirements/$$name.txt; \
	done
	@grep -A200 '^uv==' requirements/dev.txt | awk 'NR > 1 && /^[^ ]/ { exit } { print }' > requirements/bootstrap.txt

clean: ## remove .venv and what was built
	rm -rf $(VENV) build dist
