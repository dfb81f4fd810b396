# Every target does its own set-up: `make build-dataset` on a fresh clone needs Node 20 and a package registry, nothing else.
SHELL := bash
.DELETE_ON_ERROR:
.PHONY: build-dataset test check bench clean setup schemas quality

# onnxruntime's installer would fetch a GPU build from a host of its own; the CPU build comes inside the package.
export ONNXRUNTIME_NODE_INSTALL := skip
# better-sqlite3 compiles from source: where Node's headers lie beside it, use them in place of a download.
NODE_PREFIX := $(shell node -p "require('path').resolve(process.execPath, '../..')" 2>/dev/null)
ifneq ($(wildcard $(NODE_PREFIX)/include/node/node.h),)
export npm_config_nodedir := $(NODE_PREFIX)
endif

FOLKWAYS := node dist/pipelines/cli/main.js
SOURCES := $(shell find schemas extractors db pipelines -type f 2>/dev/null)

## build a release from the embedded sample: no network but the package registry
build-dataset: setup
	$(FOLKWAYS) build cpopqa

## all tests; those that need MediaWiki or data outside the repo say so when they are skipped
test: setup
	npx vitest run $(VITEST_FLAGS)

## what a commit must pass: format, lint, types, unit tests
check: setup
	npx prettier --check --log-level warn .
	npx eslint .
	npx tsc --noEmit
	npx vitest run tests/unit tests/architecture

## measurements, as ratios in one run
bench: setup
	npx vitest run --config tests/bench/vitest.config.ts

## figures on the gold sets, where ../shared/gold is present
quality: setup
	bash tests/quality/run.sh

## JSON Schemas of all record types, into schemas/json
schemas: setup
	node dist/pipelines/write-json-schemas.js

## remove what builds made: installed packages, compiled code, workspace; releases stay
clean:
	rm -rf node_modules dist .folkways

setup: node_modules/.ready dist/.ready

node_modules/.ready: package.json package-lock.json
	@command -v node >/dev/null || { echo "Node.js 20 or newer is needed: https://nodejs.org" >&2; exit 3; }
	npm ci --no-audit --no-fund
	@touch $@

# What is no TypeScript (tables, SQL, sample, scorer) goes to dist as it is, beside the code that reads it.
dist/.ready: node_modules/.ready tsconfig.json tsconfig.build.json $(SOURCES)
	npx tsc -p tsconfig.build.json
	@find schemas extractors db pipelines -type f ! -name '*.ts' -print0 | tar -cf - --null -T - | tar -xf - -C dist
	@chmod +x dist/pipelines/cli/main.js && mkdir -p node_modules/.bin && ln -sf ../../dist/pipelines/cli/main.js node_modules/.bin/folkways
	@touch $@
