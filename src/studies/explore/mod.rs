//! Studies of opening lines: what theory has in a position, how Explorer's samplers distribute its moves, how popular
//! openings are in games. The figures are named after Saarmann, *Exploration vs Exploitation of Chess Openings Learner
//! with Metropolis-Hastings Algorithm*.

mod distribution;
mod fit;
mod popularity;
mod sampling;
mod search;
mod theory;
mod transitions;
mod tree;

pub use distribution::{Distribution, DistributionMove, distribution_chart, distributions, distributions_csv};
pub use fit::{FittedMove, FittedWeights, fit_targets, fit_wishes};
pub use popularity::{LEAST_GAMES, PopularityLaw, exponent_growth, popularity_chart, popularity_csv};
pub use sampling::{SampleOutcome, SampleSetting, sample_all, sample_one};
pub use search::{families, find_by_name, through};
pub use theory::{TheoryError, TheoryPosition};
pub use transitions::transitions_chart;
pub use tree::{TreeNode, line_tree};
