//! Lowers pools to lists of places when a net is loaded; `op.rs` computes them.

use super::lowering::{Lowered, NodeReader};
use super::model::count;
use super::op::Op;

impl NodeReader<'_> {
    pub fn pool(&self, maximum: bool) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let &[batch, channels, height, width] = &input.sizes[..] else {
            return Err("only inputs of two dimensions beside batch and channels are supported".to_owned());
        };
        let kernel = self.pair("kernel_shape")?.ok_or("it has no kernel")?;
        if self.int("ceil_mode", 0) != 0 || self.node.outputs.len() > 1 {
            return Err("this kind of window is not known".to_owned());
        }
        let window = self.window(height, width, kernel)?;
        // A list of places for each number of the result.
        let results = count(&window.out)?;
        self.builder.budget.hold_places(results.saturating_mul(kernel[0] * kernel[1] + 3))?;
        let mut windows = Vec::with_capacity(results);
        for y in 0..window.out[0] {
            for x in 0..window.out[1] {
                let mut places = Vec::new();
                for in_y in 0..kernel[0] {
                    for in_x in 0..kernel[1] {
                        let row = (y * window.strides[0] + in_y * window.dilations[0]).checked_sub(window.pads[0]);
                        let column = (x * window.strides[1] + in_x * window.dilations[1]).checked_sub(window.pads[1]);
                        if let (Some(row), Some(column)) = (row, column)
                            && row < height
                            && column < width
                        {
                            places.push(row * width + column);
                        }
                    }
                }
                windows.push(places);
            }
        }
        let all = self.int("count_include_pad", 0) != 0;
        let count = all.then_some(kernel[0] * kernel[1]);
        let op = Op::Pool { maximum, plane: height * width, windows, count };
        let sizes = vec![batch, channels, window.out[0], window.out[1]];
        Ok(Lowered::Op { op, inputs: vec![input.clone()], sizes, whole: false })
    }
}
