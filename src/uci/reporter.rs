//! The reports of a player, as `info` lines.

use std::fmt::Write as _;

use shakmaty::{CastlingMode, Move};

use crate::engine::options::SharedOptions;
use crate::engine::{Bound, Depth, Info, Reporter, ResultProbabilities, ScoreKind, Stop, per_second};
use crate::files::Interrupt;
use crate::uci::output::Output;

/// The notation of moves and scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    pub castling: CastlingMode,
    pub wdl: bool,
}

impl Notation {
    pub fn of(shared: &SharedOptions) -> Notation {
        Notation { castling: CastlingMode::from_chess960(shared.chess960), wdl: shared.show_wdl }
    }

    pub fn write(self, mv: Move) -> String {
        mv.to_uci(self.castling).to_string()
    }

    fn write_line(self, moves: &[Move]) -> String {
        moves.iter().map(|&mv| self.write(mv)).collect::<Vec<_>>().join(" ")
    }

    /// An `info` line.
    pub fn info(self, info: &Info) -> String {
        if info.multipv == 1 && info.pv.is_empty() && info.depth == Depth::ZERO {
            return self.end(info);
        }
        let mut line = format!(
            "info depth {} seldepth {} multipv {} score {}",
            info.depth,
            info.seldepth,
            info.multipv.max(1),
            score(info)
        );
        line += &self.wdl(info);
        // Writing into a string does not fail.
        let _ = write!(
            line,
            " nodes {} nps {} hashfull {} tbhits {} time {}",
            info.nodes,
            per_second(info.nodes, info.time),
            info.hashfull,
            info.tbhits,
            info.time.as_millis()
        );
        if !info.pv.is_empty() {
            let _ = write!(line, " pv {}", self.write_line(&info.pv));
        }
        line
    }

    /// The line where the game is over: nothing was searched, and Stockfish says no more either.
    fn end(self, info: &Info) -> String {
        format!("info depth 0 score {}{}", score(info), self.wdl(info))
    }

    fn wdl(self, info: &Info) -> String {
        if !self.wdl {
            return String::new();
        }
        let wdl = info.wdl.unwrap_or_else(|| ResultProbabilities::of_score(info.score).wdl());
        format!(" wdl {} {} {}", wdl.win, wdl.draw, wdl.loss)
    }
}

fn score(info: &Info) -> String {
    let value = match info.score.kind() {
        ScoreKind::Centipawns(centipawns) => format!("cp {centipawns}"),
        ScoreKind::Mate(moves) => format!("mate {moves}"),
    };
    match info.bound {
        Bound::Exact => value,
        Bound::Lower => value + " lowerbound",
        Bound::Upper => value + " upperbound",
    }
}

/// Prints UCI.
pub struct UciReporter {
    out: Output,
    notation: Notation,
    /// That of the search that reports.
    stop: Stop,
    /// Ends the reading of a long file.
    interrupt: Interrupt,
    /// The last of rank 1 that had moves.
    last_line: Option<Info>,
    has_line_since_ponder_hit: bool,
}

impl UciReporter {
    pub fn new(out: Output, notation: Notation) -> UciReporter {
        UciReporter {
            out,
            notation,
            stop: Stop::new(),
            interrupt: Interrupt::NEVER,
            last_line: None,
            has_line_since_ponder_hit: false,
        }
    }

    /// For a search that can be pondering.
    pub fn of_search(out: Output, notation: Notation, stop: &Stop) -> UciReporter {
        let of_stop = stop.clone();
        let interrupt = Interrupt::when(move || of_stop.is_stopped());
        UciReporter { stop: stop.clone(), interrupt, ..UciReporter::new(out, notation) }
    }

    /// Ends the reading of long files by another signal than the stop of a search.
    #[must_use]
    pub fn interrupted_by(self, interrupt: Interrupt) -> UciReporter {
        UciReporter { interrupt, ..self }
    }

    /// The moves of the last best line; empty where there was none.
    pub fn best_line(&self) -> &[Move] {
        self.last_line.as_ref().map_or(&[], |info| &info.pv)
    }

    /// Prints the last best line again where none was printed since `ponderhit`: GUIs take what they read from then on
    /// for the result of the search.
    pub fn repeat_after_ponder_hit(&mut self) {
        if !self.stop.is_ponder_hit() || self.has_line_since_ponder_hit {
            return;
        }
        if let Some(line) = self.last_line.take() {
            self.info(&line);
        }
    }
}

impl Reporter for UciReporter {
    fn info(&mut self, info: &Info) {
        if info.multipv <= 1 && !info.pv.is_empty() {
            self.last_line = Some(info.clone());
        }
        self.has_line_since_ponder_hit |= self.stop.is_ponder_hit() && !info.pv.is_empty();
        self.out.line(self.notation.info(info));
    }

    fn current_move(&mut self, depth: Depth, mv: Move, number: usize) {
        self.out.line(format_args!("info depth {depth} currmove {} currmovenumber {number}", self.notation.write(mv)));
    }

    fn message(&mut self, text: &str) {
        self.out.message(text);
    }

    fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::{Game, Ply, Score, Wdl};

    fn notation(castling: CastlingMode, wdl: bool) -> Notation {
        Notation { castling, wdl }
    }

    fn castling_info() -> Info {
        let game = Game::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1", CastlingMode::Standard).unwrap();
        Info {
            depth: Depth(240),
            seldepth: 300,
            multipv: 2,
            score: Score(-35),
            bound: Bound::Upper,
            wdl: Some(Wdl { win: 10, draw: 900, loss: 90 }),
            nodes: 3_000_000,
            hashfull: 7,
            tbhits: 4,
            time: Duration::from_millis(1500),
            pv: vec![game.read_uci("e1g1").unwrap()],
        }
    }

    #[test]
    fn a_whole_line() {
        let line = "info depth 240 seldepth 300 multipv 2 score cp -35 upperbound nodes 3000000 nps 2000000 \
                    hashfull 7 tbhits 4 time 1500 pv e1g1";
        assert_eq!(notation(CastlingMode::Standard, false).info(&castling_info()), line);
        let with_wdl = line.replace(" nodes", " wdl 10 900 90 nodes").replace("e1g1", "e1h1");
        assert_eq!(notation(CastlingMode::Chess960, true).info(&castling_info()), with_wdl);
    }

    #[test]
    fn without_chances_from_the_player_they_follow_from_the_score() {
        let written = |score| notation(CastlingMode::Standard, true).info(&Info { score, ..Info::default() });
        assert!(written(Score(0)).contains(" score cp 0 wdl 250 500 250 nodes "));
        assert!(written(Score::mated_in(Ply(2))).contains(" score mate -1 wdl 0 0 1000 nodes "));
    }

    #[test]
    fn the_rank_of_a_line_counts_from_1() {
        let line = notation(CastlingMode::Standard, false).info(&Info::default());
        assert!(line.starts_with("info depth 0 seldepth 0 multipv 1 score cp 0 nodes 0 nps 0 "), "{line}");
    }

    #[test]
    fn mates_are_written_in_moves() {
        let written = |score| score_of(Info { score, ..Info::default() });
        assert_eq!(written(Score::mate_in(Ply(3))), "mate 2");
        assert_eq!(written(Score::mated_in(Ply(2))), "mate -1");
        assert_eq!(written(Score::mated_in(Ply(0))), "mate 0");
    }

    fn score_of(info: Info) -> String {
        score(&info)
    }
}
