# transitlinkd. `make demo` runs the main job, `make test` passes the tests; each installs what it lacks (Debian 12).

SWIFT ?= swift
# Swift's own libraries are linked in: the programs run where no toolchain is, and start faster. Without the module of regular
# expressions, which Swift imports unasked, and without symbols they are half as large, and the daemon rests in 8 MB.
RELEASE := -c release --static-swift-stdlib -Xlinker -s \
	-Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import
BUILD ?= .build/release
PREFIX ?= /usr
DESTDIR ?=

.PHONY: all build deps test-deps demo test lint bench fuzz install clean

all: build

build: deps
	$(SWIFT) build $(RELEASE) --product transitlinkd
	$(SWIFT) build $(RELEASE) --product transitlink
	$(SWIFT) build $(RELEASE) --product transitlink-signs

# What a build needs, and what the tests need beside it.
deps:
	@./Packaging/install-packages build
test-deps:
	@./Packaging/install-packages build test

demo: build
	@./Demo/run $(BUILD)

test: test-deps lint
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --parallel
	$(MAKE) build
	./Tests/Schemas/run $(BUILD)
	./Tests/Site/run .build/debug/site-maker
	./Tests/Signs/run $(BUILD)
	./Tests/Batch/run $(BUILD)
	./Tests/System/run $(BUILD)
	./Tests/Fuzzers/run 2

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests

bench: build
	@RELEASE='$(RELEASE)' ./Tests/Benchmarks/run $(BUILD)

# Each parser of outside bytes, so many seconds each.
FUZZ_SECONDS ?= 60
fuzz: test-deps
	./Tests/Fuzzers/run $(FUZZ_SECONDS)

# BUILD: a folder of programs that are already built.
install:
	install -D -m 755 $(BUILD)/transitlinkd $(DESTDIR)$(PREFIX)/bin/transitlinkd
	install -D -m 755 $(BUILD)/transitlink $(DESTDIR)$(PREFIX)/bin/transitlink
	install -D -m 755 $(BUILD)/transitlink-signs $(DESTDIR)$(PREFIX)/libexec/transitlinkd/transitlink-signs
	install -D -m 644 systemd/transitlinkd.service $(DESTDIR)$(PREFIX)/lib/systemd/system/transitlinkd.service
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/systemd/system systemd/transitlink-batch@.service \
		systemd/transitlink-batch@.timer
	install -D -m 644 systemd/transitlinkd.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/transitlinkd.conf
	install -D -m 644 systemd/transitlinkd.tmpfiles $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/transitlinkd.conf
	install -D -m 644 systemd/transitlinkd.catalog $(DESTDIR)$(PREFIX)/lib/systemd/catalog/transitlinkd.catalog
	install -D -m 644 Config/transitlinkd.json $(DESTDIR)$(PREFIX)/share/doc/transitlinkd/transitlinkd.json
	install -D -m 644 Config/signs/template.json $(DESTDIR)$(PREFIX)/share/transitlinkd/signs/template.json
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/transitlinkd Schemas/request.schema.json \
		Schemas/result.schema.json Schemas/stops.schema.json

clean:
	$(SWIFT) package clean
