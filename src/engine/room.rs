//! The room for more memory within the limits of the process.

use std::fs;
use std::sync::LazyLock;

/// Bytes that have to be left for everything else: stacks, nets, the lines of a search. Memory that a limit such as
/// `ulimit -v` refuses elsewhere ends the program.
const LEFT_FOR_THE_REST: u64 = 24 << 20;

/// Returns true if the limits of the process leave room for so many bytes, and for the rest of the program.
pub fn has_room(bytes: usize) -> bool {
    let wanted = LEFT_FOR_THE_REST.saturating_add(bytes as u64);
    match left() {
        Some(left) => wanted <= left,
        // Asking for it and giving it back is no way where there is little: a thread that begins meanwhile and needs
        // some of it ends the program.
        None => Vec::<u8>::new().try_reserve_exact(usize::try_from(wanted).unwrap_or(usize::MAX)).is_ok(),
    }
}

/// Bytes of address space that the process may still take; `None` without a limit, and where the system says nothing.
fn left() -> Option<u64> {
    /// Nothing in the program changes it.
    static LIMIT: LazyLock<Option<u64>> = LazyLock::new(|| limit_of(&fs::read_to_string("/proc/self/limits").ok()?));
    Some((*LIMIT)?.saturating_sub(size_of(&fs::read_to_string("/proc/self/status").ok()?)?))
}

/// The line `Max address space         122880000            122880000            bytes` of `/proc/self/limits`.
fn limit_of(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The line `VmSize:   104220 kB` of `/proc/self/status`, in bytes.
fn size_of(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_and_sizes_are_read() {
        let limits = "Limit     Soft Limit  Hard Limit  Units\nMax address space   122880000   unlimited   bytes\n";
        assert_eq!(limit_of(limits), Some(122_880_000));
        assert_eq!(limit_of("Max address space         unlimited            unlimited            bytes\n"), None);
        assert_eq!(size_of("Name:\tmotley\nVmSize:\t  104220 kB\nVmRSS:\t 9 kB\n"), Some(104_220 << 10));
        assert!(has_room(1 << 20) && !has_room(usize::MAX));
    }
}
