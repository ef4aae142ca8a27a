//! The file of a network: little-endian numbers, packed in the larger part of the later one.

use super::{BUCKETS, INPUTS, Layers, Release, SECOND, Weights};

/// The version that the file begins with.
pub const VERSION: u32 = 0x7AF3_2F20;
/// Stands before numbers of seven bits a byte (LEB128), and their length in bytes behind it.
pub const PACKED: &[u8] = b"COMPRESSED_LEB128";

/// The weights in a whole file; `None` where it is another one.
pub fn parse(content: &[u8]) -> Option<Weights> {
    let mut numbers = Numbers(content);
    if numbers.u32()? != VERSION {
        return None;
    }
    // A hash of the architecture, then a description with its length before it.
    numbers.skip(4)?;
    let length = numbers.u32()?;
    numbers.skip(length as usize)?;
    let weights = numbers.weights()?;
    numbers.0.is_empty().then_some(weights)
}

/// Reads numbers in the order of the file; `None` where it ends too early.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*number)
    }

    fn i8(&mut self) -> Option<i32> {
        self.bytes().map(|byte| i8::from_le_bytes(byte).into())
    }

    fn u32(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_le_bytes)
    }

    fn i32(&mut self) -> Option<i32> {
        self.bytes().map(i32::from_le_bytes)
    }

    /// As many numbers as the array takes, each read by `next`.
    fn array<const N: usize>(&mut self, next: impl Fn(&mut Self) -> Option<i32>) -> Option<[i32; N]> {
        let mut numbers = [0; N];
        numbers.iter_mut().try_for_each(|number| next(self).map(|read| *number = read))?;
        Some(numbers)
    }

    fn skip(&mut self, bytes: usize) -> Option<()> {
        self.0 = self.0.get(bytes..)?;
        Some(())
    }

    /// A number of seven bits a byte, the lowest first; the last byte has its highest bit clear and the sign below it.
    fn packed(&mut self) -> Option<i32> {
        let (mut number, mut shift) = (0_u32, 0);
        loop {
            let [byte] = self.bytes()?;
            number |= u32::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                let sign = if byte & 0x40 == 0 || shift >= 32 { 0 } else { u32::MAX << shift };
                return Some((number | sign) as i32);
            }
        }
    }

    /// `count` numbers of a section, packed or not.
    fn section<T>(&mut self, release: Release, count: usize, plain: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>>
    where
        T: TryFrom<i32>,
    {
        match release {
            Release::Plain => (0..count).map(|_| plain(self)).collect(),
            Release::Packed => {
                self.0 = self.0.strip_prefix(PACKED)?;
                self.skip(4)?;
                (0..count).map(|_| T::try_from(self.packed()?).ok()).collect()
            }
        }
    }

    /// A matrix that the file has by output, by input.
    fn matrix<const OUT: usize>(&mut self, inputs: usize) -> Option<Vec<[i32; OUT]>> {
        let mut matrix = vec![[0; OUT]; inputs];
        for output in 0..OUT {
            matrix.iter_mut().try_for_each(|weights| self.i8().map(|weight| weights[output] = weight))?;
        }
        Some(matrix)
    }

    fn layers(&mut self, hidden: usize) -> Option<Layers> {
        self.skip(4)?;
        let (first_bias, first) = (self.array(Self::i32)?, self.matrix(hidden)?);
        let (second_bias, second) = (self.array(Self::i32)?, self.matrix(SECOND)?);
        let second = second.try_into().expect("as many inputs as were asked for");
        let (output_bias, output) = (self.i32()?, self.array(Self::i8)?);
        Some(Layers { first_bias, first, second_bias, second, output_bias, output })
    }

    fn weights(&mut self) -> Option<Weights> {
        self.skip(4)?;
        let release = if self.0.starts_with(PACKED) { Release::Packed } else { Release::Plain };
        let hidden = release.hidden();
        let i16 = |numbers: &mut Self| numbers.bytes().map(i16::from_le_bytes);
        let biases = self.section(release, hidden, i16)?;
        let rows = self.section(release, hidden * INPUTS, i16)?;
        let material = self.section(release, BUCKETS * INPUTS, Self::i32)?.as_chunks().0.to_vec();
        let layers = (0..BUCKETS).map(|_| self.layers(hidden)).collect::<Option<_>>()?;
        Some(Weights { release, biases, hidden: rows, material, layers })
    }
}

#[cfg(test)]
mod tests {
    use super::super::FIRST;
    use super::*;

    #[test]
    fn another_file_is_refused() {
        const HIDDEN: usize = 1024;
        const LAYERS: usize = 4 + 4 * (FIRST + SECOND + 1) + FIRST * HIDDEN + SECOND * SECOND + SECOND;
        const BODY: usize = 4 + 2 * HIDDEN * (1 + INPUTS) + 4 * BUCKETS * INPUTS + BUCKETS * LAYERS;
        let refused = |content: &[u8]| parse(content).is_none();
        let header = [&VERSION.to_le_bytes()[..], &[0; 4], &3u32.to_le_bytes(), b"net"].concat();
        assert!(refused(b"") && refused(b"MOTLEYNW") && refused(&header));
        assert!(refused(&[&header[..], &vec![0; BODY - 1]].concat()), "cut short");
        assert!(refused(&[&header[..], &vec![0; BODY + 1]].concat()), "too long");
        assert!(refused(&[&[0; 4], &header[4..], &vec![0; BODY]].concat()), "another version");
        assert!(!refused(&[&header[..], &vec![0; BODY]].concat()));
        assert!(refused(&[&header[..], &[0; 4], PACKED, &[0; 99]].concat()), "packed, and cut short");
    }

    #[test]
    fn packed_numbers_have_seven_bits_a_byte_and_a_sign() {
        let packed = |bytes: &[u8]| Numbers(bytes).packed();
        assert_eq!(
            [packed(&[2]), packed(&[0x7e]), packed(&[0x3f]), packed(&[0x40])].map(Option::unwrap),
            [2, -2, 63, -64]
        );
        assert_eq!([packed(&[0x80, 1]), packed(&[0xff, 0x7e])].map(Option::unwrap), [128, -129]);
        assert_eq!(packed(&[0x80, 0x80, 0x80, 0x80, 0x78]), Some(i32::MIN));
        assert!(packed(&[0x80]).is_none() && packed(&[0xff; 9]).is_none());
    }
}
