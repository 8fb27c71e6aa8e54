# The commands of swift-speech. `make help` lists them.
#
# Set-up and build output go to standard error, so that `make transcribe` prints text only.

SHELL := /bin/sh
SWIFT ?= swift
export SWIFT

# Real speech of Debian's pocketsphinx-testdata.
SAMPLE_FOLDER := /usr/share/pocketsphinx/test/data/librivox
SWIFT_FOLDERS := Sources Tests Examples Snippets Benchmarks Fuzz/Sources \
	Fuzz/Package.swift Package.swift

# FILE is taken as it was typed, blanks, quotes and dollar signs included.
unexport FILE
quoted = '$(subst ','\'',$(1))'

.DEFAULT_GOAL := help
.PHONY: help setup transcribe test lint format docs bench bench-audio fuzz clean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  make transcribe FILE=path     the text of your own recording"

setup: ## Install what is missing (Debian, Ubuntu)
	@Scripts/install-dependencies

transcribe: setup ## Print what a recording says (FILE=path: your own)
	@$(SWIFT) build -c release --product transcribe 1>&2
	@set -- $(if $(value FILE),$(call quoted,$(value FILE)),"$(SAMPLE_FOLDER)"/*.wav); \
	exec "$$($(SWIFT) build -c release --show-bin-path)/transcribe" "$$@"

test: setup ## Run the tests
	@Scripts/run-tests $(TEST_ARGUMENTS)

lint: ## Check form and the rules of .swift-format
	@$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_FOLDERS)

format: ## Mend form
	@$(SWIFT) format --in-place --recursive --parallel $(SWIFT_FOLDERS)

docs: setup ## Build the documentation into Docs/site
	@Scripts/build-docs

bench: ## Measure accuracy and speed against the C tools (BENCH_ARGUMENTS=...)
	@Scripts/install-dependencies bench
	@$(SWIFT) build -c release --product transcribe 1>&2
	@$(SWIFT) build -c release --package-path Benchmarks 1>&2
	@"$$($(SWIFT) build -c release --package-path Benchmarks --show-bin-path)/bench" \
		--transcribe "$$($(SWIFT) build -c release --show-bin-path)/transcribe" $(BENCH_ARGUMENTS)

bench-audio: ## Measure formats, resampling and hostile files (BENCH_ARGUMENTS=...)
	@Scripts/install-dependencies bench audio
	@$(SWIFT) build -c release --package-path Benchmarks 1>&2
	@fuzz=$$(Scripts/fuzz --build fuzz-audio-file) && \
	"$$($(SWIFT) build -c release --package-path Benchmarks --show-bin-path)/bench" \
		--measure formats --measure resampler --measure hostile --fuzz "$$fuzz" $(BENCH_ARGUMENTS)

FUZZ_SECONDS ?= 60
fuzz: setup ## Feed broken and hostile input to the library (FUZZ_SECONDS=60, all targets)
	@Scripts/fuzz --seconds $(FUZZ_SECONDS) $(FUZZ_TARGETS)

clean: ## Remove what was built
	@rm -rf .build .swiftpm Docs/site Benchmarks/.build Tests/Consumer/.build Fuzz/.build \
		Fuzz/corpus Fuzz/findings Fuzz/seeds
