//! Why a move is bad: a short search shows what it loses and how.

use shakmaty::Move;

use crate::chess::notation::numbered_line;
use crate::engine::options::SharedOptions;
use crate::engine::{Game, Limits, Personality, Recorder, Score, Silent, Stop};
use crate::personalities::rated::expectation;
use crate::personalities::searcher;
use crate::themes::{Mistake, explain};

/// A move that loses this much of the expected score, from 0 to 1, is refuted: in a level position that is about a
/// pawn.
const LEAST_LOSS: f32 = 0.15;
/// Plies of a refutation that are shown.
const SHOWN: usize = 5;

/// The refutation of a move: its loss, and the line that shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Refutation {
    /// Expected score lost against the best move, from 0 to 1.
    pub loss: f32,
    /// The best move: "5. O-O".
    pub better: String,
    /// The moves behind the bad one: "5... Qd4 6. Nd3".
    pub line: String,
    /// Why it is bad, in a sentence that the line proves; `None` where nothing is proved.
    pub why: Option<String>,
}

/// Searches for refutations.
pub struct Refuter {
    player: Box<dyn Personality>,
    nodes: u64,
}

impl Refuter {
    /// Each search has so many nodes.
    pub fn new(nodes: u64) -> Refuter {
        let mut player = searcher();
        let options = SharedOptions { own_book: false, threads: 1, ..SharedOptions::default() };
        player.configure(&options, &mut Silent);
        Refuter { player, nodes }
    }

    /// Refutes each of some legal moves; `None` for a move that does not lose, and for all where `stop` is set.
    pub fn refute(&mut self, game: &Game, moves: &[Move], stop: &Stop) -> Vec<Option<Refutation>> {
        let best = self.search(game, Vec::new(), stop);
        let refuted = |&mv: &Move| {
            let (best_score, best_line) = best.as_ref().filter(|(_, line)| line[0] != mv)?;
            let (score, line) = self.search(game, vec![mv], stop)?;
            let loss = expectation(*best_score) - expectation(score);
            let mut after = game.clone();
            after.play(mv);
            if loss < LEAST_LOSS || line.len() < 2 {
                return None;
            }
            let mistake = Mistake {
                before: game.position(),
                played: mv,
                refutation: &line[1..],
                better: best_line,
                history: if game.is_set_up() { &[] } else { game.moves() },
            };
            Some(Refutation {
                loss,
                better: numbered_line(game.position(), &best_line[..1]),
                line: numbered_line(after.position(), &line[1..line.len().min(SHOWN + 1)]),
                why: explain(&mistake).into_iter().next().map(|finding| finding.text),
            })
        };
        moves.iter().map(refuted).collect()
    }

    /// The score and the line of the best of some moves, or of all where none are named.
    fn search(&mut self, game: &Game, search_moves: Vec<Move>, stop: &Stop) -> Option<(Score, Vec<Move>)> {
        let mut recorder = Recorder::default();
        let limits = Limits { nodes: Some(self.nodes), search_moves, ..Limits::default() };
        self.player.choose(game, &limits, stop, &mut recorder);
        let last = recorder.infos.into_iter().rev().find(|info| !info.pv.is_empty())?;
        Some((last.score, last.pv)).filter(|_| !stop.is_stopped())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;

    #[test]
    fn a_move_that_loses_a_piece_is_refuted_and_a_sound_one_is_not() {
        let mut game = Game::default();
        parse_moves("e4 e5 Nf3 Nc6").expect("legal").into_iter().for_each(|mv| game.play(mv));
        let moves = ["f1a6", "f1b5"].map(|uci| game.read_uci(uci).expect("legal"));
        let found = Refuter::new(20_000).refute(&game, &moves, &Stop::new());
        let loses = found[0].as_ref().expect("Ba6 loses a bishop");
        assert!(loses.line.starts_with("3... bxa6") && loses.loss > 0.2, "{loses:?}");
        assert!(loses.why.as_ref().is_some_and(|text| text.contains("bishop")), "{loses:?}");
        assert_eq!(found[1], None);
    }
}
