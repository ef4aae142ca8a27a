//! `motley-lab dataset`: training samples from games and puzzles.

mod output;
mod rated;
mod rated_weights;
mod visited;
mod weighed;

use std::path::PathBuf;

use clap::Subcommand;

use self::output::{OutputArgs, ShardArgs, job};
use self::rated::{PackArgs, SampleArgs};
use self::rated_weights::WeightsArgs;
use self::visited::{TeacherArg, VisitedArgs};
use self::weighed::MovesArgs;
use crate::training::cooperative::shares_from_games;
use crate::training::moves::sample::Filter;
use crate::training::moves::{PuzzleSamples, from_engine_games, from_games, from_puzzles};
use crate::training::nnue::{nnue_samples, rescored_samples, visited_positions, weighed_moves};
use crate::training::pattern::{WindowSettings, windows_from_games};
use crate::training::thinking::thinking_times;
use crate::training::{DatasetError, DatasetJob, Summary};
use motley::cli::args::force::ForceArg;
use motley::cli::progress::files_bar;
use motley::cli::shell::{CommandResult, Ended};
use motley::cli::terminal::{game_files_under, print_summary};
use motley::games::filter::GameFilter;
use motley::games::inputs::OpenGames;
use motley::games::share::Shard;
use motley::nets::pattern::Form;

/// Make training samples from games or puzzles
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: DatasetCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum DatasetCommand {
    /// For Cooperative: positions, each with the share of its games that met each of Petrželka's seventeen constraints
    #[command(after_help = "Examples:\n  motley-lab dataset cooperative games.pgn.zst --out samples")]
    Cooperative(CooperativeArgs),
    /// For Mockfish: positions from games, each with the move that the player chose
    #[command(after_help = "Examples:
  motley-lab dataset mockfish games.pgn.zst --out samples
  motley-lab dataset mockfish a.pgn b.pgn --min-elo 1400 --max-elo 1600 --out samples
  motley-lab dataset mockfish a.pgn b.pgn --shard 3/8 --out parts/3")]
    Mockfish(MockfishArgs),
    /// For Pattern: games that one side won, their moves as words, with random positions of each game
    ///
    /// The folder gets six files. train.npy, validation.npy and test.npy hold the positions: where the game begins, how
    /// many half moves precede the position, and who won. words.npy holds the numbers of the words of every half move,
    /// scores.npy an engine's score before each half move where it is known, and vocabulary.json the words.
    #[command(after_help = "Examples:
  motley-lab dataset pattern selfplay.bin.zst games.pgn.zst --balance --out samples")]
    Pattern(PatternArgs),
    /// For Mockfish: positions from an engine's games against itself, each with the move that it chose
    #[command(after_help = "Examples:\n  motley-lab dataset engine selfplay.bin.zst --out samples --test 0.01")]
    Engine(EngineArgs),
    /// For Classical: quiet positions from an engine's games against itself, with its score and the game's result
    ///
    /// Each position is taken once. The command leaves out the first 16 half moves of a game, positions in check,
    /// positions whose next move is a capture or a promotion, and scores beyond 2500 centipawns. The seed determines a
    /// random order over all files. A hundred million positions need 6 GB of memory.
    #[command(after_help = "Examples:\n  motley-lab dataset nnue a.bin.zst b.bin.zst --out samples --test 0")]
    Nnue(EngineArgs),
    /// For Classical: positions that another move in a game would have led to, each once, with an engine's score at
    /// depth 1
    #[command(
        after_help = "Examples:\n  motley-lab dataset weighed games.pgn.zst --engine stockfish --out samples --test 0"
    )]
    Weighed(WeighedArgs),
    /// For Classical: positions that Motley's own search visits, each once, with the static evaluation of Stockfish's
    /// network or the score of an engine's search
    #[command(after_help = "Examples:
  motley-lab dataset visited games.pgn.zst --teacher stockfish.nnue --out samples --test 0
  motley-lab dataset visited games.pgn.zst --teacher stockfish.nnue --nodes 5000 --taken 0.05 --out samples
  motley-lab dataset visited games.pgn.zst --engine stockfish --engine-nodes 500 --taken 0.1 --out samples")]
    Visited(VisitedFromArgs),
    /// For Classical: the samples of some folders with the static evaluation of Stockfish's network in the place of
    /// their scores
    ///
    /// Samples keep their results, their order and their parts; the folders follow each other. Stockfish 17.1 does not
    /// ask its large network where one side has much more material: such samples keep their scores.
    #[command(after_help = "Examples:
  motley-lab dataset rescored engines people --teacher stockfish.nnue --out samples")]
    Rescored(RescoredArgs),
    /// For Mockfish: positions from puzzles, each with the move that solves it
    #[command(after_help = "Examples:\n  motley-lab dataset puzzles lichess.csv.zst --min-rating 1500 --out samples")]
    Puzzles(PuzzlesArgs),
    /// For the rated net: pack people's games with their ratings, time controls and clock times
    ///
    /// train.npy, validation.npy and test.npy hold one record for each game. moves.npy holds the moves, two bytes each,
    /// and clocks.npy the clock times.
    #[command(after_help = "Examples:
  motley-lab dataset rated --lichess rapid.pgn.zst blitz.pgn.zst --over-the-board masters.pgn.zst --out games")]
    Rated(PackArgs),
    /// For the rated net: sample positions from packed games so that rare ratings and time controls occur often enough
    ///
    /// A shard is an array of samples in random order. It depends only on the games, the seed, its number and the
    /// flags.
    #[command(after_help = "Examples:
  motley-lab dataset rated-shards games --shards 8 --out samples
  motley-lab dataset rated-shards games --part test --exponent 0 --samples 100000 --out test")]
    RatedShards(SampleArgs),
    /// For the levels: sample positions from packed games and describe each legal move by the net's probability, its
    /// loss in a short search and its kind
    #[command(after_help = "Examples:
  motley-lab dataset rated-weights games --samples 100000 --out person
  motley-lab dataset rated-weights games --part validation --samples 20000 --exponent 0.25 --out held-out")]
    RatedWeights(WeightsArgs),
    /// For Mockfish's detector: positions from puzzles with a tactic (to be solved) and without one (before the
    /// opponent's mistake)
    #[command(after_help = "Examples:\n  motley-lab dataset tactics lichess.csv.zst --out samples")]
    Tactics(PuzzlesArgs),
    /// For HumanClock: every half move of games with clock times, with its thinking time and what that time depends on
    #[command(after_help = "Examples:\n  motley-lab dataset thinking blitz.pgn.zst --player somebody --out samples")]
    Thinking(ThinkingArgs),
}

#[derive(clap::Args, Clone, Debug)]
struct GamesArgs {
    /// Files of games: PGN, or an engine's scored games (.bin), plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
}

#[derive(clap::Args, Clone, Debug)]
struct WeighedArgs {
    #[command(flatten)]
    moves: MovesArgs,
    #[command(flatten)]
    source: EngineArgs,
}

#[derive(clap::Args, Clone, Debug)]
struct VisitedFromArgs {
    #[command(flatten)]
    visited: VisitedArgs,
    #[command(flatten)]
    source: EngineArgs,
}

#[derive(clap::Args, Clone, Debug)]
struct RescoredArgs {
    /// Folders of samples
    #[arg(required = true)]
    samples: Vec<PathBuf>,
    #[command(flatten)]
    teacher: TeacherArg,
    /// The folder for train.npy, validation.npy, test.npy and summary.json; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArg,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args, Clone, Debug)]
struct CooperativeArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Leave out games in which a player is rated below this; players without a rating are accepted
    #[arg(long, value_name = "ELO", default_value_t = GameFilter::PETRZELKA.min_elo)]
    min_elo: u16,
    /// Leave out games with a shorter base time, in seconds without the increment; an unknown time control is accepted
    #[arg(long, value_name = "SECONDS", default_value_t = GameFilter::PETRZELKA.min_base_seconds)]
    min_time: u32,
    /// Leave out games with fewer half moves
    #[arg(long, value_name = "PLIES", default_value_t = GameFilter::PETRZELKA.min_plies)]
    min_plies: usize,
    /// Use only the first N half moves of each game
    #[arg(long, value_name = "PLIES", default_value_t = 101)]
    max_plies: usize,
    /// Use at most N games; half a million games of 101 half moves need 2 GB of memory
    #[arg(long, value_name = "N", default_value_t = 500_000)]
    max_games: u64,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(clap::Args, Clone, Debug)]
struct MockfishArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Leave out games in which a player is rated below this or has no rating
    #[arg(long, value_name = "ELO", default_value_t = 2000)]
    min_elo: u16,
    /// Leave out games in which a player is rated above this or has no rating
    #[arg(long, value_name = "ELO", default_value_t = u16::MAX, hide_default_value = true)]
    max_elo: u16,
    /// Leave out the first N half moves of each game
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    min_ply: usize,
    /// Use only the first N half moves of each game
    #[arg(long, value_name = "PLIES", default_value_t = 1000)]
    max_ply: usize,
    /// Leave out games that neither side won
    #[arg(long)]
    decisive: bool,
    #[command(flatten)]
    most: MostArgs,
    #[command(flatten)]
    shard: ShardArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(clap::Args, Clone, Debug)]
struct PatternArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// How many half moves before a position the net reads; 0 for the whole game
    #[arg(long, value_name = "PLIES", default_value_t = 50)]
    window: usize,
    /// How a move is written as words
    #[arg(long, value_enum, default_value_t = Form::San)]
    form: Form,
    /// How many positions to sample from each game
    #[arg(long, value_name = "N", default_value_t = 8)]
    positions: usize,
    /// Balance the results: in each file, leave out won games of the more successful side until both have won equally
    /// often
    #[arg(long)]
    balance: bool,
    /// Take drawn games too
    #[arg(long)]
    draws: bool,
    /// Treat words that occur fewer than N times in the part `train` as unknown
    #[arg(long, value_name = "N", default_value_t = 2)]
    min_count: u32,
    #[command(flatten)]
    most: MostArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(clap::Args, Clone, Debug)]
struct EngineArgs {
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(clap::Args, Clone, Debug)]
struct PuzzlesArgs {
    /// Files of Lichess puzzles: CSV, plain or compressed with zstd
    #[arg(required = true)]
    puzzles: Vec<PathBuf>,
    /// Leave out puzzles that are rated lower
    #[arg(long, value_name = "RATING", default_value_t = 0)]
    min_rating: u16,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(clap::Args, Clone, Debug)]
struct ThinkingArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Mark the moves of the player with this name
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    #[command(flatten)]
    most: MostArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(clap::Args, Clone, Debug)]
struct MostArgs {
    /// Use at most N games
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_games: u64,
}

/// Runs `motley-lab dataset`; [`Ended::WithFaults`] where games or puzzles were faulty and left out.
pub fn run(args: &Args) -> CommandResult {
    let (summary, json) = match &args.command {
        DatasetCommand::RatedShards(args) => return print_summary(&args.run()?, args.json),
        DatasetCommand::RatedWeights(args) => return print_summary(&args.run()?, args.json),
        DatasetCommand::Rated(args) => (args.run()?, args.output.json),
        DatasetCommand::Cooperative(args) => (cooperative(args)?, args.output.json),
        DatasetCommand::Mockfish(args) => (mockfish(args)?, args.output.json),
        DatasetCommand::Pattern(args) => (pattern(args)?, args.output.json),
        DatasetCommand::Engine(args) => {
            (with_games(&args.games, &args.output, u64::MAX, None, from_engine_games)?, args.output.json)
        }
        DatasetCommand::Nnue(args) => {
            (with_games(&args.games, &args.output, u64::MAX, None, nnue_samples)?, args.output.json)
        }
        DatasetCommand::Weighed(args) => (weighed(args)?, args.source.output.json),
        DatasetCommand::Visited(args) => (visited(args)?, args.source.output.json),
        DatasetCommand::Rescored(args) => (rescored(args)?, args.json),
        DatasetCommand::Puzzles(args) => (puzzles(args, PuzzleSamples::Solutions)?, args.output.json),
        DatasetCommand::Tactics(args) => (puzzles(args, PuzzleSamples::Tactics)?, args.output.json),
        DatasetCommand::Thinking(args) => (thinking(args)?, args.output.json),
    };
    let ended = print_summary(&summary, json)?;
    Ok(if summary.counts.is_clean() { ended } else { Ended::WithFaults })
}

fn cooperative(args: &CooperativeArgs) -> Result<Summary, DatasetError> {
    let filter = GameFilter {
        min_elo: args.min_elo,
        min_base_seconds: args.min_time,
        min_plies: args.min_plies,
        ..GameFilter::PETRZELKA
    };
    with_games(&args.games, &args.output, args.max_games, None, |job, open| {
        shares_from_games(job, &filter, args.max_plies, open)
    })
}

fn mockfish(args: &MockfishArgs) -> Result<Summary, DatasetError> {
    let MockfishArgs { min_elo, max_elo, min_ply, max_ply, decisive, .. } = *args;
    let filter = Filter { min_elo, max_elo, min_ply, max_ply, decisive };
    let make = |job: &DatasetJob, open: &mut OpenGames<'_>| from_games(job, &filter, open);
    with_games(&args.games, &args.output, args.most.max_games, args.shard.shard, make)
}

fn pattern(args: &PatternArgs) -> Result<Summary, DatasetError> {
    let PatternArgs { window, form, positions, balance, draws, min_count, .. } = *args;
    let settings = WindowSettings { window, form, positions, balance, draws, min_count };
    let make = |job: &DatasetJob, open: &mut OpenGames<'_>| windows_from_games(job, &settings, open);
    with_games(&args.games, &args.output, args.most.max_games, None, make)
}

fn thinking(args: &ThinkingArgs) -> Result<Summary, DatasetError> {
    let ThinkingArgs { games, player, most, output } = args;
    with_games(games, output, most.max_games, None, |job, open| thinking_times(job, player.as_deref(), open))
}

fn weighed(WeighedArgs { moves, source }: &WeighedArgs) -> Result<Summary, DatasetError> {
    with_games(&source.games, &source.output, u64::MAX, None, |job, open| weighed_moves(job, &moves.into(), open))
}

fn visited(VisitedFromArgs { visited, source }: &VisitedFromArgs) -> Result<Summary, DatasetError> {
    with_games(&source.games, &source.output, u64::MAX, None, |job, open| visited_positions(job, &visited.into(), open))
}

fn rescored(args: &RescoredArgs) -> Result<Summary, DatasetError> {
    let RescoredArgs { samples, teacher, out, force, .. } = args.clone();
    rescored_samples(&samples, &teacher.teacher, &out, force.overwrite())
}

fn puzzles(args: &PuzzlesArgs, which: PuzzleSamples) -> Result<Summary, DatasetError> {
    from_puzzles(&job(args.puzzles.clone(), &args.output, u64::MAX, None), args.min_rating, which)
}

/// Makes samples while a bar shows how far the games are read.
fn with_games(
    args: &GamesArgs,
    output: &OutputArgs,
    max_games: u64,
    shard: Option<Shard>,
    make: impl FnOnce(&DatasetJob, &mut OpenGames<'_>) -> Result<Summary, DatasetError>,
) -> Result<Summary, DatasetError> {
    let bar = files_bar(&args.games);
    let summary = make(&job(args.games.clone(), output, max_games, shard), &mut game_files_under(&bar));
    bar.finish_and_clear();
    summary
}

#[cfg(test)]
mod tests;
