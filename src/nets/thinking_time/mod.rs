//! The thinking time of people on a move: a small net over the clocks, the times of the last moves, the ratings and the
//! board. Fitted by `scripts/train/thinking_time.py`; `nets/README.md` has its card, `docs/human_clock.md` its figures.

mod board;
mod features;
mod spread;

pub use features::{FEATURES, MOVES, MoveContext, Times, features};
pub use spread::Spread;

use super::graph::NEVER;
use super::net::{Net, NetError};
use super::runtime_choice::RuntimeChoice;
use crate::files::{Shipped, shipped};
use spread::{PARTS, Part};

/// The numbers that describe a [`Part`].
const NUMBERS: usize = 3;

/// The net that ships: input `situation` 1×[`FEATURES`], output `parts` 1×9: weights, means and standard deviations of
/// three distributions of the logarithm of the time in units of [`Times::unit`].
pub struct ThinkingTime {
    net: Net,
}

impl ThinkingTime {
    /// The file.
    pub const FILE: Shipped = shipped!("nets/thinking_time.onnx");

    /// # Errors
    /// None: every runtime that is used runs it; see [`Net::embedded`].
    pub fn embedded(choice: &RuntimeChoice) -> Result<ThinkingTime, NetError> {
        let net = Net::embedded("thinking_time.onnx", ThinkingTime::FILE, choice)?;
        if net.input() != [1, FEATURES] {
            return Err(net.misshapen(format!("an input of [1, {FEATURES}]"), format!("{:?}", net.input())));
        }
        net.expect_outputs(&[("parts", &[1, PARTS * NUMBERS])])?;
        Ok(ThinkingTime { net })
    }

    /// The times that people take for a move.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn predict(&mut self, situation: &MoveContext<'_>) -> Result<Spread, NetError> {
        let numbers = self.net.run(features(situation).to_vec(), NEVER, |take| take("parts"))?;
        let unit = f64::from(situation.times.unit().ln());
        let number = |kind: usize, part: usize| f64::from(numbers[kind * PARTS + part]);
        Ok(Spread::new(std::array::from_fn(|part| Part {
            weight: number(0, part),
            mean: number(1, part) + unit,
            deviation: number(2, part),
        })))
    }
}
