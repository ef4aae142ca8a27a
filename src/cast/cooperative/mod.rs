//! Both sides work together towards a position that holds the men that were asked for (seed 001).

pub mod negamax;
