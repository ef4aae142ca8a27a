//! `go`: a player chooses a move, or analyses; what it reports, as messages.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use shakmaty::{Move, Position as _};

use super::position::{described, game, legal_move, uci};
use crate::chess::notation::{line_to_san, numbered_line};
use crate::engine::{
    Bound, Choice, Game, Info, Limits, Personality, PlayerFailed, Reporter, ResultProbabilities, ScoreKind, SideClock,
    Stop, Turn, Wdl, per_second,
};
use crate::studio::message::{Fault, Fields, Request};
use crate::studio::page::{Page, Work};
use crate::studio::players::PlayerChoice;
use crate::studio::socket::Sender;

/// Milliseconds of a clock at most: a month.
const MOST_TIME: f64 = 2.6e9;
/// Moves to choose from; no position has more.
const MOST_ONLY: usize = 256;

/// `go`.
pub fn go(page: &mut Page<'_>, request: &Request) -> Result<Option<Value>, Fault> {
    let choice = PlayerChoice::read(&request.fields, request.fields.flag("chess960")?, &page.studio.options)?;
    let game = game(&request.fields)?;
    let limits = limits(&request.fields, &game)?;
    page.start(request.id, move |work: Work<'_>| {
        let start = Instant::now();
        let mut report = PageReporter::new(work.sender, work.id, work.stop, &game);
        let player = work.players.get(&choice, &mut report);
        let (chosen, failure) = ask(player, &choice, &game, &limits, work.stop, &mut report);
        if let Some(failure) = failure {
            work.players.forget_last();
            return Err(Fault::new(failure));
        }
        let mut body = chosen_move(&game, chosen);
        body.insert("stopped".to_owned(), json!(work.stop.is_stopped()));
        body.insert("time".to_owned(), json!(milliseconds(start.elapsed())));
        Ok(Value::Object(body))
    })
}

/// Asks a player, which is prepared first, so that its clock does not pay for what has to be loaded.
pub fn ask(
    player: &mut dyn Personality,
    choice: &PlayerChoice,
    game: &Game,
    limits: &Limits,
    stop: &Stop,
    report: &mut PageReporter<'_>,
) -> (Choice, Option<PlayerFailed>) {
    player.prepare(report);
    Turn { name: choice.info.name, game, limits, stop }.ask(player, report)
}

/// `move`, `san` and `ponder` of a choice.
pub fn chosen_move(game: &Game, chosen: Choice) -> Map<String, Value> {
    let write = |mv: Option<Move>| json!(mv.map(|mv| uci(mv, game.castling_mode())));
    let san = chosen.best.map(|mv| described(game.position(), mv)["san"].clone());
    let entries = [("move", write(chosen.best)), ("san", json!(san)), ("ponder", write(chosen.ponder))];
    entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Reads `limits` and `only`.
///
/// # Errors
/// With the field that does not fit.
pub fn limits(fields: &Fields, game: &Game) -> Result<Limits, Fault> {
    let given = fields.object("limits")?;
    // A clock may run negative.
    let time = |name: &str| -> Result<Option<Duration>, Fault> {
        let milliseconds = given.number(name, -MOST_TIME..=MOST_TIME)?;
        Ok(milliseconds.map(|milliseconds| Duration::from_micros((1000.0 * milliseconds.max(0.0)) as u64)))
    };
    let clock = |remaining: &str, increment: &str| -> Result<Option<SideClock>, Fault> {
        let (remaining, increment) = (time(remaining)?, time(increment)?.unwrap_or_default());
        Ok(remaining.map(|remaining| SideClock { remaining, increment }))
    };
    let small = |name: &str| -> Result<Option<u32>, Fault> { Ok(given.whole(name, 1..=10_000)?.map(|n| n as u32)) };
    let mut limits = Limits {
        white: clock("wtime", "winc")?,
        black: clock("btime", "binc")?,
        moves_to_go: small("movestogo")?,
        depth: small("depth")?.map(|depth| depth as i32),
        nodes: given.whole("nodes", 1..=u64::MAX)?,
        mate: small("mate")?,
        move_time: time("movetime")?,
        infinite: given.flag("infinite")?,
        ponder: false,
        search_moves: Vec::new(),
    };
    let only = fields.words("only")?;
    if only.len() > MOST_ONLY {
        return Err(Fault::of_field("only", format!("`only` names {MOST_ONLY} moves at most")));
    }
    for (index, word) in only.into_iter().enumerate() {
        let refuse = |message| Fault::new(message).at(json!({ "field": "only", "index": index }));
        limits.search_moves.push(legal_move(game.position(), word).map_err(refuse)?);
    }
    limits.complete(game.position().turn());
    Ok(limits)
}

/// Milliseconds, as JSON has them.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// Sends what a player reports. A page that is gone stops the search.
pub struct PageReporter<'a> {
    sender: &'a Sender,
    id: u64,
    stop: &'a Stop,
    game: &'a Game,
    /// Fields that every message has.
    common: Map<String, Value>,
    /// The last line of rank 1 that had moves, and the readable lines.
    pub best: Option<Value>,
    pub texts: Vec<String>,
}

impl<'a> PageReporter<'a> {
    pub fn new(sender: &'a Sender, id: u64, stop: &'a Stop, game: &'a Game) -> PageReporter<'a> {
        PageReporter { sender, id, stop, game, common: Map::new(), best: None, texts: Vec::new() }
    }

    /// With fields that every message has.
    pub fn with(mut self, common: Map<String, Value>) -> PageReporter<'a> {
        self.common = common;
        self
    }

    fn send(&self, body: &Value) {
        let mut body = body.clone();
        for (name, value) in &self.common {
            body[name] = value.clone();
        }
        if !self.sender.answer(self.id, "info", body) {
            self.stop.stop();
        }
    }
}

impl Reporter for PageReporter<'_> {
    fn info(&mut self, info: &Info) {
        let body = line(self.game, info);
        self.send(&body);
        if info.multipv <= 1 && !info.pv.is_empty() {
            self.best = Some(body);
        }
    }

    fn message(&mut self, text: &str) {
        self.send(&json!({ "text": text }));
        self.texts.push(text.to_owned());
    }
}

/// A line of a search as a message.
fn line(game: &Game, info: &Info) -> Value {
    let position = game.position();
    let score = match info.score.kind() {
        ScoreKind::Centipawns(centipawns) => json!({ "cp": centipawns }),
        ScoreKind::Mate(moves) => json!({ "mate": moves }),
    };
    let bound = match info.bound {
        Bound::Exact => None,
        Bound::Lower => Some("lower"),
        Bound::Upper => Some("upper"),
    };
    let Wdl { win, draw, loss } = info.wdl.unwrap_or_else(|| ResultProbabilities::of_score(info.score).wdl());
    let [win, draw, loss] = [win, draw, loss].map(|permille| f64::from(permille) / 1000.0);
    let expected = position.turn().fold_wb(win, loss) + draw / 2.0;
    json!({
        "depth": info.depth.0,
        "seldepth": info.seldepth,
        "rank": info.multipv.max(1),
        "score": score,
        "bound": bound,
        "wdl": [win, draw, loss],
        "white": expected,
        "nodes": info.nodes,
        "nps": per_second(info.nodes, info.time),
        "time": milliseconds(info.time),
        "hashfull": info.hashfull,
        "tbhits": info.tbhits,
        "pv": info.pv.iter().map(|&mv| uci(mv, game.castling_mode())).collect::<Vec<_>>(),
        "san": line_to_san(position, &info.pv),
        "line": numbered_line(position, &info.pv),
    })
}
