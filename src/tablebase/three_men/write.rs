//! The bytes of Syzygy tables, without their compression: every value is a symbol of eight bits.
//!
//! A file has its signature, the order of the pieces, the headers of the subtables, an index of the blocks, their
//! lengths and the blocks; all numbers are little endian.

use shakmaty::{Color, Piece, Role};

use super::solve::Ending;

/// Values in a block, which are as many bytes.
const BLOCK: usize = 64;
const LOG_BLOCK: u8 = 6;
/// Symbols stand for themselves.
const SYMBOLS: u16 = 256;

/// The results of both sides to move (`.rtbw`).
pub fn results(ending: &Ending) -> Vec<u8> {
    let value = |black_moves| {
        move |distance: Option<u8>| match (distance, black_moves) {
            (None, _) => 2,
            (Some(_), true) => 0,
            (Some(_), false) => 4,
        }
    };
    let sides = |subtable| {
        [false, true].map(|black_moves| ending.side(subtable, black_moves).map(value(black_moves)).collect()).to_vec()
    };
    table([0x71, 0xe8, 0x23, 0x5d], 0, ending.role, sides)
}

/// The distances of the positions with White to move (`.rtbz`); the reader finds the others by a search of one move.
pub fn distances(ending: &Ending) -> Vec<u8> {
    // Values are exact plies for the winner and for the loser, one less than the distance.
    let exact = 4 | 8;
    let value = |distance: Option<u8>| distance.unwrap_or(1) - 1;
    table([0xd7, 0x66, 0x0c, 0xa5], exact, ending.role, |subtable| {
        vec![ending.side(subtable, false).map(value).collect()]
    })
}

/// Puts a table together; `sides` gives the values of a subtable for each side to move.
fn table(signature: [u8; 4], flags: u8, role: Role, sides: impl Fn(usize) -> Vec<Vec<u8>>) -> Vec<u8> {
    let has_pawns = role == Role::Pawn;
    let subtables: Vec<Vec<u8>> = (0..if has_pawns { 4 } else { 1 }).flat_map(sides).collect();

    let mut file = signature.to_vec();
    // The sides have tables of their own.
    file.push(1 | u8::from(has_pawns) << 1);
    for _ in 0..if has_pawns { 4 } else { 1 } {
        file.push(0);
        file.extend(men(role).map(|man| man | man << 4));
    }
    pad(&mut file, 2);
    for values in &subtables {
        header(&mut file, flags, blocks(values));
    }
    for values in &subtables {
        for block in 0..blocks(values) as u32 {
            file.extend(block.to_le_bytes());
            // An entry of the index is for the middle of its stretch.
            file.extend((BLOCK as u16 / 2).to_le_bytes());
        }
    }
    for values in &subtables {
        file.extend((0..blocks(values)).flat_map(|_| (BLOCK as u16 - 1).to_le_bytes()));
    }
    for values in &subtables {
        pad(&mut file, 64);
        file.extend(values);
    }
    pad(&mut file, 64);
    // The place of a checksum, which readers do not compare.
    file.extend([0; 16]);
    file
}

fn blocks(values: &[u8]) -> usize {
    values.len().div_ceil(BLOCK)
}

/// The pieces in the order in which the index takes them.
fn men(role: Role) -> [u8; 3] {
    let code = |piece: Piece| u8::from(piece.role) | if piece.color.is_black() { 8 } else { 0 };
    let [king, man, their_king] = [Color::White.king(), role.of(Color::White), Color::Black.king()];
    let order = if role == Role::Pawn { [man, king, their_king] } else { [king, man, their_king] };
    order.map(code)
}

fn header(file: &mut Vec<u8>, flags: u8, blocks: usize) {
    file.extend([flags, LOG_BLOCK, LOG_BLOCK, 0]);
    file.extend((blocks as u32).to_le_bytes());
    // The longest symbol and the shortest, in bits, and the first of that length.
    file.extend([8, 8]);
    file.extend(0u16.to_le_bytes());
    file.extend(SYMBOLS.to_le_bytes());
    for symbol in 0..SYMBOLS {
        // Twelve bits of value, and twelve that are set: no pair of other symbols.
        file.extend([symbol as u8, 0xf0, 0xff]);
    }
}

fn pad(file: &mut Vec<u8>, multiple: usize) {
    file.resize(file.len().next_multiple_of(multiple), 0);
}
