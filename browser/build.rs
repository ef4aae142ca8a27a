//! Makes the module a WASI reactor: the host calls `_initialize` once. Without it the linker would have every export
//! set up the C library anew.

use std::env;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = env::var("TARGET").expect("cargo sets it");
    if !target.starts_with("wasm32-wasi") {
        return;
    }
    let compiler = env::var("RUSTC").expect("cargo sets it");
    let printed = Command::new(compiler).args(["--print", "target-libdir", "--target", &target]).output();
    let libraries = String::from_utf8(printed.expect("the compiler runs").stdout).expect("a path");
    let start = PathBuf::from(libraries.trim()).join("self-contained/crt1-reactor.o");
    println!("cargo::rustc-link-arg-cdylib={}", start.display());
    println!("cargo::rustc-link-arg-cdylib=--export=_initialize");
}
