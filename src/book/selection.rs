//! The choice among several book moves.

/// The rule that picks a book move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookSelection {
    /// By chance, in proportion to the weights.
    Weighted,
    /// The heaviest move.
    Best,
    /// By chance, every move alike.
    Uniform,
}
