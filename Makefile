# Every task of the project. `make serve` and `make test` need Python 3.11 or newer and nothing else: each makes what it
# uses (an environment, Pyodide's files, the site, a browser) and leaves it for the next run.

PYTHON ?= python3
ADDRESS ?= 127.0.0.1:8000

py := .venv/bin/python
parity_py := .venv-parity/bin/python
env := .venv/.made
parity_env := .venv-parity/.made

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export NO_MKDOCS_2_WARNING := 1

.PHONY: help serve site test test-pyodide lint format golden parity coverage promise examples benchmarks speed runtime browser python editor clean distclean
.DEFAULT_GOAL := help

help:
	@echo 'make serve        build the site and serve it at http://$(ADDRESS)/'
	@echo 'make test         all tests: the library, the site, and every cell in Chromium'
	@echo 'make test-pyodide the tests of the library in the Python of the tab, in Chromium'
	@echo 'make lint         ruff, mypy and codespell (make format: let ruff rewrite)'
	@echo 'make site         build the site into site/'
	@echo 'make editor       bundle the editor of the cells anew (needs Node and npm; the result is committed)'
	@echo 'make clean        remove what was built (make distclean: the environments too)'
	@echo 'With real torch 2.13, installed into .venv-parity on first use:'
	@echo 'make golden       freeze the expected values of the tests again'
	@echo 'make parity       run ops and cells on torch beside borch'
	@echo 'make coverage     which public names of torch are here, and which are not'
	@echo 'make promise      write the promised outputs of the pages (PAGES=... for some of them)'
	@echo 'make examples     write the promised outputs of the examples in docstrings that are new'
	@echo 'make benchmarks   run each benchmarks/*.py: borch beside torch'
	@echo 'make speed        measure in the browser what the page Speed shows, and write it (uses npm for TensorFlow.js)'

serve: $(env)
	@$(py) -c 'import socket; host, port = "$(ADDRESS)".split(":"); socket.create_server((host, int(port)))' 2>/dev/null || { \
	  echo "$(ADDRESS) is taken or is no address; another one: make serve ADDRESS=127.0.0.1:8001" >&2; exit 1; }
	$(py) -m mkdocs serve --dev-addr $(ADDRESS)

site: $(env)
	$(py) -m mkdocs build --strict

test: runtime browser
	$(py) -m pytest tests
	$(py) -m pytest tests_e2e

test-pyodide: runtime browser
	$(py) -m tests_e2e.library

runtime: $(env)
	$(py) -m site_hooks.runtime

browser: $(env)
	$(py) -m site_hooks.browser

editor:
	cd editor && npm ci && npm run build

lint: $(env)
	$(py) -m ruff check .
	$(py) -m ruff format --check .
	$(py) -m mypy
	$(py) -m codespell_lib

format: $(env)
	$(py) -m ruff check --fix .
	$(py) -m ruff format .

benchmarks: $(parity_env)
	@for file in $(filter-out $(addprefix benchmarks/,browser.py kernel_rows.py samples.py soak.py speed.py timing.py),$(wildcard benchmarks/[a-z]*.py)); do $(parity_py) -m benchmarks.$$(basename $$file .py) || exit 1; done

speed: $(parity_env)
	$(parity_py) -m benchmarks.speed

golden: $(parity_env)
	$(parity_py) -m tests.golden

parity: $(parity_env)
	$(parity_py) -m pytest tests -m parity
	$(parity_py) -m site_hooks.promise --check
	$(parity_py) -m site_hooks.examples --check

coverage: $(parity_env)
	$(parity_py) -m tests.coverage

examples: $(parity_env)
	$(parity_py) -m site_hooks.examples --new

promise: $(parity_env)
	$(parity_py) -m site_hooks.promise $(PAGES)

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "borch needs Python 3.11 or newer, and '$(PYTHON)' is not that; name one: make PYTHON=python3.12 ..." >&2; exit 1; }

$(env): pyproject.toml | python
	$(PYTHON) -m venv .venv
	$(py) -m pip install -q -e '.[site,test,lint]'
	@touch $@

$(parity_env): pyproject.toml | python
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info >= (3, 15))' || { \
	  echo "torch 2.13 has wheels for Python 3.11 to 3.14 only; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv .venv-parity
	$(parity_py) -m pip install -q -e '.[site,test,parity]'
	@touch $@

clean:
	rm -rf site build dist .pytest_cache .ruff_cache .mypy_cache
	find borch site_hooks tests tests_e2e benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

distclean: clean
	rm -rf .venv .venv-parity editor/node_modules
