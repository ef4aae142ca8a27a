//! Normalisations: of channels, of rows, and to probabilities.

use super::kernels::{Layout, Panels, WIDTH};
use super::lowering::{Lowered, NodeReader, axis};
use super::model::count;
use super::op::{Convolution, Op};

impl NodeReader<'_> {
    /// A convolution of each channel alone, with a kernel of one number.
    pub fn batch_normalization(&self) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let &[_, channels, height, width] = &input.sizes[..] else {
            return Err("only inputs of two dimensions beside batch and channels are supported".to_owned());
        };
        let parameter = |index| match self.known(index)? {
            Some((_, values)) if values.len() == channels => Ok(values),
            _ => Err("its parameters do not fit".to_owned()),
        };
        let (scale, shift, mean, variance) = (parameter(1)?, parameter(2)?, parameter(3)?, parameter(4)?);
        if self.int("training_mode", 0) != 0 {
            return Err("it is set to training".to_owned());
        }
        let epsilon = self.float("epsilon", 1e-5);
        let plane = height * width;
        // The padded copy, three places a stretch, and for each channel its panel.
        self.builder.budget.hold(plane + WIDTH)?;
        self.builder.budget.hold_places(3 * plane.div_ceil(WIDTH) + 16 * channels)?;
        let factors: Vec<f32> = scale.iter().zip(variance).map(|(scale, var)| scale / (var + epsilon).sqrt()).collect();
        let bias = factors.iter().zip(mean).zip(shift).map(|((factor, mean), shift)| shift - mean * factor).collect();
        let stretches = (0..plane).step_by(WIDTH).map(|from| (from, from, WIDTH.min(plane - from))).collect();
        let plain = plane % WIDTH == 0;
        let op = Op::Convolution(Box::new(Convolution {
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
        Ok(Lowered::Op { op, inputs: vec![input.clone()], sizes, whole: false })
    }

    /// A normalisation over the last axes; scale and shift are known beforehand.
    pub fn layer_normalization(&self) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let at = axis(self.int("axis", -1), input.sizes.len())?;
        let length = count(&input.sizes[at..])?;
        let (_, scale) = self.known(1)?.ok_or("it has no scale")?;
        let shift = self.known(2)?.map(|(_, shift)| shift);
        let fits = |parameter: &[f32]| parameter.len() == length;
        self.builder.budget.hold(2 * length)?;
        if length == 0 || !fits(scale) || !shift.is_none_or(fits) || self.node.outputs.len() > 1 {
            return Err("its scale, shift or outputs do not fit".to_owned());
        }
        let (scale, shift) = (scale.to_vec(), shift.map_or_else(|| vec![0.0; length], <[f32]>::to_vec));
        let op = Op::LayerNormalization { epsilon: self.float("epsilon", 1e-5), scale, shift };
        let sizes = input.sizes.clone();
        Ok(Lowered::Op { op, inputs: vec![input.clone()], sizes, whole: false })
    }

    pub fn softmax(&self, logarithm: bool) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let rank = input.sizes.len();
        // Before version 13 all axes from the first one on count as one.
        let old = self.builder.version < 13;
        let at = axis(self.int("axis", if old { 1 } else { -1 }), rank)?;
        let end = if old { rank } else { at + 1 };
        let (middle, inner) = (count(&input.sizes[at..end])?, count(&input.sizes[end..])?);
        if middle == 0 || inner == 0 {
            return Err("it is empty".to_owned());
        }
        let op = Op::Softmax { logarithm, middle, inner };
        let sizes = input.sizes.clone();
        Ok(Lowered::Op { op, inputs: vec![input.clone()], sizes, whole: false })
    }
}
