# Everything a newcomer or CI needs. Requires Python 3.11 with venv, make and a C++ compiler; the
# rest is installed into .venv, and what is built goes to build/.

PYTHON ?= python3
EXPR ?= E(11,8) + {3||2|1} - *2
# One more than the two cores of a small machine: many tests wait for processes.
JOBS ?= 3
# Tests of the wheels build in build/native too, perhaps at the same time.
LOCKED := $(if $(shell command -v flock),flock build/native.lock)

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
# Stamps live in the environment that they describe, so that they vanish with it.
ENV := $(VENV)/.stamp-env
TOOLS := $(VENV)/.stamp-tools
TEST := $(VENV)/.stamp-test
DEV := $(VENV)/.stamp-dev
LAB := $(VENV)/.stamp-lab
INSTALLED := $(VENV)/.stamp-farstar

# Folders are listed too: a file that was added or removed changes the date of its folder.
SOURCES := pyproject.toml README.md LICENSE $(wildcard CMakeLists.txt) \
    $(shell find src core bindings -name __pycache__ -prune -o ! -name '*.so' -print)
CORE_SOURCES := $(filter CMakeLists.txt core core/%,$(SOURCES))
CXX_FILES := $(filter %.cpp %.hpp %.h,$(SOURCES))

# In CI a warning of the compiler is an error.
STRICT := CMAKE_COMPILE_WARNING_AS_ERROR=$(if $(CI),ON,OFF)

# A compile error is an error here, never a silent fall-back to the reference engine.
export FARSTAR_REQUIRE_NATIVE ?= 1
# What is tested is what was installed, not what happens to lie on the import path; and every
# process that runs tests would compile them again if nothing were kept.
unexport PYTHONPATH PYTHONDONTWRITEBYTECODE
export EXPR

# $(call core_test,FOLDER,OPTIONS): configure, build and run the C++ tests in build/FOLDER.
define core_test
@mkdir -p build
@$(BIN)/cmake -S . -B build/$(1) -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
    -DFARSTAR_PYTHON=OFF -DFARSTAR_TESTS=ON -D$(STRICT) $(2) >build/$(1).log || { cat build/$(1).log; exit 1; }
@$(BIN)/cmake --build build/$(1)
@$(BIN)/ctest --test-dir build/$(1) --output-on-failure --no-tests=error
endef

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install dev demo test test-all core-test proofs lint tidy format sanitize thread-stress portable fuzz drills lock smoke-wheels release stubs docs picture gallery manuscripts notebooks screenshots site bench clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(ENV): constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "Farstar needs Python 3.11 or later: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --upgrade pip
	@touch $@

$(TOOLS): $(ENV) pyproject.toml
	@echo "installing the build tools into $(VENV)"
	@$(PIP) --group build
	@touch $@

$(INSTALLED): $(TOOLS) $(SOURCES)
	@echo "building and installing Farstar"
	@$(PIP) --no-build-isolation -C build-dir=build/native -C cmake.define.FARSTAR_TESTS=ON \
	    -C cmake.define.$(STRICT) .
	@touch $@

$(TEST): $(TOOLS) pyproject.toml
	@echo "installing what the tests need into $(VENV)"
	@$(PIP) --group test
	@touch $@

$(DEV): $(TEST) pyproject.toml
	@echo "installing the development tools into $(VENV)"
	@$(PIP) --group dev
	@touch $@

install: $(INSTALLED) ## install Farstar into .venv (done by the other targets as needed)

dev: $(INSTALLED) $(DEV) ## install Farstar and the development tools into .venv

demo: $(INSTALLED) ## explain a sum of games; make demo EXPR='...' takes another one
	@$(BIN)/farstar eval --explain -- "$$EXPR"

# $(call python_and_core_tests,SELECTION): run tests in JOBS processes; build and run those of the
# core meanwhile, and show what they say afterwards, all of it if one fails.
define python_and_core_tests
@mkdir -p build
@status=0; \
$(MAKE) --no-print-directory core-test >build/core-test.log 2>&1 & core=$$!; \
$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup --durations=25 $(1) || status=1; \
if wait $$core; then tail -n 3 build/core-test.log; else status=1; cat build/core-test.log; fi; \
exit $$status
endef

# A random law is tried on fewer games here than by make test-all.
test: export HYPOTHESIS_PROFILE ?= quick
test: $(INSTALLED) $(TEST) ## run the Python and the C++ tests, without those that take long
	$(call python_and_core_tests,-m "not long")

$(LAB): $(DEV)
	@echo "installing JupyterLab into $(VENV)"
	@$(PIP) --group lab
	@touch $@

test-all: dev $(LAB) ## run all Python and C++ tests
	@$(BIN)/python tools/fetch_pyodide.py --if-possible
	$(call python_and_core_tests)

core-test: $(INSTALLED) ## run the C++ tests of the core, as it was built for the package
	@$(LOCKED) $(BIN)/cmake --build build/native --target core_tests
	@$(BIN)/ctest --test-dir build/native --output-on-failure --no-tests=error

# Nothing of the package needs this: the proofs are compiled, audited and tested by themselves.
proofs: $(INSTALLED) $(TEST) ## compile the Coq proofs, audit them, and build and test fcheck (needs coq and ocaml)
	@for tool in coqc ocamlopt; do command -v $$tool >/dev/null || { \
	    echo "make proofs needs $$tool: apt-get install --no-install-recommends coq ocaml-nox"; exit 1; }; done
	@$(MAKE) --no-print-directory -C proofs BUILD=$(abspath build/proofs)
	@FARSTAR_REQUIRE_FCHECK=1 $(BIN)/python -m pytest -q -n $(JOBS) tests/proofs
	@echo "the checker is build/proofs/fcheck"

lint: dev ## check style, types and formatting, and the core with clang-tidy
	@status=0; \
	$(BIN)/ruff check . || status=1; \
	$(BIN)/ruff format --check . || status=1; \
	$(BIN)/mypy || status=1; \
	$(BIN)/clang-format --dry-run -Werror $(CXX_FILES) || status=1; \
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-workflows .github/workflows/*.yml \
	    || status=1; \
	$(BIN)/check-jsonschema -q --builtin-schema vendor.citation-file-format CITATION.cff || status=1; \
	$(MAKE) --no-print-directory tidy || status=1; \
	exit $$status

tidy: $(DEV)
	@mkdir -p build
	@$(BIN)/cmake -S . -B build/tidy -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
	    -DFARSTAR_PYTHON=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >build/tidy.log \
	    || { cat build/tidy.log; exit 1; }
	@$(BIN)/clang-tidy -p build/tidy --quiet $(filter core/engine/src/%.cpp core/kernels/%.cpp core/papers/%.cpp core/search/%.cpp,$(SOURCES))

format: $(DEV) ## format the Python and C++ sources
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CXX_FILES)

sanitize: $(TOOLS) ## run the C++ tests under the address and undefined-behaviour sanitizers
	$(call core_test,sanitize,-DCMAKE_BUILD_TYPE=RelWithDebInfo -DFARSTAR_SANITIZE=ON -DFARSTAR_FUZZ=ON)

thread-stress: $(TOOLS) ## run two threads on one engine under the thread sanitizer
	$(call core_test,threads,-DCMAKE_BUILD_TYPE=RelWithDebInfo -DFARSTAR_TESTS=OFF -DFARSTAR_THREADS=ON)

MINGW ?= x86_64-w64-mingw32-g++-posix

portable: $(TOOLS) ## run the C++ tests with clang and libc++, and with MinGW under Wine
	$(call core_test,libcxx,-DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=$(CLANGXX) \
	    -DCMAKE_CXX_FLAGS=-stdlib=libc++)
	$(call core_test,mingw,-DCMAKE_BUILD_TYPE=Release -DCMAKE_SYSTEM_NAME=Windows \
	    -DCMAKE_CXX_COMPILER=$(MINGW) -DCMAKE_EXE_LINKER_FLAGS=-static \
	    -DCMAKE_CROSSCOMPILING_EMULATOR=wine)

FUZZ_SECONDS ?= 60
CLANGXX ?= $(firstword $(foreach name,clang++ clang++-19 clang++-18 clang++-17 clang++-16 clang++-15 \
    clang++-14,$(shell command -v $(name))))

fuzz: dev ## fuzz the core with libFuzzer, and the parser; FUZZ_SECONDS=60 each
	@test -n "$(CLANGXX)" || { echo "make fuzz needs clang++ with libFuzzer"; exit 1; }
	@mkdir -p build/corpus
	@$(BIN)/cmake -S . -B build/fuzz -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
	    -DCMAKE_CXX_COMPILER=$(CLANGXX) -DCMAKE_BUILD_TYPE=RelWithDebInfo -DFARSTAR_PYTHON=OFF \
	    -DFARSTAR_FUZZ=ON -DFARSTAR_SANITIZE=ON >build/fuzz.log || { cat build/fuzz.log; exit 1; }
	@$(BIN)/cmake --build build/fuzz --target engine_fuzz
	@build/fuzz/engine_fuzz -max_total_time=$(FUZZ_SECONDS) -max_len=256 -verbosity=0 \
	    -print_final_stats=1 build/corpus
	@$(BIN)/python tests/drills/fuzz_parser.py --seconds $(FUZZ_SECONDS)

DRILL_SECONDS ?= 60
DRILL_SEED ?= 1

drills: dev ## random rules, certificates, sums, requests, surveys and engine; DRILL_SECONDS=60 and DRILL_SEED=1 for each
	@for drill in tests/drills/*_chaos.py; do \
	    echo "$$drill"; \
	    $(BIN)/python $$drill --seconds $(DRILL_SECONDS) --seed $(DRILL_SEED) || exit 1; \
	done

lock: $(TOOLS) ## write the hashes of everything that CI installs to .ci/requirements.txt
	@$(PIP) uv
	@$(BIN)/uv pip compile --quiet --python-version 3.11.7 --generate-hashes --no-header --no-annotate \
	    --no-emit-index-url -c constraints.txt --group dev --group lab \
	    -o .ci/requirements.txt

smoke-wheels: $(TOOLS) ## build the wheels and try them on every Python from 3.11 to 3.14 at hand
	@$(BIN)/python tools/smoke_wheels.py

RELEASE ?=

# A rehearsal may leave out the compilers that a machine lacks; a release may not.
release: lint test-all smoke-wheels docs site ## check everything, and make what a release needs in dist/; RELEASE=--rehearse before it
	@missing=; for tool in "$(notdir $(CLANGXX))" $(MINGW) wine; do \
	    command -v "$$tool" >/dev/null || missing="$$missing $${tool:-clang++}"; done; \
	if [ -z "$$missing" ]; then $(MAKE) --no-print-directory portable; \
	elif [ "$(RELEASE)" = --rehearse ]; then echo "NOT REHEARSED: make portable, which needs$$missing"; \
	else echo "make release needs$$missing, for make portable"; exit 1; fi
	@$(BIN)/python tools/release.py $(RELEASE)

stubs: $(INSTALLED) ## write the .pyi files: of the native module, and of names that are loaded late
	$(BIN)/python -m nanobind.stubgen -q -p tools/core_stub.pat -m farstar._core -o src/farstar/_core.pyi
	$(BIN)/python tools/write_stubs.py

docs: dev ## build the pages into build/docs, with the workbench if there is npm; a warning is an error
	@$(BIN)/python tools/fetch_pyodide.py --if-possible
	@$(BIN)/python -m sphinx -q -W --keep-going -b html docs build/docs
	@echo "open build/docs/index.html"

picture: $(INSTALLED) ## draw the picture of the README
	$(BIN)/python docs/picture.py >build/farstar.svg
	mv build/farstar.svg docs/images/farstar.svg

gallery: dev ## draw the pictures of the gallery
	$(BIN)/python docs/gallery.py

manuscripts: dev ## write our papers in LaTeX and PDF into build/manuscripts (needs pdflatex)
	@$(BIN)/farstar reproduce --manuscripts docs --out build/manuscripts
	@cd build/manuscripts && for paper in partizan-euclid partizan-euclid-sums grossman-multipliers \
	    partizan-geography-products theorems-for-all-sizes; do \
	    pdflatex -interaction=batchmode $$paper.tex && pdflatex -interaction=batchmode $$paper.tex || exit 1; done

notebooks: dev ## execute the notebooks in examples/
	$(BIN)/python examples/execute.py

site: dev ## write the site that needs no server into build/site (needs npm)
	@$(BIN)/python tools/fetch_pyodide.py
	@$(BIN)/python -m tools.build_wasm --if-possible
	@$(BIN)/farstar static --pyodide build/node_modules/pyodide $$(test -f build/wasm/_core.abi3.so && echo --core build/wasm/_core.abi3.so) build/site

screenshots: dev ## take the screenshots of the workbench (needs chromium)
	$(BIN)/python docs/screenshots.py

BENCH ?=

bench: dev ## time Farstar next to other libraries; BENCH='sums --quick' runs less, BENCH=--help says how
	@$(BIN)/python -m benchmarks $(BENCH)
	@$(if $(strip $(BENCH)),,$(BIN)/python -m benchmarks.sums)

clean: ## remove .venv, build and every cache
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests docs benchmarks -name __pycache__ -prune -exec rm -rf {} +
