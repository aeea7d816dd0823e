# Larder: build, run and test. Every target installs what it needs first.
PREFIX ?= /usr/local
LARDER := .build/release/larder
STATIC := -c release --product larder --static-swift-stdlib -Xlinker -s -Xlinker --gc-sections \
  -Xlinker -no-pie

.PHONY: run test build install check samples benchmark dependencies

# Opens the shell on a copy of the sample trips, new each time; with input that is no terminal, plays the tour on a copy.
run: build
	@if [ -t 0 ]; then \
	  cp Samples/SampleTrips.json .build/SampleTrips.json && \
	  exec $(LARDER) --schema Samples/Models.swift trips=.build/SampleTrips.json; \
	else exec Scripts/play-tour $(LARDER); fi

test: dependencies
	@Scripts/install-test-servers
	swift build --build-tests
	swift test --skip-build --parallel

build: dependencies
	swift build $(STATIC)

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(LARDER) $(DESTDIR)$(PREFIX)/bin/larder
	install -d $(DESTDIR)$(PREFIX)/share/man/man1
	$(LARDER) --man > $(DESTDIR)$(PREFIX)/share/man/man1/larder.1
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	$(LARDER) --completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/larder
	install -d $(DESTDIR)$(PREFIX)/share/zsh/site-functions
	$(LARDER) --completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_larder
	install -d $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(LARDER) --completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/larder.fish
	install -d $(DESTDIR)$(PREFIX)/share/larder/lessons
	install -m 644 Samples/lessons/*.lesson Samples/lessons/*.store $(DESTDIR)$(PREFIX)/share/larder/lessons

check:
	Scripts/check-format
	Scripts/check-sizes

# Builds the sample packages in one folder, and runs them; each checks itself.
samples: dependencies
	Scripts/run-samples

benchmark: build
	Benchmarks/run
	Benchmarks/Prompt/run
	Benchmarks/stream

dependencies:
	@Scripts/install-dependencies
