//! Boards with heat maps, as SVG.

use shakmaty::{Board as Men, Color, Role, Square};
use svg::Document;
use svg::node::element::{Circle, Group, Line, Rectangle, Text, Title};

use super::{ACCENT, INK, PAPER};
use crate::chess::view::seen_by;

/// Pixels of a square, of the margin with the coordinates, and of the line with the title.
const CELL: f32 = 44.0;
const MARGIN: f32 = 22.0;
const HEADING: f32 = 30.0;
/// Height of the key below the boards, and the width of one of its entries.
const KEY: f32 = 34.0;
const KEY_WIDTH: f32 = 160.0;
/// Boards side by side at most.
const COLUMNS: usize = 4;

/// Ends of the scale: nothing, and everything.
const COLD: [f32; 3] = [255.0, 253.0, 247.0];
const HOT: [f32; 3] = [200.0, 60.0, 40.0];

/// One board, from the view of one side with its first rank at the bottom. Squares count as in
/// [`crate::chess::view`].
#[derive(Clone)]
pub struct Board {
    title: String,
    viewer: Color,
    heat: [Option<f32>; 64],
    percentages: bool,
    men: Men,
    arrows: Vec<(Square, Square, f32)>,
}

impl Board {
    pub fn new(title: String) -> Board {
        Board {
            title,
            viewer: Color::White,
            heat: [None; 64],
            percentages: false,
            men: Men::empty(),
            arrows: Vec::new(),
        }
    }

    /// Colours squares by a number from 0 to 1; those without one are grey.
    pub fn with_heat(mut self, heat: [Option<f32>; 64]) -> Board {
        self.heat = heat;
        self
    }

    /// Writes the numbers into the squares.
    pub fn with_percentages(mut self) -> Board {
        self.percentages = true;
        self
    }

    /// Puts pieces on the board; `viewer` is who sees it.
    pub fn with_men(mut self, men: Men, viewer: Color) -> Board {
        (self.men, self.viewer) = (men, viewer);
        self
    }

    /// Shows a move as an arrow with a strength from 0 to 1.
    pub fn with_arrow(mut self, from: Square, to: Square, strength: f32) -> Board {
        self.arrows.push((from, to, strength));
        self
    }

    fn group(&self, x: f32, y: f32) -> Group {
        let mut group = Group::new().set("transform", format!("translate({x} {y})"));
        group = group.add(label(&self.title, MARGIN + 4.0 * CELL, 20.0, 15.0).set("font-weight", "bold"));
        for square in Square::ALL {
            group = self.square(group, square);
        }
        for line in 0..8 {
            let along = (line as f32 + 0.5) * CELL;
            let file = char::from(b'a' + line);
            let rank = if self.viewer.is_white() { line + 1 } else { 8 - line };
            group = group.add(label(&file.to_string(), MARGIN + along, HEADING + 8.0 * CELL + 15.0, 12.0)).add(label(
                &rank.to_string(),
                MARGIN - 10.0,
                HEADING + 8.0 * CELL - along + 4.0,
                12.0,
            ));
        }
        let frame =
            Rectangle::new().set("x", MARGIN).set("y", HEADING).set("width", 8.0 * CELL).set("height", 8.0 * CELL);
        group = group.add(frame.set("fill", "none").set("stroke", INK).set("stroke-width", 2));
        self.arrows.iter().fold(group, |group, &arrow| group.add(arrow_group(arrow)))
    }

    fn square(&self, group: Group, square: Square) -> Group {
        let (x, y) = corner(square);
        let heat = self.heat[square.to_usize()];
        let shade = if square.is_light() { 1.0 } else { 0.94 };
        let cell = Rectangle::new().set("x", x).set("y", y).set("width", CELL).set("height", CELL);
        let mut group = group.add(cell.set("fill", heat.map_or_else(|| grey(shade), |heat| colour(heat, shade))));
        if let Some(piece) = self.men.piece_at(seen_by(self.viewer, square)) {
            let (fill, stroke) = if piece.color.is_white() { ("#ffffff", "#000000") } else { ("#222222", "#ffffff") };
            let man = label(glyph(piece.role), x + CELL / 2.0, y + 0.8 * CELL, 0.8 * CELL);
            group = group.add(man.set("fill", fill).set("stroke", stroke).set("stroke-width", 0.7));
        }
        match heat {
            Some(heat) if self.percentages => {
                let text = label(&format!("{:.0}", 100.0 * heat), x + CELL / 2.0, y + CELL / 2.0 + 5.0, 13.0);
                group.add(text.set("fill", if heat > 0.6 { "#ffffff" } else { INK }))
            }
            _ => group,
        }
    }
}

/// A document with some boards, in rows of equal length where that is possible.
pub fn boards(boards: &[Board]) -> String {
    boards_with_key(boards, &[])
}

/// The same with a line below that says what the colours mean: heats from 0 to 1 and their labels.
pub fn boards_with_key(boards: &[Board], key: &[(f32, String)]) -> String {
    let (width, height) = (8.0 * CELL + 2.0 * MARGIN, 8.0 * CELL + HEADING + MARGIN + 6.0);
    let rows = boards.len().div_ceil(COLUMNS).max(1);
    let columns = boards.len().div_ceil(rows).max(1);
    let foot = if key.is_empty() { 0.0 } else { KEY };
    let size = (columns as f32 * width, rows as f32 * height + foot);
    let titles: Vec<&str> = boards.iter().map(|board| board.title.as_str()).collect();
    let mut document = Document::new()
        .set("viewBox", (0.0, 0.0, size.0, size.1))
        .set("width", size.0)
        .set("height", size.1)
        .set("font-family", "Helvetica, Arial, 'DejaVu Sans', sans-serif")
        .set("role", "img")
        .add(Title::new(titles.join("; ")))
        .add(Rectangle::new().set("width", size.0).set("height", size.1).set("fill", PAPER));
    for (index, board) in boards.iter().enumerate() {
        document = document.add(board.group((index % columns) as f32 * width, (index / columns) as f32 * height));
    }
    for (index, (heat, meaning)) in key.iter().enumerate() {
        let (x, y) = (MARGIN + index as f32 * KEY_WIDTH, size.1 - foot + 4.0);
        let swatch = Rectangle::new().set("x", x).set("y", y).set("width", KEY / 2.0).set("height", KEY / 2.0);
        let text = label(meaning, x + KEY / 2.0 + 6.0, y + KEY / 2.0 - 2.0, 13.0).set("text-anchor", "start");
        document = document.add(swatch.set("fill", colour(*heat, 1.0)).set("stroke", INK)).add(text);
    }
    format!("{document}\n")
}

/// The upper left corner of a square.
fn corner(square: Square) -> (f32, f32) {
    (MARGIN + square.file() as u8 as f32 * CELL, HEADING + (7 - square.rank() as u8) as f32 * CELL)
}

fn label(text: &str, x: f32, y: f32, size: f32) -> Text {
    Text::new(text).set("x", x).set("y", y).set("font-size", size).set("text-anchor", "middle").set("fill", INK)
}

/// A line that ends in a dot.
fn arrow_group((from, to, strength): (Square, Square, f32)) -> Group {
    let middle = |square| {
        let (x, y) = corner(square);
        (x + CELL / 2.0, y + CELL / 2.0)
    };
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    let width = 1.5 + 7.0 * strength.clamp(0.0, 1.0);
    let line = Line::new()
        .set("x1", x1)
        .set("y1", y1)
        .set("x2", x2)
        .set("y2", y2)
        .set("stroke", ACCENT)
        .set("stroke-width", width);
    let end = Circle::new().set("cx", x2).set("cy", y2).set("r", 1.5 + width).set("fill", ACCENT);
    Group::new().set("opacity", 0.75).add(line).add(end)
}

fn colour(heat: f32, shade: f32) -> String {
    let heat = heat.clamp(0.0, 1.0);
    let mix: Vec<u8> = COLD.iter().zip(HOT).map(|(cold, hot)| (shade * (cold + (hot - cold) * heat)) as u8).collect();
    format!("#{:02x}{:02x}{:02x}", mix[0], mix[1], mix[2])
}

fn grey(shade: f32) -> String {
    let level = (225.0 * shade) as u8;
    format!("#{level:02x}{level:02x}{level:02x}")
}

/// The solid signs for both colours, which differ by their fill; the variation selector asks for text, not for a
/// picture.
const fn glyph(role: Role) -> &'static str {
    match role {
        Role::Pawn => "\u{265f}\u{fe0e}",
        Role::Knight => "\u{265e}\u{fe0e}",
        Role::Bishop => "\u{265d}\u{fe0e}",
        Role::Rook => "\u{265c}\u{fe0e}",
        Role::Queen => "\u{265b}\u{fe0e}",
        Role::King => "\u{265a}\u{fe0e}",
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position as _};

    use super::*;

    /// Each text of a picture: its attributes and its content.
    fn texts(svg: &str) -> Vec<(&str, &str)> {
        let element = |part: &'_ str| part.split_once("</text>").map_or(part.len(), |(element, _)| element.len());
        let parts = svg.split("<text").skip(1).map(|part| &part[..element(part)]);
        parts.filter_map(|element| element.split_once('>')).map(|(tag, content)| (tag, content.trim())).collect()
    }

    #[test]
    fn the_viewers_own_pieces_are_below() {
        let start = Chess::default();
        let (x, y) = corner(Square::A1);
        for (viewer, fill) in [(Color::White, "#ffffff"), (Color::Black, "#222222")] {
            let svg = boards(&[Board::new("start".to_owned()).with_men(start.board().clone(), viewer)]);
            let rook = texts(&svg).into_iter().find(|(_, content)| *content == glyph(Role::Rook)).expect("a rook").0;
            let has = |name: &str, value: String| rook.contains(&format!(" {name}=\"{value}\""));
            assert!(has("fill", fill.to_owned()), "{viewer:?}: {rook}");
            assert!(has("x", (x + CELL / 2.0).to_string()) && has("y", (y + 0.8 * CELL).to_string()), "{rook}");
        }
    }

    #[test]
    fn heat_has_a_number_where_it_is_asked_for() {
        let mut heat = [None; 64];
        heat[12] = Some(0.37);
        let board = Board::new("a < b".to_owned()).with_heat(heat);
        let has = |board: &Board, text: &str| {
            texts(&boards(std::slice::from_ref(board))).iter().any(|(_, other)| *other == text)
        };
        assert!(has(&board, "a &lt; b") && !has(&board, "37"));
        assert!(has(&board.with_percentages(), "37"));
    }

    #[test]
    fn a_key_names_the_colours_and_takes_its_room_below() {
        let board = [Board::new("a".to_owned())];
        let text = boards_with_key(&board, &[(0.0, "< 1 %".to_owned()), (1.0, "100 %".to_owned())]);
        assert!(text.contains("&lt; 1 %") && text.contains(&colour(1.0, 1.0)), "{text}");
        assert_ne!(text.split("viewBox").nth(1).unwrap()[..30], boards(&board).split("viewBox").nth(1).unwrap()[..30]);
    }
}
