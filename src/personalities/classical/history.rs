//! History heuristics (butterfly, captures, continuations) and correction history: what the search has learnt about
//! moves and evaluations in this game, whatever the position.

use shakmaty::{Bitboard, Color, Move, Role, Square};

use crate::engine::Depth;

use super::params;
use super::position::{Position, side_index};
use super::prefetch::prefetch;
use crate::chess::packed::Parts;

/// A counter that a bonus pulls toward ±[`params::HISTORY_LIMIT`], the less the nearer it is ("gravity"). What happened
/// long ago is forgotten by itself.
#[derive(Clone, Copy, Debug, Default)]
struct Counter(i16);

impl Counter {
    #[inline]
    fn add(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-params::HISTORY_LIMIT, params::HISTORY_LIMIT);
        self.0 = pulled(self.0, bonus, params::HISTORY_LIMIT);
    }
}

/// A value that a bonus has pulled toward ±`limit`, the less the nearer it was.
#[inline]
fn pulled(old: i16, bonus: i32, limit: i32) -> i16 {
    let old = i32::from(old);
    (old + bonus - old * bonus.abs() / limit) as i16
}

/// A piece and the square it moves to, 768 of them; [`PieceTo::NONE`] stands for a null move or the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo(u16);

impl PieceTo {
    pub const NONE: PieceTo = PieceTo(768);
    const COUNT: usize = 2 * PieceTo::OF_ONE_SIDE;
    const OF_ONE_SIDE: usize = 384;

    #[inline]
    pub fn new(side: Color, mv: Move) -> PieceTo {
        PieceTo::of(side, Parts::of(mv))
    }

    #[inline(always)]
    fn of(side: Color, Parts { role, to, .. }: Parts) -> PieceTo {
        PieceTo(((side_index(side) * 6 + role as usize - 1) * 64 + to as usize) as u16)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The same number for White's piece and Black's, at most [`PieceTo::OF_ONE_SIDE`], which stands for none.
    #[inline]
    fn without_colour(self) -> usize {
        let index = self.index();
        if index < Self::OF_ONE_SIDE { index } else { index - Self::OF_ONE_SIDE }
    }
}

/// The moves that led here, as the continuation histories index them, in the order of [`params::CONTINUATIONS`].
pub type Context = [PieceTo; params::CONTINUATIONS.len()];

/// See [`Histories::danger`] for the four parts.
type Butterfly = [[Counter; 64 * 64]; 4];

/// The bonus, in points, for the move that made a cutoff at this depth.
pub fn bonus(depth: Depth) -> i32 {
    (params::BONUS_FACTOR.get() * depth.0 - params::BONUS_OFFSET.get()).clamp(0, params::BONUS_LIMIT.get())
}

/// The malus, in points, for the moves that were tried before a cutoff at this depth.
pub fn malus(depth: Depth) -> i32 {
    (params::MALUS_FACTOR.get() * depth.0 - params::BONUS_OFFSET.get()).clamp(0, params::MALUS_LIMIT.get())
}

/// All tables of one thread.
#[derive(Debug)]
pub struct Histories {
    /// Quiet moves by side, from and to ("butterfly"), apart by what the opponent attacks.
    butterfly: Box<[Butterfly; 2]>,
    /// Captures by piece, square and victim.
    captures: Box<[[Counter; 7]; PieceTo::COUNT]>,
    /// Quiet moves by the move some plies before.
    continuations: Box<[[Counter; PieceTo::COUNT]]>,
    /// The errors of the static evaluation, by pawn structure and by each side's pieces.
    pawn_corrections: Corrections,
    piece_corrections: [Corrections; 2],
    /// The same by the last move and one earlier: the move before it, and the move three plies before it.
    continuation_corrections: [ContinuationCorrections; 2],
}

impl Histories {
    pub fn new() -> Histories {
        Histories {
            butterfly: Box::new([[[Counter::default(); 64 * 64]; 4]; 2]),
            captures: Box::new([[Counter::default(); 7]; PieceTo::COUNT]),
            continuations: vec![[Counter::default(); PieceTo::COUNT]; PieceTo::COUNT + 1].into_boxed_slice(),
            pawn_corrections: Corrections::new(),
            piece_corrections: [Corrections::new(), Corrections::new()],
            continuation_corrections: [ContinuationCorrections::new(), ContinuationCorrections::new()],
        }
    }

    #[inline(always)]
    fn from_to(Parts { from, to, .. }: Parts) -> usize {
        from as usize * 64 + to as usize
    }

    /// The danger of a move: 1 if the opponent attacks the square that it leaves, plus 2 if he attacks the one that it
    /// reaches: to go out of an attack is another thing than to go into one.
    #[inline(always)]
    fn danger(attacked: Bitboard, Parts { from, to, .. }: Parts) -> usize {
        usize::from(attacked.contains(from)) | usize::from(attacked.contains(to)) << 1
    }

    /// Worth of a quiet move: the sum of its counters in all tables.
    pub fn quiet(&self, position: &Position, mv: Move, context: &Context) -> i32 {
        self.quiet_rows(position, context).get(position.turn(), mv)
    }

    /// The rows of all tables that quiet moves of one node are looked up in.
    #[inline]
    pub fn quiet_rows(&self, position: &Position, context: &Context) -> QuietRows<'_> {
        QuietRows {
            butterfly: &self.butterfly[side_index(position.turn())],
            attacked: position.attacked(),
            continuations: context.map(|back| &self.continuations[back.index()]),
        }
    }

    pub fn update_quiet(&mut self, position: &Position, mv: Move, context: &Context, bonus: i32) {
        let (side, parts) = (position.turn(), Parts::of(mv));
        let danger = Self::danger(position.attacked(), parts);
        self.butterfly[side_index(side)][danger][Self::from_to(parts)].add(bonus);
        self.update_continuations(side, mv, context, bonus);
    }

    pub fn update_continuations(&mut self, side: Color, mv: Move, context: &Context, bonus: i32) {
        self.update_played(PieceTo::new(side, mv), context, bonus);
    }

    /// The same for a move that has been played, of which only its piece and square are known.
    pub fn update_played(&mut self, played: PieceTo, context: &Context, bonus: i32) {
        for back in context.iter().filter(|back| **back != PieceTo::NONE) {
            self.continuations[back.index()][played.index()].add(bonus);
        }
    }

    #[cfg(test)]
    pub fn continuation(&self, back: PieceTo, played: PieceTo) -> i32 {
        i32::from(self.continuations[back.index()][played.index()].0)
    }

    #[inline]
    pub fn capture(&self, side: Color, mv: Move) -> i32 {
        i32::from(self.captures[PieceTo::new(side, mv).index()][victim(mv)].0)
    }

    pub fn update_capture(&mut self, side: Color, mv: Move, bonus: i32) {
        self.captures[PieceTo::new(side, mv).index()][victim(mv)].add(bonus);
    }

    /// Centipawns to add to the static evaluation, learnt from how searches of similar positions ended.
    #[inline]
    pub fn correction(&self, position: &Position, context: &Context) -> i32 {
        let side = position.turn();
        let pieces: i32 = Color::ALL
            .into_iter()
            .map(|c| self.piece_corrections[side_index(c)].get(side, position.piece_key(c)))
            .sum();
        let [near, far] = &self.continuation_corrections;
        let sum = params::CORRECTION_PAWN.get() * self.pawn_corrections.get(side, position.pawn_key())
            + params::CORRECTION_PIECES.get() * pieces
            + params::CORRECTION_CONTINUATION.get() * near.get(context[1], context[0])
            + params::CORRECTION_CONTINUATION_FAR.get() * far.get(context[2], context[0]);
        sum / params::CORRECTION_LIMIT
    }

    /// Asks early for what [`Histories::correction`] will need.
    #[inline]
    pub fn prefetch_correction(&self, position: &Position) {
        let side = position.turn();
        prefetch(self.pawn_corrections.slot(side, position.pawn_key()));
        for color in Color::ALL {
            prefetch(self.piece_corrections[side_index(color)].slot(side, position.piece_key(color)));
        }
    }

    /// The search of `position` ended `error` centipawns above its static evaluation.
    pub fn update_correction(&mut self, position: &Position, context: &Context, error: i32, depth: i32) {
        let step = params::CORRECTION_LIMIT / params::CORRECTION_STEP_DIVISOR.get();
        let side = position.turn();
        let bonus = (error * depth / params::CORRECTION_ERROR_DIVISOR.get()).clamp(-step, step);
        self.pawn_corrections.update(side, position.pawn_key(), bonus);
        for color in Color::ALL {
            self.piece_corrections[side_index(color)].update(side, position.piece_key(color), bonus);
        }
        if context[0] != PieceTo::NONE {
            let [near, far] = &mut self.continuation_corrections;
            near.update(context[1], context[0], bonus);
            far.update(context[2], context[0], bonus);
        }
    }
}

/// See [`Histories::quiet_rows`].
#[derive(Clone, Copy)]
pub struct QuietRows<'a> {
    butterfly: &'a Butterfly,
    attacked: Bitboard,
    continuations: [&'a [Counter; PieceTo::COUNT]; params::CONTINUATIONS.len()],
}

/// The parts of [`QuietRows`] for the moves of one piece.
#[derive(Clone, Copy)]
pub struct PieceRows<'a> {
    /// Its moves to squares that the opponent does not attack, and to those that he does.
    butterfly: [&'a [Counter; 64]; 2],
    attacked: Bitboard,
    continuations: [&'a [Counter; 64]; params::CONTINUATIONS.len()],
}

impl PieceRows<'_> {
    /// [`QuietRows::get`] for the move to a square.
    #[inline]
    pub fn get(&self, to: Square) -> i32 {
        let danger = usize::from(self.attacked.contains(to));
        let butterfly = self.butterfly[danger][to as usize].0;
        sum(butterfly, self.continuations.map(|row| row[to as usize].0))
    }
}

/// The worth of a quiet move, from its counters.
#[inline]
fn sum(butterfly: i16, continuations: [i16; params::CONTINUATIONS.len()]) -> i32 {
    let [last, before, earlier] = continuations.map(i32::from);
    i32::from(butterfly) + last + before + earlier / params::CONTINUATION_FAR_DIVISOR.get()
}

/// The row of 64 squares that begins at an index.
#[inline]
fn squares(counters: &[Counter], first: usize) -> &[Counter; 64] {
    counters[first..].first_chunk().expect("a table consists of such rows")
}

impl<'a> QuietRows<'a> {
    /// The rows for the moves of one piece.
    #[inline]
    pub fn of_piece(&self, side: Color, role: Role, from: Square) -> PieceRows<'a> {
        let leaves_danger = usize::from(self.attacked.contains(from));
        let first = PieceTo::of(side, Parts { role, from, to: Square::A1 }).index();
        let butterfly = |danger: usize| squares(&self.butterfly[danger], from as usize * 64);
        PieceRows {
            butterfly: [butterfly(leaves_danger), butterfly(leaves_danger | 2)],
            attacked: self.attacked,
            continuations: self.continuations.map(|row| squares(row, first)),
        }
    }

    #[inline]
    pub fn get(&self, side: Color, mv: Move) -> i32 {
        let parts = Parts::of(mv);
        let piece_to = PieceTo::of(side, parts).index();
        let butterfly = self.butterfly[Histories::danger(self.attacked, parts)][Histories::from_to(parts)].0;
        sum(butterfly, self.continuations.map(|row| row[piece_to].0))
    }
}

#[inline]
fn victim(mv: Move) -> usize {
    mv.capture().map_or(0, |role: Role| role as usize)
}

/// Corrections of one kind, hashed into a table for each side to move; collisions do little harm.
#[derive(Debug)]
struct Corrections(Box<[[i16; params::CORRECTION_SIZE]; 2]>);

impl Corrections {
    fn new() -> Corrections {
        Corrections(Box::new([[0; params::CORRECTION_SIZE]; 2]))
    }

    #[inline]
    fn slot(&self, side: Color, key: u64) -> &i16 {
        &self.0[side_index(side)][key as usize % params::CORRECTION_SIZE]
    }

    #[inline]
    fn get(&self, side: Color, key: u64) -> i32 {
        i32::from(*self.slot(side, key))
    }

    fn update(&mut self, side: Color, key: u64, bonus: i32) {
        let slot = &mut self.0[side_index(side)][key as usize % params::CORRECTION_SIZE];
        *slot = pulled(*slot, bonus, params::CORRECTION_LIMIT);
    }
}

/// Corrections by an earlier move and the last one. The sides take turns and the last move has the other colour than
/// the earlier one, so the earlier one is kept without its colour: in half the memory.
#[derive(Debug)]
struct ContinuationCorrections(Box<[[i16; PieceTo::COUNT]]>);

impl ContinuationCorrections {
    fn new() -> ContinuationCorrections {
        ContinuationCorrections(vec![[0; PieceTo::COUNT]; PieceTo::OF_ONE_SIDE + 1].into_boxed_slice())
    }

    #[inline]
    fn get(&self, earlier: PieceTo, last: PieceTo) -> i32 {
        i32::from(self.0[earlier.without_colour()][last.index() % PieceTo::COUNT])
    }

    fn update(&mut self, earlier: PieceTo, last: PieceTo, bonus: i32) {
        let slot = &mut self.0[earlier.without_colour()][last.index()];
        *slot = pulled(*slot, bonus, params::CORRECTION_LIMIT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_never_leave_their_bounds_and_forget() {
        let mut counter = Counter::default();
        for _ in 0..1000 {
            counter.add(2000);
            assert!(i32::from(counter.0) <= params::HISTORY_LIMIT);
        }
        assert!(i32::from(counter.0) > params::HISTORY_LIMIT * 9 / 10);
        for _ in 0..20 {
            counter.add(-2000);
        }
        assert!(counter.0 < 0, "recent bonuses weigh more than old ones");
    }

    #[test]
    fn a_quiet_move_is_another_one_where_the_opponent_attacks_its_squares() {
        let [guarded, unguarded, hunted] = [
            "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1",
            "4k3/8/8/8/3p4/2N5/8/4K3 w - - 0 1",
            "4k3/8/8/3p4/1p6/2N5/8/4K3 w - - 0 1",
        ]
        .map(Position::of);
        let mv = Move::Normal { role: Role::Knight, from: Square::C3, capture: None, to: Square::E4, promotion: None };
        let (mut histories, context) = (Histories::new(), [PieceTo::NONE; 3]);
        histories.update_quiet(&guarded, mv, &context, 1000);
        assert_eq!(histories.quiet(&guarded, mv, &context), 1000);
        assert_eq!(histories.quiet(&unguarded, mv, &context), 0, "it leaves an attacked square");
        assert_eq!(histories.quiet(&hunted, mv, &context), 0, "it leaves one and reaches another");
    }

    #[test]
    fn corrections_move_the_evaluation_toward_the_search() {
        let mut histories = Histories::new();
        let position = Position::new(shakmaty::Chess::default());
        let context = [PieceTo::NONE; 3];
        assert_eq!(histories.correction(&position, &context), 0);
        for _ in 0..50 {
            histories.update_correction(&position, &context, 60, 8);
        }
        let correction = histories.correction(&position, &context);
        let most = params::CORRECTION_PAWN.get() + 2 * params::CORRECTION_PIECES.get();
        assert!((10..=most).contains(&correction), "{correction}");
    }

    #[test]
    fn corrections_learn_from_the_last_move_after_the_one_before_it_and_after_the_one_two_before_that() {
        let position = Position::new(shakmaty::Chess::default());
        let other = Position::of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let [last, before, earlier] = [PieceTo(1), PieceTo(2), PieceTo(3)];
        let mut histories = Histories::new();
        for _ in 0..200 {
            histories.update_correction(&position, &[last, before, earlier], 600, 8);
        }
        // Other pawns and pieces, so that only the moves tell.
        let correction = |context: [PieceTo; 3]| histories.correction(&other, &context);
        let near = params::CORRECTION_CONTINUATION.get();
        let far = params::CORRECTION_CONTINUATION_FAR.get();
        let all_but_one = |whole: i32| whole - 1..=whole;
        assert!(all_but_one(near).contains(&correction([last, before, PieceTo::NONE])));
        assert!(all_but_one(far).contains(&correction([last, PieceTo::NONE, earlier])));
        assert!(all_but_one(near + far).contains(&correction([last, before, earlier])));
        assert_eq!(correction([before, last, earlier]), 0);
    }
}
