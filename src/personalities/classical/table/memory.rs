//! The memory that the system can give.

use std::fs;

/// Bytes that the system can give without taking them from other programs, and that the limit of a container leaves;
/// `None` where the system does not say. Linux grants more than it has and ends the program that then uses it; other
/// systems refuse by themselves.
pub fn available() -> Option<u64> {
    let of_machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| available_of(&text));
    of_machine.into_iter().chain(left_in_container()).min()
}

/// The line `MemAvailable:   17756524 kB` of `/proc/meminfo`, in bytes.
fn available_of(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// The bytes that the control group leaves; without a limit its file says `max`.
fn left_in_container() -> Option<u64> {
    let read = |file| fs::read_to_string(format!("/sys/fs/cgroup/memory.{file}")).ok()?.trim().parse::<u64>().ok();
    Some(read("max")?.saturating_sub(read("current")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_available_memory_is_read() {
        let text = "MemTotal:       24684096 kB\nMemFree:         3848492 kB\nMemAvailable:   17756524 kB\n";
        assert_eq!(available_of(text), Some(17_756_524 * 1024));
        assert_eq!(available_of("MemTotal: 24684096 kB\nMemAvailable: much\n"), None);
    }
}
