//! The faults of a line of input: for each one sentence with what was wrong and what was expected.

use thiserror::Error;

use crate::engine::PlayerFailed;
use crate::engine::options::OptionError;
use crate::files::io_error::reason;
use crate::uci::bench_command::BenchError;
use crate::uci::lines::MAX_LINE;
use crate::uci::queue::{MAX_WAITING, MAX_WAITING_BYTES};

/// Why a line was refused. The session's state is then what it was before, but for a `position`: there is none until a
/// good one comes.
#[derive(Debug, Error)]
pub enum Fault {
    #[error("a line of more than {MAX_LINE} bytes was dropped")]
    TooLong,
    #[error("the line is not valid UTF-8, from byte {0} on")]
    NotText(usize),
    #[error("unknown command `{0}`, `help` lists those that are known")]
    UnknownCommand(String),
    #[error("cannot read `{given}`: expected `{usage}`")]
    Usage { given: String, usage: &'static str },
    #[error("go: {0}")]
    Go(String),
    #[error("position: {0}; `go` answers 0000 until a good position comes")]
    Position(String),
    #[error("there is no position, the last one was refused: {0}")]
    NoPosition(String),
    #[error(transparent)]
    Bench(#[from] BenchError),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("option {name}: {reason}")]
    OptionEffect { name: &'static str, reason: String },
    #[error("`{0}` has to wait, a search is running: send `stop` first")]
    Busy(&'static str),
    #[error("{0} commands were dropped: at most {MAX_WAITING} commands of {MAX_WAITING_BYTES} bytes wait for a search")]
    Dropped(usize),
    #[error("ponderhit: no pondering is under way")]
    NotPondering,
    #[error("{0} has no static evaluation to explain")]
    NothingToExplain(&'static str),
    #[error(transparent)]
    PlayerFailed(#[from] PlayerFailed),
    #[error("no thread could be started: {}", reason(.0))]
    NoThread(std::io::Error),
}
