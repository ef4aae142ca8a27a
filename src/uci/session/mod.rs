//! The session: one command after another, while at most one task runs beside it.

mod order;
mod own_commands;
mod unsearched;

use std::ops::ControlFlow;
use std::sync::Arc;

use shakmaty::{CastlingMode, Position};

use crate::engine::options::{OptionError, OptionSpec, OptionValue};
use crate::engine::{Game, Limits, Personality, PlayerFailed, Stop, can_search, quote};
use crate::files::Interrupt;
use crate::files::io_error::reason;
use crate::personalities::PersonalityInfo;
use crate::uci::command::Command;
use crate::uci::fault::Fault;
use crate::uci::go::Go;
use crate::uci::lines::first_word;
use crate::uci::options::{self, Options};
use crate::uci::output::Output;
use crate::uci::position::PositionCommand;
use crate::uci::queue::Queue;
use crate::uci::reporter::{Notation, UciReporter};
use crate::uci::search::SearchTask;
use crate::uci::task::{Outcome, RunningSearch};
use crate::uci::{AUTHORS, VERSION, help};
use crate::work::caught::catch;
use unsearched::Promise;

/// The start of a session: what the command line chose.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// This player alone, an index into [`crate::personalities::PERSONALITIES`]; without it all of them, to be chosen
    /// by the GUI.
    pub personality: Option<usize>,
    /// Names and values of options, as `setoption` takes them.
    pub options: Vec<(String, String)>,
}

/// Builds a player.
pub type PlayerBuilder = fn(&PersonalityInfo) -> Box<dyn Personality>;

/// The state between two lines.
pub struct Session {
    out: Output,
    options: Options,
    /// The game as the last `position` set it up, as far as it could.
    board: Game,
    /// Why the last `position` was refused.
    refusal: Option<String>,
    debug: bool,
    build: PlayerBuilder,
    /// The chosen player, built when first needed; `None` while it searches.
    player: Option<Box<dyn Personality>>,
    task: Option<RunningSearch>,
    /// The `bestmove` of an infinite search, or of one that ponders, for which there was no thread.
    held_line: Option<String>,
    /// Lines that came while a task with an end of its own ran.
    waiting: Queue,
    on_task_end: Arc<dyn Fn() + Send + Sync>,
    /// Ends the reading of a long file.
    interrupt: Interrupt,
}

impl Session {
    pub fn new(out: Output) -> Session {
        Session::with_players(out, PersonalityInfo::player)
    }

    /// A session whose players are built otherwise than the registry does: tests of the protocol take cheaper ones.
    pub fn with_players(out: Output, build: PlayerBuilder) -> Session {
        Session {
            out,
            options: Options::default(),
            board: Game::default(),
            refusal: None,
            debug: false,
            build,
            player: None,
            task: None,
            held_line: None,
            waiting: Queue::default(),
            on_task_end: Arc::new(|| ()),
            interrupt: Interrupt::NEVER,
        }
    }

    /// A session as the command line wants it. What it sets is announced as the options' defaults, so that a GUI that
    /// sends every default changes nothing.
    ///
    /// # Errors
    /// The [`Fault`] with which `setoption` would have been answered.
    pub fn start(out: Output, start: &Start) -> Result<Session, Fault> {
        let mut session = Session::new(out);
        session.options = start.personality.map_or_else(Options::default, Options::only);
        for (name, value) in &start.options {
            let (spec, value) = session.set_option(name, value)?;
            session.options.announce_as_default(spec, value);
        }
        Ok(session)
    }

    /// The game as the last `position` set it up.
    ///
    /// # Errors
    /// [`Fault::NoPosition`] when the last `position` was refused.
    pub fn game(&self) -> Result<&Game, Fault> {
        match &self.refusal {
            None => Ok(&self.board),
            Some(reason) => Err(Fault::NoPosition(reason.clone())),
        }
    }

    /// The options' current values.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Calls `notify` on the thread of each task when it has printed its last line: commands may wait for that.
    pub fn on_task_end(&mut self, notify: impl Fn() + Send + Sync + 'static) {
        self.on_task_end = Arc::new(notify);
    }

    /// Ends the reading of a long file for a player while `interrupt` is raised.
    pub fn interrupt_reading(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// For what a player reports while it is set up.
    fn reporter(&self) -> UciReporter {
        let notation = Notation::of(&self.options.values.shared);
        UciReporter::new(self.out.clone(), notation).interrupted_by(self.interrupt.clone())
    }

    /// Obeys a normalised line now.
    fn obey(&mut self, line: &str) -> ControlFlow<()> {
        let command = match Command::read(line) {
            Ok(command) => command,
            Err(fault) => return self.refuse(line, fault),
        };
        if self.debug {
            self.out.message(format_args!("understood {command:?}"));
        }
        if command == Command::Quit {
            self.close();
            return ControlFlow::Break(());
        }
        let promise = Promise::of(&command);
        // A player that panics while it loads or explains does not end the program: it is built anew when next needed.
        let done = catch(|| self.handle_command(command)).unwrap_or_else(|reason| {
            self.player = None;
            Err(PlayerFailed { name: self.options.personality().name, reason }.into())
        });
        let Err(fault) = done else { return ControlFlow::Continue(()) };
        let has_failed = matches!(fault, Fault::PlayerFailed(_));
        let flow = self.refuse(line, fault);
        if has_failed {
            self.keep(promise);
        }
        flow
    }

    /// Answers a line that cannot be obeyed.
    fn refuse(&mut self, line: &str, fault: Fault) -> ControlFlow<()> {
        self.answer_fault(fault, first_word(line) == "position");
        ControlFlow::Continue(())
    }

    /// Prints a fault. After a `position` that was refused there is none, whatever was wrong with it: a move in the one
    /// before would be illegal in the GUI's.
    fn answer_fault(&mut self, fault: Fault, is_position: bool) {
        if is_position {
            self.refusal = Some(match &fault {
                Fault::Position(reason) => reason.clone(),
                other => other.to_string(),
            });
        }
        self.out.error(fault);
    }

    fn handle_command(&mut self, command: Command) -> Result<(), Fault> {
        // These wait for a search to end, where it has an end of its own; here they come beside one that has none.
        if let Command::SetOption { .. }
        | Command::NewGame
        | Command::Position(_)
        | Command::Go(_)
        | Command::Flip
        | Command::Eval
        | Command::Bench(_) = command
        {
            self.refuse_beside_task(command.word())?;
        }
        match command {
            Command::Uci => self.print_options(),
            Command::IsReady => self.prepare(),
            Command::Debug(on) => self.debug = on,
            Command::Register | Command::Quit => {}
            Command::SetOption { name, value } => drop(self.set_option(&name, &value)?),
            Command::NewGame => self.player.iter_mut().for_each(|player| player.new_game()),
            Command::Position(position) => self.set_position(&position)?,
            Command::Go(go) => self.go(*go)?,
            Command::Stop => {
                self.release_held_line();
                self.task.iter().for_each(|task| task.stop.stop());
            }
            Command::PonderHit => self.ponder_hit()?,
            Command::Board => self.print_board(),
            Command::Flip => self.flip()?,
            Command::Eval => self.print_evaluation()?,
            Command::Bench(bench) => self.bench(&bench)?,
            Command::Help => self.out.line(help::text(&self.options)),
        }
        Ok(())
    }

    /// # Errors
    /// [`Fault::Busy`] while a task is under way.
    fn refuse_beside_task(&self, word: &'static str) -> Result<(), Fault> {
        if self.task.is_some() { Err(Fault::Busy(word)) } else { Ok(()) }
    }

    fn restore_player(&mut self) {
        if let Some(player) = self.task.take().and_then(RunningSearch::join) {
            self.player = Some(player);
        }
    }

    fn print_options(&self) {
        // One word for the name: other programs take the next for the version.
        let player = self.options.chosen_name().map_or_else(String::new, |name| format!("-{name}"));
        let name = format!("id name Motley{player} {VERSION}");
        let mut lines = vec![name, format!("id author {AUTHORS}")];
        lines.extend(self.options.announcements());
        lines.push("uciok".to_owned());
        self.out.line(lines.join("\n"));
    }

    /// `isready`: loads what the next search needs, unless one is under way, or there is no memory for any: the first
    /// need of more would end the program.
    fn prepare(&mut self) {
        if self.task.as_ref().is_some_and(RunningSearch::is_done) {
            self.restore_player();
        }
        if self.task.is_none() && can_search() {
            let mut reporter = self.reporter();
            self.player().prepare(&mut reporter);
        }
        self.out.line("readyok");
    }

    /// The chosen player, built and given every option when it is first needed.
    fn player(&mut self) -> &mut Box<dyn Personality> {
        let mut reporter = self.reporter();
        self.player.get_or_insert_with(|| {
            let info = self.options.personality();
            let mut player = (self.build)(info);
            let refused = info.taken(&self.options.values).give(&mut *player, None, &mut reporter);
            refused.iter().for_each(|error| self.out.error(error));
            player
        })
    }

    fn set_option(&mut self, name: &str, raw: &str) -> Result<(&'static OptionSpec, OptionValue), Fault> {
        let spec = self.options.find(name).map_err(|_| OptionError::Unknown(quote(name)))?;
        let value = spec.parse(raw).map_err(|error| match error {
            OptionError::Value { name, given, expected } => OptionError::Value { name, given: quote(&given), expected },
            unknown => unknown,
        })?;
        self.apply(spec, &value)?;
        self.options.store(spec, value.clone());
        Ok((spec, value))
    }

    /// Applies a value to the log or the player; when that fails, nothing has changed.
    fn apply(&mut self, spec: &'static OptionSpec, value: &OptionValue) -> Result<(), Fault> {
        if spec.name == options::DEBUG_LOG_FILE
            && let OptionValue::Text(path) = value
        {
            let refuse = |error| Fault::OptionEffect {
                name: spec.name,
                reason: format!("cannot write to `{}`: {}", quote(path), reason(&error)),
            };
            self.out.log_to(path).map_err(refuse)?;
        }
        if spec.name == options::PERSONALITY && *value != OptionValue::Combo(self.options.personality) {
            self.player = None;
        }
        let mut reporter = self.reporter();
        let Some(player) = &mut self.player else { return Ok(()) };

        let mut shared = self.options.values.shared.clone();
        if shared.set(spec.name, value).is_ok() {
            player.configure(&shared, &mut reporter);
        } else if spec.name == options::CLEAR_HASH {
            // A player without a table has nothing to clear, which is no fault.
            let _ = player.set_option(spec.name, value);
        } else if self.options.personality().takes(spec.name) {
            player.set_option(spec.name, value)?;
        }
        Ok(())
    }

    fn set_position(&mut self, position: &PositionCommand) -> Result<(), Fault> {
        let mode = CastlingMode::from_chess960(self.options.values.shared.chess960);
        let built = position.build(mode, &mut self.board);
        if built.is_ok() {
            self.refusal = None;
        }
        built
    }

    fn go(&mut self, go: Go) -> Result<(), Fault> {
        self.release_held_line();
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        let game = match self.game() {
            Ok(game) => game.clone(),
            Err(fault) => {
                // A GUI waits for a move after every `go`.
                self.out.error(fault);
                self.out.line("bestmove 0000");
                return Ok(());
            }
        };
        let Go { mut limits, search_moves, mut left_out, .. } = go;
        for text in &search_moves {
            match game.read_uci(text) {
                Ok(mv) => limits.search_moves.push(mv),
                Err(error) => left_out.add(format!("searchmoves: {error}")),
            }
        }
        if let Some(text) = left_out.settle(&mut limits) {
            self.out.error(Fault::Go(text));
        }
        limits.complete(game.position().turn());

        self.player();
        let Some(player) = self.player.take() else { return Ok(()) };
        let search = SearchTask {
            name: self.options.personality().name,
            player,
            game,
            notation: Notation::of(&self.options.values.shared),
            explains: self.options.values.shared.explain,
            out: self.out.clone(),
            limits,
        };
        if let Err((fault, search)) = self.start_task(search.limits.clone(), search, SearchTask::run) {
            self.answer_unsearched(&fault, search);
        }
        Ok(())
    }

    /// # Errors
    /// Fails if the system gives no thread; the job comes back.
    fn start_task<J: Send + 'static>(
        &mut self,
        limits: Limits,
        job: J,
        work: impl FnOnce(J, &Stop) -> Outcome + Send + 'static,
    ) -> Result<(), (Fault, J)> {
        let started = RunningSearch::start(limits, self.out.clone(), Arc::clone(&self.on_task_end), job, work);
        self.task = Some(started.map_err(|(error, job)| (Fault::NoThread(error), job))?);
        Ok(())
    }

    fn ponder_hit(&mut self) -> Result<(), Fault> {
        match &self.task {
            Some(task) if task.limits.ponder => task.stop.hit_ponder(),
            None if self.held_line.is_some() => self.release_held_line(),
            _ => return Err(Fault::NotPondering),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
