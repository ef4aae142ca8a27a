//! Sheets of diagrams to print: pages of A4, as one SVG or as a PDF.

use shakmaty::{Board, Color, Role, Square};
use svg::Document;
use svg::node::element::{Circle, Definitions, Group, Path, Rectangle, Text, Title, Use};

use super::men::{Drawing, drawing};
use super::pdf;
use crate::chess::notation::color_name;
use crate::chess::view::seen_by;

/// Width and height of a page, its margin, and the room for the title, in points of 1/72 inch.
pub(super) const PAGE: (f32, f32) = (595.0, 842.0);
const MARGIN: f32 = 40.0;
const HEADING: f32 = 34.0;
/// Between two diagrams side by side.
const GAP: f32 = 24.0;
/// Sizes of the type.
const TITLE_SIZE: f32 = 16.0;
const CAPTION_SIZE: f32 = 9.0;
const TEXT_SIZE: f32 = 10.0;
/// Height of a line in sizes of its type.
const LEADING: f32 = 1.3;
/// Lines of a caption at most.
const CAPTION_LINES: usize = 2;
/// The mean width of a letter of Helvetica in sizes of the type, rounded up so that lines do not become too long.
const LETTER: f32 = 0.54;
/// Up to so many diagrams are drawn two in a row, and more three in a row.
const FEW: usize = 6;

pub(super) const INK: &str = "#2a2d34";
pub(super) const LIGHT: &str = "#ffffff";
pub(super) const DARK: &str = "#cdd3cf";

/// A position on a sheet.
#[derive(Clone, Debug)]
pub struct Diagram {
    pub board: Board,
    /// The side that sits below.
    pub viewer: Color,
    /// The side to move, which a mark beside the board shows.
    pub turn: Color,
    /// The text below, behind the number; two lines at most.
    pub caption: String,
}

/// Numbered diagrams with a title, and what stands on a page of its own behind them.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    pub title: String,
    pub diagrams: Vec<Diagram>,
    /// Lines of the last page, such as "1. Qxf7#"; no such page without any.
    pub solutions: Vec<String>,
}

/// A mark on a page: places in points from its upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    /// The dark squares and the frame of a board whose squares have this size.
    Squares { x: f32, y: f32, cell: f32 },
    /// A piece in a square of this size.
    Man { x: f32, y: f32, cell: f32, color: Color, role: Role },
    /// The sign for the side to move: a small square.
    Turn { x: f32, y: f32, size: f32, color: Color },
    /// A line of text that begins there, on its base line.
    Text { x: f32, y: f32, size: f32, bold: bool, text: String },
}

type Page = Vec<Mark>;

impl Sheet {
    /// All pages one below the other.
    pub fn svg(&self) -> String {
        let pages = self.pages();
        let (width, height) = (PAGE.0, PAGE.1 * pages.len() as f32);
        let mut document = Document::new()
            .set("viewBox", (0.0, 0.0, width, height))
            .set("width", format!("{width}pt"))
            .set("height", format!("{height}pt"))
            .set("font-family", "Helvetica, Arial, 'DejaVu Sans', sans-serif")
            .set("role", "img")
            .add(Title::new(self.title.clone()))
            .add(definitions())
            .add(Rectangle::new().set("width", width).set("height", height).set("fill", "#ffffff"));
        for (number, page) in pages.iter().enumerate() {
            let place = format!("translate(0 {})", PAGE.1 * number as f32);
            document =
                document.add(page.iter().fold(Group::new().set("transform", place), |group, mark| mark.add_to(group)));
        }
        format!("{document}\n")
    }

    /// A PDF of as many pages, in ASCII alone. Letters beyond Windows' Latin character set become question marks.
    pub fn pdf(&self) -> String {
        pdf::document(&self.title, &self.pages())
    }

    fn pages(&self) -> Vec<Page> {
        let columns = if self.diagrams.len() <= FEW { 2 } else { 3 };
        let width = (PAGE.0 - 2.0 * MARGIN - (columns - 1) as f32 * GAP) / columns as f32;
        let (rows, below) = (columns + 1, (CAPTION_LINES as f32 + 1.2) * LEADING * CAPTION_SIZE);
        let height = (PAGE.1 - 2.0 * MARGIN - HEADING) / rows as f32;
        // The sign for the side to move stands to the right of the board, and the caption below.
        let cell = (0.93 * width / 8.0).min((height - below) / 8.0).floor();
        let mut pages: Vec<Page> = Vec::new();
        for (index, diagram) in self.diagrams.iter().enumerate() {
            let place = index % (columns * rows);
            if place == 0 {
                pages.push(Vec::new());
            }
            let (column, row) = (place % columns, place / columns);
            let (x, y) = (MARGIN + column as f32 * (width + GAP), MARGIN + HEADING + row as f32 * height);
            let Some(page) = pages.last_mut() else { break };
            diagram.draw(page, index + 1, (x, y), cell);
        }
        pages.extend(self.solution_pages());
        if pages.is_empty() {
            pages.push(Vec::new());
        }
        let many = pages.len();
        for (number, page) in pages.iter_mut().enumerate() {
            let counted =
                if many > 1 { format!("{} ({} of {many})", self.title, number + 1) } else { self.title.clone() };
            let line = cut(&counted, PAGE.0 - 2.0 * MARGIN, TITLE_SIZE, 1).swap_remove(0);
            page.insert(0, Mark::Text { x: MARGIN, y: MARGIN + TITLE_SIZE, size: TITLE_SIZE, bold: true, text: line });
        }
        pages
    }

    fn solution_pages(&self) -> Vec<Page> {
        let width = PAGE.0 - 2.0 * MARGIN;
        let lines: Vec<String> =
            self.solutions.iter().flat_map(|text| cut(text, width, TEXT_SIZE, usize::MAX)).collect();
        let a_page = ((PAGE.1 - 2.0 * MARGIN - HEADING) / (LEADING * TEXT_SIZE)).floor() as usize;
        let line = |(index, text): (usize, &String)| {
            let y = MARGIN + HEADING + (index + 1) as f32 * LEADING * TEXT_SIZE;
            Mark::Text { x: MARGIN, y, size: TEXT_SIZE, bold: false, text: text.clone() }
        };
        lines.chunks(a_page).map(|page| page.iter().enumerate().map(line).collect()).collect()
    }
}

impl Diagram {
    fn draw(&self, page: &mut Page, number: usize, (x, y): (f32, f32), cell: f32) {
        page.push(Mark::Squares { x, y, cell });
        for square in Square::ALL {
            let Some(piece) = self.board.piece_at(seen_by(self.viewer, square)) else { continue };
            let (file, rank) = (square.file() as u8 as f32, (7 - square.rank() as u8) as f32);
            page.push(Mark::Man { x: x + file * cell, y: y + rank * cell, cell, color: piece.color, role: piece.role });
        }
        // Beside the first rank of the side to move.
        let (size, below) = (0.4 * cell, self.turn == self.viewer);
        let at = if below { y + 8.0 * cell - size } else { y };
        page.push(Mark::Turn { x: x + 8.0 * cell + 0.2 * cell, y: at, size, color: self.turn });
        let mut text = format!("{number}. {} to move", color_name(self.turn));
        if !self.caption.is_empty() {
            text = format!("{text}: {}", self.caption);
        }
        for (line, text) in cut(&text, 8.0 * cell, CAPTION_SIZE, CAPTION_LINES).into_iter().enumerate() {
            let y = y + 8.0 * cell + (line + 1) as f32 * LEADING * CAPTION_SIZE;
            page.push(Mark::Text { x, y, size: CAPTION_SIZE, bold: false, text });
        }
    }
}

/// A text in lines of this width, at least one; what is beyond the last line is cut off, and "…" stands for it.
fn cut(text: &str, width: f32, size: f32, most: usize) -> Vec<String> {
    let letters = (width / (LETTER * size)).max(2.0) as usize;
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut word = word.to_owned();
        let length = |text: &str| text.chars().count();
        let Some(last) = lines.last_mut() else { break };
        if last.is_empty() {
        } else if length(last) + 1 + length(&word) <= letters {
            last.push(' ');
        } else {
            lines.push(String::new());
        }
        // A word that is longer than a line goes on in the next.
        while length(&word) > letters {
            let (at, _) = word.char_indices().nth(letters).unwrap_or((word.len(), ' '));
            let rest = word.split_off(at);
            if let Some(last) = lines.last_mut() {
                last.push_str(&word);
            }
            lines.push(String::new());
            word = rest;
        }
        if let Some(last) = lines.last_mut() {
            last.push_str(&word);
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = last.chars().take(letters - 1).chain(['…']).collect();
        }
    }
    lines
}

impl Mark {
    fn add_to(&self, group: Group) -> Group {
        match self {
            Mark::Squares { x, y, cell } => {
                let board = Group::new()
                    .set("transform", format!("translate({x} {y}) scale({cell})"))
                    .add(Rectangle::new().set("width", 8).set("height", 8).set("fill", LIGHT))
                    .add(Path::new().set("d", dark_squares()).set("fill", DARK))
                    .add(
                        Rectangle::new()
                            .set("width", 8)
                            .set("height", 8)
                            .set("fill", "none")
                            .set("stroke", INK)
                            .set("stroke-width", 0.06),
                    );
                group.add(board)
            }
            Mark::Man { x, y, cell, color, role } => {
                let place = format!("translate({x} {y}) scale({})", cell / 100.0);
                group.add(Use::new().set("href", format!("#{}", name(*color, *role))).set("transform", place))
            }
            Mark::Turn { x, y, size, color } => {
                let square = Rectangle::new().set("x", *x).set("y", *y).set("width", *size).set("height", *size);
                group.add(square.set("fill", color.fold_wb(LIGHT, INK)).set("stroke", INK))
            }
            Mark::Text { x, y, size, bold, text } => {
                let line = Text::new(text.as_str()).set("x", *x).set("y", *y).set("font-size", *size).set("fill", INK);
                group.add(if *bold { line.set("font-weight", "bold") } else { line })
            }
        }
    }
}

/// Path data of the dark squares of a board whose squares have the size 1.
fn dark_squares() -> String {
    let dark = Square::ALL.into_iter().filter(|square| square.is_dark());
    dark.map(|square| format!("M{} {}h1v1h-1z", square.file() as u8, 7 - square.rank() as u8)).collect()
}

/// The name of a piece among the definitions of a drawing.
pub(super) fn name(color: Color, role: Role) -> String {
    format!("{}{}", color.fold_wb("w", "b"), role.char())
}

/// Colours of a side's pieces: inside, edge, and lines.
pub(super) fn colours(color: Color) -> [&'static str; 3] {
    color.fold_wb(["#ffffff", INK, INK], ["#3d424c", "#16181c", "#d5d8de"])
}

/// Widths of the edge and of the lines of a piece, in hundredths of its square.
pub(super) const STROKES: (f32, f32) = (3.2, 2.8);

fn definitions() -> Definitions {
    let mut all = Definitions::new();
    for color in Color::ALL {
        let [fill, edge, line] = colours(color);
        for role in Role::ALL {
            let Drawing { outline, lines, dots } = drawing(role);
            let man = Group::new()
                .set("id", name(color, role))
                .set("stroke-linejoin", "round")
                .set("stroke-linecap", "round");
            let body =
                Path::new().set("d", outline).set("fill", fill).set("stroke", edge).set("stroke-width", STROKES.0);
            let over =
                Path::new().set("d", lines).set("fill", "none").set("stroke", line).set("stroke-width", STROKES.1);
            let dot = |man: Group, &(x, y, r): &(f32, f32, f32)| {
                man.add(Circle::new().set("cx", x).set("cy", y).set("r", r).set("fill", line))
            };
            all = all.add(dots.iter().fold(man.add(body).add(over), dot));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position as _};

    use super::*;

    fn sheet(many: usize) -> Sheet {
        let diagram = Diagram {
            board: Chess::default().board().clone(),
            viewer: Color::White,
            turn: Color::Black,
            caption: "a < b".to_owned(),
        };
        Sheet { title: "Orders & proofs".to_owned(), diagrams: vec![diagram; many], solutions: Vec::new() }
    }

    fn texts(page: &Page) -> Vec<&str> {
        page.iter()
            .filter_map(|mark| if let Mark::Text { text, .. } = mark { Some(text.as_str()) } else { None })
            .collect()
    }

    #[test]
    fn every_diagram_has_its_number_and_the_side_to_move() {
        let pages = sheet(2).pages();
        assert_eq!(pages.len(), 1);
        assert_eq!(texts(&pages[0]), ["Orders & proofs", "1. Black to move: a < b", "2. Black to move: a < b"]);
        assert_eq!(pages[0].iter().filter(|mark| matches!(mark, Mark::Man { .. })).count(), 2 * 32);
        let svg = sheet(2).svg();
        assert!(svg.contains("a &lt; b") && svg.contains("Orders &amp; proofs"), "{svg}");
        assert_eq!(svg.matches("href=\"#wk\"").count(), 2);
    }

    #[test]
    fn nothing_is_drawn_beyond_its_page() {
        for many in [1, 6, 7, 50] {
            for mark in sheet(many).pages().concat() {
                let (right, bottom) = match mark {
                    Mark::Squares { x, y, cell } => (x + 8.0 * cell, y + 8.0 * cell),
                    Mark::Man { x, y, cell, .. } => (x + cell, y + cell),
                    Mark::Turn { x, y, size, .. } => (x + size, y + size),
                    Mark::Text { x, y, size, text, .. } => (x + LETTER * size * text.chars().count() as f32, y),
                };
                assert!(right <= PAGE.0 - MARGIN && bottom <= PAGE.1 - MARGIN, "{many}: {right}, {bottom}");
            }
        }
    }

    #[test]
    fn more_diagrams_take_more_pages_and_solutions_one_behind_them() {
        let pages = |many| sheet(many).pages().len();
        assert_eq!((pages(0), pages(6), pages(7), pages(12), pages(13)), (1, 1, 1, 1, 2));
        let solved = Sheet { solutions: (0..70).map(|number| format!("{number}. Qh7#")).collect(), ..sheet(6) };
        let pages = solved.pages();
        assert_eq!(pages.len(), 3, "seventy lines take two pages");
        assert_eq!(texts(&pages[1])[..2], ["Orders & proofs (2 of 3)", "0. Qh7#"]);
    }

    #[test]
    fn the_side_to_move_is_marked_at_its_own_first_rank() {
        let at = |viewer: Color, turn: Color| {
            let mut page = Vec::new();
            let diagram = Diagram { viewer, turn, ..sheet(1).diagrams.swap_remove(0) };
            diagram.draw(&mut page, 1, (0.0, 0.0), 10.0);
            page.into_iter()
                .find_map(|mark| if let Mark::Turn { y, color, .. } = mark { Some((y, color)) } else { None })
        };
        assert_eq!(at(Color::White, Color::White), Some((76.0, Color::White)));
        assert_eq!(at(Color::White, Color::Black), Some((0.0, Color::Black)));
        assert_eq!(at(Color::Black, Color::Black), Some((76.0, Color::Black)));
    }

    #[test]
    fn long_texts_are_broken_and_cut() {
        assert_eq!(cut("", 100.0, 10.0, 2), [""]);
        assert_eq!(cut("one two three", 40.0, 10.0, 9), ["one two", "three"].map(str::to_owned));
        assert_eq!(cut("one two three four", 40.0, 10.0, 2), ["one two", "three…"].map(str::to_owned));
        assert_eq!(cut(&"x".repeat(10), 22.0, 10.0, 9), ["xxxx", "xxxx", "xx"].map(str::to_owned));
    }
}
