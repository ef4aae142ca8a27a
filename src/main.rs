use std::process::ExitCode;

fn main() -> ExitCode {
    give_memory_back();
    motley::cli::run()
}

/// Has glibc return what is freed. It keeps large blocks for later once some were freed, in as many places as threads
/// have asked for memory: over thousands of changes of players, nets and tables a session grew to five times its size.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn give_memory_back() {
    const LARGE: i32 = 128 << 10;
    const PLACES: i32 = 2;
    // SAFETY: no other thread runs yet, and the values are those that the documentation allows.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_TRIM_THRESHOLD, LARGE);
        libc::mallopt(libc::M_ARENA_MAX, PLACES);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_memory_back() {}
