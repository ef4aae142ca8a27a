//! A small writer of PDF 1.4: pages of pieces, squares and lines of text, in ASCII alone and without compression.
//!
//! The pieces are form objects, each drawn once in the file. Text is in Helvetica, which every reader has.

use std::f32::consts::{FRAC_PI_2, TAU};
use std::fmt::Write as _;

use shakmaty::{Color, Role, Square};

use super::men::{Drawing, drawing};
use super::sheet::{DARK, INK, LIGHT, Mark, PAGE, STROKES, colours, name};

/// Objects before the pages: the catalogue, the list of pages, information, two fonts.
const CATALOGUE: usize = 1;
const PAGES: usize = 2;
const INFORMATION: usize = 3;
const FONTS: usize = 4;
const FIRST_MAN: usize = 6;
const FIRST_PAGE: usize = FIRST_MAN + 12;

/// A document of these pages.
pub(super) fn document(title: &str, pages: &[Vec<Mark>]) -> String {
    let mut objects = vec![format!("<< /Type /Catalog /Pages {PAGES} 0 R >>")];
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", FIRST_PAGE + 2 * page)).collect();
    objects.push(format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()));
    objects.push(format!("<< /Title {} /Producer (Motley) >>", string(title)));
    for font in ["Helvetica", "Helvetica-Bold"] {
        objects.push(format!("<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>"));
    }
    let men = || Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role)));
    for (color, role) in men() {
        let kind = "/Type /XObject /Subtype /Form /BBox [0 0 100 100] ";
        objects.push(stream(kind, &man(color, role)));
    }
    let names: String = men()
        .enumerate()
        .map(|(index, (color, role))| format!("/{} {} 0 R ", name(color, role), FIRST_MAN + index))
        .collect();
    let resources = format!("<< /Font << /F {FONTS} 0 R /B {} 0 R >> /XObject << {names}>> >>", FONTS + 1);
    for (index, page) in pages.iter().enumerate() {
        let content = FIRST_PAGE + 2 * index + 1;
        let (width, height) = PAGE;
        objects.push(format!(
            "<< /Type /Page /Parent {PAGES} 0 R /MediaBox [0 0 {width} {height}] /Resources {resources} \
             /Contents {content} 0 R >>"
        ));
        // Places on a page are from its upper left corner, and those of PDF from the lower left one.
        let marks: String = page.iter().map(mark).collect();
        objects.push(stream("", &format!("1 0 0 -1 0 {height} cm\n{marks}")));
    }
    file(&objects)
}

/// The objects with their numbers, and the table of where each begins.
fn file(objects: &[String]) -> String {
    let mut text = "%PDF-1.4\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (index, object) in objects.iter().enumerate() {
        let _ = writeln!(table, "{:010} 00000 n ", text.len());
        let _ = write!(text, "{} 0 obj\n{object}\nendobj\n", index + 1);
    }
    let start = text.len();
    let many = objects.len() + 1;
    let _ = write!(
        text,
        "{table}trailer\n<< /Size {many} /Root {CATALOGUE} 0 R /Info {INFORMATION} 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    text
}

fn stream(dictionary: &str, content: &str) -> String {
    format!("<< {dictionary}/Length {} >>\nstream\n{content}\nendstream", content.len() + 1)
}

fn mark(mark: &Mark) -> String {
    match mark {
        Mark::Squares { x, y, cell } => {
            let dark = Square::ALL.into_iter().filter(|square| square.is_dark());
            let squares: String =
                dark.map(|square| format!("{} {} 1 1 re ", square.file() as u8, 7 - square.rank() as u8)).collect();
            let (light, dark, ink) = (rgb(LIGHT), rgb(DARK), rgb(INK));
            format!(
                "q {cell} 0 0 {cell} {x} {y} cm {light} rg 0 0 8 8 re f {dark} rg {squares}f \
                 {ink} RG 0.06 w 0 0 8 8 re S Q\n"
            )
        }
        Mark::Man { x, y, cell, color, role } => {
            let scale = cell / 100.0;
            format!("q {scale} 0 0 {scale} {x} {y} cm /{} Do Q\n", name(*color, *role))
        }
        Mark::Turn { x, y, size, color } => {
            let (fill, edge) = (rgb(color.fold_wb(LIGHT, INK)), rgb(INK));
            format!("{fill} rg {edge} RG 1 w {x} {y} {size} {size} re B\n")
        }
        Mark::Text { x, y, size, bold, text } => {
            let font = if *bold { "B" } else { "F" };
            // The page is upside down, and letters must not be.
            format!("{} rg BT /{font} {size} Tf 1 0 0 -1 {x} {y} Tm {} Tj ET\n", rgb(INK), string(text))
        }
    }
}

/// A piece in a field of 100 × 100.
fn man(color: Color, role: Role) -> String {
    let Drawing { outline, lines, dots } = drawing(role);
    let [fill, edge, line] = colours(color).map(rgb);
    let (wide, thin) = STROKES;
    let mut text =
        format!("1 j 1 J {fill} rg {edge} RG {wide} w {}B {line} RG {thin} w {}S", path(outline), path(lines));
    for (x, y, r) in dots {
        let (left, right) = (x - r, x + r);
        let circle = path(&format!("M{left} {y} A{r} {r} 0 1 1 {right} {y} A{r} {r} 0 1 1 {left} {y} Z"));
        let _ = write!(text, " {line} rg {circle}f");
    }
    text
}

/// "#ff8000" as three numbers from 0 to 1.
fn rgb(colour: &str) -> String {
    let part = |at: usize| colour.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0);
    [1, 3, 5].map(|at| format!("{:.3}", f32::from(part(at)) / 255.0)).join(" ")
}

/// Text in brackets: letters beyond ASCII by their numbers in Windows' Latin character set.
fn string(text: &str) -> String {
    let mut written = "(".to_owned();
    for letter in text.chars() {
        match letter {
            '(' | ')' | '\\' => written.extend(['\\', letter]),
            ' '..='~' => written.push(letter),
            _ => {
                let _ = write!(written, "\\{:03o}", latin(letter));
            }
        }
    }
    written + ")"
}

/// The number of a letter in Windows' Latin character set; that of `?` where it has none.
fn latin(letter: char) -> u8 {
    const FROM_128: [char; 32] = [
        '€', '?', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '?', 'Ž', '?', '?', '‘', '’', '“', '”', '•',
        '–', '—', '˜', '™', 'š', '›', 'œ', '?', 'ž', 'Ÿ',
    ];
    match u32::from(letter) {
        number @ 0xa0..=0xff => number as u8,
        _ if letter == '−' => b'-',
        _ => FROM_128.iter().position(|known| *known == letter && letter != '?').map_or(b'?', |at| 128 + at as u8),
    }
}

/// Path data of SVG, absolute commands only, as operators of PDF.
fn path(data: &str) -> String {
    let spaced: String = data
        .chars()
        .flat_map(|letter| if letter.is_ascii_alphabetic() { vec![' ', letter, ' '] } else { vec![letter] })
        .collect();
    let mut words = spaced.split_whitespace();
    let number =
        |words: &mut std::str::SplitWhitespace| words.next().and_then(|word| word.parse().ok()).unwrap_or(0.0_f32);
    let (mut text, mut at) = (String::new(), (0.0, 0.0));
    while let Some(command) = words.next() {
        let mut next = || number(&mut words);
        match command {
            "M" | "L" => {
                at = (next(), next());
                let _ = write!(text, "{} {} {} ", at.0, at.1, command.to_ascii_lowercase());
            }
            "H" | "V" => {
                at = if command == "H" { (next(), at.1) } else { (at.0, next()) };
                let _ = write!(text, "{} {} l ", at.0, at.1);
            }
            "C" => {
                let (first, second) = ((next(), next()), (next(), next()));
                at = (next(), next());
                curve(&mut text, first, second, at);
            }
            "Q" => {
                let (middle, end) = ((next(), next()), (next(), next()));
                let third = |from: (f32, f32)| {
                    (from.0 + 2.0 / 3.0 * (middle.0 - from.0), from.1 + 2.0 / 3.0 * (middle.1 - from.1))
                };
                curve(&mut text, third(at), third(end), end);
                at = end;
            }
            "A" => {
                let (radius, _, _, large, sweep) = (next(), next(), next(), next() != 0.0, next() != 0.0);
                let end = (next(), next());
                arc(&mut text, at, end, radius, (large, sweep));
                at = end;
            }
            _ => text.push_str("h "),
        }
    }
    text
}

fn curve(text: &mut String, first: (f32, f32), second: (f32, f32), end: (f32, f32)) {
    let _ = write!(text, "{} {} {} {} {} {} c ", first.0, first.1, second.0, second.1, end.0, end.1);
}

/// A part of a circle, in curves of a quarter at most (the SVG standard's conversion from end points to a middle).
fn arc(text: &mut String, from: (f32, f32), to: (f32, f32), radius: f32, (large, sweep): (bool, bool)) {
    let half = ((from.0 - to.0) / 2.0, (from.1 - to.1) / 2.0);
    let square = half.0 * half.0 + half.1 * half.1;
    let away = ((radius * radius - square).max(0.0) / square).sqrt() * if large == sweep { -1.0 } else { 1.0 };
    let middle = ((from.0 + to.0) / 2.0 + away * half.1, (from.1 + to.1) / 2.0 - away * half.0);
    let angle = |point: (f32, f32)| (point.1 - middle.1).atan2(point.0 - middle.0);
    let (begin, mut turn) = (angle(from), angle(to) - angle(from));
    if sweep && turn < 0.0 {
        turn += TAU;
    } else if !sweep && turn > 0.0 {
        turn -= TAU;
    }
    // A quarter is one part, however it was rounded.
    let parts = (turn.abs() / FRAC_PI_2 - 1e-3).ceil().max(1.0);
    let step = turn / parts;
    let handle = radius * 4.0 / 3.0 * (step / 4.0).tan();
    let point = |angle: f32| (middle.0 + radius * angle.cos(), middle.1 + radius * angle.sin());
    for part in 0..parts as usize {
        let (a, b) = (begin + part as f32 * step, begin + (part + 1) as f32 * step);
        let (start, end) = (point(a), point(b));
        let first = (start.0 - handle * a.sin(), start.1 + handle * a.cos());
        let second = (end.0 + handle * b.sin(), end.1 - handle * b.cos());
        curve(text, first, second, end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(path: &str) -> Vec<f32> {
        path.split_whitespace().filter_map(|word| word.parse().ok()).collect()
    }

    #[test]
    fn paths_keep_their_points() {
        assert_eq!(path("M1 2 H3 V4 L5 6 C1 1 2 2 3 3 Z"), "1 2 m 3 2 l 3 4 l 5 6 l 1 1 2 2 3 3 c h ");
        assert_eq!(numbers(&path("M0 0 Q3 0 3 3"))[2..], [2.0, 0.0, 3.0, 1.0, 3.0, 3.0]);
    }

    #[test]
    fn arcs_go_around_their_middle_on_the_right_side() {
        // A quarter of the circle around (0, 0), downwards and to the left.
        let quarter = numbers(&path("M1 0 A1 1 0 0 1 0 1"));
        let expected = [1.0, 0.0, 1.0, 0.5523, 0.5523, 1.0, 0.0, 1.0];
        assert!(quarter.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-3), "{quarter:?}");
        // The large arc between the same points lies around (1, 1) and takes three curves.
        let large = numbers(&path("M1 0 A1 1 0 1 1 0 1"));
        assert_eq!(large.len(), 2 + 3 * 6);
        assert!(large.iter().all(|number| (-0.001..=2.001).contains(number)), "{large:?}");
        let half = numbers(&path("M1 0 A1 1 0 0 0 0 1"));
        assert!((half[2] - 0.4477).abs() < 1e-3, "the other way around the same quarter lies around (1, 1): {half:?}");
    }

    #[test]
    fn no_curve_of_a_man_leaves_its_field() {
        for role in Role::ALL {
            let outline = numbers(&path(drawing(role).outline));
            assert!(outline.iter().all(|number| (0.0..=100.0).contains(number)), "{role:?}: {outline:?}");
        }
    }

    #[test]
    fn text_is_ascii_whatever_it_says() {
        assert_eq!(string("a (b) \\ é ž … – ♔"), "(a \\(b\\) \\\\ \\351 \\236 \\205 \\226 ?)".replace('?', "\\077"));
        let page = vec![Mark::Text { x: 0.0, y: 0.0, size: 9.0, bold: true, text: "Petrželka’s ♔".to_owned() }];
        assert!(document("Žlutý", &[page]).is_ascii());
    }

    #[test]
    fn every_object_begins_where_the_table_says() {
        let page = vec![Mark::Man { x: 0.0, y: 0.0, cell: 20.0, color: Color::White, role: Role::Queen }];
        let text = document("Sheet", &[page.clone(), page]);
        let (_, table) = text.split_once("xref\n").expect("a table");
        let places = table.lines().skip(2).take_while(|line| line.ends_with(" n "));
        let mut count = 0;
        for (index, place) in places.enumerate() {
            let at: usize = place[..10].parse().expect("a number");
            assert!(text[at..].starts_with(&format!("{} 0 obj\n", index + 1)), "object {}", index + 1);
            count += 1;
        }
        assert_eq!(count, FIRST_PAGE + 2 * 2 - 1);
        let start: usize = text.lines().rev().nth(1).expect("a line").parse().expect("a number");
        assert!(text[start..].starts_with("xref\n"));
        for part in text.split("/Length ").skip(1) {
            let length: usize = part.split(' ').next().and_then(|number| number.parse().ok()).expect("a length");
            let content = part.split_once("stream\n").expect("a stream").1;
            assert!(content[length..].starts_with("endstream"), "a stream has the length that it says");
        }
        assert!(text.contains("/Count 2") && text.contains("/wq Do"));
    }
}
