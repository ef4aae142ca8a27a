# OpenBench builds an engine with `make EXE=name`.
EXE ?= motley
TARGET := $(or $(CARGO_TARGET_DIR),target)
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)
GUIDED ?= yes
PYTHON := $(firstword $(shell command -v python3 python 2>/dev/null))
ENGINE := $(patsubst %.exe,%,$(EXE))$(SUFFIX)

# `make windows` on another system: needs `rustup target add x86_64-pc-windows-gnu` and mingw-w64.
WINDOWS := x86_64-pc-windows-gnu

.PHONY: build windows release test check bench clean

# For this machine's processor and guided by a profile, which takes two builds; `make GUIDED=no` is `cargo build`.
build:
ifeq ($(PYTHON)$(GUIDED),yes)
	@echo "without a profile: there is no Python" >&2
endif
ifeq ($(if $(PYTHON),$(GUIDED),no),no)
	cargo build --release --locked
	cp "$(TARGET)/release/motley$(SUFFIX)" "$(ENGINE)"
else
	"$(PYTHON)" scripts/guided.py "$(ENGINE)"
endif

windows:
	cargo build --release --locked --target $(WINDOWS)
	cp "$(TARGET)/$(WINDOWS)/release/motley.exe" motley.exe

# Every download, in target/downloads; `make release RELEASE="--only linux-x86_64 --profile release"` makes one quickly.
release:
	python3 scripts/release.py $(RELEASE)

test:
	cargo test --release --locked

# What shows most faults of a change within minutes: format, lints, and the tests of the libraries.
BOTH := --package motley --package motley-lab
check:
	cargo fmt --all --check
	cargo clippy --locked --all-targets $(BOTH) -- -D warnings
	cargo test --locked --lib $(BOTH)

# The node count that OpenBench compares; `cargo bench` times the parts.
bench: build
	"$(abspath $(ENGINE))" bench

clean:
	cargo clean
	rm -f "$(ENGINE)" motley.exe
