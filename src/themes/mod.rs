//! Why a move was a mistake, in a sentence that a line of moves proves: mates, forks, pins, hanging pieces and others.
//!
//! A detector looks at the best play after the move and at the best line instead of it. It says nothing unless the line
//! shows what it says and the material at the quiet end of the line confirms the loss. `docs/themes.md` says what the
//! proof of each theme is.

mod balance;
mod between;
mod clearance;
mod defender;
mod discovered;
mod fork;
mod hanging;
mod interference;
mod king;
mod line;
mod mate;
mod opening;
mod pin;
mod probe;
mod promotion;
mod repetition;
mod skewer;
mod stalemate;
mod tale;
#[cfg(test)]
mod tests;
mod theme;
mod trapped;
mod words;

use shakmaty::{Chess, Color, Move, Position as _, Square};

pub use self::balance::is_quiet;
use self::balance::{Win, material, settled_for};
use self::line::TacticLine;
pub use self::line::numbered;
pub use self::probe::passed;
use self::tale::{Proof, Tale};
pub use self::theme::Theme;
pub use self::words::{and, mate_in, pieces_on};

/// A move that cost something, with the lines that show it.
#[derive(Clone, Copy, Debug)]
pub struct Mistake<'a> {
    pub before: &'a Chess,
    pub played: Move,
    /// Best play after the played move, the opponent's reply first; empty where the game is over.
    pub refutation: &'a [Move],
    /// The best line instead, first the move that should have been played.
    pub better: &'a [Move],
    /// The moves of the game up to `before`, from the initial position: the rules of the opening need them. Empty
    /// where they are not known.
    pub history: &'a [Move],
}

/// The line of a mistake that proves a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The refutation: the move allows it.
    Allowed,
    /// The better line: the move misses it.
    Missed,
}

/// One reason why a move was a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub theme: Theme,
    pub cause: Cause,
    /// One or two English sentences.
    pub text: String,
    /// The moves that prove it: the beginning of the refutation (without the played move) or of the better line.
    pub line: Vec<Move>,
    /// The squares of the pieces that the text names, at the moment of which it speaks.
    pub squares: Vec<Square>,
}

/// The number of the farthest prize in the better line: the opponent might have left a longer one.
const MISSED: usize = 4;

/// A rook for a minor piece, in pawns.
const EXCHANGE: i32 = 2;

/// Moves of a line after which it is looked at by itself, where the whole of it proves nothing.
const SOON: [usize; 3] = [1, 3, 5];

/// A minor piece, in pawns.
const PIECE: i32 = 3;

/// A detector of what wins material.
type Detector = fn(&Win, Tale) -> Option<Proof>;

/// The more special come first; [`hanging::hanging`] speaks only where none of them does.
const DETECTORS: [Detector; 12] = [
    promotion::promotion,
    between::in_between,
    discovered::discovered_check,
    discovered::discovered_attack,
    fork::fork,
    skewer::skewer,
    pin::pin,
    defender::removed_defender,
    interference::interference,
    trapped::trapped_piece,
    clearance::clearance,
    hanging::hanging,
];

/// Why the move was a mistake, the most important reason first; empty where nothing is proved. Moves of a line that are
/// not legal end it.
pub fn explain(mistake: &Mistake<'_>) -> Vec<Finding> {
    let is_best = mistake.better.first() == Some(&mistake.played);
    if is_best || !mistake.before.is_legal(mistake.played) {
        return Vec::new();
    }
    if let Some((tale, proof, line)) = repetition::repetition(mistake) {
        return vec![tale.finding(proof, &line)];
    }
    let case = Case::of(mistake);
    let (allowed, missed) = (case.allowed(), case.missed(mistake));
    let mut findings =
        if case.loss() >= case.missed_gain() { [allowed, missed].concat() } else { [missed, allowed].concat() };
    if findings.is_empty()
        && let Some(proof) = opening::opening_rule(mistake)
    {
        findings.push(Tale::Missed.finding(proof, &case.better.cut(case.better.len().min(1))));
    }
    findings
}

/// The idea of the best line of a position; `None` where it proves nothing. `last` is the move that led to the
/// position, with the position before it: a capture that only takes back wins nothing.
pub fn idea(position: &Chess, line: &[Move], last: Option<(&Chess, Move)>) -> Option<Finding> {
    let line = TacticLine::new(position, line);
    let base = match last {
        Some((before, _)) => -settled_for(before, before.turn()),
        None => material(position.board(), position.turn()),
    };
    let ends = mate::mate(&line, Tale::Idea).or_else(|| stalemate::stalemate(&line, line.winner(), Tale::Idea));
    if let Some(proof) = ends {
        return Some(Tale::Idea.finding(proof, &line));
    }
    let win = Win::of(&line, base)?;
    let proof = DETECTORS.iter().find_map(|detect| detect(&win, Tale::Idea))?;
    Some(Tale::Idea.finding(proof, &win.line))
}

/// Both lines of a mistake, and what comes of them.
struct Case {
    mover: Color,
    allowed: TacticLine,
    better: TacticLine,
    /// Balances of the mover in pawns: what simple captures gave before, and at the end of either line.
    base: i32,
    after_allowed: i32,
    after_better: i32,
    before: i32,
}

impl Case {
    fn of(mistake: &Mistake<'_>) -> Case {
        let (before, mover) = (mistake.before, mistake.before.turn());
        let allowed = TacticLine::after(before, mistake.played, mistake.refutation);
        let better = TacticLine::new(before, mistake.better);
        Case {
            mover,
            base: settled_for(before, mover),
            after_allowed: settled_for(allowed.end(), mover),
            after_better: settled_for(better.end(), mover),
            before: material(before.board(), mover),
            allowed,
            better,
        }
    }

    /// Returns true if the better line leaves the mover at least a pawn more than the other, after as many plies as the
    /// proof of a win has: what happens later in either line proves nothing of it.
    fn differs_by(&self, win: &Win, tale: Tale) -> bool {
        let half_moves = win.line.len() + usize::from(tale == Tale::Allowed);
        let at = |line: &TacticLine, moves: usize| settled_for(line.position(moves.min(line.len())), self.mover);
        let won = material(win.line.end().board(), self.mover);
        match tale {
            Tale::Allowed => at(&self.better, half_moves) > won,
            _ => won > at(&self.allowed, half_moves.saturating_sub(1)),
        }
    }

    /// Returns true if the better line gives the prize of the refutation, too, and not in a trade.
    fn gives_as_well(&self, win: &Win) -> bool {
        let prize = win.line.mv(win.prize);
        let is_same = |number: usize| {
            let mv = self.better.mv(number);
            let is_traded = self.better.moves().get(number + 1).is_some_and(|next| next.to() == mv.to());
            !is_traded && mv.to() == prize.to() && mv.capture() == prize.capture()
        };
        (1..self.better.len().min(win.line.len() + 1)).step_by(2).any(is_same)
    }

    /// Returns true if a win is a good part of what the two lines differ by: a pawn is not why a queen was lost. A
    /// piece is reason enough, whatever the loser gives up later in the line.
    fn matters(&self, win: &Win) -> bool {
        win.gain >= PIECE || 3 * win.gain >= self.after_better - self.after_allowed
    }

    fn loss(&self) -> i32 {
        self.base - self.after_allowed
    }

    fn missed_gain(&self) -> i32 {
        self.after_better - self.before
    }

    fn allowed(&self) -> Vec<Finding> {
        let line = &self.allowed;
        if self.after_better == self.after_allowed && line.end().is_checkmate() {
            return Vec::new();
        }
        let ends = mate::mate(line, Tale::Allowed);
        let ends = ends.or_else(|| stalemate::stalemate(line, self.mover, Tale::Allowed));
        if let Some(proof) = ends {
            let opened = king::king_opened(line).filter(|_| line.end().is_checkmate());
            let proofs = [Some(proof), opened];
            return proofs.into_iter().flatten().map(|proof| Tale::Allowed.finding(proof, line)).collect();
        }
        let lengths = [line.len()].into_iter().chain(SOON.into_iter().filter(|&moves| moves < line.len()));
        let mut findings = lengths.map(|moves| self.allowed_by(&line.cut(moves)));
        findings.find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The findings in an allowed line, or in its beginning: the gain of a capture does not depend on what comes later.
    fn allowed_by(&self, line: &TacticLine) -> Vec<Finding> {
        let Some(win) = Win::of(line, -self.before)
            .filter(|win| self.matters(win) && self.differs_by(win, Tale::Allowed) && !self.gives_as_well(win))
        else {
            return Vec::new();
        };
        // A pawn that is won soon and given back later is no reason.
        if line.len() < self.allowed.len() && win.gain < EXCHANGE && self.before <= self.after_allowed {
            return Vec::new();
        }
        let mut proofs = found(&win, Tale::Allowed);
        proofs.extend(king::king_opened(&win.line));
        proofs.into_iter().map(|proof| Tale::Allowed.finding(proof, &win.line)).collect()
    }

    fn missed(&self, mistake: &Mistake<'_>) -> Vec<Finding> {
        let line = &self.better;
        if self.after_better == self.after_allowed && line.end().is_checkmate() {
            return Vec::new();
        }
        let ends = mate::mate(line, Tale::Missed);
        let ends = ends.or_else(|| stalemate::stalemate(line, self.mover, Tale::Missed));
        if let Some(proof) = ends {
            return vec![Tale::Missed.finding(proof, line)];
        }
        let Some(win) = Win::of(line, self.before)
            .filter(|win| win.prize <= MISSED && self.matters(win) && self.differs_by(win, Tale::Missed))
        else {
            return Vec::new();
        };
        // Taking the same with another piece misses nothing of this kind.
        let takes = mistake.played.is_capture().then_some(mistake.played.to());
        if takes == Some(line.mv(0).to()) && win.prize == 0 {
            return Vec::new();
        }
        let retaken = mistake.history.last().and_then(|&last| hanging::not_taken_back(&win, last));
        let proofs = retaken.map_or_else(|| found(&win, Tale::Missed), |proof| vec![proof]);
        proofs.into_iter().map(|proof| Tale::Missed.finding(proof, &win.line)).collect()
    }
}

/// The findings of the detectors, without the last where another spoke.
fn found(win: &Win, tale: Tale) -> Vec<Proof> {
    let [special @ .., last] = &DETECTORS;
    let proofs: Vec<Proof> = special.iter().filter_map(|detect| detect(win, tale)).collect();
    if proofs.is_empty() { last(win, tale).into_iter().collect() } else { proofs }
}
