//! Classical's network: any bytes, and a small one of zeros with the right checksum in which an input changes some
//! numbers. Four bytes for each: where in two, and the number in two.

use motley::personalities::classical::eval::nnue::{Nnue, NnueFault};
use sha2::{Digest, Sha256};

const HIDDEN: [u8; 4] = [32, 0, 0, 0];
/// The offset of the number of hidden neurons.
const HIDDEN_AT: usize = 12;
const HEADER: &[u8; 32] =
    include_bytes!("../../nets/classical/nnue.bin").first_chunk().expect("the network that ships has a header");

pub fn run(bytes: &[u8]) -> bool {
    let mut nnue = zeros();
    for change in bytes.as_chunks::<4>().0 {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]]));
        nnue[at..at + 2].copy_from_slice(&change[2..]);
    }
    let content = nnue.len() - size_of::<[u8; 32]>();
    let checksum: [u8; 32] = Sha256::digest(&nnue[..content]).into();
    nnue[content..].copy_from_slice(&checksum);
    let _ = Nnue::read(bytes);
    Nnue::read(&nnue).is_ok()
}

/// As many bytes as a network of the smallest size has.
fn zeros() -> Vec<u8> {
    let mut header = HEADER.to_vec();
    header[HIDDEN_AT..HIDDEN_AT + 4].copy_from_slice(&HIDDEN);
    let Err(NnueFault::Length { expected, .. }) = Nnue::read(&header) else { panic!("a header is no network") };
    header.resize(expected, 0);
    header
}
