//! Textbook's experiments: those of the report – ten games against a random opponent, the Ruy Lopez from the book, the
//! scholar's mate – and what each of its techniques is worth.

mod ablation;
mod against_random;
mod charts;
mod limits;
mod scenes;
mod tables;

pub use ablation::{Ablation, AblationRow, AblationSettings, Cost, Technique, take_out_each};
pub use against_random::{AgainstRandom, MeanIteration, RandomSettings, play_random};
pub use charts::{counts_chart, worth_chart};
pub use scenes::{BookReply, FoundMate, answer_ruy_lopez, find_scholars_mates};
