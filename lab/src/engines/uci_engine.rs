//! Another engine as a program that speaks UCI.

use std::io::{self, BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use shakmaty::fen::{Epd, Fen};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, EnPassantMode, Move};
use thiserror::Error;

use crate::engines::line::EngineLine;
use motley::engine::{Game, GameError, ScoreKind};
use motley::files::io_error::reason;

/// The longest time for an engine to start, to answer `isready`, and to move beyond the time that its limits name,
/// unless [`UciEngine::start_with`] says otherwise.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Bytes of the longest line that an engine may print; `info` lines with long variations have some thousand.
const MOST_IN_LINE: usize = 64 << 10;
/// Lines that may wait to be read; an engine that prints more waits itself.
const LINES_WAITING: usize = 1024;

/// Sends every line of an engine's output, until it ends or nobody reads on. What goes beyond the longest line is left
/// out: an engine that prints without an end of line is as good as silent, and must not fill the memory.
fn send_lines(mut output: impl BufRead, lines: &SyncSender<String>) {
    let mut line = Vec::new();
    loop {
        let Ok(buffer) = output.fill_buf() else { return };
        if buffer.is_empty() && line.is_empty() {
            return;
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(MOST_IN_LINE - line.len())]);
        let used = part.len() + usize::from(end.is_some());
        let is_last = buffer.is_empty();
        output.consume(used);
        if (end.is_some() || is_last) && lines.send(String::from_utf8_lossy(&std::mem::take(&mut line)).into()).is_err()
        {
            return;
        }
    }
}

/// Why another engine cannot be used.
#[derive(Debug, Error)]
pub enum EngineError {
    #[error("cannot start {program}: {}", reason(.source))]
    Start { program: String, source: io::Error },
    #[error("{program} ended")]
    Ended { program: String },
    #[error("{program} did not answer `{command}` in time")]
    Silent { program: String, command: String },
    #[error("{program} answered {source}")]
    Move { program: String, source: GameError },
    #[error("{program} has no option `{option}`")]
    Option { program: String, option: String },
}

/// The answer of an engine to `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineAnswer {
    pub mv: Move,
    /// The last score that it stated for its best line, from its view; a bound only where it stated nothing else.
    pub score: Option<ScoreKind>,
}

/// The scores of the moves of a position, in centipawns from the view of who plays them.
#[derive(Clone, Debug, Default)]
pub struct WeighedPosition {
    /// Of the best move; none where the engine sees a mate.
    pub best: Option<i32>,
    /// The best move; none where there is no move.
    pub best_move: Option<Move>,
    /// The moves that leave nothing to capture, with their scores.
    pub quiet: Vec<(Move, i32)>,
}

/// The scores of a search for every move of a position.
#[derive(Clone, Debug, Default)]
pub struct SearchedMoves {
    /// The best move; none where there is no move.
    pub best: Option<Move>,
    pub scores: Vec<(Move, ScoreKind)>,
}

/// A running engine; dropped, it is told to quit.
pub struct UciEngine {
    program: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    patience: Duration,
    /// As it calls itself; its path where it says nothing.
    name: String,
    /// The names of its options in lower case.
    options: Vec<String>,
}

impl UciEngine {
    /// Starts a program and waits for `uciok`.
    ///
    /// # Errors
    /// Fails if it cannot be started or does not answer.
    pub fn start(program: &Path) -> Result<UciEngine, EngineError> {
        UciEngine::start_with(program, &[], PATIENCE)
    }

    /// As [`UciEngine::start`], with values of its options and an own bound on the time of its answers.
    ///
    /// # Errors
    /// Fails if it cannot be started, does not answer or has not the options.
    pub fn start_with(
        program: &Path,
        values: &[(String, String)],
        patience: Duration,
    ) -> Result<UciEngine, EngineError> {
        let name = program.display().to_string();
        let started = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = started.map_err(|source| EngineError::Start { program: name.clone(), source })?;
        let input = child.stdin.take().expect("its input is a pipe");
        let output = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        let (sender, lines) = mpsc::sync_channel(LINES_WAITING);
        // A thread of its own reads, so that waiting can end.
        thread::spawn(move || send_lines(output, &sender));
        let mut engine =
            UciEngine { name: name.clone(), program: name, child, input, lines, patience, options: Vec::new() };
        engine.send("uci")?;
        let (mut name, mut options) = (None, Vec::new());
        engine.wait_for("uci", patience, |line| {
            match line {
                EngineLine::UciOk => return Some(()),
                EngineLine::Name(own) => name = Some(own),
                EngineLine::Option(option) => options.push(option.to_lowercase()),
                _ => {}
            }
            None
        })?;
        engine.name = name.unwrap_or_else(|| engine.program.clone());
        engine.options = options;
        values.iter().try_for_each(|(name, value)| engine.set_option(name, value))?;
        Ok(engine)
    }

    /// The name by which the engine calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sets an option; the engine reads it before the next search.
    ///
    /// # Errors
    /// Fails if the engine has no such option or has ended.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        if !self.options.contains(&name.to_lowercase()) {
            return Err(EngineError::Option { program: self.program.clone(), option: name.to_owned() });
        }
        self.send(&format!("setoption name {name} value {value}"))
    }

    /// A new game begins.
    ///
    /// # Errors
    /// Fails if the engine does not answer `isready`.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.send("ucinewgame")?;
        self.send("isready")?;
        self.wait_for("isready", self.patience, |line| (line == EngineLine::ReadyOk).then_some(()))
    }

    /// The move that it plays; `go` holds the limits as in UCI ("depth 5 movetime 100"), `time` is what they allow.
    ///
    /// # Errors
    /// Fails if it ends, is silent or answers with no legal move.
    pub fn choose(&mut self, game: &Game, go: &str, time: Duration) -> Result<Move, EngineError> {
        self.search(game, go, time).map(|answer| answer.mv)
    }

    /// As [`UciEngine::choose`], with the score of its search.
    ///
    /// # Errors
    /// Fails if it ends, is silent or answers with no legal move.
    pub fn search(&mut self, game: &Game, go: &str, time: Duration) -> Result<EngineAnswer, EngineError> {
        self.answer(game, &position_command(game), go, time)
    }

    /// As [`UciEngine::search`], for a position with the clock of the fifty-move rule as in
    /// [`UciEngine::weigh_moves`]. It must have a legal move.
    ///
    /// # Errors
    /// Fails if the engine ends, is silent or answers with no legal move.
    pub fn search_afresh(&mut self, position: &Chess, go: &str) -> Result<EngineAnswer, EngineError> {
        self.answer(&Game::from_position(position.clone()), &set_up_afresh(position), go, Duration::ZERO)
    }

    /// Its answer to `go` where `position` sets up what the game has reached.
    fn answer(&mut self, game: &Game, position: &str, go: &str, time: Duration) -> Result<EngineAnswer, EngineError> {
        self.send(&format!("{position}\ngo {go}"))?;
        let (mut exact, mut bound) = (None, None);
        let word = self.wait_for("go", time + self.patience, |line| {
            match line {
                EngineLine::BestMove(word) => return Some(word),
                EngineLine::Info(info) if info.is_best() => {
                    *if info.is_exact { &mut exact } else { &mut bound } = Some(info.score);
                }
                _ => {}
            }
            None
        })?;
        let mv = game.read_uci(&word).map_err(|source| EngineError::Move { program: self.program.clone(), source })?;
        Ok(EngineAnswer { mv, score: exact.or(bound) })
    }

    /// Scores the position after each legal move, without searching on, as if the last capture or move of a pawn had
    /// been just now: the fifty-move rule is a fact about the game, not about what stands on the board. It must list
    /// all moves (`MultiPV`).
    ///
    /// # Errors
    /// Fails if it ends or is silent.
    pub fn weigh_moves(&mut self, position: &Chess) -> Result<WeighedPosition, EngineError> {
        self.send(&format!("{}\ngo depth 1", set_up_afresh(position)))?;
        let mut weighed = WeighedPosition::default();
        let word = self.wait_for("go", self.patience, |line| {
            let info = match line {
                EngineLine::BestMove(word) => return Some(word),
                EngineLine::Info(info) => info,
                _ => return None,
            };
            if info.is_best() {
                weighed.best = info.centipawns();
            }
            let quiet = info.weighed_move().and_then(|(word, score)| Some((word.to_move(position).ok()?, score)));
            weighed.quiet.extend(quiet);
            None
        })?;
        weighed.best_move = word.parse::<UciMove>().ok().and_then(|word| word.to_move(position).ok());
        Ok(weighed)
    }

    /// The scores of all legal moves by a search of this depth, from the view of who plays them, with the clock of the
    /// fifty-move rule as in [`UciEngine::weigh_moves`], and the move that the engine would play. It must list all
    /// moves (`MultiPV`).
    ///
    /// # Errors
    /// Fails if it ends or is silent.
    pub fn search_moves(&mut self, position: &Chess, depth: u8) -> Result<SearchedMoves, EngineError> {
        self.send(&format!("{}\ngo depth {depth}", set_up_afresh(position)))?;
        let mut scores: Vec<(Move, ScoreKind)> = Vec::new();
        let word = self.wait_for("go", self.patience, |line| {
            let info = match line {
                EngineLine::BestMove(word) => return Some(word),
                EngineLine::Info(info) => info,
                _ => return None,
            };
            let (word, score) = info.first_move()?;
            let mv = word.to_move(position).ok()?;
            // Each iteration lists all moves anew: the last one counts.
            match scores.iter_mut().find(|(known, _)| *known == mv) {
                Some(known) => known.1 = score,
                None => scores.push((mv, score)),
            }
            None
        })?;
        let best = word.parse::<UciMove>().ok().and_then(|word| word.to_move(position).ok());
        Ok(SearchedMoves { best, scores })
    }

    fn send(&mut self, line: &str) -> Result<(), EngineError> {
        let ended = |_| EngineError::Ended { program: self.program.clone() };
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(ended)
    }

    /// Gives `read` the lines that come until it returns the answer.
    fn wait_for<T>(
        &mut self,
        command: &str,
        patience: Duration,
        mut read: impl FnMut(EngineLine) -> Option<T>,
    ) -> Result<T, EngineError> {
        let end = Instant::now() + patience;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    if let Some(answer) = EngineLine::read(&line).and_then(&mut read) {
                        return Ok(answer);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let (program, command) = (self.program.clone(), command.to_owned());
                    return Err(EngineError::Silent { program, command });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(EngineError::Ended { program: self.program.clone() });
                }
            }
        }
    }
}

impl Drop for UciEngine {
    fn drop(&mut self) {
        // It may have ended already: then there is nothing to tell it.
        let _ = self.send("quit");
        let end = Instant::now() + Duration::from_secs(1);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < end {
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn set_up(position: &Chess) -> String {
    format!("position fen {}", Fen::from_position(position, EnPassantMode::Legal))
}

/// As [`set_up`], with the clock of the fifty-move rule at zero.
fn set_up_afresh(position: &Chess) -> String {
    format!("position fen {} 0 1", Epd::from_position(position, EnPassantMode::Legal))
}

fn position_command(game: &Game) -> String {
    let mode = game.castling_mode();
    let start = if game.is_set_up() { set_up(game.start()) } else { "position startpos".to_owned() };
    let moves: String = game.moves().iter().map(|mv| format!(" {}", mv.to_uci(mode))).collect();
    if moves.is_empty() { start } else { format!("{start} moves{moves}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_not_there_or_speaks_no_uci_is_named() {
        let missing = UciEngine::start(Path::new("/nowhere/engine")).err().expect("no such program").to_string();
        assert!(missing.starts_with("cannot start /nowhere/engine"), "{missing}");
        let mute = UciEngine::start(Path::new("/bin/true")).err().expect("it ends at once").to_string();
        assert_eq!(mute, "/bin/true ended");
    }

    #[test]
    fn a_line_without_an_end_is_cut_and_the_next_is_read() {
        let (sender, lines) = mpsc::sync_channel(LINES_WAITING);
        let output = [&b"uciok\r\n"[..], &vec![b'x'; 1 << 20], b"\n\nreadyok\n\xff", b"end"].concat();
        send_lines(io::BufReader::with_capacity(1000, &output[..]), &sender);
        drop(sender);
        let lines: Vec<String> = lines.iter().collect();
        assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [6, MOST_IN_LINE, 0, 7, 6]);
        assert_eq!(lines[3], "readyok");
    }

    #[test]
    fn a_game_is_sent_with_its_moves() {
        let mut game = Game::default();
        assert_eq!(position_command(&game), "position startpos");
        game.play_uci("e2e4").expect("legal");
        assert_eq!(position_command(&game), "position startpos moves e2e4");
        let set_up =
            Game::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1", shakmaty::CastlingMode::Standard).expect("a position");
        assert_eq!(position_command(&set_up), "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    }

    #[test]
    fn moves_are_weighed_as_if_the_fifty_move_rule_had_just_begun_to_count() {
        let game =
            Game::from_fen("8/8/4k3/8/8/4K3/4R3/8 b - - 98 120", shakmaty::CastlingMode::Standard).expect("a position");
        assert_eq!(set_up_afresh(game.position()), "position fen 8/8/4k3/8/8/4K3/4R3/8 b - - 0 1");
        assert_eq!(set_up(game.position()), "position fen 8/8/4k3/8/8/4K3/4R3/8 b - - 98 120");
    }
}
