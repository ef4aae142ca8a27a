//! The evaluation of one position in parts, and as the table that `eval` prints.

use std::fmt;

use shakmaty::{Chess, Color, Position};

use super::tapered::Tapered;
use super::term_sum::Coefficients;
use super::terms::{GROUPS, Term, Topic, WEIGHTS};
use super::{Evaluator, Terms, king};

/// A position's evaluation in parts. `Display` is a table in pawns from White's view.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// A row for each topic; none in a known endgame, where the terms are not counted.
    pub terms: Vec<ExplainedTerm>,
    /// Material of the middlegame that is left, up to [`super::FULL_PHASE`].
    pub phase: i32,
    /// The share of an advantage in the endgame that counts for White and for Black, in per cent.
    shares: [i32; 2],
    /// The final score in centipawns from White's view.
    pub score: i32,
}

/// The score of one topic, in centipawns: middlegame and endgame.
#[derive(Clone, Debug)]
pub struct ExplainedTerm {
    pub name: &'static str,
    pub white: [i32; 2],
    pub black: [i32; 2],
}

/// The evaluation's terms for White and Black, middlegame and endgame, and the final score.
pub fn explain(position: &Chess) -> Explanation {
    // No key is known here, and none is needed: nothing has been cached yet, and a new cache only mistakes 0 for a
    // board without pawns.
    let score = Evaluator::new().evaluate(position, u64::from(position.board().pawns().any()));
    let score = if position.turn() == Color::White { score.0 } else { -score.0 };
    let Some(terms) = Terms::of(position) else {
        return Explanation { terms: Vec::new(), phase: 0, shares: [100; 2], score };
    };
    let halves = |score: Tapered| [score.middlegame(), score.endgame()];
    let explained = |&topic: &Topic| ExplainedTerm {
        name: topic.title(),
        white: halves(sum(&terms.sides.white, topic)),
        black: halves(sum(&terms.sides.black, topic)),
    };
    let share = |class| 100 * super::scale::share(class, terms.shifts) / super::FULL_SCALE;
    Explanation {
        terms: Topic::ALL.iter().map(explained).collect(),
        phase: terms.phase,
        shares: [share(terms.classes.white), share(terms.classes.black)],
        score,
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}Final evaluation {} for White", self.terms_table(), pawns(self.score))
    }
}

impl Explanation {
    /// The table of the terms without the final score, as lines that are all ended.
    pub fn terms_table(&self) -> impl fmt::Display {
        fmt::from_fn(|f| match self.terms[..] {
            [] => f.write_str("A known endgame: the terms are not counted.\n"),
            _ => self.table(f),
        })
    }

    fn table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<14} | {:^15} | {:^15} | {:^15}", "Term", "White", "Black", "Total")?;
        writeln!(f, "{:<14} | {:^7} {:^7} | {:^7} {:^7} | {:^7} {:^7}", "", "MG", "EG", "MG", "EG", "MG", "EG")?;
        let rule = ["-".repeat(15), "-".repeat(17), "-".repeat(17), "-".repeat(16)].join("+");
        writeln!(f, "{rule}")?;
        for term in &self.terms {
            row(f, term.name, term.white, term.black)?;
        }
        writeln!(f, "{rule}")?;
        let sum = |side: fn(&ExplainedTerm) -> [i32; 2]| {
            let add = |[middlegame, endgame]: [i32; 2], more: [i32; 2]| [middlegame + more[0], endgame + more[1]];
            self.terms.iter().map(side).fold([0; 2], add)
        };
        row(f, "Sum", sum(|term| term.white), sum(|term| term.black))?;
        let (phase, full, [white, black]) = (self.phase, super::FULL_PHASE, self.shares);
        writeln!(
            f,
            "Phase {phase} of {full}; an advantage in the endgame counts {white} % for White, {black} % for Black"
        )
    }
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

fn row(f: &mut fmt::Formatter<'_>, title: &str, white: [i32; 2], black: [i32; 2]) -> fmt::Result {
    let halves = |[middlegame, endgame]: [i32; 2]| format!("{:>7} {:>7}", pawns(middlegame), pawns(endgame));
    let total = [white[0] - black[0], white[1] - black[1]];
    writeln!(f, "{title:<14} | {} | {} | {}", halves(white), halves(black), halves(total))
}

/// Centipawns as pawns with a sign.
pub fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}
