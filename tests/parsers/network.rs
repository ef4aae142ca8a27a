//! Classical's network: any bytes, and a small one of zeros with the right checksum in which an input changes some
//! numbers. Four bytes for each: where in two, and the number in two.

use motley::personalities::classical::network::{Network, NetworkFault};
use sha2::{Digest, Sha256};

const HIDDEN: [u8; 4] = [32, 0, 0, 0];
/// Where the number of hidden neurons stands.
const HIDDEN_AT: usize = 12;
const HEADER: &[u8; 24] =
    include_bytes!("../../nets/classical/network.bin").first_chunk().expect("the network that ships has a header");

pub fn run(bytes: &[u8]) -> bool {
    let mut network = zeros();
    for change in bytes.as_chunks::<4>().0 {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]]));
        network[at..at + 2].copy_from_slice(&change[2..]);
    }
    let content = network.len() - size_of::<[u8; 32]>();
    let checksum: [u8; 32] = Sha256::digest(&network[..content]).into();
    network[content..].copy_from_slice(&checksum);
    let _ = Network::read(bytes);
    Network::read(&network).is_ok()
}

/// As many bytes as a network of the smallest size has.
fn zeros() -> Vec<u8> {
    let mut header = HEADER.to_vec();
    header[HIDDEN_AT..HIDDEN_AT + 4].copy_from_slice(&HIDDEN);
    let Err(NetworkFault::Length { expected, .. }) = Network::read(&header) else { panic!("a header is no network") };
    header.resize(expected, 0);
    header
}
