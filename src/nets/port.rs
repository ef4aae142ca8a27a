//! The inputs and outputs of a graph.

/// A named input or output.
#[derive(Clone, Debug, Default)]
pub struct Port {
    pub name: String,
    /// `None` unless it is a tensor of floats whose sizes are all fixed, but for the first, which may count positions:
    /// it is 1 here.
    pub sizes: Option<Vec<usize>>,
}

impl Port {
    /// The number of its elements; none where its sizes are not fixed.
    pub fn numbers(&self) -> usize {
        self.sizes.as_ref().map_or(0, |sizes| sizes.iter().product())
    }
}

/// The sizes for one position: where the first is left open, it counts positions. `None` where others are open.
pub fn for_one(sizes: Vec<Option<usize>>) -> Option<Vec<usize>> {
    sizes.into_iter().enumerate().map(|(axis, size)| if axis == 0 { size.or(Some(1)) } else { size }).collect()
}
