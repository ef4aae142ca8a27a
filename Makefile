# OpenBench builds an engine with `make EXE=name`.
EXE ?= motley
TARGET := $(or $(CARGO_TARGET_DIR),target)
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)
ENGINE := $(patsubst %.exe,%,$(EXE))$(SUFFIX)

.PHONY: build test bench clean

build:
	cargo build --release --locked
	cp "$(TARGET)/release/motley$(SUFFIX)" "$(ENGINE)"

test:
	cargo test --release --locked

# The node count that OpenBench compares; `cargo bench` times the parts.
bench: build
	"$(abspath $(ENGINE))" bench

clean:
	cargo clean
	rm -f "$(ENGINE)"
