//! The predictions of Mockfish's nets for one position: its moves with their probabilities.

use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{Move, Position as _, Role, Square};
use thiserror::Error;

use crate::chess::view::{seen_by, seen_move};
use crate::engine::{Game, Recorder};
use crate::nets::mockfish::{NETWORKS, RankedMove, rank_moves};
use crate::nets::rated::MoveInput;
use crate::nets::rated::MoverContext;
use crate::nets::{NEVER, NetError, RuntimeChoice};
use crate::personalities::mockfish::{
    MockfishNets, MockfishOptions, NetChoice, Prediction, Sampling, sampling_probabilities,
};
use crate::personalities::rated::LevelPlayer;
use crate::picture::board::{Board, boards};

/// Moves that get an arrow.
const ARROWS: usize = 10;

/// Why nets cannot be used; with the reason of the player that loads them.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct NetsError(String);

/// Mockfish's nets, loaded.
pub struct PolicyNets {
    nets: NetChoice,
    loaded: MockfishNets,
}

impl PolicyNets {
    /// Loads a set of nets; with `file`, as in the option `MockfishFile`, that net instead.
    ///
    /// # Errors
    /// Fails if one of them cannot be loaded. No other net takes its place, unlike in play.
    pub fn load(nets: NetChoice, file: Option<&str>) -> Result<PolicyNets, NetsError> {
        let file = file.unwrap_or_default().to_owned();
        let (mut loaded, mut recorder) = (MockfishNets::default(), Recorder::default());
        let options = MockfishOptions { nets, file, ..MockfishOptions::default() };
        loaded.load(&options, &RuntimeChoice::default(), &mut recorder);
        match recorder.messages.into_iter().next() {
            None => Ok(PolicyNets { nets, loaded }),
            Some(fault) => Err(NetsError(fault.trim_start_matches("error: ").to_owned())),
        }
    }

    /// Returns true if the net takes ratings.
    pub fn knows_ratings(&self) -> bool {
        self.loaded.knows_ratings(self.nets)
    }

    /// # Errors
    /// [`NetError::Run`].
    ///
    /// # Panics
    /// Never: what [`PolicyNets::load`] returns has a net.
    pub fn predict(&mut self, input: &MoveInput) -> Result<Prediction, NetError> {
        Ok(self.loaded.predict(self.nets, input, NEVER)?.expect("the nets are loaded"))
    }

    /// The prediction for the position of a game, with its legal moves in order; `None` where there are none. `who`
    /// is for a net that takes ratings.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn predict_moves(&mut self, game: &Game, who: MoverContext) -> Result<Option<PolicyPrediction>, NetError> {
        let legal = game.legal_moves();
        if legal.is_empty() {
            return Ok(None);
        }
        let prediction = self.predict(&MoveInput::of(game.start(), game.moves(), who))?;
        let ranked = rank_moves(game.position(), &legal, &prediction.output, prediction.rule);
        Ok(Some(PolicyPrediction { game: game.clone(), prediction, ranked }))
    }
}

/// The predictions of the nets for one position.
pub struct PolicyPrediction {
    game: Game,
    prediction: Prediction,
    /// The legal moves, the most probable first.
    ranked: Vec<RankedMove>,
}

/// A prediction as figures.
#[derive(Debug, Serialize)]
pub struct PolicyReport {
    pub fen: String,
    /// The legal moves, the most probable first.
    pub moves: Vec<MoveReport>,
    /// Loss, draw and win of the mover, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<[f32; 3]>,
    /// That there is a tactic, from 0 to 1, where the detector was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tactic: Option<f32>,
}

#[derive(Debug, Serialize)]
pub struct MoveReport {
    pub uci: String,
    pub san: String,
    /// From 0 to 1; all moves together have 1.
    pub probability: f32,
    /// The selector's probability of the square, and that of the piece's network for the target.
    pub selector: f32,
    pub target: f32,
}

/// Probabilities over the board, as [`PolicyPrediction::heats`] has them.
pub type Heat = [f32; 64];

impl PolicyPrediction {
    /// The legal moves, in the order of the report, each with the probability of being sampled at a temperature of the
    /// option `MockfishTemperature`.
    pub fn sampled(&self, temperature: u8) -> Vec<(Move, f32)> {
        let shares = sampling_probabilities(&self.ranked, temperature, Sampling::Share);
        self.ranked.iter().map(|ranked| ranked.mv).zip(shares).collect()
    }

    /// The legal moves in the order of the report, each with the probability that a level of the rating plays it.
    pub fn played(&self, level: &mut LevelPlayer, elo: u16) -> Vec<(Move, f32)> {
        let played = level.candidates_at(elo, &self.game);
        let share = |mv: Move| played.iter().find(|one| one.scored.mv == mv).map_or(0.0, |one| one.probability);
        self.ranked.iter().map(|ranked| (ranked.mv, share(ranked.mv))).collect()
    }

    /// The selector, and the network of each kind of piece that can move: a probability for each square of the board,
    /// a1 first, b1 next.
    pub fn heats(&self) -> (Heat, Vec<(Role, Heat)>) {
        let turn = self.game.position().turn();
        let heat = |index: usize| {
            let output = self.prediction.output.network(index);
            Square::ALL.map(|square| output[seen_by(turn, square).to_usize()].exp())
        };
        (heat(0), self.moving_roles().map(|role| (role, heat(role as usize))).collect())
    }

    fn moving_roles(&self) -> impl Iterator<Item = Role> {
        Role::ALL.into_iter().filter(|role| self.ranked.iter().any(|ranked| ranked.mv.role() == *role))
    }

    pub fn report(&self) -> PolicyReport {
        let position = self.game.position();
        let turn = position.turn();
        let line = |&RankedMove { mv, probability, .. }: &RankedMove| {
            let (from, to) = seen_move(turn, turn, mv);
            MoveReport {
                uci: mv.to_uci(self.game.castling_mode()).to_string(),
                san: SanPlus::from_move(position.clone(), mv).to_string(),
                probability,
                selector: self.prediction.output.selector(from).exp(),
                target: self.prediction.output.target(mv.role(), to).exp(),
            }
        };
        PolicyReport {
            fen: self.game.fen(),
            moves: self.ranked.iter().map(line).collect(),
            value: self.prediction.output.value,
            tactic: self.prediction.tactic,
        }
    }

    /// The selector, the moves, and the network of each piece that can move (Griffiths' figures 4.3 and 4.4), in the
    /// mover's view, as SVG.
    pub fn boards(&self) -> String {
        let position = self.game.position();
        let turn = position.turn();
        let board = |title: String| Board::new(title).with_men(position.board().clone(), turn);
        let network = |index: usize| {
            let output = self.prediction.output.network(index);
            let heat = std::array::from_fn(|square| Some(output[square].exp()));
            board(NETWORKS[index].to_owned()).with_heat(heat)
        };
        let roles = self.moving_roles().map(|role| network(role as usize));
        boards(&[network(0), self.move_board(board)].into_iter().chain(roles).collect::<Vec<_>>())
    }

    /// The targets of all moves by their probability, with arrows for the most probable moves.
    fn move_board(&self, board: impl Fn(String) -> Board) -> Board {
        let turn = self.game.position().turn();
        let mut targets = [0.0; 64];
        for ranked in &self.ranked {
            let (_, to) = seen_move(turn, turn, ranked.mv);
            targets[to.to_usize()] += ranked.probability;
        }
        let best = &self.ranked[0];
        let san = SanPlus::from_move(self.game.position().clone(), best.mv);
        let moves = board(format!("moves: {san} {:.0} %", 100.0 * best.probability)).with_heat(targets.map(Some));
        self.ranked.iter().take(ARROWS).rev().fold(moves, |board, ranked| {
            let (from, to) = seen_move(turn, turn, ranked.mv);
            board.with_arrow(from, to, ranked.probability)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::CastlingMode;

    use crate::chess::notation::parse_moves;

    fn after(moves: &str) -> Game {
        let mut game = Game::default();
        parse_moves(moves).expect("legal").into_iter().for_each(|mv| game.play(mv));
        game
    }

    fn prediction(game: &Game, nets: NetChoice) -> Option<PolicyPrediction> {
        PolicyNets::load(nets, None)
            .expect("the built-in nets")
            .predict_moves(game, MoverContext::STRONG)
            .expect("the nets run")
    }

    #[test]
    fn there_is_a_board_for_each_kind_of_piece_that_can_move() {
        let pictures = prediction(&after("e2e4"), NetChoice::Auto).expect("Black has moves").boards();
        assert_eq!(pictures.matches("<g transform").count(), 4, "selector, moves, pawn, knight");
    }

    #[test]
    fn all_legal_moves_are_reported_and_their_probabilities_sum_to_one() {
        let report = prediction(&after("1. e4"), NetChoice::Best).expect("Black has moves").report();
        assert_eq!(report.moves.len(), 20);
        let sum: f32 = report.moves.iter().map(|mv| mv.probability).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum}");
        let stalemate = Game::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", CastlingMode::Standard).expect("a position");
        assert!(prediction(&stalemate, NetChoice::Best).is_none());
    }

    #[test]
    fn a_net_that_cannot_be_loaded_is_an_error() {
        let error = PolicyNets::load(NetChoice::Best, Some("/nowhere.onnx")).err().expect("there is no such file");
        assert!(error.to_string().contains("nowhere.onnx"), "{error}");
    }
}
