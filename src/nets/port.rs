//! What goes into a graph and comes out of it.

/// A named input or output.
#[derive(Clone, Debug, Default)]
pub struct Port {
    pub name: String,
    /// `None` unless it is a tensor of floats whose sizes are all fixed.
    pub sizes: Option<Vec<usize>>,
}
