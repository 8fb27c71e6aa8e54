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

data_folder := $(if $(filter /%,$(XDG_DATA_HOME)),$(XDG_DATA_HOME),$(HOME)/.local/share)
sherpa_packages := $(data_folder)/swift-speech/sherpa-onnx/lib/pkgconfig$(if $(PKG_CONFIG_PATH),:$(PKG_CONFIG_PATH))
bench_sherpa := --package-path Benchmarks --traits SherpaOnnx \
	--scratch-path Benchmarks/.build/sherpa-onnx

# ENGINE=sherpa: sherpa-onnx too, built apart so that going to and fro costs nothing.
ENGINE ?= pocketsphinx
ifeq ($(ENGINE),sherpa)
setup_engine := && Scripts/install-dependencies sherpa && Scripts/install-sherpa-onnx
build_flags := --traits SherpaOnnx --scratch-path .build/sherpa-onnx
export PKG_CONFIG_PATH := $(sherpa_packages)
else ifneq ($(ENGINE),pocketsphinx)
$(error ENGINE is pocketsphinx or sherpa, not $(ENGINE))
endif

# FILE is taken as it was typed, blanks, quotes and dollar signs included.
unexport FILE
quoted = '$(subst ','\'',$(1))'

.DEFAULT_GOAL := help
.PHONY: help setup transcribe engines test lint format docs bench bench-audio bench-engines fuzz clean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  make transcribe FILE=path     the text of your own recording"
	@echo "  make transcribe ENGINE=sherpa more accurate, by a neural model (79 MB are fetched once)"
	@echo "  make test ENGINE=sherpa       the tests with that engine too"

setup: ## Install what is missing (Debian, Ubuntu)
	@Scripts/install-dependencies $(setup_engine)

transcribe: setup ## Print what a recording says (FILE=path: your own)
	@$(SWIFT) build -c release $(build_flags) --product transcribe 1>&2
	@set -- --engine $(ENGINE) $(if $(value FILE),$(call quoted,$(value FILE)),"$(SAMPLE_FOLDER)"/*.wav); \
	exec "$$($(SWIFT) build -c release $(build_flags) --show-bin-path)/transcribe" "$$@"

engines: setup ## List the engines, their models and what they can do
	@$(SWIFT) build -c release $(build_flags) --product engines 1>&2
	@"$$($(SWIFT) build -c release $(build_flags) --show-bin-path)/engines"

test: setup ## Run the tests
	@Scripts/run-tests $(build_flags) $(TEST_ARGUMENTS)

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

bench-engines: ## Measure engines and detectors against the bare C library (BENCH_ARGUMENTS=...)
	@Scripts/install-dependencies bench sherpa && Scripts/install-sherpa-onnx
	@PKG_CONFIG_PATH="$(sherpa_packages)" $(SWIFT) build -c release $(bench_sherpa) 1>&2
	@bench="$$($(SWIFT) build -c release $(bench_sherpa) --show-bin-path)/bench" && \
	baseline="$${bench%/*}/baseline-sherpa-onnx" && \
	export PKG_CONFIG_PATH="$(sherpa_packages)" && \
	$(CC) -O2 -o "$$baseline" Benchmarks/Baselines/sherpa-onnx.c \
		$$(pkg-config --cflags --libs --static sherpa-onnx) \
		-Wl,-rpath,"$$(pkg-config --variable=libdir sherpa-onnx)" && \
	"$$bench" --measure engines --measure engine-latency --baseline "$$baseline" \
		$(BENCH_ARGUMENTS)

FUZZ_SECONDS ?= 60
fuzz: setup ## Feed broken and hostile input to the library (FUZZ_SECONDS=60, all targets)
	@Scripts/fuzz --seconds $(FUZZ_SECONDS) $(FUZZ_TARGETS)

clean: ## Remove what was built
	@rm -rf .build .swiftpm Docs/site Benchmarks/.build Tests/Consumer/.build Fuzz/.build \
		Fuzz/corpus Fuzz/findings Fuzz/seeds
