# Everything a newcomer types. `make` alone lists it; `.ci/run` calls the same targets.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
UV_LOCK := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 \
	--generate-hashes --no-strip-extras --no-emit-index-url --no-header --no-annotate -q
GATED := src/planilla/domain/*,src/planilla/projections/*,src/planilla/formats/*,src/planilla/audit/*,src/planilla/application/*,src/planilla/presentation/*,src/planilla/locales/*,src/planilla/demo/acting.py,src/planilla/demo/book_*.py,src/planilla/demo/marathon.py,src/planilla/demo/random_tournament.py,src/planilla/demo/season.py

# The folders of tests of `make quick`.
INNER := domain formats projections audit application presentation locales golden demo

# Modules compiled once serve every later start: pytest, the servers under test, the command line.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test test-deep quick check fmt bench house golden pictures mutate lock wheel changelog peers \
	forms types compiled measured

help:           ## list these targets
	@sed -n 's/^\([a-z-]*\): *[^#]*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-18s %s\n", $$1, $$2}'

run: .venv/.installed ## set up and serve the demo on http://127.0.0.1:8000
	$(BIN)/planilla serve --demo

test: .venv/.installed-dev ## everything, services included, with the coverage gates
	@$(MAKE) --no-print-directory -j 2 forms compiled
	@$(MAKE) --no-print-directory -j 2 types measured
	@cat build/not-run.txt

test-deep: .venv/.installed-dev ## the property, simulation and differential runs in full numbers
	HYPOTHESIS_PROFILE=deep $(BIN)/pytest -n 2 --dist loadgroup -m "deep or not deep" --timeout=3600

quick: .venv/.installed-dev ## the tests of the rules, projections, formats and texts (a minute)
	$(BIN)/pytest -q -n 2 --dist loadgroup -m "not service and not deep" $(INNER:%=tests/%)

check: forms types ## format, lint, types, contracts, spelling, dependencies

fmt: .venv/.installed-dev ## put the code into its form, and mend what can be mended by itself
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: .venv/.installed-dev ## every figure we claim, measured here
	$(BIN)/python -m bench

peers: build/peers/.installed ## other engines, for `make bench` and the differential runs

house: .venv/.installed-dev ## what an addition touches and how the tree reads: the measures
	$(BIN)/python tests/architecture/house.py

golden: .venv/.installed-dev ## the golden tests; UPDATE_GOLDEN=1 rewrites them, read the diff by eye
	$(BIN)/pytest -q tests/golden

pictures: .venv/.installed-dev ## take the pictures of docs/img again; pngquant, where installed, makes them small
	$(BIN)/pytest -q tests/browser/pictures.py

mutate: .venv/.installed-dev ## mutation tests of one module: make mutate MODULE=planilla.domain.scoring
	$(BIN)/mutmut run "$(MODULE)*"

lock: .venv/.installed-dev ## resolve both locks anew, for Python 3.11 to 3.14 on every platform
	$(UV_LOCK) --upgrade --group build -o requirements.lock
	$(UV_LOCK) --upgrade --group build --group dev -c requirements.lock -o requirements-dev.lock

wheel: .venv/.installed ## build dist/planilla-*.whl, web and migrations inside
	$(PIP) wheel --no-build-isolation --no-deps -w dist .

changelog: .venv/.installed-dev ## join changelog.d into CHANGELOG.md: make changelog VERSION=0.2.0
	$(BIN)/towncrier build --yes --version $(VERSION)

# Not make targets for people: parts of `test` and `check`. The types, a minute of one core, are
# checked while the tests begin. What is collected once before is not compiled by each worker.

forms: .venv/.installed-dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/lint-imports
	$(BIN)/codespell
	$(BIN)/deptry src

types: .venv/.installed-dev
	$(BIN)/mypy

compiled: .venv/.installed-dev
	@$(BIN)/pytest --collect-only -qq >/dev/null || true

measured: .venv/.installed-dev
	@rm -f .coverage .coverage.*
	$(BIN)/pytest -n 3 --dist loadgroup --cov --cov-report=
	$(BIN)/coverage report --include='$(GATED)' --fail-under=100
	$(BIN)/coverage report --include='src/planilla/adapters/*,src/planilla/demo/*' --fail-under=90

# A stamp says what is installed. The locks are complete, so nothing is resolved; what is used is
# compiled when it is first imported.

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Planilla needs Python 3.11 or newer; say where it is: make PYTHON=/path/to/python3.11 run" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Planilla needs Python's venv module, which Debian packs apart: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.installed: .venv/.made requirements.lock pyproject.toml
	$(PIP) install --no-deps --no-compile --require-hashes -r requirements.lock
	$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

.venv/.installed-dev: .venv/.installed requirements-dev.lock
	$(PIP) install --no-deps --no-compile --require-hashes -r requirements-dev.lock
	@touch $@

build/peers/.installed: .venv/.installed-dev pyproject.toml
	$(PYTHON) -m venv --without-pip build/peers
	$(BIN)/uv pip install -q --python build/peers/bin/python --group peers
	@! command -v npm >/dev/null || npm install --silent --no-audit --no-fund --prefix build/peers ws@8
	@touch $@
