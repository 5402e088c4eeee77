# The two commands of the README are `make demo` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DOCS := $(VENV)/.docs

.PHONY: demo test test-slow test-extras check golden bench docs clean

demo: $(READY)  ## A small cross-play with the embedded language model, and its report.
	$(BIN)/ostrom demo

test: $(READY)  ## All tests but the slow ones.
	$(BIN)/python -m pytest -n 2 --dist loadfile

test-slow: $(READY)  ## The truly long checks.
	$(BIN)/python -m pytest -m slow

test-extras:  ## Tests of the optional backends, in an environment of their own (axelrod brings torch).
	$(PYTHON) -m venv $(VENV)-extras
	$(VENV)-extras/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(VENV)-extras/bin/python -m pip install --quiet -e '.[local,inspect,axelrod]' --group dev
	$(VENV)-extras/bin/python -m pytest tests/differential/test_axelrod.py tests/unit/llm/test_inspect.py

check: $(READY)  ## Format, lint, layers, types.
	$(BIN)/ruff format --check src tests benchmarks examples
	$(BIN)/ruff check src tests benchmarks examples
	$(BIN)/lint-imports
	$(BIN)/mypy

golden: $(READY)  ## Writes golden files that are missing; never overwrites one.
	PYTHONPATH=tests $(BIN)/python tests/golden/write_golden.py

bench: $(READY)  ## Speed and memory, as ratios side by side.
	for bench in benchmarks/bench_*.py; do echo "== $$bench"; $(BIN)/python $$bench || exit 1; done

docs: $(READY) $(DOCS)  ## The documentation site, into site/.
	$(BIN)/mkdocs build --strict

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[local]' --group dev
	touch $@

$(DOCS): $(READY)
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[docs]'
	touch $@

clean:
	rm -rf $(VENV) site .mypy_cache .ruff_cache .pytest_cache .hypothesis
