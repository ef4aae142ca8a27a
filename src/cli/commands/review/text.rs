//! The review as text, line after line.

use std::fmt::Write as _;

use shakmaty::{ByColor, Color};

use crate::chess::notation::color_name;
use crate::cli::shell::{OutputError, print};
use crate::lessons::review::{
    GameReview, INTERVAL, Mark, MoveReview, PhaseLosses, RatingSource, ReviewGame, ReviewScore, SideRating, SideReview,
    ThemeLosses,
};

/// Columns of a line of text.
const WIDTH: usize = 100;
/// Columns before a sentence about a move.
const INDENT: &str = "      ";

/// Writes a review while it is made.
pub struct Text {
    players: [String; 2],
    result: String,
    number: u64,
    /// The text that was not printed yet.
    text: String,
}

impl Text {
    pub fn new(game: &ReviewGame, number: u64) -> Text {
        let player = |tag: &str| game.tags.get(tag).filter(|name| !name.trim().is_empty()).unwrap_or("?").to_owned();
        Text { players: ["White", "Black"].map(player), result: game.outcome.to_string(), number, text: String::new() }
    }

    /// The head.
    pub fn begin(&mut self, ratings: ByColor<SideRating>, is_shown: bool) -> Result<(), OutputError> {
        let [white, black] = &self.players;
        let _ = writeln!(self.text, "Game {}: {white} - {black}, {}", self.number, self.result);
        let rating = |color: Color| rating(color, *ratings.get(color));
        let _ = writeln!(self.text, "{}; {}\n", rating(Color::White), rating(Color::Black));
        self.flush(is_shown)
    }

    /// A move: its score, the chance of winning before and after it, and what is to be said.
    pub fn add(&mut self, review: &MoveReview, is_shown: bool) -> Result<(), OutputError> {
        let mark = review.mark.map_or("", |mark| mark.word());
        let chance = |score: ReviewScore| {
            let of_mover = review.side.fold_wb(score.white, 1.0 - score.white);
            format!("{:.0} %", 100.0 * of_mover)
        };
        let changed = if review.loss >= 0.005 {
            format!("{} -> {}", chance(review.before), chance(review.after))
        } else {
            chance(review.after)
        };
        let fixed = match review.absolute {
            fixed if fixed == review.mark || review.mark == Some(Mark::Good) => String::new(),
            fixed => format!("  ({} by fixed bounds)", fixed.map_or("no mark", Mark::word)),
        };
        let line = format!("{:<14}{:>8}  {changed}{fixed}", review.numbered() + mark, score(review.after));
        let _ = writeln!(self.text, "{}", line.trim_end());
        for sentence in &review.sentences {
            self.paragraph(INDENT, sentence);
        }
        self.flush(is_shown)
    }

    /// The summary, and before it what was not printed yet.
    pub fn end(&mut self, review: &GameReview) -> String {
        let _ = writeln!(self.text);
        let opening = &review.opening;
        if let (Some(eco), Some(name)) = (&opening.eco, &opening.name) {
            let _ = writeln!(self.text, "Opening: {eco} {name}");
        }
        for side in &review.sides {
            self.side(side, review);
        }
        if review.stopped {
            let _ = writeln!(self.text, "\nThe review was ended before the last move.");
        }
        std::mem::take(&mut self.text)
    }

    fn side(&mut self, side: &SideReview, review: &GameReview) {
        let name = color_name(side.side);
        let accuracy = side.accuracy.map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.0}"));
        let _ = writeln!(
            self.text,
            "\n{name}: accuracy {accuracy}; {}, {}, {}, {}",
            counted(side.inaccuracies, "inaccuracy", "inaccuracies"),
            counted(side.mistakes, "mistake", "mistakes"),
            counted(side.blunders, "blunder", "blunders"),
            counted(side.good, "good move", "good moves")
        );
        let _ = writeln!(
            self.text,
            "  A move lost {} on average; players rated {} lose {} in these positions.",
            points(side.loss),
            side.rating.elo,
            points(side.people_loss)
        );
        if let Some(estimate) = side.looks_like {
            let _ = writeln!(
                self.text,
                "  The moves look like a rating of {}; {:.0} % interval {} to {}.",
                estimate.elo,
                100.0 * INTERVAL,
                estimate.low,
                estimate.high
            );
        }
        let phase = |&PhaseLosses { phase, moves, loss, people_loss }: &PhaseLosses| {
            let moves = counted(moves, "move", "moves");
            format!("{} {loss:.2} ({people_loss:.2}) in {moves}", phase.word())
        };
        let phases: Vec<String> = side.phases.iter().map(phase).collect();
        let elo = side.rating.elo;
        let phases = phases.join(", ");
        self.paragraph("  ", &format!("Points lost by phase (in brackets: by players rated {elo}): {phases}."));
        let theme = |ThemeLosses { theme, times, loss }: &ThemeLosses| {
            format!("{theme} {loss:.2} ({})", counted(*times, "time", "times"))
        };
        if !side.themes.is_empty() {
            let themes: Vec<String> = side.themes.iter().map(theme).collect();
            self.paragraph("  ", &format!("Points lost by theme: {}.", themes.join(", ")));
        }
        if !side.moments.is_empty() {
            let _ = writeln!(self.text, "  Moments to learn from:");
        }
        for &ply in &side.moments {
            let moment = &review.moves[ply - 1];
            let mark = moment.mark.map_or("", |mark| mark.word());
            let first = moment.sentences.first().map_or("", String::as_str);
            let text = format!("{}{mark} lost {}. {first}", moment.numbered(), points(moment.loss));
            self.paragraph("    ", text.trim_end());
        }
    }

    /// A text in lines that all begin with `indent`.
    fn paragraph(&mut self, indent: &str, text: &str) {
        let mut line = String::from(indent);
        for word in text.split_whitespace() {
            if line.len() > indent.len() && line.chars().count() + 1 + word.chars().count() > WIDTH {
                let _ = writeln!(self.text, "{line}");
                line = String::from(indent);
            }
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
        let _ = writeln!(self.text, "{line}");
    }

    fn flush(&mut self, is_shown: bool) -> Result<(), OutputError> {
        if is_shown { print(&std::mem::take(&mut self.text)) } else { Ok(()) }
    }
}

fn rating(side: Color, SideRating { elo, source }: SideRating) -> String {
    let source = match source {
        RatingSource::Given => "as you say",
        RatingSource::File => "from the file",
        RatingSource::Estimated => "as the moves look",
        RatingSource::Assumed => "assumed: too few moves to estimate it",
    };
    format!("{} is compared with players rated {elo} ({source})", color_name(side))
}

/// "1 move", "3 moves".
fn counted(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// A loss of chance of winning in hundredths.
fn points(loss: f64) -> String {
    format!("{:.1} %", 100.0 * loss)
}

/// A score from White's view: "+0.84", "#-3".
fn score(score: ReviewScore) -> String {
    match (score.cp, score.mate) {
        (Some(centipawns), _) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        (None, mate) => format!("#{}", mate.unwrap_or(0)),
    }
}
