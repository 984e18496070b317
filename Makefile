# SPDX-License-Identifier: Apache-2.0
# `make` alone lists the targets; the list is read from the comments after `##`.

.DEFAULT_GOAL := help
.PHONY: help setup build run test check lint format record fuzz mutation differential pairs pictures pictures-campaign check-pages storm python-simulator siege limits cut tsan sarif editor-fuzz editors bench docs hooks install uninstall clean

# Tests run in less than half the time; see Package.swift.
export MFAFLOW_OPTIMIZED := 1

PREFIX ?= /usr/local
# Not every shell expands the tilde of `PREFIX=~/.local`.
override PREFIX := $(patsubst ~/%,$(HOME)/%,$(PREFIX))
BINARY := .build/release/mfaflow
# The test targets of whatever is used from several threads at once.
THREADED := ^(FlowRuntime|ProcessBackend|RELIDAdapter|BackendConformance|FlowScenarios|FlowCommand)Tests
SWIFT_CODE := Package.swift $(wildcard Sources Plugins Tests Examples $(addprefix Maintenance/,Fuzz Mutation Benchmarks/Package.swift Benchmarks/Sources))

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing (libyaml, pkg-config); asks for Swift 6.2 or newer
	@Maintenance/Scripts/setup

build: setup ## Build the release binary, .build/release/mfaflow
	@Maintenance/Scripts/build-release

run: build ## Build, then run the activation flow against the simulated SDK, its trace on the screen
	$(BINARY) run flows/activation.yaml --world flows/activation.world.yaml --answers flows/activation.answers.yaml --trace

test: setup ## Run all tests
	swift test --disable-xctest

check: lint setup ## What a contributor runs: format lint, layering, sizes, words, documents, the layout of flows, other YAML parsers, the schemas, the tools of translators, a reader of Markdown, an app as others have it, the pages of the API, the interrupt matrix of each flow
	@Maintenance/Scripts/check-yaml
	@Maintenance/Scripts/check-schemas
	@Maintenance/Scripts/check-messages
	@Maintenance/Scripts/check-stories
	@Maintenance/Scripts/check-products
	@Maintenance/Scripts/build-docs
	@Maintenance/Scripts/check-repository

lint: ## Format lint, warnings are errors
	swift format lint --strict --parallel --recursive $(SWIFT_CODE)

format: ## Format the Swift code in place, and lay out the flows and examples
	swift format --in-place --parallel --recursive $(SWIFT_CODE)
	swift run --quiet mfaflow fmt flows Examples

record: setup ## Record the outputs again (traces, documents); ends in failure so that nobody takes it for a test
	RECORD=1 swift test --disable-xctest

fuzz: setup ## Throw slips and attacks at the program for FUZZ_SECONDS (60), from FUZZ_SEED (1)
	Maintenance/Fuzz/run

mutation: setup ## Make slips in the shipped flows; fails where too few are caught (MUTATION_SAMPLE: so many, by MUTATION_SEED)
	Maintenance/Mutation/run

differential: setup ## Hold the checker against brute force on DIFFERENTIAL_COUNT (100000) small flows bred from DIFFERENTIAL_SEED (1)
	Maintenance/Mutation/run differential

pairs: setup ## Hold the comparison of flows against brute force on PAIR_COUNT (20000) pairs bred from PAIR_SEED (1)
	Maintenance/Mutation/run pairs

pictures: build ## Make the pictures of the documentation again (needs Graphviz; for screenshots Chromium and Python)
	@Maintenance/Scripts/make-pictures $(BINARY)

pictures-campaign: setup ## Hold the pictures of PICTURE_COUNT (1000) flows bred from PICTURE_SEED (1) against the graph that runs
	PICTURE_COUNT=$${PICTURE_COUNT:-1000} swift test --disable-xctest --filter PictureTests

check-pages: build ## Open the pages of the flows in Chromium: errors, requests, keyboard, widths, accessibility (skips what cannot be had)
	@Maintenance/Scripts/check-pages $(BINARY)

storm: setup ## Run flows at random against the contract and the simulated SDK, for STORM_SECONDS (60) from STORM_SEED (1), each flow STORM_RUNS (24) times a round
	Maintenance/Mutation/run storm

python-simulator: setup ## Play the scenarios of every flow on the simulated SDK that is written in Python; the tests play half of them
	PYTHON_SIMULATOR=all swift test --disable-xctest --filter PythonSimulatorTests

limits: build ## Hold each command to the time and memory that it may take, with files at every limit of the documentation and beyond
	Maintenance/Fuzz/limits.py $(BINARY) --factor $${LIMITS_FACTOR:-1}

cut: setup ## Cut each shipped file at every CUT_STEP-th byte (1), and hold what is read of it; ROUND_COUNT (100000) files with slips are put together again
	CUT_STEP=$${CUT_STEP:-1} ROUND_COUNT=$${ROUND_COUNT:-100000} swift test --disable-xctest --filter 'PartialTreeTests|RoundTripTests'

siege: setup ## Have SIEGE_RUNS (1000) programs die, hang, flood and dribble at the process backend, from SIEGE_SEED (1)
	SIEGE_RUNS=$${SIEGE_RUNS:-1000} swift test --disable-xctest --filter SiegeTests

# A folder of its own: all is built with other flags.
tsan: setup ## Run what has threads under the thread sanitizer: the session, backends, cassettes, adapter, conformance kit
	TSAN_OPTIONS=suppressions=$(CURDIR)/Maintenance/Scripts/tsan.suppressions SIEGE_MEMORY=4096 SIEGE_SYMBOLIZER=1 swift test --disable-xctest --sanitize=thread --scratch-path .build/tsan --filter '$(THREADED)'

sarif: build ## Hold the SARIF of all findings to a model of SARIF 2.1.0 that others made (needs Python and its package index)
	@Maintenance/Scripts/check-sarif

editor-fuzz: setup ## Type EDITS (10000) senseless changes into the shipped files from EDIT_SEED (1), ask for everything meanwhile, and compare with a check; a fifth as many through the protocol; move every step and part of the shipped flows
	REFACTORINGS=all EDITS=$${EDITS:-10000} PROTOCOL_EDITS=$$(( $${EDITS:-10000} / 5 )) swift test --disable-xctest --filter 'EditStormTests|ProtocolStormTests|RefactoringTests|WaysTests|StepProofsTests'

editors: build ## Drive the language server from Neovim and from a client of the protocol that others made (needs Python and its package index)
	@Maintenance/Scripts/check-editors

bench: build ## Measure against the floors and the peers; prints one table (needs a C compiler, Python for the peers)
	Maintenance/Benchmarks/run

docs: setup ## Build the pages of the public API into .build/docs
	Maintenance/Scripts/build-docs

hooks: ## Have git run `make check` before each push
	git config core.hooksPath .githooks

install: build ## Copy the binary to PREFIX/bin (PREFIX=/usr/local), its manual page and its completions to PREFIX/share
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(BINARY) "$(DESTDIR)$(PREFIX)/bin/mfaflow"
	@Maintenance/Scripts/install-pages $(BINARY) "$(DESTDIR)$(PREFIX)/share"

uninstall: ## Remove it from there
	rm -f "$(DESTDIR)$(PREFIX)/bin/mfaflow"
	@Maintenance/Scripts/install-pages --remove "$(DESTDIR)$(PREFIX)/share"

clean: ## Remove everything that was built
	rm -rf .build $(addprefix Maintenance/Benchmarks/,.build .venv out)
