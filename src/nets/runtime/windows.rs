//! Operators on planes of numbers: convolution, pooling, normalisation.

use super::build::short;
use super::kernels::{Layout, Panels, WIDTH};
use super::node::{Lowered, NodeReader};
use super::onnx::count;
use super::step::{Convolution, Step};

/// How a kernel goes over an image.
struct Window {
    strides: [usize; 2],
    dilations: [usize; 2],
    /// Top, left, bottom, right.
    pads: [usize; 4],
    /// The size of the result.
    out: [usize; 2],
}

impl NodeReader<'_> {
    /// The window of a convolution or pool over an image.
    fn window(&self, height: usize, width: usize, kernel: [usize; 2]) -> Result<Window, String> {
        let pair = |name| -> Result<[usize; 2], String> {
            let Some(list) = self.ints(name) else { return Ok([1, 1]) };
            let list = list.into_iter().map(usize::try_from).collect::<Result<Vec<_>, _>>().ok();
            let pair = list.and_then(|list| <[usize; 2]>::try_from(list).ok());
            pair.filter(|pair| pair.iter().all(|size| (1..=256).contains(size))).ok_or_else(|| format!("bad {name}"))
        };
        let (strides, dilations) = (pair("strides")?, pair("dilations")?);
        let reach = |axis: usize| (kernel[axis] - 1).checked_mul(dilations[axis]).map(|reach| reach + 1);
        let (Some(reach_y), Some(reach_x)) = (reach(0), reach(1)) else { return Err("too large".to_owned()) };
        let pads = match self.node.attributes.get("auto_pad").map_or("", |attribute| attribute.text.as_str()) {
            "" | "NOTSET" => match self.ints("pads") {
                None => [0; 4],
                Some(pads) => {
                    let pads = pads.into_iter().map(usize::try_from).collect::<Result<Vec<_>, _>>().ok();
                    let pads = pads.and_then(|pads| <[usize; 4]>::try_from(pads).ok());
                    pads.filter(|pads| pads.iter().all(|&pad| pad <= 256)).ok_or("bad pads")?
                }
            },
            "VALID" => [0; 4],
            other => return Err(format!("padding {} is not known", short(other))),
        };
        let size = |length: usize, pads: usize, reach: usize, stride: usize| {
            (length + pads).checked_sub(reach).map(|room| room / stride + 1).ok_or("the kernel is too large")
        };
        let out = [
            size(height, pads[0] + pads[2], reach_y, strides[0])?,
            size(width, pads[1] + pads[3], reach_x, strides[1])?,
        ];
        count(&[height + pads[0] + pads[2], width + pads[1] + pads[3]])?;
        Ok(Window { strides, dilations, pads, out })
    }

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
        let mut layout = Layout { plane: out_y * out_x, ..Layout::default() };
        for channel in 0..per_group {
            for y in 0..kernel_y {
                for x in 0..kernel_x {
                    let place = y * window.dilations[0] * padded_row + x * window.dilations[1];
                    layout.places.push(channel * padded + place);
                }
            }
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
            between = vec![0.0; count(&[out / groups, layout.plane])?];
        } else {
            for y in 0..out_y {
                for x in (0..out_x).step_by(WIDTH) {
                    layout.stretches.push((y * stride_y * padded_row + x, y * out_x + x, WIDTH.min(out_x - x)));
                }
            }
        }
        let depth = per_group * kernel_y * kernel_x;
        count(&[out, depth])?;
        let scratch = if plain { Vec::new() } else { vec![0.0; count(&[per_group, padded])? + WIDTH] };
        let step = Step::Convolution(Box::new(Convolution {
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
        Ok(Lowered::Step { step, inputs: vec![input.clone()], sizes, whole: false })
    }

    pub fn pool(&self, maximum: bool) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let &[batch, channels, height, width] = &input.sizes[..] else {
            return Err("only inputs of two dimensions beside batch and channels are supported".to_owned());
        };
        let kernel = self.ints("kernel_shape").ok_or("it has no kernel")?;
        let kernel = kernel.into_iter().map(usize::try_from).collect::<Result<Vec<_>, _>>().ok();
        let kernel = kernel.and_then(|kernel| <[usize; 2]>::try_from(kernel).ok());
        let kernel = kernel.filter(|kernel| kernel.iter().all(|size| (1..=256).contains(size))).ok_or("bad kernel")?;
        if self.int("ceil_mode", 0) != 0 || self.node.outputs.len() > 1 {
            return Err("this kind of window is not known".to_owned());
        }
        let window = self.window(height, width, kernel)?;
        let mut windows = Vec::new();
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
        let step = Step::Pool { maximum, plane: height * width, windows, count };
        let sizes = vec![batch, channels, window.out[0], window.out[1]];
        Ok(Lowered::Step { step, inputs: vec![input.clone()], sizes, whole: false })
    }

    /// A convolution of each channel alone, with a kernel of one number.
    pub fn normalization(&self) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let &[_, channels, height, width] = &input.sizes[..] else {
            return Err("only inputs of two dimensions beside batch and channels are supported".to_owned());
        };
        let parameter = |index| match self.known(index)? {
            Some((_, values)) if values.len() == channels => Ok(values),
            _ => Err("its parameters do not fit".to_owned()),
        };
        let (scale, shift, mean, variance) = (parameter(1)?, parameter(2)?, parameter(3)?, parameter(4)?);
        let epsilon = self.float("epsilon", 1e-5);
        let plane = height * width;
        let factors: Vec<f32> = scale.iter().zip(variance).map(|(scale, var)| scale / (var + epsilon).sqrt()).collect();
        let bias = factors.iter().zip(mean).zip(shift).map(|((factor, mean), shift)| shift - mean * factor).collect();
        let stretches = (0..plane).step_by(WIDTH).map(|from| (from, from, WIDTH.min(plane - from))).collect();
        let plain = plane % WIDTH == 0;
        let step = Step::Convolution(Box::new(Convolution {
            groups: factors.iter().map(|&factor| Panels::new(&[factor], 1)).collect(),
            bias,
            layout: Layout { places: vec![0], stretches, plane },
            relu: false,
            plane,
            padded: plane,
            row: plane,
            padded_row: plane,
            corner: 0,
            channels: 1,
            out: [1, plane],
            between: Vec::new(),
            scratch: if plain { Vec::new() } else { vec![0.0; plane + WIDTH] },
        }));
        let sizes = input.sizes.clone();
        Ok(Lowered::Step { step, inputs: vec![input.clone()], sizes, whole: false })
    }
}
