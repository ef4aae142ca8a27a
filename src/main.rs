use std::process::ExitCode;

fn main() -> ExitCode {
    give_memory_back();
    motley::cli::run()
}

/// Has glibc return what is freed. It keeps large blocks for later once some were freed, in as many places as threads
/// have asked for memory: over thousands of changes of players, nets and tables a session grew to five times its size.
///
/// A review keeps what it frees: before every search that must not depend on others it takes megabytes anew, and the
/// system would need a twentieth of its time to give them.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn give_memory_back() {
    const PLACES: i32 = 2;
    let is_review = std::env::args_os().nth(1).is_some_and(|command| command == "review");
    let large = if is_review { 16 << 20 } else { 128 << 10 };
    // SAFETY: no other thread runs yet, and the values are those that the documentation allows.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, large);
        libc::mallopt(libc::M_TRIM_THRESHOLD, large);
        libc::mallopt(libc::M_ARENA_MAX, PLACES);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_memory_back() {}
