//! A QR code (ISO/IEC 18004) as text for a terminal.

use qrcode::{Color, EcLevel, QrCode};

/// Modules of the light margin; half of what the standard asks for, so that the code fits 24 lines.
const MARGIN: usize = 2;
/// Black on white, and back to the terminal's own colours.
const COLOURS: [&str; 2] = ["\x1b[38;5;16;48;5;231m", "\x1b[0m"];

/// The code of a text, two rows of modules in each line. With colours it is black on white. Without them the light
/// modules are drawn, which is right where terminals are dark; programs that read codes know both. `None` where the
/// text is too long for a code.
pub fn of(text: &str, colours: bool) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let width = code.width();
    let is_dark = |x: usize, y: usize| {
        let inside = |at: usize| at.checked_sub(MARGIN).filter(|&at| at < width);
        inside(x).zip(inside(y)).is_some_and(|at| code[at] == Color::Dark)
    };
    let whole = width + 2 * MARGIN;
    // Below the last row there is none.
    let is_drawn = |x: usize, y: usize| y < whole && is_dark(x, y) == colours;
    let line = |y: usize| -> String {
        let half_blocks = (0..whole).map(|x| match (is_drawn(x, y), is_drawn(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        });
        half_blocks.collect()
    };
    let [before, after] = if colours { COLOURS } else { [""; 2] };
    Some((0..whole).step_by(2).map(|y| format!("{before}{}{after}\n", line(y))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The halves of each line: true where they are drawn.
    fn halves(code: &str) -> Vec<Vec<[bool; 2]>> {
        let drawn = |half: char| match half {
            '█' => [true, true],
            '▀' => [true, false],
            '▄' => [false, true],
            _ => [false, false],
        };
        code.lines().map(|line| line.chars().map(drawn).collect()).collect()
    }

    #[test]
    fn with_colours_the_dark_modules_are_drawn_and_without_them_the_light_ones() {
        let (plain, coloured) = (of("motley", false).expect("a code"), of("motley", true).expect("a code"));
        let [before, after] = COLOURS;
        assert!(coloured.lines().all(|line| line.starts_with(before) && line.ends_with(after)));
        let (plain, coloured) = (halves(&plain), halves(&coloured.replace(before, "").replace(after, "")));
        assert_eq!((plain.len(), plain[0].len()), (13, 25), "21 modules and the margin");
        // The last line has a single row.
        for (line, other) in plain[..12].iter().zip(&coloured) {
            assert!(line.iter().zip(other).all(|(one, two)| one[0] != two[0] && one[1] != two[1]));
        }
        assert!(plain[0].iter().all(|half| *half == [true, true]), "the margin is light");
    }

    #[test]
    fn a_text_that_no_code_can_hold_has_none() {
        assert_eq!(of(&"x".repeat(3000), false), None);
    }
}
