//! Quiet positions of recorded games, each as the terms that the evaluation counts in it.

use std::path::Path;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rayon::prelude::*;
use shakmaty::{ByColor, Chess, Position};

use motley::chess::quiet::is_quiet;
use motley::games::selfplay::{RecordedGame, RecordedScore, SelfPlayError, SelfPlayReader};
use motley::personalities::classical::eval::handmade::Terms;
use motley::personalities::classical::eval::handmade::scale::ScaleShifts;
use motley::personalities::classical::eval::handmade::terms::Term;

/// The selection of positions.
#[derive(Clone, Copy, Debug)]
pub struct SampleSelection {
    /// At most this many positions of one game: neighbours teach the same.
    pub per_game: usize,
    /// At most this many positions in all.
    pub positions: usize,
    /// The share of the games that is only measured on, never learnt from.
    pub held_out: f64,
    pub seed: u64,
}

/// Positions of one set of games. The terms of all of them stand in one row, position after position.
#[derive(Clone, Debug, Default)]
pub struct TuningSet {
    headers: Vec<Header>,
    terms: Vec<u16>,
    counts: Vec<i8>,
}

/// A position, besides its terms.
#[derive(Clone, Copy, Debug)]
struct Header {
    start: usize,
    linear: u16,
    danger: ByColor<u8>,
    phase: u8,
    classes: ByColor<u8>,
    shifts: ScaleShifts,
    result: f32,
    score: f32,
}

/// One position, ready to be evaluated with any weights.
#[derive(Clone, Copy, Debug)]
pub struct TuningPosition<'s> {
    /// White's count less Black's, for every term that counts.
    pub linear: Counted<'s>,
    pub danger: ByColor<Counted<'s>>,
    pub phase: f32,
    /// The scale class if White, and if Black is ahead.
    pub classes: ByColor<usize>,
    pub shifts: [f32; 4],
    /// White's points: 0, ½ or 1.
    pub result: f32,
    /// The score of the engine that played, in centipawns for White.
    pub score: f32,
}

/// Terms and how often each counts.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'s> {
    terms: &'s [u16],
    counts: &'s [i8],
}

impl Counted<'_> {
    /// Index of the weight, and count.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        self.terms.iter().zip(self.counts).map(|(&term, &count)| (usize::from(term), f32::from(count)))
    }
}

impl TuningSet {
    pub fn len(&self) -> usize {
        self.headers.len()
    }

    #[inline(always)]
    pub fn get(&self, index: usize) -> TuningPosition<'_> {
        let head = &self.headers[index];
        let (mut from, white, black) = (head.start, usize::from(head.danger.white), usize::from(head.danger.black));
        let mut take = |len: usize| {
            let range = from..from + len;
            from += len;
            Counted { terms: &self.terms[range.clone()], counts: &self.counts[range] }
        };
        TuningPosition {
            linear: take(usize::from(head.linear)),
            danger: ByColor { white: take(white), black: take(black) },
            phase: f32::from(head.phase),
            classes: head.classes.map(usize::from),
            shifts: head.shifts.map(f32::from),
            result: head.result,
            score: head.score,
        }
    }

    /// One position, drawn and with an even score.
    #[cfg(test)]
    pub(crate) fn from_terms(terms: &Terms) -> TuningSet {
        let mut samples = TuningSet::default();
        samples.push(terms, 1, 0);
        samples
    }

    fn push(&mut self, terms: &Terms, white_half_points: u8, score: i16) {
        let start = self.terms.len();
        let linear = self.push_counts(
            terms
                .sides
                .white
                .linear
                .iter()
                .copied()
                .chain(terms.sides.black.linear.iter().map(|&(term, count)| (term, -count))),
        );
        let white = self.push_counts(terms.sides.white.danger.iter().copied());
        let black = self.push_counts(terms.sides.black.danger.iter().copied());
        self.headers.push(Header {
            start,
            linear: linear as u16,
            danger: ByColor { white: white as u8, black: black as u8 },
            phase: terms.phase as u8,
            classes: ByColor { white: terms.classes.white.index() as u8, black: terms.classes.black.index() as u8 },
            shifts: terms.shifts,
            result: f32::from(white_half_points) / 2.0,
            score: f32::from(score),
        });
    }

    /// Adds up what is counted more than once, and drops what cancels out. Returns how many terms are left.
    fn push_counts(&mut self, counted: impl Iterator<Item = (Term, i32)>) -> usize {
        let mut counted: Vec<(Term, i32)> = counted.collect();
        counted.sort_unstable_by_key(|&(term, _)| term);
        let before = self.terms.len();
        for same in counted.chunk_by(|a, b| a.0 == b.0) {
            let count: i32 = same.iter().map(|&(_, count)| count).sum();
            if count != 0 {
                self.terms.push(same[0].0.index() as u16);
                self.counts.push(count.clamp(-127, 127) as i8);
            }
        }
        self.terms.len() - before
    }

    fn append(&mut self, other: &TuningSet) {
        let shift = self.terms.len();
        self.headers.extend(other.headers.iter().map(|head| Header { start: head.start + shift, ..*head }));
        self.terms.extend_from_slice(&other.terms);
        self.counts.extend_from_slice(&other.counts);
    }
}

/// Positions to learn from, and positions of other games to measure on.
#[derive(Clone, Debug, Default)]
pub struct TuningData {
    pub training: TuningSet,
    pub held_out: TuningSet,
    /// The number of games read.
    pub games: usize,
}

/// Reads the games of `file`, all of them or as many as `choice` needs. `progress` is called with the number of
/// positions taken so far.
///
/// # Errors When the file cannot be read or is damaged.
pub fn read(
    file: &Path,
    choice: &SampleSelection,
    mut progress: impl FnMut(usize),
) -> Result<TuningData, SelfPlayError> {
    /// Games that are worked on together.
    const BATCH: usize = 2_000;
    let mut split = TuningData::default();
    let mut games = SelfPlayReader::open(file)?;
    let mut rng = StdRng::seed_from_u64(choice.seed);
    loop {
        // Random numbers are taken in the order of the games, so that the threads cannot change what is chosen.
        let batch = games
            .by_ref()
            .take(BATCH)
            .map(|game| game.map(|game| (game, rng.random_bool(choice.held_out), rng.next_u64())))
            .collect::<Result<Vec<_>, _>>()?;
        let taken = split.training.len() + split.held_out.len();
        if batch.is_empty() || taken >= choice.positions {
            return Ok(split);
        }
        split.games += batch.len();
        let samples: Vec<(TuningSet, bool)> = batch
            .into_par_iter()
            .map(|(game, held_out, seed)| (quiet_positions(&game, choice.per_game, seed), held_out))
            .collect();
        for (samples, held_out) in &samples {
            if *held_out { split.held_out.append(samples) } else { split.training.append(samples) }
        }
        progress(split.training.len() + split.held_out.len());
    }
}

/// Some of the quiet positions of a game ([`is_quiet`]) that have a score and no mate in sight.
fn quiet_positions(game: &RecordedGame, per_game: usize, seed: u64) -> TuningSet {
    let mut samples = TuningSet::default();
    let mut quiet: Vec<(Chess, i16)> = Vec::new();
    let mut position = Chess::default();
    for (ply, recorded) in game.plies.iter().enumerate() {
        let Some(mv) = recorded.to_move(&position) else {
            break;
        };
        if let RecordedScore::Centipawns(score) = recorded.score
            && ply >= game.opening_plies
            && is_quiet(&position, mv)
        {
            quiet.push((position.clone(), score));
        }
        position.play_unchecked(mv);
    }
    quiet.shuffle(&mut StdRng::seed_from_u64(seed));
    for (position, score) in quiet.iter().take(per_game) {
        if let Some(terms) = Terms::of(position) {
            samples.push(&terms, game.white_half_points, *score);
        }
    }
    samples
}
