//! Asking for memory early, while there is other work.

/// Asks for the cache line of a value. A plain load would do for correctness, but it holds up everything behind it
/// until the line arrives.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: SSE is part of every x86-64; a prefetch reads nothing, and the address is that of a value besides.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>((&raw const *value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
