//! One game, from its opening to its end by the rules or by adjudication.

use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt as _};
use shakmaty::{Color, Position as _};
use thiserror::Error;

use super::opening::Openings;
use super::searcher::{Searched, SelfPlayer, SelfPlayerError};
use super::settings::{Adjudication, Settings};
use motley::engine::{Ending, Game, ScoreKind, Stop};
use motley::games::selfplay::{RecordedGame, RecordedPly, RecordedScore};

/// Openings that are tried for one game before it is given up.
const OPENING_TRIES: usize = 1_000;

/// Why a game has no end.
#[derive(Debug, Error)]
pub enum GameFailure {
    #[error(transparent)]
    SelfPlayer(#[from] SelfPlayerError),
    #[error("of {OPENING_TRIES} openings none left the game open: raise --max-opening-score or take other openings")]
    NoOpening,
    #[error("interrupted")]
    Stopped,
}

/// Plays a game; random numbers choose its opening, and the moves that the settings leave to chance.
///
/// # Errors
/// Fails if the searcher fails, no opening can be used, or `stop` is set.
pub fn play_game(
    searcher: &mut SelfPlayer,
    openings: &Openings,
    settings: &Settings,
    rng: &mut impl Rng,
    stop: &Stop,
) -> Result<RecordedGame, GameFailure> {
    for _ in 0..OPENING_TRIES {
        if stop.is_stopped() {
            return Err(GameFailure::Stopped);
        }
        let Some(game) = openings.sample(rng) else { continue };
        searcher.new_game()?;
        let first = searcher.search(&game)?;
        let is_open = matches!(first.score, ScoreKind::Centipawns(score)
            if score.unsigned_abs() <= settings.max_opening_score.into());
        if is_open {
            return play_on(searcher, game, first, settings, rng, stop);
        }
    }
    Err(GameFailure::NoOpening)
}

/// Plays on behind an opening whose last position is searched already.
fn play_on(
    searcher: &mut SelfPlayer,
    mut game: Game,
    mut searched: Searched,
    settings: &Settings,
    rng: &mut impl Rng,
    stop: &Stop,
) -> Result<RecordedGame, GameFailure> {
    let rules = settings.adjudication;
    let mut plies: Vec<RecordedPly> =
        game.moves().iter().map(|&mv| RecordedPly::new(mv, RecordedScore::None)).collect();
    let (opening_plies, mut adjudicator) = (plies.len(), Adjudicator::new(rules));
    let winner = loop {
        let score = from_white(searched.score, game.position().turn());
        let adjudged = adjudicator.result(game.moves().len(), score);
        // Without blunders no random number is taken, so that the games of earlier runs stay what they are.
        let is_blunder = settings.blunders > 0.0 && rng.random_bool(settings.blunders);
        let any = is_blunder.then(|| game.legal_moves().choose(rng).copied()).flatten();
        let mv = any.unwrap_or(searched.mv);
        plies.push(RecordedPly::new(mv, score));
        game.play(mv);
        match (Ending::of(&game), adjudged) {
            (Some(ending), _) => break ending.winner(),
            (None, Some(winner)) => break winner,
            (None, None) if game.moves().len() >= rules.max_plies.into() => break None,
            (None, None) => {}
        }
        if stop.is_stopped() {
            return Err(GameFailure::Stopped);
        }
        searched = searcher.search(&game)?;
    };
    let white_half_points = winner.map_or(1, |winner| winner.fold_wb(2, 0));
    Ok(RecordedGame { white_half_points, opening_plies, plies })
}

fn from_white(score: ScoreKind, mover: Color) -> RecordedScore {
    let sign = mover.fold_wb(1, -1);
    match score {
        ScoreKind::Centipawns(score) => RecordedScore::centipawns(score.saturating_mul(sign)),
        ScoreKind::Mate(moves) => RecordedScore::mate_in(moves.saturating_mul(sign)),
    }
}

/// Ends games that are as good as over.
struct Adjudicator {
    rules: Adjudication,
    /// Plies in a row with a winning score for one side.
    winning: Option<(Color, u16)>,
    /// Plies in a row with a score of a draw.
    drawn: u16,
}

impl Adjudicator {
    fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator { rules, winning: None, drawn: 0 }
    }

    /// The result after one more score, that of the position after `ply` plies: `Some(None)` is a draw.
    fn result(&mut self, ply: usize, score: RecordedScore) -> Option<Option<Color>> {
        let score = score.value()?;
        let rules = self.rules;
        self.winning = (score.unsigned_abs() >= rules.win_score).then(|| {
            let winner = Color::from_white(score > 0);
            let before = self.winning.filter(|&(side, _)| side == winner).map_or(0, |(_, plies)| plies);
            (winner, before.saturating_add(1))
        });
        let is_drawn = ply >= rules.draw_from.into() && score.unsigned_abs() <= rules.draw_score;
        self.drawn = if is_drawn { self.drawn.saturating_add(1) } else { 0 };
        let reached = |plies: u16, needed: u16| needed > 0 && plies >= needed;
        match self.winning {
            Some((winner, plies)) if reached(plies, rules.win_plies) => Some(Some(winner)),
            _ => reached(self.drawn, rules.draw_plies).then_some(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Adjudication =
        Adjudication { win_score: 1_500, win_plies: 3, draw_score: 8, draw_plies: 2, draw_from: 4, max_plies: 400 };

    /// The ply whose score decides, and the result.
    fn decided(rules: Adjudication, scores: &[i32]) -> Option<(usize, Option<Color>)> {
        let mut adjudicator = Adjudicator::new(rules);
        let mut results = scores.iter().enumerate();
        results.find_map(|(ply, &score)| Some((ply, adjudicator.result(ply, RecordedScore::centipawns(score))?)))
    }

    #[test]
    fn a_win_needs_its_plies_in_a_row_for_one_side() {
        assert_eq!(decided(RULES, &[1_500, 1_500, 1_499, 1_600, 1_700, 1_800]), Some((5, Some(Color::White))));
        assert_eq!(decided(RULES, &[1_500, 1_500, -1_500, -1_500, -1_500]), Some((4, Some(Color::Black))));
        assert_eq!(decided(Adjudication { win_plies: 0, ..RULES }, &[2_000; 9]), None);
    }

    #[test]
    fn a_draw_counts_from_its_first_ply_on() {
        assert_eq!(decided(RULES, &[0, 0, 0, 0, 8, -8]), Some((5, None)));
        assert_eq!(decided(RULES, &[0, 0, 0, 0, 8, 9, 0]), None);
        assert_eq!(decided(Adjudication { draw_plies: 0, ..RULES }, &[0; 9]), None);
    }

    #[test]
    fn scores_are_written_from_whites_view() {
        assert_eq!(from_white(ScoreKind::Centipawns(30), Color::Black), RecordedScore::Centipawns(-30));
        assert_eq!(from_white(ScoreKind::Mate(-2), Color::Black), RecordedScore::Mate(31_998));
        assert_eq!(from_white(ScoreKind::Mate(3), Color::White), RecordedScore::Mate(31_997));
    }
}
