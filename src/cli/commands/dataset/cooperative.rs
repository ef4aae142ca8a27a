//! `motley dataset cooperative`: which constraints games meet after a position.

use std::path::PathBuf;

use super::{DatasetError, OutputArgs, Sink, Summary, read_games};
use crate::games::filter::GameFilter;
use crate::lab::samples::shares::{Tally, visits};
use crate::lab::samples::split::{self, Part};

#[derive(clap::Args, Clone, Debug)]
pub struct CooperativeArgs {
    /// Files of games: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Least rating of both players; players without a rating are accepted
    #[arg(long, value_name = "ELO", default_value_t = GameFilter::PETRZELKA.min_elo)]
    min_elo: u16,
    /// Least base time, without the increment; games whose time control is not known are accepted
    #[arg(long, value_name = "SECONDS", default_value_t = GameFilter::PETRZELKA.min_base_seconds)]
    min_time: u32,
    /// Least half moves of a game
    #[arg(long, value_name = "PLIES", default_value_t = GameFilter::PETRZELKA.min_plies)]
    min_plies: usize,
    /// Half moves of each game to look at
    #[arg(long, value_name = "PLIES", default_value_t = 101)]
    max_plies: usize,
    /// Games to take at most: with half a million games of 101 half moves the tally fits into 2 GB of memory
    #[arg(long, value_name = "N", default_value_t = 500_000)]
    max_games: u32,
    #[command(flatten)]
    pub output: OutputArgs,
}

impl CooperativeArgs {
    fn filter(&self) -> GameFilter {
        GameFilter {
            min_elo: self.min_elo,
            min_base_seconds: self.min_time,
            min_plies: self.min_plies,
            ..GameFilter::PETRZELKA
        }
    }
}

/// Positions of one part come from games of this part alone, and are counted in them alone; openings therefore stand in
/// several parts.
pub fn from_games(args: &CooperativeArgs) -> Result<Summary, DatasetError> {
    let (filter, split) = (args.filter(), args.output.split.split());
    let mut summary = Summary::new(&args.output, &args.games);
    let mut sink = Sink::create(&args.output.out)?;
    let mut tallies = Part::ALL.map(|_| Tally::default());
    read_games(&args.games, args.max_plies, args.max_games, &mut summary, |game, _| {
        if !filter.accepts(game) {
            return Ok(false);
        }
        for (part, visit) in split.parts(split::of_moves(game)).zip(visits(game)) {
            tallies[part as usize].push(visit);
        }
        Ok(true)
    })?;
    for (part, tally) in Part::ALL.into_iter().zip(tallies) {
        tally.count(|sample| sink.push(part, &sample))?;
    }
    sink.finish(summary)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::cli::terminal::parsed;
    use crate::games::pgn::PgnReader;

    #[test]
    fn petrzelkas_filters_leave_out_beginners_fast_games_short_ones_and_other_starts() {
        let args: CooperativeArgs = parsed(&["games.pgn", "--out", "folder", "--min-plies", "4"]);
        let takes = |tags: &str, moves: &str| {
            let text = format!("{tags}\n\n{moves} *\n\n");
            let game = PgnReader::new(Cursor::new(text.into_bytes())).unwrap().next().unwrap().unwrap();
            args.filter().accepts(&game)
        };
        let rated = "[WhiteElo \"1000\"]\n[BlackElo \"2000\"]";
        assert!(takes(rated, "e4 e5 Nf3 Nc6"));
        assert!(!takes(rated, "e4 e5 Nf3"));
        assert!(!takes("[WhiteElo \"999\"]\n[BlackElo \"2000\"]", "e4 e5 Nf3 Nc6"));
        assert!(takes("[WhiteElo \"2000\"]", "e4 e5 Nf3 Nc6"), "a rating that is not known is not too low");
        for (control, taken) in [("300+0", true), ("240+8", false), ("60", false), ("40/120:60", false), ("-", true)] {
            assert_eq!(takes(&format!("{rated}\n[TimeControl \"{control}\"]"), "e4 e5 Nf3 Nc6"), taken, "{control}");
        }
        let odds = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\"]";
        assert!(!takes(&format!("{rated}\n{odds}"), "e4 e5 Nf3 Nc6"));
    }
}
