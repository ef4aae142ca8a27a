//! Text in the 8-bit code of a chess program that does not write UTF-8.

/// Reads bytes in the system's ANSI code page, in which Arena writes. Bytes that mean nothing in it become U+FFFD.
#[cfg(windows)]
pub fn decode(bytes: &[u8]) -> String {
    const ANSI_CODE_PAGE: u32 = 0;

    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn MultiByteToWideChar(
            code_page: u32,
            flags: u32,
            text: *const u8,
            text_length: i32,
            wide: *mut u16,
            wide_length: i32,
        ) -> i32;
    }

    // No code page has characters that take more UTF-16 units than bytes. A line's length is bounded far below 2^31.
    let mut wide = vec![0; bytes.len()];
    let length = bytes.len() as i32;
    // SAFETY: both buffers live through the call, and both lengths are theirs.
    let written = unsafe { MultiByteToWideChar(ANSI_CODE_PAGE, 0, bytes.as_ptr(), length, wide.as_mut_ptr(), length) };
    wide.truncate(written as usize);
    String::from_utf16_lossy(&wide)
}

/// Reads bytes as Latin-1, in which Cute Chess writes on every system.
#[cfg(not(windows))]
pub fn decode(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}
