//! The material that a line wins at its quiet end.

use shakmaty::{Board, Chess, Color, Move, Position as _, Role};

use super::line::TacticLine;
use super::probe::{after, passed};
use crate::chess::exchange::pawns_worth;

/// Captures looked ahead at most: no exchange of a real game is longer.
const DEPTH: u32 = 10;
/// Positions looked at for one result at most, so that a board full of queens takes no time either.
const POSITIONS: u32 = 3000;
/// The number of the farthest move that can be a prize: what comes later was not forced.
const FARTHEST: usize = 8;
/// Quiet moves of the winner before the prize at most: the answers to them are less forced.
const QUIET: usize = 2;
/// Plies in which a first gain may grow: what is won later is another story.
const SETTLING: usize = 5;
/// A mate counts as more than all material.
const MATE: i32 = 200;

/// The material of a side less that of the other, in pawns.
pub fn material(board: &Board, side: Color) -> i32 {
    let sum = |color: Color| -> i32 {
        board
            .material_side(color)
            .zip_role()
            .into_iter()
            .map(|(role, count)| i32::from(count) * pawns_worth(role))
            .sum()
    };
    sum(side) - sum(!side)
}

/// The material balance of the side to move in pawns once all captures and promotions that pay are made. Unlike
/// [`crate::chess::exchange::exchange_gain`] it plays legal moves, so that pins and checks count.
pub fn settled(position: &Chess) -> i32 {
    quiesce(position, -MATE, MATE, DEPTH, &mut { POSITIONS })
}

/// Returns true if no capture pays, whoever moves, and there is no check: the material on the board is what it seems.
pub fn is_quiet(position: &Chess) -> bool {
    let stands = |position: &Chess| settled(position) == material(position.board(), position.turn());
    !position.is_check() && stands(position) && passed(position).is_none_or(|passed| stands(&passed))
}

/// [`settled`] for a given side.
pub fn settled_for(position: &Chess, side: Color) -> i32 {
    if position.turn() == side { settled(position) } else { -settled(position) }
}

fn quiesce(position: &Chess, mut alpha: i32, beta: i32, depth: u32, left: &mut u32) -> i32 {
    let standing = material(position.board(), position.turn());
    *left = left.saturating_sub(1);
    let is_check = position.is_check();
    let mut moves = position.legal_moves();
    if moves.is_empty() {
        return if is_check { -MATE } else { 0 };
    }
    if depth == 0 || *left == 0 {
        return standing;
    }
    let mut best = -MATE;
    if !is_check {
        if standing >= beta {
            return standing;
        }
        (best, alpha) = (standing, alpha.max(standing));
        moves.retain(|mv| mv.is_capture() || mv.promotion() == Some(Role::Queen));
    }
    moves.sort_by_key(|&mv| std::cmp::Reverse(promise(mv)));
    for mv in moves {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let value = -quiesce(&after, -beta, -alpha, depth - 1, left);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The order of captures: the most valuable victim first, taken by the least valuable piece.
fn promise(mv: Move) -> i32 {
    16 * mv.capture().map_or(0, pawns_worth) + 16 * mv.promotion().map_or(0, pawns_worth) - pawns_worth(mv.role())
}

/// The material that a line wins, and the move that wins most of it.
#[derive(Clone, Debug)]
pub struct Win {
    /// The line up to the quiet position in which the gain is on the board.
    pub line: TacticLine,
    /// In pawns, compared with what the winner could count on before.
    pub gain: i32,
    /// The number of the winner's capture or promotion that brings most.
    pub prize: usize,
    /// Moves of the line that were given; those behind them are captures that pay at its end.
    pub given: usize,
}

impl Win {
    /// The material that the winner of a line wins, compared with `base`, the balance that he could count on before;
    /// `None` where that is less than a pawn or nothing of it lasts to the end of the line.
    pub fn of(line: &TacticLine, base: i32) -> Option<Win> {
        let (winner, given) = (line.winner(), line.len());
        let line = &with_captures(line);
        let mut gains: Vec<i32> =
            (0..=line.len()).map(|number| settled_for(line.position(number), winner) - base).collect();
        if line.end().turn() == winner {
            gains.pop();
            gains.push(material(line.end().board(), winner) - base);
        }
        let last = *gains.last()?;
        if last < 1 {
            return None;
        }
        let is_shown = |number: usize, least: i32| {
            let gain = material(line.board(number), winner) - base;
            // A balance that happens to be right in the middle of an exchange is no end.
            let is_quiet = number == line.len() || !line.mv(number).is_capture();
            let lasts = gains[number..].iter().all(|&later| later >= (gain - 1).max(1));
            gain == gains[number] && 3 * gain >= 2 * least && gain >= 1 && is_quiet && lasts
        };
        let first = (1..=line.len()).find(|&number| is_shown(number, 1))?;
        let soon = gains[(first + SETTLING).min(line.len())];
        let end = (first..=line.len()).find(|&number| is_shown(number, soon))?;
        let line = line.cut(end);
        let prize = prize(&line).filter(|&prize| prize <= FARTHEST && prize < given)?;
        let is_forced = line.mv(prize).is_promotion() || quiet_moves(&line, prize) <= QUIET;
        if !is_forced || line.len() > prize + SETTLING {
            return None;
        }
        Some(Win { gain: gains[end], prize, line, given })
    }

    /// The side that wins.
    pub fn winner(&self) -> Color {
        self.line.winner()
    }

    /// Returns true if simple captures did not win as much before the move of this number.
    pub fn is_new_at(&self, number: usize) -> bool {
        let (position, winner) = (self.line.position(number), self.winner());
        let won = material(self.line.end().board(), winner);
        if !position.is_check() {
            return settled_for(position, winner) < won;
        }
        // Out of check there is no standing still, and not every answer is a capture.
        let captures = position.legal_moves().into_iter().filter(|mv| mv.is_capture());
        captures.into_iter().all(|mv| settled_for(&after(position, mv), winner) < won)
    }

    /// The same of a move that captures itself: no other capture won as much.
    pub fn is_new_but_for(&self, number: usize) -> bool {
        let (position, winner, mv) = (self.line.position(number), self.winner(), self.line.mv(number));
        if !mv.is_capture() {
            return self.is_new_at(number);
        }
        let won = material(self.line.end().board(), winner);
        let others = position.legal_moves().into_iter().filter(|other| other.is_capture() && *other != mv);
        let stands = material(position.board(), winner);
        stands < won && others.into_iter().all(|other| settled_for(&after(position, other), winner) < won)
    }

    /// The number of the winner's first capture of those on one square that end with the prize.
    pub fn assault(&self) -> usize {
        let to = self.line.mv(self.prize).to();
        let is_capture = |number: usize| self.line.mv(number).is_capture() && self.line.mv(number).to() == to;
        let mut first = self.prize;
        while first >= 2 && is_capture(first - 1) && is_capture(first - 2) {
            first -= 2;
        }
        first
    }

    /// The board before the capture that brings most.
    pub fn board(&self) -> &Board {
        self.line.board(self.prize)
    }
}

/// The winner's moves before this one that neither take nor give check.
fn quiet_moves(line: &TacticLine, prize: usize) -> usize {
    let is_quiet = |&number: &usize| !line.mv(number).is_capture() && !line.after_move(number).is_check();
    line.winners().take_while(|&number| number < prize).filter(is_quiet).count()
}

/// The line, with the captures that pay at its end: a line that ends with a capture may leave out that it is taken
/// back.
/// Of the winner only recaptures count: what else could be taken then, nothing proves.
fn with_captures(line: &TacticLine) -> TacticLine {
    const LONGEST: usize = 6;
    let mut moves = line.moves().to_vec();
    let mut position = line.end().clone();
    for _ in 0..LONGEST {
        let side = position.turn();
        let standing = material(position.board(), side);
        if position.is_check() || settled(&position) == standing {
            break;
        }
        let captures = position.legal_moves().into_iter().filter(|mv| mv.is_capture() || mv.is_promotion());
        let Some(best) = captures.max_by_key(|&mv| settled_for(&after(&position, mv), side)) else { break };
        let is_recapture = moves.last().is_some_and(|last| last.is_capture() && last.to() == best.to());
        if side == line.winner() && !is_recapture {
            break;
        }
        position.play_unchecked(best);
        moves.push(best);
    }
    line.extended(&moves[line.len()..])
}

/// The winner's move that brings most: what it takes or makes of a pawn, less what is retaken at once, and less what
/// the piece that it takes back has taken as the lead.
fn prize(line: &TacticLine) -> Option<usize> {
    let given = |number: usize| {
        let Some((_, lead)) = line.lead() else { return 0 };
        let still_stands = line.moves()[..number].iter().all(|mv| mv.from() != Some(lead.to()) && mv.to() != lead.to());
        if still_stands && line.mv(number).to() == lead.to() { lead.capture().map_or(0, pawns_worth) } else { 0 }
    };
    let worth = |number: usize| {
        let mv = line.mv(number);
        let made = mv.promotion().map_or(0, |role| pawns_worth(role) - 1);
        let is_retaken =
            number + 1 < line.len() && line.mv(number + 1).is_capture() && line.mv(number + 1).to() == mv.to();
        let lost = if is_retaken { pawns_worth(mv.promotion().unwrap_or(mv.role())) } else { 0 };
        mv.capture().map_or(0, pawns_worth) + made - lost - given(number)
    };
    // The first of the best.
    line.winners().rev().filter(|&number| worth(number) >= 1).max_by_key(|&number| worth(number))
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;
    use crate::chess::notation::parse_move;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    fn line(fen: &str, moves: &str) -> TacticLine {
        let start = position(fen);
        let mut at = start.clone();
        let mut played = Vec::new();
        for word in moves.split_whitespace() {
            let mv = parse_move(&at, word).expect(word);
            at.play_unchecked(mv);
            played.push(mv);
        }
        TacticLine::new(&start, &played)
    }

    #[test]
    fn the_balance_is_that_of_a_quiet_position() {
        // The knight on d5 is undefended; then a pinned pawn seems to defend it.
        assert_eq!(settled(&position("4k3/8/8/3n4/8/8/3Q4/4K3 w - - 0 1")), 9);
        assert_eq!(settled(&position("4k3/8/4p3/3n4/8/8/3QR3/4K3 w - - 0 1")), 13);
        assert_eq!(settled(&position("4k3/8/4p3/3n4/8/8/3Q4/4K3 w - - 0 1")), 5);
        assert_eq!(settled(&position("4k3/4P3/3K4/8/8/8/8/8 w - - 0 1")), 1, "it cannot promote");
        assert_eq!(settled(&position("6k1/4P3/8/8/8/8/8/4K3 w - - 0 1")), 9);
    }

    #[test]
    fn a_win_is_on_the_board_at_its_end_and_lasts() {
        let fork = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
        let win = Win::of(&line(fork, "Nc7+ Kd7 Nxa8 Kc8"), -2).expect("a rook");
        assert_eq!((win.gain, win.prize, win.line.len()), (5, 2, 3));
        // The knight does not come out again, and that it is caught comes too late to belong to the fork.
        let caught = line(fork, "Nc7+ Kd7 Nxa8 Kc8 Ke2 Kb7 Ke3 Kxa8");
        assert!(Win::of(&caught, -2).is_none());
        assert!(Win::of(&line(fork, "Nc7+ Kd7"), -2).is_none(), "the rook is still on the board");
        assert!(Win::of(&line(fork, ""), -2).is_none());
    }
}
