//! The sliding window of a convolution or a pool.

use super::build::short;
use super::lowering::NodeReader;
use super::model::{TOO_LARGE, count};

/// Kernels, strides and dilations of real nets are smaller by far; larger ones ask for more work than a net may take.
const LARGEST: usize = 256;

/// The way of a kernel over an image.
pub struct Window {
    pub strides: [usize; 2],
    pub dilations: [usize; 2],
    /// Top, left, bottom, right.
    pub pads: [usize; 4],
    /// The size of the result.
    pub out: [usize; 2],
}

impl Window {
    /// The places of the numbers under the kernel, from that of its corner on, in an image with rows of this length.
    pub fn places(&self, kernel: [usize; 2], row: usize) -> impl Iterator<Item = usize> {
        let [down, right] = self.dilations;
        (0..kernel[0]).flat_map(move |y| (0..kernel[1]).map(move |x| y * down * row + x * right))
    }
}

impl NodeReader<'_> {
    /// An attribute of two sizes, down and across; `None` where the node has none of that name.
    pub fn pair(&self, name: &str) -> Result<Option<[usize; 2]>, String> {
        let Some(list) = self.ints(name) else { return Ok(None) };
        let sizes = list.into_iter().map(usize::try_from).collect::<Result<Vec<_>, _>>().ok();
        let pair = sizes.and_then(|sizes| <[usize; 2]>::try_from(sizes).ok()).filter(|pair| !pair.contains(&0));
        let pair = pair.ok_or_else(|| format!("bad {name}"))?;
        match pair.iter().all(|&size| size <= LARGEST) {
            true => Ok(Some(pair)),
            false => Err(format!("{name} {pair:?} {TOO_LARGE}")),
        }
    }

    /// The window of a convolution or pool over an image.
    pub fn window(&self, height: usize, width: usize, kernel: [usize; 2]) -> Result<Window, String> {
        let [strides, dilations] = [self.pair("strides")?, self.pair("dilations")?].map(|pair| pair.unwrap_or([1, 1]));
        let reach = |axis: usize| (kernel[axis] - 1).checked_mul(dilations[axis]).map(|reach| reach + 1);
        let (Some(reach_y), Some(reach_x)) = (reach(0), reach(1)) else {
            return Err(format!("kernel {kernel:?} and dilations {dilations:?} {TOO_LARGE}"));
        };
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
