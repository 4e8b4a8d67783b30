# transitlinkd. `make demo` runs the main job, `make test` passes the tests; each installs what it lacks (Debian 12).

SWIFT ?= swift
# Swift's own libraries are linked in: the programs run where no toolchain is, and start faster. Without the module of regular
# expressions, which Swift imports unasked, and without symbols they are half as large, and the daemon rests in 8 MB.
# Hardened as Debian's packages are: symbols bound at the start and then read-only, stack protectors in C, no library taken from
# the program's own folder. Paths are told from the tree's root on, and the compiler's hash of its options, which has the folder's
# name in it and serves nobody at run time, is overwritten: the same source gives the same bytes wherever it lies.
RELEASE := -c release --static-swift-stdlib -Xlinker -s \
	-Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
	--disable-local-rpath -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xcc -fstack-protector-strong \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.
BUILD ?= .build/release
PREFIX ?= /usr
UNITDIR ?= $(PREFIX)/lib/systemd/system
DESTDIR ?=

.PHONY: all build deps test-deps demo test package test-package lint sanitize bench fuzz install install-service install-docs install-signs \
	uninstall clean

all: build

build: deps
	$(SWIFT) build $(RELEASE) --product transitlinkd
	$(SWIFT) build $(RELEASE) --product transitlink
	$(SWIFT) build $(RELEASE) --product transitlink-signs
	./Packaging/settle .build/release/transitlinkd .build/release/transitlink .build/release/transitlink-signs

# What a build needs, and what the tests need beside it.
deps:
	@./Packaging/install-packages build
test-deps:
	@./Packaging/install-packages build test

demo: build
	@./Demo/run $(BUILD)

# Every part, with the seconds that each took; `make test PART="site signs"` runs some of them. Tests/run names them.
PART ?=
test: test-deps
	@SWIFT='$(SWIFT)' BUILD='$(BUILD)' MAKE='$(MAKE)' ./Tests/run $(PART)

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests

# Every test under the thread and the address sanitizer, leaks too, each in a build of its own: an hour.
sanitize: test-deps
	./Tests/Sanitizers/run thread
	./Tests/Sanitizers/run address

bench: build
	@RELEASE='$(RELEASE)' ./Tests/Benchmarks/run $(BUILD)

# Each parser of outside bytes, so many seconds each; then how much of them the kept corpus reaches.
FUZZ_SECONDS ?= 60
fuzz: test-deps
	./Tests/Fuzzers/run $(FUZZ_SECONDS)
	./Tests/Fuzzers/coverage

# BUILD: a folder of programs that are already built. PREFIX is /usr or /usr/local: systemd looks for units nowhere else. A
# configuration that is there stays.
install: install-service install-docs install-signs

bin := $(DESTDIR)$(PREFIX)/bin
lib := $(DESTDIR)$(PREFIX)/lib
share := $(DESTDIR)$(PREFIX)/share/transitlinkd
doc := $(DESTDIR)$(PREFIX)/share/doc/transitlinkd
units := $(DESTDIR)$(UNITDIR)
etc := $(DESTDIR)/etc/transitlinkd
man := $(DESTDIR)$(PREFIX)/share/man/man
bash := $(DESTDIR)$(PREFIX)/share/bash-completion/completions
# zsh looks for a distribution's functions under one name and for an administrator's under another.
zsh := $(DESTDIR)$(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
fish := $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

install-service:
	install -D -m 755 -t $(bin) $(BUILD)/transitlinkd $(BUILD)/transitlink
	install -D -m 644 -t $(units) systemd/*.service systemd/*.timer
	sed -i 's,/usr/bin/transitlink,$(PREFIX)/bin/transitlink,' $(units)/transitlink*.service
	install -D -m 644 systemd/transitlinkd.sysusers $(lib)/sysusers.d/transitlinkd.conf
	install -D -m 644 systemd/transitlinkd.tmpfiles $(lib)/tmpfiles.d/transitlinkd.conf
	install -D -m 644 systemd/transitlinkd.catalog $(lib)/systemd/catalog/transitlinkd.catalog
	install -D -m 644 -t $(share) Schemas/*.schema.json
	install -D -m 644 -t $(doc) README.md CHANGELOG.md docs/*.md docs/alerts.yml Config/transitlinkd.json
	install -d $(etc)/transitlinkd.json.d $(etc)/apps $(etc)/batch
	[ -e $(etc)/transitlinkd.json ] || ./Packaging/commented Config/transitlinkd.json >$(etc)/transitlinkd.json

# The program that sets signs, apart: it alone needs Pango.
install-signs:
	install -D -m 755 -t $(DESTDIR)$(PREFIX)/libexec/transitlinkd $(BUILD)/transitlink-signs
	install -D -m 644 -t $(share)/signs Config/signs/template.json

# Man pages, completions and example producers.
install-docs:
	for page in Manuals/*; do install -D -m 644 -t $(man)$${page##*.} $$page || exit; done
	install -D -m 644 Completions/transitlink.bash $(bash)/transitlink
	ln -sf transitlink $(bash)/transitlinkd
	install -D -m 644 -t $(zsh) Completions/_transitlink
	install -D -m 644 -t $(fish) Completions/transitlink.fish
	ln -sf transitlink.fish $(fish)/transitlinkd.fish
	install -D -m 755 -t $(doc)/examples/producers Examples/producers/*

# Removes what an install with the same DESTDIR and PREFIX puts there, but for configuration, spool and users.
uninstall:
	./Packaging/uninstall '$(DESTDIR)' '$(PREFIX)' '$(UNITDIR)'

# Debian packages of the programs in BUILD, into .build/packages.
package: build
	@./Packaging/install-packages build package
	./Packaging/pack $(BUILD) .build/packages

# The packages, installed, upgraded, removed and purged on a fresh Debian: two minutes. Needs root and the network.
test-package: build
	@./Packaging/install-packages build package
	./Tests/Package/run $(BUILD)

clean:
	$(SWIFT) package clean
