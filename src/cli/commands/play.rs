//! `motley play`: a game at the terminal.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use clap::value_parser;
use shakmaty::{Color, Position as _};

use crate::chess::notation::{numbered_line, parse_move, san};
use crate::cli::args::board::BoardArgs;
use crate::cli::args::position::PositionArgs;
use crate::cli::shell::{CommandResult, Ended, Failure, output};
use crate::engine::options::read_assignment;
use crate::engine::{Limits, Recorder};
use crate::files::io_error::reason;
use crate::personalities;
use crate::sparring::{OfferAnswer, Reply, Seat, SeatedPlayer, Sparring};

const EXAMPLES: &str = "\
Examples:
  motley play --black Mockfish --elo 1400
  motley play --white Classical --black person --movetime 200 --unicode
  motley play \"Ruy Lopez\" --white Textbook --black Random";

const HELP: &str = "Moves in SAN or UCI; undo, hint, resign, draw, board, moves, fen, quit";

/// Play a game at the terminal: against a player, between two players, or between two people
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    start: PositionArgs,
    /// Who plays White: `person` or the name of a player
    #[arg(long, value_name = "WHO", default_value = PERSON)]
    white: String,
    /// Who plays Black: `person` or the name of a player
    #[arg(long, value_name = "WHO", default_value = "Classical")]
    black: String,
    /// The rating at which players with levels play [default: full strength]
    #[arg(long, value_name = "ELO")]
    elo: Option<u16>,
    /// Time for each move of a player, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = value_parser!(u64).range(1..=3_600_000))]
    movetime: u64,
    /// Set an option of the players, as `setoption` does; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_assignment)]
    options: Vec<(String, String)>,
    #[command(flatten)]
    board: BoardArgs,
}

const PERSON: &str = "person";

/// Runs `motley play`.
pub fn run(args: &Args) -> CommandResult {
    let mut options = args.options.clone();
    if let Some(elo) = args.elo {
        options.extend([("UCI_LimitStrength".into(), "true".into()), ("UCI_Elo".into(), elo.to_string())]);
    }
    let start = args.start.game()?;
    let (mut output, mut recorder) = (output(), Recorder::default());
    let mut seat = |who: &str| seat(who, &options, &mut recorder);
    let (white, black) = (seat(&args.white)?, seat(&args.black)?);
    let limits = Limits { move_time: Some(Duration::from_millis(args.movetime)), ..Limits::default() };
    let sparring = Sparring::new(start, white, black, limits);
    let terminal = Terminal { sparring, board: args.board, input: io::stdin().lock(), output: &mut output };
    terminal.run(&recorder.messages).map_err(|error| Failure::job(format!("the terminal: {}", reason(&error))))?;
    Ok(Ended::Done)
}

fn seat(who: &str, options: &[(String, String)], recorder: &mut Recorder) -> Result<Seat, Failure> {
    if who.eq_ignore_ascii_case(PERSON) {
        return Ok(Seat::Person);
    }
    let unknown = || Failure::call(format!("no player is called `{who}`: try person or Mockfish"));
    let info = personalities::find(who).ok_or_else(unknown)?;
    SeatedPlayer::new(info, options, recorder).map(Seat::Player).map_err(Failure::call)
}

/// A game at the terminal.
struct Terminal<R, W> {
    sparring: Sparring,
    board: BoardArgs,
    input: R,
    output: W,
}

impl<R: BufRead, W: Write> Terminal<R, W> {
    fn run(mut self, messages: &[String]) -> io::Result<()> {
        let name = |side| self.sparring.name(side).unwrap_or(PERSON);
        writeln!(self.output, "White: {}, Black: {}. {HELP}.", name(Color::White), name(Color::Black))?;
        messages.iter().try_for_each(|message| writeln!(self.output, "    {message}"))?;
        self.show_board()?;
        loop {
            if let Some(ending) = self.sparring.ending() {
                self.show_moves()?;
                return writeln!(self.output, "{} by {ending}.", ending.result());
            }
            if let Some(settled) = self.sparring.settled() {
                self.show_moves()?;
                return writeln!(self.output, "{} by {settled}.", settled.result());
            }
            let goes_on = if self.sparring.mover().is_some() { self.reply()? } else { self.ask()? };
            if !goes_on {
                return self.show_moves();
            }
        }
    }

    fn reply(&mut self) -> io::Result<bool> {
        let (before, name) = (self.sparring.game().position().clone(), self.sparring.mover().unwrap_or_default());
        let Reply { mv, messages, offers_draw, .. } = self.sparring.reply();
        messages.iter().try_for_each(|message| writeln!(self.output, "    {message}"))?;
        let Some(mv) = mv else {
            writeln!(self.output, "{name} resigns.")?;
            return Ok(true);
        };
        writeln!(self.output, "{name}: {}", numbered_line(&before, &[mv]))?;
        self.show_board()?;
        if offers_draw {
            writeln!(self.output, "{name} offers a draw: draw accepts, a move declines.")?;
        }
        Ok(true)
    }

    /// Reads a line of the person's; `false` when the game is to end.
    fn ask(&mut self) -> io::Result<bool> {
        let position = self.sparring.game().position().clone();
        write!(self.output, "{}{} ? ", position.fullmoves(), position.turn().fold_wb(".", "..."))?;
        self.output.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            return Ok(false);
        }
        match line.trim() {
            "" => {}
            "quit" | "exit" => return Ok(false),
            "help" | "?" => writeln!(self.output, "{HELP}.")?,
            "board" => self.show_board()?,
            "moves" => self.show_moves()?,
            "fen" => writeln!(self.output, "{}", self.sparring.game().fen())?,
            "hint" => writeln!(self.output, "Classical would play {}.", san(&position, self.sparring.hint()))?,
            "resign" => self.sparring.resign(),
            "draw" => {
                let name = self.sparring.name(!position.turn()).unwrap_or(PERSON);
                if self.sparring.offer_draw() == OfferAnswer::Declined {
                    writeln!(self.output, "{name} declines.")?;
                }
            }
            "undo" if self.sparring.take_back() => self.show_board()?,
            "undo" => writeln!(self.output, "There is no move of yours to take back.")?,
            word => match parse_move(&position, word) {
                Some(mv) => {
                    self.sparring.play(mv);
                    // Against a player the board comes after its reply.
                    if self.sparring.mover().is_none() {
                        self.show_board()?;
                    }
                }
                None => writeln!(self.output, "`{word}` is no legal move here. {HELP}.")?,
            },
        }
        Ok(true)
    }

    fn show_board(&mut self) -> io::Result<()> {
        let text = self.board.text(self.sparring.game().position().board(), self.sparring.viewer());
        self.output.write_all(text.as_bytes())
    }

    fn show_moves(&mut self) -> io::Result<()> {
        let game = self.sparring.game();
        writeln!(self.output, "{}", numbered_line(game.start(), game.moves()))
    }
}
