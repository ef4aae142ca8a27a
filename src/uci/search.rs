//! One `go`, from the player to `bestmove`.

use shakmaty::Move;

use crate::chess::replay::position_after;
use crate::engine::options::SharedOptions;
use crate::engine::{Choice, Game, Limits, Personality, Reporter, Stop, Turn};
use crate::themes::idea;
use crate::uci::output::Output;
use crate::uci::reporter::{Notation, UciReporter};
use crate::uci::task::Outcome;

/// The task of a player for one `go`.
///
/// Whatever the player does, exactly one legal `bestmove` is printed, and none before [`Stop::is_released`]. Before it
/// comes at least one `info` with a score and moves, after `ponderhit` too.
pub struct SearchTask {
    pub name: &'static str,
    pub player: Box<dyn Personality>,
    pub game: Game,
    pub limits: Limits,
    pub notation: Notation,
    /// True if a line says before `bestmove` what the best line is about.
    pub explains: bool,
    pub out: Output,
}

impl SearchTask {
    pub fn run(mut self, stop: &Stop) -> Outcome {
        let mut reporter = UciReporter::of_search(self.out.clone(), self.notation, stop);
        let turn = Turn { name: self.name, game: &self.game, limits: &self.limits, stop };
        let (choice, failure) = turn.ask(&mut *self.player, &mut reporter);
        if self.explains
            && let Some(text) = explanation(&self.game, choice.best, reporter.best_line())
        {
            self.out.message(text);
        }
        reporter.repeat_after_ponder_hit();
        let last_line = Some(bestmove(choice, self.notation));
        Outcome { last_line, player: failure.is_none().then_some(self.player) }
    }
}

impl SearchTask {
    /// Any legal and allowed move, for a search that cannot be run.
    pub fn answer_unsearched(self) -> Outcome {
        let mut reporter = UciReporter::new(self.out.clone(), self.notation);
        let stop = Stop::new();
        stop.stop();
        let turn = Turn { name: self.name, game: &self.game, limits: &self.limits, stop: &stop };
        let (choice, _) = turn.ask(&mut NoPlayer, &mut reporter);
        Outcome { last_line: Some(bestmove(choice, self.notation)), player: Some(self.player) }
    }
}

/// Chooses nothing.
struct NoPlayer;

impl Personality for NoPlayer {
    fn configure(&mut self, _: &SharedOptions, _: &mut dyn Reporter) {}
    fn new_game(&mut self) {}
    fn choose(&mut self, _: &Game, _: &Limits, _: &Stop, _: &mut dyn Reporter) -> Choice {
        Choice::default()
    }
}

/// The idea of the best line, if it begins with the move that is played and proves it.
fn explanation(game: &Game, best: Option<Move>, line: &[Move]) -> Option<String> {
    if best.is_none() || line.first() != best.as_ref() {
        return None;
    }
    let last = game.moves().split_last().map(|(&last, before)| (position_after(game.start(), before), last));
    let last = last.as_ref().map(|(before, last)| (before, *last));
    let finding = idea(game.position(), line, last)?;
    Some(format!("{}: {}", finding.theme, finding.text))
}

/// The last line of a search. `(none)` stands where the game is over, as Stockfish writes it; `0000` is the answer
/// where there is no position.
pub fn bestmove(choice: Choice, notation: Notation) -> String {
    match (choice.best, choice.ponder) {
        (None, _) => "bestmove (none)".to_owned(),
        (Some(best), None) => format!("bestmove {}", notation.write(best)),
        (Some(best), Some(reply)) => format!("bestmove {} ponder {}", notation.write(best), notation.write(reply)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;

    use shakmaty::CastlingMode;

    use super::*;
    use crate::engine::Info;
    use crate::uci::task::RunningSearch;
    use crate::uci::testing::Buffer;

    /// Ways to break the contract of [`Personality`].
    #[derive(Clone, Copy)]
    enum Misconduct {
        Panics,
        PanicsAfterAnInfo,
        ChoosesNothing,
        ChoosesForTheOtherSide,
        IgnoresSearchMoves,
        PondersAnIllegalMove,
        PondersALegalMove,
    }

    /// A player that breaks its contract, and sends a word when it has.
    struct FaultyPlayer(Misconduct, Sender<()>);

    impl Personality for FaultyPlayer {
        fn configure(&mut self, _: &SharedOptions, _: &mut dyn Reporter) {}

        fn new_game(&mut self) {}

        fn choose(&mut self, game: &Game, _: &Limits, _: &Stop, report: &mut dyn Reporter) -> Choice {
            let _ = self.1.send(());
            let read = |text: &str| game.read_uci(text).unwrap();
            let reply = Move::Normal {
                role: shakmaty::Role::Pawn,
                from: shakmaty::Square::E7,
                capture: None,
                to: shakmaty::Square::E5,
                promotion: None,
            };
            match self.0 {
                Misconduct::Panics => panic!("on purpose"),
                Misconduct::PanicsAfterAnInfo => {
                    for (multipv, mv) in [(1, "a2a3"), (1, "d2d4"), (2, "h2h4")] {
                        report.info(&Info { multipv, pv: vec![read(mv)], ..Info::default() });
                    }
                    panic!("{} {}", "on", "purpose")
                }
                Misconduct::ChoosesNothing => Choice::default(),
                Misconduct::ChoosesForTheOtherSide => Choice { best: Some(reply), ponder: None, ..Choice::default() },
                Misconduct::IgnoresSearchMoves => {
                    Choice { best: Some(read("e2e4")), ponder: None, ..Choice::default() }
                }
                Misconduct::PondersAnIllegalMove => {
                    Choice { best: Some(read("e2e4")), ponder: Some(read("d2d4")), ..Choice::default() }
                }
                Misconduct::PondersALegalMove => {
                    Choice { best: Some(read("e2e4")), ponder: Some(reply), ..Choice::default() }
                }
            }
        }
    }

    fn start(misconduct: Misconduct, game: Game, limits: Limits) -> (RunningSearch, Buffer, Receiver<()>) {
        let (buffer, (sender, has_chosen)) = (Buffer::default(), channel());
        let out = Output::new(buffer.clone());
        let search = SearchTask {
            name: "Faulty",
            player: Box::new(FaultyPlayer(misconduct, sender)),
            game,
            limits: limits.clone(),
            notation: Notation { castling: CastlingMode::Standard, wdl: false },
            explains: false,
            out: out.clone(),
        };
        let task = RunningSearch::start(limits, out, Arc::new(|| ()), search, SearchTask::run)
            .map_err(|(error, _)| error)
            .unwrap();
        (task, buffer, has_chosen)
    }

    /// The lines that were printed, and whether the player was returned.
    fn run(misconduct: Misconduct, limits: Limits) -> (Vec<String>, bool) {
        let (task, buffer, _) = start(misconduct, Game::default(), limits);
        let is_returned = task.join().is_some();
        (buffer.lines(), is_returned)
    }

    fn only(moves: &[&str]) -> Limits {
        Limits {
            search_moves: moves.iter().map(|mv| Game::default().read_uci(mv).unwrap()).collect(),
            ..Limits::default()
        }
    }

    #[test]
    fn a_player_that_panics_still_moves_and_is_not_used_again() {
        let (lines, is_returned) = run(Misconduct::Panics, only(&["g1f3"]));
        assert_eq!(lines[0], "info string error: Faulty failed (on purpose) and starts afresh");
        assert!(lines[1].starts_with("info depth 1 ") && lines[1].ends_with(" pv g1f3"), "{}", lines[1]);
        assert_eq!(lines[2..], ["bestmove g1f3"]);
        assert!(!is_returned);

        let (lines, is_returned) = run(Misconduct::PanicsAfterAnInfo, Limits::default());
        assert_eq!(lines[3], "info string error: Faulty failed (on purpose) and starts afresh");
        assert_eq!(lines[4], "bestmove d2d4", "the last best move that was reported is played");
        assert!(!is_returned);

        let (lines, _) = run(Misconduct::PanicsAfterAnInfo, only(&["g1f3"]));
        assert_eq!(lines[4], "bestmove g1f3", "a reported move that is not allowed is not played");
    }

    #[test]
    fn only_legal_and_allowed_moves_are_printed() {
        let bestmove = |misconduct, limits| {
            let (mut lines, is_returned) = run(misconduct, limits);
            assert!(is_returned);
            lines.pop().unwrap()
        };
        assert_eq!(bestmove(Misconduct::ChoosesNothing, only(&["b1c3"])), "bestmove b1c3");
        assert_eq!(bestmove(Misconduct::ChoosesForTheOtherSide, only(&["b1c3"])), "bestmove b1c3");
        assert_eq!(bestmove(Misconduct::IgnoresSearchMoves, only(&["b1c3"])), "bestmove b1c3");
        assert_eq!(bestmove(Misconduct::PondersAnIllegalMove, Limits::default()), "bestmove e2e4");
        assert_eq!(bestmove(Misconduct::PondersALegalMove, Limits::default()), "bestmove e2e4 ponder e7e5");
    }

    #[test]
    fn a_move_without_a_report_gets_a_line_of_its_own_that_knows_mate() {
        let (lines, _) = run(Misconduct::ChoosesNothing, only(&["b1c3"]));
        assert!(lines[0].contains(" score cp 0 ") && lines[0].ends_with(" pv b1c3"), "{lines:#?}");
        assert_eq!(lines[1..], ["bestmove b1c3"]);

        let before_mate = Game::from_fen("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", CastlingMode::Standard).unwrap();
        let limits = Limits { search_moves: vec![before_mate.read_uci("f7g7").unwrap()], ..Limits::default() };
        let (task, buffer, _) = start(Misconduct::ChoosesNothing, before_mate, limits);
        task.join();
        assert!(buffer.lines()[0].contains(" score mate 1 "), "{:#?}", buffer.lines());
    }

    #[test]
    fn after_ponderhit_the_last_best_line_comes_again_unless_one_came_since() {
        let ponder = || Limits { ponder: true, ..Limits::default() };
        let (task, buffer, has_chosen) = start(Misconduct::PanicsAfterAnInfo, Game::default(), ponder());
        has_chosen.recv_timeout(Duration::from_secs(60)).expect("the player is asked");
        // A line that is printed after the hit would not be repeated.
        while !buffer.text().contains("starts afresh") {
            std::thread::yield_now();
        }
        task.stop.hit_ponder();
        task.join();
        let lines = buffer.lines();
        assert_eq!(lines[4], lines[1], "{lines:#?}");
        assert_eq!(lines[5..], ["bestmove d2d4"]);

        let (task, buffer, has_chosen) = start(Misconduct::PanicsAfterAnInfo, Game::default(), ponder());
        has_chosen.recv_timeout(Duration::from_secs(60)).expect("the player is asked");
        task.stop.stop();
        task.join();
        assert_eq!(buffer.lines()[4..], ["bestmove d2d4"], "`stop` is no hit");

        let stop = Stop::new();
        let buffer = Buffer::default();
        let notation = Notation { castling: CastlingMode::Standard, wdl: false };
        let mut reporter = UciReporter::of_search(Output::new(buffer.clone()), notation, &stop);
        let pv = vec![Game::default().read_uci("e2e4").unwrap()];
        stop.hit_ponder();
        reporter.info(&Info { pv, ..Info::default() });
        reporter.repeat_after_ponder_hit();
        assert_eq!(buffer.lines().len(), 1);
    }

    #[test]
    fn a_player_is_not_asked_where_the_game_is_over() {
        let mate = Game::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", CastlingMode::Standard).unwrap();
        let (task, buffer, has_chosen) = start(Misconduct::Panics, mate, Limits::default());
        assert!(task.join().is_some());
        assert!(has_chosen.try_recv().is_err());
        assert_eq!(buffer.lines(), ["info depth 0 score mate 0", "bestmove (none)"]);
    }

    #[test]
    fn no_bestmove_is_printed_before_stop() {
        for misconduct in [Misconduct::Panics, Misconduct::IgnoresSearchMoves] {
            let infinite = Limits { infinite: true, ..Limits::default() };
            let (task, buffer, has_chosen) = start(misconduct, Game::default(), infinite);
            has_chosen.recv_timeout(Duration::from_secs(60)).expect("the player is asked");
            // A task that did not wait would be done without a look at the flag.
            while task.stop.looks() < 3 && !task.is_done() {
                std::thread::yield_now();
            }
            assert!(!task.is_done());
            assert!(!buffer.lines().iter().any(|line| line.starts_with("bestmove")));

            task.stop.stop();
            task.join();
            assert_eq!(buffer.lines().last().map(String::as_str).map(|line| line.starts_with("bestmove ")), Some(true));
        }
    }
}
