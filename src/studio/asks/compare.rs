//! `compare`: several players on one position, one after another.

use super::go::{PageReporter, ask, chosen_move, limits};
use super::position::game;
use super::{Plan, Searched};
use crate::engine::{Game, Limits};
use crate::studio::page::{Page, Work};
use crate::studio::players::PlayerChoice;
use crate::studio::protocol::faults::Fault;
use crate::studio::protocol::game::{CompareAsk, Compared, ComparedInfo, Comparison, ComparisonProgress};

/// Players of one request.
const MOST: usize = 16;

impl Searched for CompareAsk {
    fn plan(self, page: &mut Page<'_>) -> Result<Plan<CompareAsk>, Fault> {
        if !(1..=MOST).contains(&self.players.len()) {
            return Err(Fault::of_field("players", format!("`players`: expected are 1 to {MOST} of them")));
        }
        let read = |player| PlayerChoice::new(player, self.game.chess960, &page.studio.options);
        let choices: Vec<PlayerChoice> = self.players.iter().map(read).collect::<Result<_, _>>()?;
        let game = game(&self.game)?;
        let limits = limits(&self.search, &game)?;
        if limits.infinite || limits.depth.is_none() && limits.nodes.is_none() && limits.move_time.is_none() {
            let message = "`limits`: each player needs a bound, `movetime`, `depth` or `nodes`";
            return Err(Fault::of_field("limits", message));
        }
        Ok(Box::new(move |mut work| {
            let mut players = Vec::new();
            for (index, choice) in choices.iter().enumerate() {
                if work.stop.is_stopped() {
                    break;
                }
                players.push(one(&mut work, index, choice, &game, &limits));
                work.channel.progress(&ComparisonProgress { done: index + 1, of: choices.len() });
            }
            Ok(Comparison { stopped: work.stop.is_stopped(), players })
        }))
    }
}

/// Asks one player about the position.
fn one(work: &mut Work<'_, CompareAsk>, index: usize, choice: &PlayerChoice, game: &Game, limits: &Limits) -> Compared {
    let (player, channel, stop) = (choice.info.name, &work.channel, work.stop);
    let send = |info| channel.info(&ComparedInfo { info, index, player });
    let mut report = PageReporter::new(&send, stop, game);
    let built = work.players.get(choice, &mut report);
    let (chosen, failure) = ask(built, choice, game, limits, stop, &mut report);
    if failure.is_some() {
        work.players.forget_last();
    }
    let error = failure.map(|failure| failure.to_string());
    let chosen = error.is_none().then(|| chosen_move(game, chosen));
    Compared { chosen, error, player, info: report.best, texts: report.texts }
}
