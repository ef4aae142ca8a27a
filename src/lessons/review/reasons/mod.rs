//! The reasons of an error: the tactics that its lines prove, and where they prove none, what a search of further
//! positions shows.
//!
//! A detector says nothing unless its lines and searches show it; `docs/themes.md` says what the proof of each is.

mod attack;
mod clock;
mod exchange;
mod forced_mate;
mod opposition;
mod pawn_ending;
mod runner;
mod threat;
mod zugzwang;

use shakmaty::{Chess, Color, Move, Position as _};

pub use self::attack::bearing_on_king;
pub use self::clock::hurry;
use super::search::Look;
use crate::chess::replay::position_after;
use crate::themes::{self, Cause, Finding, Mistake, Theme};

/// A move that lost something, with what the searches say about it.
#[derive(Clone, Copy)]
pub struct Slip<'a> {
    pub before: &'a Chess,
    pub played: Move,
    /// The looks before and after the move; see [`super::closer::MoveLooks`].
    pub best: &'a Look,
    pub after: &'a Look,
    /// The moves of the game before this one, and true if they begin at the usual position.
    pub history: &'a [Move],
    pub is_usual_start: bool,
    /// True if the searches agree on the better move.
    pub is_settled: bool,
}

/// A short search of a position.
pub type Glance<'a> = dyn FnMut(&Chess) -> Look + 'a;

/// A detector that asks for searches.
type Detector = fn(&Slip<'_>, &mut Glance<'_>) -> Vec<Finding>;

/// The surer come first.
const DETECTORS: [Detector; 8] = [
    forced_mate::forced_mate,
    pawn_ending::pawn_ending,
    opposition::opposition,
    runner::runner,
    zugzwang::zugzwang,
    threat::threats,
    attack::attack,
    exchange::exchange,
];

/// Why a move was an error, the most important reason first; empty where nothing is shown.
pub fn reasons(slip: &Slip<'_>, glance: &mut Glance<'_>) -> Vec<Finding> {
    let tactics = themes::explain(&Mistake {
        before: slip.before,
        played: slip.played,
        refutation: &slip.after.line,
        better: slip.better(),
        history: if slip.is_usual_start { slip.history } else { &[] },
    });
    // A general rule stands only where nothing is shown.
    if tactics.iter().any(|finding| finding.theme != Theme::OpeningRule) {
        return tactics;
    }
    let shown = DETECTORS.iter().map(|detect| detect(slip, glance)).find(|found| !found.is_empty());
    shown.unwrap_or(tactics)
}

impl Slip<'_> {
    fn side(&self) -> Color {
        self.before.turn()
    }

    /// The better line; empty where the searches do not agree on it.
    fn better(&self) -> &[Move] {
        if self.is_settled { &self.best.line } else { &[] }
    }

    /// The mover's chance after the better move, and after the played one.
    fn chances(&self) -> [f64; 2] {
        [self.best.chance_of(self.side()), self.after.chance_of(self.side())]
    }

    /// The position after the played move.
    fn after_played(&self) -> Chess {
        position_after(self.before, &[self.played])
    }

    /// The position after the better move, with that move.
    fn after_better(&self) -> Option<(Chess, Move)> {
        let &mv = self.better().first()?;
        Some((position_after(self.before, &[mv]), mv))
    }

    /// The position after the opponent's reply, with that move.
    fn after_reply(&self) -> Option<(Chess, Move)> {
        let &mv = self.after.line.first()?;
        Some((position_after(&self.after_played(), &[mv]), mv))
    }
}

/// A finding about one move or the beginning of a line.
fn finding(theme: Theme, cause: Cause, text: String, line: &[Move]) -> Finding {
    let squares = line.first().into_iter().flat_map(|mv| mv.from().into_iter().chain([mv.to()])).collect();
    Finding { theme, cause, text, line: line.to_vec(), squares }
}

#[cfg(test)]
mod testing {
    //! What the tests of the detectors share.

    use shakmaty::CastlingMode;

    use super::super::lent::Lent;
    use super::super::search::{Engine, LookLimits};
    use super::*;
    use crate::chess::fen::read_fen;
    use crate::chess::notation::parse_move;
    use crate::engine::options::SharedOptions;
    use crate::engine::{Game, Limits, Stop};

    /// What a detector says about a move, with searches of 60,000 nodes.
    pub fn said(detect: Detector, fen: &str, played: &str) -> Vec<String> {
        let position = read_fen(fen, CastlingMode::Standard).expect(fen).position;
        let mv = parse_move(&position, played).expect(played);
        let limits = LookLimits::of(Limits { nodes: Some(60_000), ..Limits::default() });
        let [lent, _] = Lent::pair();
        let mut engine =
            Engine::new(lent, &SharedOptions::default(), LookLimits { first: limits.closer.clone(), ..limits });
        let stop = Stop::new();
        let mut look = |position: &Chess| engine.first_look(&Game::from_position(position.clone()), false, &stop);
        let (best, after) = (look(&position), look(&position_after(&position, &[mv])));
        let slip = Slip {
            before: &position,
            played: mv,
            best: &best,
            after: &after,
            history: &[],
            is_usual_start: false,
            is_settled: true,
        };
        detect(&slip, &mut look).into_iter().map(|finding| finding.text).collect()
    }
}
