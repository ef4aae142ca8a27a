//! The evaluation of one position as a table, printed by `eval`.

use std::fmt::Write;

use shakmaty::{Chess, Color, Position};

use super::tapered::Tapered;
use super::term_sum::Coefficients;
use super::terms::{GROUPS, Term, Topic, WEIGHTS};
use super::{Evaluator, Terms, king};

/// The evaluation's terms for White and Black, middlegame and endgame, and the final score; all in pawns from White's
/// view.
pub fn explain(position: &Chess) -> String {
    let mut text = String::new();
    match Terms::of(position) {
        Some(terms) => table(&terms, &mut text),
        None => text.push_str("A known endgame: the terms are not counted.\n"),
    }
    // No key is known here, and none is needed: nothing has been cached yet, and a new cache only mistakes 0 for a
    // board without pawns.
    let score = Evaluator::new().evaluate(position, u64::from(position.board().pawns().any()));
    let white = if position.turn() == Color::White { score } else { -score };
    let _ = write!(text, "Final evaluation {} for White", pawns(white.0));
    text
}

fn table(terms: &Terms, text: &mut String) {
    let (white, black) = (&terms.sides.white, &terms.sides.black);
    let _ = writeln!(text, "{:<14} | {:^15} | {:^15} | {:^15}", "Term", "White", "Black", "Total");
    let _ = writeln!(text, "{:<14} | {:^7} {:^7} | {:^7} {:^7} | {:^7} {:^7}", "", "MG", "EG", "MG", "EG", "MG", "EG");
    let rule = format!("{}\n", ["-".repeat(15), "-".repeat(17), "-".repeat(17), "-".repeat(16)].join("+"));
    text.push_str(&rule);
    let mut sums = [Tapered::ZERO; 2];
    for &topic in Topic::ALL {
        let (ours, theirs) = (sum(white, topic), sum(black, topic));
        sums = [sums[0] + ours, sums[1] + theirs];
        row(text, topic.title(), ours, theirs);
    }
    text.push_str(&rule);
    row(text, "Sum", sums[0], sums[1]);
    let scale = |class| 100 * super::scale::share(class, terms.shifts) / super::FULL_SCALE;
    let _ = writeln!(
        text,
        "Phase {} of {}; an advantage in the endgame counts {} % for White, {} % for Black",
        terms.phase,
        super::FULL_PHASE,
        scale(terms.classes.white),
        scale(terms.classes.black)
    );
}

/// One side's score under one head.
fn sum(side: &Coefficients, topic: Topic) -> Tapered {
    let total = |counted: &[(Term, i32)]| {
        counted
            .iter()
            .filter(|(term, _)| topic_of(*term) == topic)
            .fold(Tapered::ZERO, |sum, &(term, count)| sum + WEIGHTS[term.index()] * count)
    };
    match topic {
        Topic::Danger => -king::penalty(total(&side.danger)),
        _ => total(&side.linear),
    }
}

fn topic_of(term: Term) -> Topic {
    let group = GROUPS.partition_point(|group| group.start + group.len <= term.index());
    GROUPS[group].topic
}

fn row(text: &mut String, title: &str, white: Tapered, black: Tapered) {
    let halves = |score: Tapered| format!("{:>7} {:>7}", pawns(score.middlegame()), pawns(score.endgame()));
    let _ = writeln!(text, "{title:<14} | {} | {} | {}", halves(white), halves(black), halves(white - black));
}

fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}
