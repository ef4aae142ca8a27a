//! One Classical for both searches of a worker, the long one and that of the model of people: they take turns, and a
//! second one would double the memory of a thread.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Choice, Game, Limits, Personality, Reporter, Silent, Stop};
use crate::personalities::Classical;
use crate::personalities::classical::Evaluation;

/// The player, and whose options it has at the moment.
struct Owned {
    classical: Classical,
    holder: usize,
}

/// No holder has this number.
const NOBODY: usize = usize::MAX;

/// A player that others use too, each with options of its own. Each forgets what it has searched before it goes on:
/// what the others have left of theirs would change its results.
pub struct Lent {
    owned: Arc<Mutex<Owned>>,
    holder: usize,
    evaluation: Evaluation,
    options: SharedOptions,
}

impl Lent {
    /// The same player for the long search, which evaluates by the network, and for the model of people, whose weights
    /// were fitted to the hand-made terms.
    pub fn pair() -> [Lent; 2] {
        let owned = Arc::new(Mutex::new(Owned { classical: Classical::new(), holder: NOBODY }));
        let lent = |holder, evaluation| Lent {
            owned: Arc::clone(&owned),
            holder,
            evaluation,
            options: SharedOptions::default(),
        };
        [lent(0, Evaluation::Nnue), lent(1, Evaluation::Handmade)]
    }

    fn lock(&self) -> MutexGuard<'_, Owned> {
        self.owned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The player with the options of this user.
    fn take(&self) -> MutexGuard<'_, Owned> {
        let mut owned = self.lock();
        if owned.holder != self.holder {
            owned.classical.set_evaluation(self.evaluation);
            owned.classical.configure(&self.options, &mut Silent);
            // With another evaluation than before it forgets what it has searched. Only in a browser the network may be
            // missing, so that both users evaluate by the hand-made terms.
            owned.classical.prepare(&mut Silent);
            if owned.holder == NOBODY || cfg!(target_family = "wasm") {
                owned.classical.new_game();
            }
            owned.holder = self.holder;
        }
        owned
    }
}

impl Personality for Lent {
    fn configure(&mut self, options: &SharedOptions, report: &mut dyn Reporter) {
        self.options = options.clone();
        let mut owned = self.lock();
        // Another user's turn: the options come with the next search.
        if owned.holder == self.holder {
            owned.classical.configure(options, report);
        }
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        self.take().classical.set_option(name, value)
    }

    fn new_game(&mut self) {
        // Who takes the player from another one finds it new.
        let is_mine = self.lock().holder == self.holder;
        let mut owned = self.take();
        if is_mine {
            owned.classical.new_game();
        }
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        self.take().classical.choose(game, limits, stop, report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Recorder;

    #[test]
    fn each_user_finds_what_it_would_find_alone() {
        let (game, limits) = (Game::default(), Limits { nodes: Some(3000), ..Limits::default() });
        let options = |hash, multi_pv| SharedOptions { hash, multi_pv, own_book: false, ..SharedOptions::default() };
        let search = |player: &mut dyn Personality| {
            player.new_game();
            let mut recorder = Recorder::default();
            player.choose(&game, &limits, &Stop::new(), &mut recorder);
            recorder.infos.iter().map(|info| (info.multipv, info.score, info.pv.clone())).collect::<Vec<_>>()
        };
        let alone = [(Evaluation::Nnue, options(2, 1)), (Evaluation::Handmade, options(1, 4))];
        let alone = alone.map(|(evaluation, options)| {
            let mut classical = Classical::new().evaluating_by(evaluation);
            classical.configure(&options, &mut Silent);
            classical.prepare(&mut Silent);
            search(&mut classical)
        });
        let [mut one, mut other] = Lent::pair();
        one.configure(&options(2, 1), &mut Silent);
        other.configure(&options(1, 4), &mut Silent);
        for _ in 0..2 {
            assert_eq!([search(&mut one), search(&mut other)], alone);
        }
    }
}
