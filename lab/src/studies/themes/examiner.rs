//! Searches by Classical: the better line, and a check of findings that knows nothing of the detectors.

use shakmaty::{Chess, Move, Position as _};

use motley::engine::options::SharedOptions;
use motley::engine::{Game, Limits, Personality as _, Recorder, Silent, Stop};
use motley::personalities::Classical;
use motley::themes::{Cause, Finding};

/// Scores beyond this count as this, in centipawns: mates, and what wins anyhow.
const DECIDED: i32 = 1500;
/// A finding must make this difference, in centipawns.
const DIFFERENCE: i32 = 50;

pub struct Examiner {
    classical: Classical,
    nodes: u64,
}

impl Examiner {
    pub fn new(nodes: u64) -> Examiner {
        let mut classical = Classical::new();
        classical.configure(&SharedOptions::default().quiet(8), &mut Silent);
        Examiner { classical, nodes }
    }

    /// The score of the side to move in centipawns, and the best line.
    pub fn search(&mut self, position: &Chess) -> (i32, Vec<Move>) {
        self.classical.new_game();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let mut recorder = Recorder::default();
        let game = Game::from_position(position.clone());
        self.classical.choose(&game, &limits, &Stop::new(), &mut recorder);
        let last = recorder.infos.into_iter().rfind(|info| !info.pv.is_empty());
        last.map_or((0, Vec::new()), |info| (info.score.0.clamp(-DECIDED, DECIDED), info.pv))
    }

    /// Returns true if a finding holds by rule (its line ends in mate or stalemate), or the search finds its side
    /// better off after its line than before the mistake, where the mover had `score`. What is missed must be better
    /// than what the played move leaves.
    pub fn confirms(&mut self, before: &Chess, played: Move, score: i32, finding: &Finding) -> bool {
        let mut after_played = before.clone();
        after_played.play_unchecked(played);
        let start = if finding.cause == Cause::Allowed { &after_played } else { before };
        let mut end = start.clone();
        finding.line.iter().for_each(|&mv| end.play_unchecked(mv));
        if end.is_game_over() {
            return true;
        }
        let winner = start.turn();
        let for_winner = |position: &Chess, score: i32| if position.turn() == winner { score } else { -score };
        let reached = for_winner(&end, self.search(&end).0);
        let otherwise = match finding.cause {
            Cause::Allowed => for_winner(before, score),
            Cause::Missed => for_winner(&after_played, self.search(&after_played).0),
        };
        reached >= (otherwise + DIFFERENCE).min(DECIDED)
    }
}
