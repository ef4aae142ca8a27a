//! Endings by tablebase: what a move kept or threw away.

use shakmaty::Move;

use crate::engine::Game;
use crate::message::{message, words};
use crate::tablebase::{Tablebase, Wdl};

words! {
    /// The result of a position with best play, from the mover's view.
    pub enum TableResult { Lost = "lost", Drawn = "drawn", Won = "won" }
}

message! {
    /// The change of the result by a move, by tablebase.
    #[derive(Copy, Eq)]
    pub struct TableVerdict {
        /// Before the move.
        pub before: TableResult,
        /// After it, still from the mover's view.
        pub after: TableResult,
    }
}

impl From<Wdl> for TableResult {
    /// Wins and losses that the fifty-move rule prevents are draws.
    fn from(result: Wdl) -> TableResult {
        match result {
            Wdl::Win => TableResult::Won,
            Wdl::Loss => TableResult::Lost,
            Wdl::CursedWin | Wdl::BlessedLoss | Wdl::Draw => TableResult::Drawn,
        }
    }
}

impl TableVerdict {
    /// `None` where neither the user's tables nor those inside have the position.
    pub fn of(own: Option<&Tablebase>, game: &Game, played: Move) -> Option<TableVerdict> {
        let tables = Tablebase::knowing(own, game.position())?;
        let ranking = tables.rank_root_moves(game.position(), game.keys(), true)?;
        let result = |mv: &Move| ranking.moves.iter().find(|ranked| ranked.mv == *mv).map(|ranked| ranked.result);
        let best = ranking.moves.first()?.result;
        Some(TableVerdict { before: best.into(), after: result(&played)?.into() })
    }

    /// "Won before, drawn now (tablebase)."; `None` where the result is kept.
    pub fn sentence(self) -> Option<String> {
        let TableVerdict { before, after } = self;
        let before_text = match before {
            TableResult::Lost => "Lost",
            TableResult::Drawn => "Drawn",
            TableResult::Won => "Won",
        };
        (before != after).then(|| format!("{before_text} before, {} now, by the tablebase.", after.word()))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    #[test]
    fn a_pawn_ending_that_is_thrown_away_is_told() {
        // Qf7 is stalemate.
        let game = Game::from_fen("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", CastlingMode::Standard).expect("a position");
        let verdict = |uci: &str| TableVerdict::of(None, &game, game.read_uci(uci).expect("legal")).expect("known");
        let thrown_away = verdict("g6f7");
        let kept = game.legal_moves().iter().filter_map(|&mv| TableVerdict::of(None, &game, mv)).any(|verdict| {
            verdict == TableVerdict { before: TableResult::Won, after: TableResult::Won }
                && verdict.sentence().is_none()
        });
        assert!(kept);
        assert_eq!(thrown_away.sentence().as_deref(), Some("Won before, drawn now, by the tablebase."));
        assert!(TableVerdict::of(None, &Game::default(), Game::default().legal_moves()[0]).is_none());
    }
}
