//! The features of a move that a person may see, as numbers: what it loses by a short search, and its kind.

mod board;

use shakmaty::{Chess, Move, Position as _, Role, Square};

use board::BOARD_NUMBERS;
pub use board::{Before, is_quiet};

use super::scores::{DEEPER, SEARCHES, ScoredMove};
use crate::engine::{Game, Score};

/// Numbers for each of the searches.
const BY_SEARCH: usize = 6;
/// The number of features of a move.
pub const FEATURES: usize = NAMES.len();

/// The names of the numbers, in their order. What is lost is lost against the best move by the same search: of 1, 2 or
/// 3 plies, or the deeper one.
pub const NAMES: [&str; SEARCHES * BY_SEARCH + 35 + BOARD_NUMBERS] = [
    "expectation lost, depth 1",
    "pawns lost up to 3, depth 1",
    "log of pawns lost, depth 1",
    "best, depth 1",
    "two pawns lost, depth 1",
    "within a fifth of a pawn, depth 1",
    "expectation lost, depth 2",
    "pawns lost up to 3, depth 2",
    "log of pawns lost, depth 2",
    "best, depth 2",
    "two pawns lost, depth 2",
    "within a fifth of a pawn, depth 2",
    "expectation lost, depth 3",
    "pawns lost up to 3, depth 3",
    "log of pawns lost, depth 3",
    "best, depth 3",
    "two pawns lost, depth 3",
    "within a fifth of a pawn, depth 3",
    "expectation lost, deeper",
    "pawns lost up to 3, deeper",
    "log of pawns lost, deeper",
    "best, deeper",
    "two pawns lost, deeper",
    "within a fifth of a pawn, deeper",
    "pawns lost up to 10",
    "pawns lost up to 3 while winning",
    "pawns lost up to 3 while losing",
    "mates",
    "is mated",
    "better than it looks",
    "moves a pawn",
    "moves a knight",
    "moves a bishop",
    "moves a rook",
    "moves a queen",
    "moves a king",
    "takes a pawn",
    "takes a knight",
    "takes a bishop",
    "takes a rook",
    "takes a queen",
    "takes back",
    "takes the man that moved last",
    "moves the same man again",
    "undoes the last move",
    "ranks forward",
    "squares far",
    "gives check",
    "castles",
    "promotes",
    "log of the net's probability",
    "the net's probability",
    "log of the net's probability in an endgame",
    "log of the net's probability with few moves",
    "log of the strong players' probability",
    "the strong players' probability",
    "log of the strong players' probability in an endgame",
    "is attacked by a pawn there",
    "flees from a pawn",
    "mates at once",
    "pawns won by exchange",
    "pawns lost by exchange",
    "pawns left hanging elsewhere",
    "leaves a piece hanging elsewhere",
    "new pawns threatened",
    "forks",
    "leaves the last move's attack",
    "takes a piece of the same worth",
    "goes where a piece of the same worth can take it",
    "nearer to the king",
    "squares around the king attacked",
    "pawn moves on in the enemy's half",
    "piece goes into the enemy's half",
    "brings out a piece",
    "nearer to the centre",
];

/// The place of a number among [`NAMES`], worked out when the program is compiled.
pub const fn number_at(name: &str) -> usize {
    let mut at = 0;
    while at < FEATURES {
        if is_same(NAMES[at].as_bytes(), name.as_bytes()) {
            return at;
        }
        at += 1;
    }
    panic!("no number has this name")
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The numbers that say what the nets say.
const FIRST_NET_NUMBER: usize = number_at("log of the net's probability");
const NET_NUMBERS: usize = 7;

/// Centipawns that make an expected score of 73 % by the logistic curve.
const EXPECTATION_SCALE: f32 = 250.0;
/// Expectations from which a position counts as won, and up to which as lost.
const WON: f32 = 0.8;
const LOST: f32 = 0.2;
/// Least probability that counts: rarer moves are alike.
pub const RAREST: f32 = 1e-6;

/// The nets' prediction of a move: its probability among the moves of the position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetProbability {
    /// By the net that knows who moves.
    pub rated: f32,
    /// By the net that knows strong players only, but has seen more of their games.
    pub strong: f32,
}

/// The numbers of each move. `probabilities` are in the order of the moves.
pub fn features(game: &Game, moves: &[ScoredMove], probabilities: &[NetProbability]) -> Vec<[f32; FEATURES]> {
    let best: [Score; SEARCHES] =
        std::array::from_fn(|search| moves.iter().map(|scored| scored.scores[search]).max().unwrap_or(Score::DRAW));
    let all = Whole {
        game,
        before: Before::of(game.position(), game.moves().last()),
        best,
        lateness: lateness(game.position()),
        few: 1.0 / moves.len().max(1) as f32,
    };
    moves.iter().zip(probabilities).map(|(scored, &probability)| all.features(scored, probability)).collect()
}

/// Puts other probabilities of the nets into the numbers of all moves of a position, and leaves the rest.
pub fn replace_net_numbers(position: &Chess, rows: &mut [[f32; FEATURES]], probabilities: &[NetProbability]) {
    let (lateness, few) = (lateness(position), 1.0 / rows.len().max(1) as f32);
    for (row, &probability) in rows.iter_mut().zip(probabilities) {
        row[FIRST_NET_NUMBER..FIRST_NET_NUMBER + NET_NUMBERS].copy_from_slice(&net_numbers(probability, lateness, few));
    }
}

fn net_numbers(NetProbability { rated, strong }: NetProbability, lateness: f32, few: f32) -> [f32; NET_NUMBERS] {
    let (log, strong_log) = (rated.max(RAREST).ln(), strong.max(RAREST).ln());
    [log, rated, log * lateness, log * few, strong_log, strong, strong_log * lateness]
}

/// The values that all moves of a position share.
struct Whole<'a> {
    game: &'a Game,
    before: Before<'a>,
    best: [Score; SEARCHES],
    /// As [`lateness`].
    lateness: f32,
    few: f32,
}

impl Whole<'_> {
    fn features(&self, scored: &ScoredMove, probability: NetProbability) -> [f32; FEATURES] {
        let mut numbers = Vec::with_capacity(FEATURES);
        for (best, score) in self.best.into_iter().zip(scored.scores) {
            self.losses(best, score, &mut numbers);
        }
        self.outlook(scored, &mut numbers);
        let mut after = self.game.position().clone();
        after.play_unchecked(scored.mv);
        self.kind(scored.mv, &after, &mut numbers);
        numbers.extend(net_numbers(probability, self.lateness, self.few));
        numbers.extend(self.pawn_attacks(scored.mv).map(number));
        numbers.extend(self.before.numbers(scored.mv, &after));
        numbers.try_into().expect("each number has its name")
    }

    /// The loss of the move by one search.
    fn losses(&self, best: Score, score: Score, numbers: &mut Vec<f32>) {
        let pawns = pawns_lost(best, score);
        numbers.extend([
            4.0 * (expectation(best) - expectation(score)),
            pawns.min(3.0) / 2.0,
            pawns.ln_1p(),
            number(score == best),
            number(pawns >= 2.0),
            number(pawns <= 0.2),
        ]);
    }

    /// The loss by the deeper search, as it counts in won and in lost positions, and what the shallow search
    /// overlooks.
    fn outlook(&self, scored: &ScoredMove, numbers: &mut Vec<f32>) {
        let best = self.best[DEEPER];
        let pawns = pawns_lost(best, scored.score());
        let expected = expectation(best);
        numbers.extend([
            pawns / 5.0,
            number(expected > WON) * pawns.min(3.0) / 2.0,
            number(expected < LOST) * pawns.min(3.0) / 2.0,
            number(scored.score().is_win()),
            number(scored.score().is_loss()),
            ((scored.score().0 - scored.scores[0].0) as f32 / 200.0).clamp(-2.0, 2.0),
        ]);
    }

    /// The kind of the move, and how it goes on from the last ones.
    fn kind(&self, mv: Move, after: &Chess, numbers: &mut Vec<f32>) {
        let position = self.game.position();
        let turn = position.turn();
        let (from, to) = (mv.from().unwrap_or(Square::A1), mv.to());
        numbers.extend(Role::ALL.map(|role| number(mv.role() == role)));
        numbers.extend(Role::ALL[..5].iter().map(|&role| number(mv.capture() == Some(role))));

        let mut latest = self.game.moves().iter().rev();
        let (theirs, ours) = (latest.next(), latest.next());
        let takes_last = mv.is_capture() && theirs.is_some_and(|last| last.to() == to);
        let same = ours.is_some_and(|last| last.to() == from);
        numbers.extend([
            number(takes_last && theirs.is_some_and(|last| last.is_capture())),
            number(takes_last),
            number(same),
            number(same && ours.is_some_and(|last| last.from() == Some(to))),
        ]);

        let forward = turn.fold_wb(1.0, -1.0) * (to.rank() as i32 - from.rank() as i32) as f32;
        numbers.extend([
            forward / 4.0,
            from.distance(to) as f32 / 4.0,
            number(after.is_check()),
            number(mv.castling_side().is_some()),
            number(mv.is_promotion()),
        ]);
    }

    /// Returns whether a piece goes where a pawn attacks it, and whether it goes away from such a square.
    fn pawn_attacks(&self, mv: Move) -> [bool; 2] {
        let position = self.game.position();
        let (turn, board) = (position.turn(), position.board());
        let pawns = board.by_piece(Role::Pawn.of(!turn));
        let attacked = |square: Square| (shakmaty::attacks::pawn_attacks(turn, square) & pawns).any();
        let is_piece = mv.role() != Role::Pawn && !mv.is_castle();
        [is_piece && attacked(mv.to()), is_piece && mv.from().is_some_and(attacked)]
    }
}

/// The progress of a game towards the endgame: 0 with all pieces on the board, nearly 1 with the kings alone.
pub fn lateness(position: &Chess) -> f32 {
    1.0 - position.board().occupied().count() as f32 / 32.0
}

/// The expected score of a position, from 0 to 1.
pub fn expectation(score: Score) -> f32 {
    1.0 / (1.0 + (-(score.0 as f32) / EXPECTATION_SCALE).exp())
}

/// Pawns that a move loses against the best one, at most 10.
fn pawns_lost(best: Score, score: Score) -> f32 {
    ((best.0 - score.0) as f32 / 100.0).clamp(0.0, 10.0)
}

fn number(is: bool) -> f32 {
    f32::from(u8::from(is))
}
