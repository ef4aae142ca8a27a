//! `go`: a player chooses a move, or analyses; what it reports, as messages.

use std::time::{Duration, Instant};

use shakmaty::{Move, Position as _};

use super::position::{described, game, legal_move, uci};
use super::{Plan, Searched};
use crate::chess::notation::{line_to_san, numbered_line};
use crate::engine::{
    Bound, Choice, Game, Info as SearchInfo, Limits, Personality, PlayerFailed, Reporter, ResultProbabilities,
    ScoreKind, SideClock, Stop, Turn, Wdl, per_second,
};
use crate::studio::page::Page;
use crate::studio::players::PlayerChoice;
use crate::studio::protocol::faults::{Fault, FaultPlace};
use crate::studio::protocol::game::{
    AnalysisLine, Choice as ChoiceMade, ChosenMove, GoAsk, Info, Score, ScoreBound, Search,
};

/// Moves to choose from; no position has more.
const MOST_ONLY: usize = 256;

impl Searched for GoAsk {
    fn plan(self, page: &mut Page<'_>) -> Result<Plan<GoAsk>, Fault> {
        let choice = PlayerChoice::new(&self.player, self.game.chess960, &page.studio.options)?;
        let game = game(&self.game)?;
        let limits = limits(&self.search, &game)?;
        Ok(Box::new(move |work| {
            let start = Instant::now();
            let send = |info| work.channel.info(&info);
            let mut report = PageReporter::new(&send, work.stop, &game);
            let player = work.players.get(&choice, &mut report);
            let (chosen, failure) = ask(player, &choice, &game, &limits, work.stop, &mut report);
            if let Some(failure) = failure {
                work.players.forget_last();
                return Err(Fault::new(failure));
            }
            let (chosen, stopped) = (chosen_move(&game, chosen), work.stop.is_stopped());
            Ok(ChoiceMade { chosen, stopped, time: milliseconds(start.elapsed()) })
        }))
    }
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

pub fn chosen_move(game: &Game, chosen: Choice) -> ChosenMove {
    let write = |mv: Option<Move>| mv.map(|mv| uci(mv, game.castling_mode()));
    let best = chosen.best.map(|mv| described(game.position(), mv).san);
    ChosenMove { r#move: write(chosen.best), san: best, ponder: write(chosen.ponder) }
}

/// The limits of a search of a game.
///
/// # Errors
/// With the move that is not legal.
pub fn limits(search: &Search, game: &Game) -> Result<Limits, Fault> {
    let given = &search.limits;
    // A clock may run negative.
    let time = |milliseconds: f64| Duration::from_micros((1000.0 * milliseconds.max(0.0)) as u64);
    let clock = |remaining: Option<f64>, increment: Option<f64>| {
        let increment = increment.map(time).unwrap_or_default();
        remaining.map(|remaining| SideClock { remaining: time(remaining), increment })
    };
    let mut limits = Limits {
        white: clock(given.wtime, given.winc),
        black: clock(given.btime, given.binc),
        moves_to_go: given.movestogo,
        depth: given.depth.map(|depth| depth as i32),
        nodes: given.nodes,
        mate: given.mate,
        move_time: given.movetime.map(time),
        infinite: given.infinite,
        ..Limits::default()
    };
    if search.only.len() > MOST_ONLY {
        return Err(Fault::of_field("only", format!("`only` names {MOST_ONLY} moves at most")));
    }
    for (index, word) in search.only.iter().enumerate() {
        let refuse = |message| Fault::new(message).at(FaultPlace::entry("only", index));
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
    /// Sends a report; returns true if the page is still there.
    send: &'a (dyn Fn(Info) -> bool + Sync),
    stop: &'a Stop,
    game: &'a Game,
    /// The last line of rank 1 that had moves, and the readable lines.
    pub best: Option<AnalysisLine>,
    pub texts: Vec<String>,
}

impl<'a> PageReporter<'a> {
    pub fn new(send: &'a (dyn Fn(Info) -> bool + Sync), stop: &'a Stop, game: &'a Game) -> PageReporter<'a> {
        PageReporter { send, stop, game, best: None, texts: Vec::new() }
    }

    fn send(&self, info: Info) {
        if !(self.send)(info) {
            self.stop.stop();
        }
    }
}

impl Reporter for PageReporter<'_> {
    fn info(&mut self, info: &SearchInfo) {
        let line = line(self.game, info);
        self.send(Info { search: Some(line.clone()), text: None });
        if info.multipv <= 1 && !info.pv.is_empty() {
            self.best = Some(line);
        }
    }

    fn message(&mut self, text: &str) {
        self.send(Info { search: None, text: Some(text.to_owned()) });
        self.texts.push(text.to_owned());
    }
}

/// A line of a search as a message.
fn line(game: &Game, info: &SearchInfo) -> AnalysisLine {
    let position = game.position();
    let score = match info.score.kind() {
        ScoreKind::Centipawns(centipawns) => Score { cp: Some(centipawns), mate: None },
        ScoreKind::Mate(moves) => Score { cp: None, mate: Some(moves) },
    };
    let bound = match info.bound {
        Bound::Exact => None,
        Bound::Lower => Some(ScoreBound::Lower),
        Bound::Upper => Some(ScoreBound::Upper),
    };
    let Wdl { win, draw, loss } = info.wdl.unwrap_or_else(|| ResultProbabilities::of_score(info.score).wdl());
    let [win, draw, loss] = [win, draw, loss].map(|permille| f64::from(permille) / 1000.0);
    AnalysisLine {
        depth: info.depth.0,
        seldepth: info.seldepth,
        rank: info.multipv.max(1),
        score,
        bound,
        wdl: [win, draw, loss],
        white: position.turn().fold_wb(win, loss) + draw / 2.0,
        nodes: info.nodes,
        nps: per_second(info.nodes, info.time),
        time: milliseconds(info.time),
        hashfull: info.hashfull,
        tbhits: info.tbhits,
        pv: info.pv.iter().map(|&mv| uci(mv, game.castling_mode())).collect(),
        san: line_to_san(position, &info.pv),
        line: numbered_line(position, &info.pv),
    }
}
