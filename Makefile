# transitlinkd. `make demo` runs the main job, `make test` passes the tests; each installs what it lacks (Debian 12).

SWIFT ?= swift
# Swift's own libraries are linked in: the programs run where no toolchain is, and start faster. Without the module of regular
# expressions, which Swift imports unasked, and without symbols they are half as large, and the daemon rests in 8 MB.
RELEASE := -c release --static-swift-stdlib -Xlinker -s \
	-Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import
BUILD ?= .build/release
PREFIX ?= /usr
DESTDIR ?=

.PHONY: all build deps test-deps demo test lint sanitize bench install clean

all: build

build: deps
	$(SWIFT) build $(RELEASE) --product transitlinkd
	$(SWIFT) build $(RELEASE) --product transitlink

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
	./Tests/Spool/power-cut $(BUILD)
	./Tests/Spool/leaks $(BUILD) --requests 40000
	./Tests/System/run $(BUILD)

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests

# The spool's threads under the thread and the address sanitizer, each in a build of its own.
sanitize: deps
	for kind in thread address; do \
		$(SWIFT) build --sanitize=$$kind --product spool-probe --scratch-path .build/sanitize-$$kind && \
		./Tests/Spool/sanitize .build/sanitize-$$kind/debug/spool-probe || exit 1; \
	done

bench: build
	@RELEASE='$(RELEASE)' ./Tests/Benchmarks/run $(BUILD)

# BUILD: a folder of programs that are already built.
install:
	install -D -m 755 $(BUILD)/transitlinkd $(DESTDIR)$(PREFIX)/bin/transitlinkd
	install -D -m 755 $(BUILD)/transitlink $(DESTDIR)$(PREFIX)/bin/transitlink
	install -D -m 644 systemd/transitlinkd.service $(DESTDIR)$(PREFIX)/lib/systemd/system/transitlinkd.service
	install -D -m 644 systemd/transitlinkd.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/transitlinkd.conf
	install -D -m 644 systemd/transitlinkd.tmpfiles $(DESTDIR)$(PREFIX)/lib/tmpfiles.d/transitlinkd.conf
	install -D -m 644 systemd/transitlinkd.catalog $(DESTDIR)$(PREFIX)/lib/systemd/catalog/transitlinkd.catalog
	install -D -m 644 Config/transitlinkd.json $(DESTDIR)$(PREFIX)/share/doc/transitlinkd/transitlinkd.json
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/transitlinkd Schemas/request.schema.json Schemas/result.schema.json

clean:
	$(SWIFT) package clean
