# make demo   sets Schwesing and Treia side by side
# make test   runs the tests
# make deep   runs the checks that take long
#
# Each makes .venv if there is none. Another Python: make test PYTHON=python3.12

PYTHON ?= python3
BIN := .venv/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo test deep

demo: .venv/installed
	@$(BIN)/trickbook compare schwesing treia --fast

test: .venv/installed-test
	$(BIN)/python -m pytest

deep: .venv/installed-test
	$(BIN)/python -m pytest -m deep

.venv/installed: pyproject.toml | $(BIN)/pip
	@echo "Installing Trickbook into .venv (once) ..."
	@$(PIP_INSTALL) --editable .
	@touch $@

.venv/installed-test: pyproject.toml | $(BIN)/pip
	@echo "Installing Trickbook and what its tests need into .venv (once) ..."
	@$(PIP_INSTALL) --editable ".[test]"
	@touch $@ .venv/installed

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else \
		"Trickbook needs Python 3.11 or later; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12")'
	@$(PYTHON) -m venv .venv
