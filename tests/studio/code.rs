//! Reads a QR code (ISO/IEC 18004) as `motley studio --lan` prints it: sound, of versions 1 to 5 at level L, which have
//! one block, so that no errors need to be corrected.

/// Modules of the margin.
const MARGIN: usize = 2;
/// The mask of the fifteen bits of the format.
const FORMAT_MASK: u32 = 0b101_0100_0001_0010;
/// The two bits of level L.
const LEVEL_L: u32 = 0b01;
const SIGNS: &[u8; 45] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

/// The text of a code, whose light modules are drawn in halves of lines.
pub fn read(lines: &[String]) -> String {
    let modules = modules(lines);
    let size = modules.len();
    assert_eq!((size % 4, (21..=37).contains(&size)), (1, true), "{size} modules");
    for (x, y) in [(0, 0), (size - 7, 0), (0, size - 7)] {
        let frame = (0..7).all(|at| modules[y][x + at] && modules[y + at][x] && modules[y + 6][x + at]);
        assert!(frame && !modules[y + 1][x + 1] && modules[y + 3][x + 3], "no finder pattern at {x}, {y}");
    }
    let format = (0..15).fold(0, |bits, at| {
        let [x, y] = [[0, 1, 2, 3, 4, 5, 7, 8, 8, 8, 8, 8, 8, 8, 8], [8, 8, 8, 8, 8, 8, 8, 8, 7, 5, 4, 3, 2, 1, 0]];
        bits << 1 | u32::from(modules[y[at]][x[at]])
    }) ^ FORMAT_MASK;
    assert_eq!(format >> 13, LEVEL_L);
    let bits = data(&modules, format >> 10 & 0b111);
    text(&mut Bits { bits: &bits, at: 0 })
}

/// Bits, and how many were read.
struct Bits<'a> {
    bits: &'a [bool],
    at: usize,
}

impl Bits<'_> {
    fn number(&mut self, count: usize) -> usize {
        let read = &self.bits[self.at..self.at + count];
        self.at += count;
        read.iter().fold(0, |sum, &bit| sum << 1 | usize::from(bit))
    }
}

/// The text of all segments up to the end: digits, signs and bytes each have a form of their own.
fn text(bits: &mut Bits<'_>) -> String {
    let mut text = String::new();
    loop {
        match bits.number(4) {
            0 => return text,
            1 => {
                let count = bits.number(10);
                for from in (0..count).step_by(3) {
                    let digits = (count - from).min(3);
                    text += &format!("{:0digits$}", bits.number([0, 4, 7, 10][digits]));
                }
            }
            2 => {
                let count = bits.number(9);
                for from in (0..count).step_by(2) {
                    let pair = count - from > 1;
                    let number = bits.number(if pair { 11 } else { 6 });
                    let signs = if pair { vec![number / 45, number % 45] } else { vec![number] };
                    text.extend(signs.into_iter().map(|sign| char::from(SIGNS[sign])));
                }
            }
            4 => (0..bits.number(8)).for_each(|_| text.push(char::from(bits.number(8) as u8))),
            other => panic!("a segment of the form {other}"),
        }
    }
}

/// True for each module that is dark, without the margin.
fn modules(lines: &[String]) -> Vec<Vec<bool>> {
    let rows = lines.iter().flat_map(|line| {
        let row = |drawn: [char; 2]| line.trim_end_matches('\n').chars().map(|half| !drawn.contains(&half)).collect();
        [row(['█', '▀']), row(['█', '▄'])]
    });
    let rows: Vec<Vec<bool>> = rows.collect();
    let inside = MARGIN..rows[0].len() - MARGIN;
    assert!(rows[..MARGIN].iter().flatten().all(|dark| !dark), "the margin is light");
    rows[inside.clone()].iter().map(|row| row[inside.clone()].to_vec()).collect()
}

/// The bits of the data in their order: pairs of columns from the right, upwards and downwards by turns.
fn data(modules: &[Vec<bool>], mask: u32) -> Vec<bool> {
    let size = modules.len();
    let mut bits = Vec::new();
    let right_columns = (1..size).rev().step_by(2).map(|x| if x <= 6 { x - 1 } else { x });
    for (turn, right) in right_columns.enumerate() {
        for step in 0..size {
            let y = if turn % 2 == 0 { size - 1 - step } else { step };
            for x in [right, right - 1] {
                if !is_function(x, y, size) {
                    bits.push(modules[y][x] != is_masked(mask, x, y));
                }
            }
        }
    }
    bits
}

/// Returns true if a module belongs to the patterns, the format, or the timing.
fn is_function(x: usize, y: usize, size: usize) -> bool {
    let corner = [(x, y), (size - x, y), (x, size - y)].iter().any(|&(right, down)| right <= 8 && down <= 8);
    let alignment = |at: usize| size > 21 && (size - 9..=size - 5).contains(&at);
    corner || x == 6 || y == 6 || alignment(x) && alignment(y)
}

fn is_masked(mask: u32, x: usize, y: usize) -> bool {
    let (sum, product) = (x + y, x * y);
    match mask {
        0 => sum % 2 == 0,
        1 => y.is_multiple_of(2),
        2 => x.is_multiple_of(3),
        3 => sum % 3 == 0,
        4 => (y / 2 + x / 3).is_multiple_of(2),
        5 => product % 2 + product % 3 == 0,
        6 => (product % 2 + product % 3) % 2 == 0,
        _ => (sum % 2 + product % 3) % 2 == 0,
    }
}
