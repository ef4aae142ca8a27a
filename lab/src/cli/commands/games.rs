//! `motley-lab games`: what the reader of games makes of files.

use std::fmt::Write as _;
use std::path::PathBuf;

use motley::cli::shell::{CommandResult, Failure, print};
use motley::cli::terminal::{open_games, say_left_out};
use motley::games::pgn::PgnGame;
use motley::games::reader::MOST_PLIES;
use motley::games::sources::read_games;
use shakmaty::Position as _;

/// Bytes of rows that are printed at a time.
const PRINTED_AT_ONCE: usize = 64 << 10;

/// Read games as every command does, and count them
///
/// Prints the numbers of games, moves, cut games and games that cannot be read. With --moves each game is a line: its
/// number in the file, its result, the number of moves, and the moves in UCI. What is left out is named on standard
/// error, the first ten lines for each file.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  motley-lab games games.pgn.zst\n  motley-lab games games.pgn --moves > moves.tsv")]
pub struct Args {
    /// The files: PGN, plain or compressed with zstd
    #[arg(required = true, value_name = "GAMES.pgn")]
    files: Vec<PathBuf>,
    /// Print the moves of every game
    #[arg(long)]
    moves: bool,
}

/// Runs `motley-lab games`.
pub fn run(args: &Args) -> CommandResult {
    let (sources, bar) = open_games(&args.files)?;
    let (mut games, mut plies, mut rows) = (0_u64, 0_u64, String::new());
    let faults = read_games::<Failure>(sources, MOST_PLIES, |game| {
        games += 1;
        plies += game.moves.len() as u64;
        if args.moves {
            rows.push_str(&row(&game));
        }
        if rows.len() > PRINTED_AT_ONCE {
            print(&rows)?;
            rows.clear();
        }
        Ok(())
    })?;
    print(&rows)?;
    bar.finish_and_clear();
    if !args.moves {
        print(&format!(
            "{games} games, {plies} moves; {} cut at a word that cannot be read, {} that cannot be read at all, {} \
             remarks\n",
            faults.cut, faults.skipped, faults.remarks
        ))?;
    }
    Ok(say_left_out(&faults))
}

fn row(game: &PgnGame) -> String {
    let mut row = format!("{}\t{}\t{}\t", game.number, game.outcome, game.moves.len());
    let mode = game.start.castles().mode();
    for (index, mv) in game.moves.iter().enumerate() {
        let _ = write!(row, "{}{}", if index == 0 { "" } else { " " }, mv.to_uci(mode));
    }
    row.push('\n');
    row
}
