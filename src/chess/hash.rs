//! A hash that is the same in every version of the program, which the standard library does not promise.

/// The hash of Fowler, Noll and Vo, 64 bits, form 1a, of bytes that come in several pieces.
#[derive(Clone, Copy, Debug)]
pub struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Fnv1a {
        Fnv1a(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv1a {
    pub fn add(&mut self, bytes: impl Iterator<Item = u8>) {
        self.0 = bytes.fold(self.0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    }

    pub fn value(self) -> u64 {
        self.0
    }
}

/// [`Fnv1a`] of all bytes.
pub fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    let mut hash = Fnv1a::default();
    hash.add(bytes);
    hash.value()
}

#[cfg(test)]
mod tests {
    use super::fnv1a;

    /// From the authors' own list.
    #[test]
    fn published_values_come_out() {
        for (text, hash) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            assert_eq!(fnv1a(text.bytes()), hash, "{text}");
        }
    }
}
