//! The views of players on a position: Mockfish's networks, Pattern's predictions, Classical's network and terms.

use std::collections::BTreeMap;

use shakmaty::{Move, Position as _, Square};

use super::Answered;
use super::position::{described, game};
use crate::engine::Game;
use crate::nets::rated::MoverContext;
use crate::personalities::classical::eval::handmade::{FULL_PHASE, explain};
use crate::personalities::classical::eval::nnue::{Nnue, NnueExplanation};
use crate::personalities::classical::evaluation_for_white;
use crate::personalities::mockfish::NetChoice;
use crate::studies::predictions::policy::{Heat, MoveReport, PolicyNets};
use crate::studies::predictions::winner::{
    self, Chance, Ended, UnreadableGame, WinChance, chance_before, check_beginning, move_chances, win_chances,
};
use crate::studio::page::Page;
use crate::studio::protocol::faults::Fault;
use crate::studio::protocol::mind::{
    ClassicalAsk, ClassicalMind, EvaluationTerm, GameChance, MockfishAsk, MockfishMind, MoveChance, NetworkMind,
    PatternAsk, PatternChance, PatternMind, PredictedMove, ResultChances,
};
use crate::studio::protocol::position::ManName;

/// Plies of a game that Pattern's net is asked about: each costs a step.
const MOST_PLIES: usize = 600;

impl Answered for MockfishAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<MockfishMind, Fault> {
        let game = game(&self.game)?;
        let who = MoverContext::rapid(self.rating);
        let predict = |nets: &mut PolicyNets| nets.predict_moves(&game, who).map_err(Fault::new);
        let prediction = page.studio.with_mockfish(self.net, predict)?;
        let prediction = prediction.ok_or_else(|| Fault::of_field("moves", "the game is over: there is no move"))?;
        let (report, (selector, targets)) = (prediction.report(), prediction.heats());
        let position = game.position();
        let played = match self.net {
            NetChoice::Rated => page.studio.with_level(|level| Ok(prediction.played(level, self.rating)))?,
            _ => prediction.sampled(self.temperature),
        };
        let entry = |((mv, played), report): ((Move, f32), &MoveReport)| PredictedMove {
            predicted: described(position, mv),
            probability: report.probability,
            played,
            selector: report.selector,
            target: report.target,
        };
        Ok(MockfishMind {
            turn: position.turn().into(),
            selector: by_square(&selector),
            targets: targets.iter().map(|(role, heat)| (ManName::from(*role), by_square(heat))).collect(),
            moves: played.into_iter().zip(&report.moves).map(entry).collect(),
            value: report.value.map(|[loss, draw, win]| ResultChances { win, draw, loss }),
            tactic: report.tactic,
        })
    }
}

fn by_square(heat: &Heat) -> BTreeMap<String, f32> {
    Square::ALL.iter().zip(heat).map(|(square, share)| (square.to_string(), *share)).collect()
}

impl Answered for PatternAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<PatternMind, Fault> {
        let game = game(&self.game)?;
        if game.moves().len() > MOST_PLIES {
            return Err(Fault::of_field("moves", format!("Pattern is asked about {MOST_PLIES} half moves at most")));
        }
        page.studio.with_pattern(self.net, |reader| {
            check_beginning(reader, &game).map_err(unreadable)?;
            let start = chance_before(reader, &game).map_err(Fault::new)?;
            let played = win_chances(reader, &game).map_err(Fault::new)?;
            let moves = by_points(&game, move_chances(reader, &game).map_err(Fault::new)?);
            let knows_draws = reader.knows_draws();
            let entry = |legal: winner::MoveChance| MoveChance {
                legal: described(game.position(), legal.mv),
                chance: predicted(legal.chance, knows_draws),
            };
            let after =
                |WinChance { ply, san, chance }| GameChance { ply, san, chance: predicted(chance, knows_draws) };
            Ok(PatternMind {
                start: predicted(start, knows_draws),
                game: played.into_iter().map(after).collect(),
                moves: moves.into_iter().map(entry).collect(),
            })
        })
    }
}

fn unreadable(error: UnreadableGame) -> Fault {
    let field = match error {
        UnreadableGame::Chess960 => "chess960",
        UnreadableGame::SetUp => "fen",
    };
    Fault::of_field(field, error)
}

/// The best for the mover first.
fn by_points(game: &Game, mut moves: Vec<winner::MoveChance>) -> Vec<winner::MoveChance> {
    moves.sort_by(|a, b| b.chance.points().total_cmp(&a.chance.points()));
    if game.position().turn().is_black() {
        moves.reverse();
    }
    moves
}

fn predicted(Chance { white, draw, ended }: Chance, knows_draws: bool) -> PatternChance {
    let draw = (knows_draws || ended.is_some()).then_some(draw);
    let (result, reason) = ended.map(|Ended { result, reason }| (result, reason)).unzip();
    PatternChance { white, draw, result, reason }
}

impl Answered for ClassicalAsk {
    fn answer(self, _: &mut Page<'_>) -> Result<ClassicalMind, Fault> {
        let game = game(&self.game)?;
        let position = game.position();
        let nnue = Nnue::embedded().map_err(Fault::new)?;
        let values = NnueExplanation::of(&nnue, position).values;
        let pieces = Square::ALL.iter().zip(values).filter_map(|(square, value)| Some((square.to_string(), value?)));
        let explained = explain(position);
        let terms = explained.terms.iter();
        Ok(ClassicalMind {
            network: NetworkMind { score: evaluation_for_white(position, &nnue), pieces: pieces.collect() },
            score: explained.score,
            phase: explained.phase,
            full_phase: FULL_PHASE,
            terms: terms.map(|term| EvaluationTerm { name: term.name, white: term.white, black: term.black }).collect(),
        })
    }
}
