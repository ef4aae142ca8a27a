//! The sliding window of a convolution or a pool.

use super::build::short;
use super::lowering::NodeReader;
use super::model::count;

/// How a kernel goes over an image.
pub struct Window {
    pub strides: [usize; 2],
    pub dilations: [usize; 2],
    /// Top, left, bottom, right.
    pub pads: [usize; 4],
    /// The size of the result.
    pub out: [usize; 2],
}

impl Window {
    /// Where the numbers under the kernel lie, from that of its corner on, in an image with rows of this length.
    pub fn places(&self, kernel: [usize; 2], row: usize) -> impl Iterator<Item = usize> {
        let [down, right] = self.dilations;
        (0..kernel[0]).flat_map(move |y| (0..kernel[1]).map(move |x| y * down * row + x * right))
    }
}

impl NodeReader<'_> {
    /// The window of a convolution or pool over an image.
    pub fn window(&self, height: usize, width: usize, kernel: [usize; 2]) -> Result<Window, String> {
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
}
