//! Lowers the ONNX operator `Conv` when a net is loaded: weights, padding, layout. `op.rs` runs it, `kernels.rs`
//! computes it.

use super::kernels::{Layout, Panels, WIDTH};
use super::lowering::{Lowered, NodeReader};
use super::model::count;
use super::op::{Convolution, Op};

impl NodeReader<'_> {
    pub fn convolution(&self) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let (kernel, weights) = self.known(1)?.ok_or("it has no weights")?;
        let (&[batch, channels, height, width], &[out, per_group, kernel_y, kernel_x]) = (&input.sizes[..], kernel)
        else {
            return Err("only inputs of two dimensions beside batch and channels are supported".to_owned());
        };
        let groups = usize::try_from(self.int("group", 1)).map_err(|_| "bad groups")?;
        if groups == 0 || per_group.checked_mul(groups) != Some(channels) || out % groups != 0 || weights.is_empty() {
            return Err(format!("{kernel:?} does not fit {:?}", input.sizes));
        }
        let bias = match self.known(2)? {
            None => vec![0.0; out],
            Some((_, bias)) if bias.len() == out => bias.to_vec(),
            Some(_) => return Err("its bias does not fit".to_owned()),
        };
        let window = self.window(height, width, [kernel_y, kernel_x])?;
        let [stride_y, stride_x] = window.strides;
        let [out_y, out_x] = window.out;
        if stride_x != 1 {
            return Err("only steps of 1 within a row are known".to_owned());
        }

        // The image is copied into a frame of zeros where the kernel reaches beyond it, or where the last stretch of a
        // row would be read beyond the end.
        let [top, left, bottom, right] = window.pads;
        let padded_row = width + left + right;
        let padded = (height + top + bottom) * padded_row;
        let plain = window.pads == [0; 4] && out_x % WIDTH == 0;
        let (depth, results) = (per_group * kernel_y * kernel_x, count(&window.out)?);
        // The weights in another order, a place for each under the kernel, three for each stretch of the result.
        self.builder.budget.hold(weights.len())?;
        self.builder.budget.hold_places(depth + 3 * (results / WIDTH + out_y + height * padded_row / WIDTH))?;
        let mut layout = Layout { plane: out_y * out_x, ..Layout::default() };
        for channel in 0..per_group {
            layout.places.extend(window.places([kernel_y, kernel_x], padded_row).map(|place| channel * padded + place));
        }
        let long = (out_y - 1) * padded_row + out_x;
        let mut between = Vec::new();
        if plain && out_x == width && stride_y == 1 {
            // The rows follow one another in both: one long row.
            let stretches = (0..layout.plane).step_by(WIDTH);
            layout.stretches.extend(stretches.map(|from| (from, from, WIDTH.min(layout.plane - from))));
        } else if stride_y == 1 && long.div_ceil(WIDTH) < out_y * out_x.div_ceil(WIDTH) {
            // Short rows: computed as one long row together with what lies between them.
            layout.stretches.extend((0..long).step_by(WIDTH).map(|from| (from, from, WIDTH)));
            layout.plane = long.next_multiple_of(WIDTH);
            let numbers = count(&[out / groups, layout.plane])?;
            self.builder.budget.hold(numbers)?;
            between = vec![0.0; numbers];
        } else {
            for y in 0..out_y {
                for x in (0..out_x).step_by(WIDTH) {
                    layout.stretches.push((y * stride_y * padded_row + x, y * out_x + x, WIDTH.min(out_x - x)));
                }
            }
        }
        let frame = if plain { 0 } else { count(&[per_group, padded])? + WIDTH };
        self.builder.budget.hold(frame)?;
        let scratch = vec![0.0; frame];
        let op = Op::Convolution(Box::new(Convolution {
            groups: weights.chunks_exact(weights.len() / groups).map(|group| Panels::new(group, depth)).collect(),
            bias,
            layout,
            relu: false,
            plane: height * width,
            padded,
            row: width,
            padded_row,
            corner: top * padded_row + left,
            channels: per_group,
            scratch,
            out: [out_y, out_x],
            between,
        }));
        let sizes = vec![batch, out, out_y, out_x];
        Ok(Lowered::Op { op, inputs: vec![input.clone()], sizes, whole: false })
    }
}
