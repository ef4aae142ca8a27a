//! Positions of a game in which there is something to find.

use shakmaty::{Chess, Move, Position as _, Rank, Role};

use motley::chess::exchange::exchange_gain;
use motley::engine::{Game, Limits, ScoreKind, Stop};
use motley::games::pgn::PgnGame;
use motley::personalities::rated::MoveScorer;

/// A queen hangs if taking it wins at least so many pawns: it is undefended, or the taker is a pawn or a minor piece.
const QUEEN: i32 = 6;
/// Plies of a mate in two.
const MATE_IN_TWO: i32 = 3;
/// A mate in two is looked for behind this ply.
const OPENING: usize = 12;

/// A task: what is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateTask {
    /// `on_back_rank`: every mate is one by a queen or rook on the last rank.
    MateInOne { on_back_rank: bool },
    /// There is no mate in one.
    MateInTwo,
    /// There is no mate in one or two.
    HangingQueen,
}

impl MateTask {
    /// Returns true if both are of one column of the table.
    pub fn is_like(self, other: MateTask) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

/// A position before a ply of a game.
#[derive(Clone, Debug)]
pub struct TaskPosition {
    pub ply: usize,
    /// The mover's rating.
    pub elo: u16,
    pub task: MateTask,
    /// The moves that solve it.
    pub solutions: Vec<Move>,
}

/// The tasks that one side of a game met.
pub fn tasks(pgn: &PgnGame, side: usize, elo: u16, searcher: &mut MoveScorer) -> Vec<TaskPosition> {
    let mut game = Game::default();
    let mut found = Vec::new();
    for (ply, &mv) in pgn.moves.iter().enumerate() {
        if ply % 2 == side
            && let Some((task, solutions)) = task(&game, ply, searcher)
        {
            found.push(TaskPosition { ply, elo, task, solutions });
        }
        game.play(mv);
    }
    found
}

fn task(game: &Game, ply: usize, searcher: &mut MoveScorer) -> Option<(MateTask, Vec<Move>)> {
    let (position, moves) = (game.position(), game.legal_moves());
    let mates: Vec<Move> = moves.iter().copied().filter(|&mv| after(position, mv).is_checkmate()).collect();
    if !mates.is_empty() {
        let on_back_rank = mates.iter().all(|&mv| is_on_back_rank(position, mv));
        return Some((MateTask::MateInOne { on_back_rank }, mates));
    }
    if ply >= OPENING {
        let limits = Limits { depth: Some(MATE_IN_TWO), ..Limits::default() };
        let scores = searcher.last_scores(game, &moves, limits, &Stop::new());
        let is_mate = |kind| matches!(kind, ScoreKind::Mate(1..=2));
        let mates = moves.iter().zip(scores).filter(|(_, score)| score.is_some_and(|score| is_mate(score.kind())));
        let mates: Vec<Move> = mates.map(|(&mv, _)| mv).collect();
        if !mates.is_empty() {
            return Some((MateTask::MateInTwo, mates));
        }
    }
    let wins_queen = |mv: &Move| {
        mv.capture() == Some(Role::Queen) && exchange_gain(position.board(), mv.to(), position.turn()) >= QUEEN
    };
    let captures: Vec<Move> = moves.iter().copied().filter(wins_queen).collect();
    (!captures.is_empty()).then_some((MateTask::HangingQueen, captures))
}

fn after(position: &Chess, mv: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}

fn is_on_back_rank(position: &Chess, mv: Move) -> bool {
    let last = position.turn().fold_wb(Rank::Eighth, Rank::First);
    matches!(mv.role(), Role::Queen | Role::Rook) && mv.to().rank() == last
}
