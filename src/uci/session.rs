//! The conversation: one line after another, while at most one search runs beside it.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use shakmaty::{CastlingMode, Color, Position};

use crate::engine::options::{OptionError, OptionSpec, OptionValue};
use crate::engine::{Game, Limits, Personality, Stop};
use crate::lab::{bench, perft};
use crate::uci::command::Command;
use crate::uci::fault::{Fault, describe, quote};
use crate::uci::go::Go;
use crate::uci::lines::normalise;
use crate::uci::options::{self, Options};
use crate::uci::output::Output;
use crate::uci::position::PositionCommand;
use crate::uci::reporter::{Notation, UciReporter};
use crate::uci::thinking::{self, Outcome, Search, Thinking};
use crate::uci::{board, help};

/// All that lasts between two lines.
pub struct Session {
    out: Output,
    options: Options,
    game: Game,
    debug: bool,
    /// The chosen player, once it is needed. It is away while it thinks.
    player: Option<Box<dyn Personality>>,
    thinking: Option<Thinking>,
}

impl Session {
    pub fn new(out: Output) -> Session {
        Session { out, options: Options::default(), game: Game::default(), debug: false, player: None, thinking: None }
    }

    /// The game as the last `position` set it up.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The options' current values.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Answers one line. Whatever is in it, the session lives on; it breaks only on `quit` and when nobody listens any
    /// more.
    pub fn handle_line(&mut self, line: &[u8]) -> ControlFlow<()> {
        let done = normalise(line).and_then(|line| self.obey_line(&line));
        let flow = done.unwrap_or_else(|fault| self.refuse(fault));
        if self.out.is_closed() { ControlFlow::Break(()) } else { flow }
    }

    /// Answers a line that could not even be read.
    pub fn refuse(&mut self, fault: Fault) -> ControlFlow<()> {
        self.out.error(fault);
        ControlFlow::Continue(())
    }

    /// Ends a search that still runs; its `bestmove` comes first.
    pub fn close(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.stop();
            thinking.join();
        }
    }

    fn obey_line(&mut self, line: &str) -> Result<ControlFlow<()>, Fault> {
        if line.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        self.out.received(line);
        let command = Command::read(line)?;
        if self.debug {
            self.out.message(format_args!("understood {command:?}"));
        }
        if command == Command::Quit {
            self.close();
            return Ok(ControlFlow::Break(()));
        }
        // A player that breaks down while it loads or explains is no reason to die: it is built anew when next needed.
        let done = catch_unwind(AssertUnwindSafe(|| self.obey(command))).unwrap_or_else(|panic| {
            self.player = None;
            Err(Fault::PlayerFailed(self.options.personality().name, thinking::reason(panic.as_ref())))
        });
        done.map(ControlFlow::Continue)
    }

    fn obey(&mut self, command: Command) -> Result<(), Fault> {
        // What changes the game or the player waits for a search to end; all else is answered at once.
        if let Command::SetOption { .. }
        | Command::NewGame
        | Command::Position(_)
        | Command::Go(_)
        | Command::Eval
        | Command::Bench { .. } = command
        {
            self.settle(command.word())?;
        }
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.get_ready(),
            Command::Debug(on) => self.debug = on,
            Command::Register | Command::Quit => {}
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::NewGame => self.player.iter_mut().for_each(|player| player.new_game()),
            Command::Position(position) => self.set_position(&position)?,
            Command::Go(go) => self.go(*go)?,
            Command::Stop => self.thinking.iter().for_each(|thinking| thinking.stop.stop()),
            Command::PonderHit => self.ponder_hit()?,
            Command::Draw => self.out.line(board::draw(&self.game)),
            Command::Eval => self.explain()?,
            Command::Bench { depth } => self.bench(depth)?,
            Command::Help => self.out.line(help::text()),
        }
        Ok(())
    }

    /// Makes sure that nothing is being thought about. A search that has answered, or was told to stop, is waited for:
    /// its end is near, and GUIs rightly send the next position as soon as they have seen `bestmove` or sent `stop`.
    fn settle(&mut self, word: &'static str) -> Result<(), Fault> {
        let Some(thinking) = &self.thinking else { return Ok(()) };
        if !thinking.has_answered() && !thinking.stop.is_stopped() {
            return Err(Fault::Busy(word));
        }
        self.welcome_back();
        Ok(())
    }

    fn welcome_back(&mut self) {
        if let Some(player) = self.thinking.take().and_then(Thinking::join) {
            self.player = Some(player);
        }
    }

    fn introduce(&self) {
        let mut lines = vec![
            concat!("id name Motley ", env!("CARGO_PKG_VERSION")).to_owned(),
            "id author the Motley developers".to_owned(),
        ];
        lines.extend(options::specs().iter().map(options::announce));
        lines.push("uciok".to_owned());
        self.out.line(lines.join("\n"));
    }

    /// Loads what the next search needs, unless one is under way.
    fn get_ready(&mut self) {
        if self.thinking.as_ref().is_some_and(Thinking::has_answered) {
            self.welcome_back();
        }
        if self.thinking.is_none() {
            let mut reporter = UciReporter::new(self.out.clone(), Notation::of(&self.options.shared));
            self.player().prepare(&mut reporter);
        }
        self.out.line("readyok");
    }

    /// The chosen player, built and told every option when it is first needed.
    fn player(&mut self) -> &mut Box<dyn Personality> {
        self.player.get_or_insert_with(|| {
            let mut reporter = UciReporter::new(self.out.clone(), Notation::of(&self.options.shared));
            let mut player = (self.options.personality().build)();
            player.configure(&self.options.shared, &mut reporter);
            for (name, value) in self.options.own() {
                if let Err(error) = player.set_option(name, value) {
                    self.out.error(error);
                }
            }
            player
        })
    }

    fn set_option(&mut self, name: &str, raw: &str) -> Result<(), Fault> {
        let spec = options::find(name).map_err(|_| OptionError::Unknown(quote(name)))?;
        let value = spec.parse(raw).map_err(|error| match error {
            OptionError::Value { name, given, expected } => OptionError::Value { name, given: quote(&given), expected },
            unknown => unknown,
        })?;
        self.apply(spec, &value)?;
        self.options.store(spec, value);
        Ok(())
    }

    /// Lets a value take effect where it has one beside being stored; when it cannot, nothing has changed.
    fn apply(&mut self, spec: &'static OptionSpec, value: &OptionValue) -> Result<(), Fault> {
        if spec.name == options::DEBUG_LOG_FILE
            && let OptionValue::Text(path) = value
        {
            let refuse = |error| Fault::OptionEffect {
                name: spec.name,
                reason: format!("cannot write to `{}`: {error}", quote(path)),
            };
            self.out.log_to(path).map_err(refuse)?;
        }
        if spec.name == options::PERSONALITY && *value != OptionValue::Combo(self.options.personality) {
            self.player = None;
        }
        let Some(player) = &mut self.player else { return Ok(()) };

        let mut shared = self.options.shared.clone();
        if shared.set(spec.name, value).is_ok() {
            player.configure(&shared, &mut UciReporter::new(self.out.clone(), Notation::of(&shared)));
        } else if spec.name == options::CLEAR_HASH {
            // A player without a table has nothing to clear, which is no fault.
            let _ = player.set_option(spec.name, value);
        } else if self.options.personality().takes(spec.name) {
            player.set_option(spec.name, value)?;
        }
        Ok(())
    }

    fn set_position(&mut self, position: &PositionCommand) -> Result<(), Fault> {
        self.game = position.build(CastlingMode::from_chess960(self.options.shared.chess960))?;
        Ok(())
    }

    fn go(&mut self, go: Go) -> Result<(), Fault> {
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        let mut limits = go.limits;
        for text in &go.search_moves {
            let mv =
                self.game.read_uci(text).map_err(|error| Fault::Go(format!("searchmoves: {}", describe(error))))?;
            if !limits.search_moves.contains(&mv) {
                limits.search_moves.push(mv);
            }
        }
        complete(&mut limits, self.game.position().turn());

        self.player();
        let Some(player) = self.player.take() else { return Ok(()) };
        let search = Search {
            name: self.options.personality().name,
            player,
            game: self.game.clone(),
            notation: Notation::of(&self.options.shared),
            out: self.out.clone(),
            limits,
        };
        self.think(search.limits.ponder, move |stop| search.run(stop))
    }

    fn think(&mut self, pondering: bool, work: impl FnOnce(&Stop) -> Outcome + Send + 'static) -> Result<(), Fault> {
        self.thinking = Some(Thinking::start(pondering, self.out.clone(), work).map_err(Fault::NoThread)?);
        Ok(())
    }

    fn perft(&mut self, depth: u32) -> Result<(), Fault> {
        let (game, out, notation) = (self.game.clone(), self.out.clone(), Notation::of(&self.options.shared));
        self.think(false, move |stop| {
            let sum =
                perft::divide(&game, depth, stop, |mv, leaves| out.line(format!("{}: {leaves}", notation.write(mv))));
            Outcome {
                last_line: Some(
                    sum.map_or_else(
                        || "info string perft stopped".to_owned(),
                        |sum| format!("\nNodes searched: {sum}"),
                    ),
                ),
                player: None,
            }
        })
    }

    fn bench(&mut self, depth: Option<i32>) -> Result<(), Fault> {
        let out = self.out.clone();
        self.think(false, move |stop| {
            let counted = bench::run(depth.unwrap_or(bench::DEFAULT_DEPTH), stop, |line| out.line(line));
            Outcome {
                last_line: Some(
                    counted.map_or_else(|| "info string bench stopped".to_owned(), |bench| bench.summary()),
                ),
                player: None,
            }
        })
    }

    fn ponder_hit(&mut self) -> Result<(), Fault> {
        match &self.thinking {
            Some(thinking) if thinking.pondering => thinking.stop.hit_ponder(),
            _ => return Err(Fault::NotPondering),
        }
        Ok(())
    }

    fn explain(&mut self) -> Result<(), Fault> {
        let game = self.game.clone();
        let explained = self.player().explain(&game).ok_or(Fault::NothingToExplain(self.options.personality().name))?;
        self.out.line(explained);
        Ok(())
    }
}

/// Fills in what a `go` leaves open: one clock given is both sides' clock, and no limit at all is `infinite`.
fn complete(limits: &mut Limits, turn: Color) {
    let clock = limits.white.or(limits.black);
    limits.white = limits.white.or(clock);
    limits.black = limits.black.or(clock);
    let bounded =
        limits.depth.is_some() || limits.nodes.is_some() || limits.mate.is_some() || limits.move_time.is_some();
    limits.infinite |= !bounded && limits.clock(turn).is_none();
}
