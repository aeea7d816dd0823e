# Larder: build, run and test. Every target installs what it needs first.
PREFIX ?= /usr/local
LARDER := .build/release/larder
STATIC := -c release --product larder --static-swift-stdlib -Xlinker -s -Xlinker --gc-sections

.PHONY: run test build install check benchmark dependencies

# Opens the shell on the sample trips; with input that is no terminal, plays the tour on a copy.
run: build
	@if [ -t 0 ]; then exec $(LARDER) --schema Samples/Models.swift Samples/SampleTrips.json; else exec Scripts/play-tour $(LARDER); fi

test: dependencies
	swift build --build-tests
	swift test --skip-build --parallel

build: dependencies
	swift build $(STATIC)

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(LARDER) $(DESTDIR)$(PREFIX)/bin/larder

check:
	Scripts/check-format
	Scripts/check-sizes

benchmark: build
	Benchmarks/run

dependencies:
	@Scripts/install-dependencies
