//! ONNX files: protobuf in, nodes and tensors out. Only what a graph of float tensors needs is read.

use std::collections::HashMap;

use super::LoadError;
use super::build::short;
use super::protobuf::{Content, Fields, chunks, damaged};
use crate::nets::port::{Port, for_one};

/// More elements than this are in no tensor of a net that is run here; it keeps a damaged size from asking for all
/// memory.
const MAX_ELEMENTS: usize = 1 << 27;

/// More axes than this has no tensor of a net.
const MAX_RANK: usize = 16;

/// The kinds of elements, as the format numbers them.
const FLOAT: u64 = 1;
const INT32: u64 = 6;
const INT64: u64 = 7;
const BOOL: u64 = 9;
const FLOAT16: u64 = 10;
const DOUBLE: u64 = 11;

/// Numbers with sizes. Whole numbers (sizes, axes, indices) are kept as floats too: they are small.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tensor {
    pub sizes: Vec<usize>,
    pub values: Vec<f32>,
    /// Whole numbers: they divide as such.
    pub whole: bool,
}

/// An attribute of a node.
#[derive(Clone, Debug, Default)]
pub struct Attribute {
    pub float: f32,
    pub int: i64,
    pub text: String,
    pub tensor: Option<Tensor>,
    pub floats: Vec<f32>,
    pub ints: Vec<i64>,
}

/// One operation.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub kind: String,
    pub inputs: Vec<String>,
    pub outputs: Vec<String>,
    pub attributes: HashMap<String, Attribute>,
}

/// A whole file.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub nodes: Vec<Node>,
    pub constants: HashMap<String, Tensor>,
    pub inputs: Vec<Port>,
    pub outputs: Vec<Port>,
    /// The version of the operators.
    pub version: u64,
}

/// The end of a reason where sizes are too large. Another runtime would try to hold so many numbers, so none is asked.
pub const TOO_LARGE: &str = "are too large";

/// The number of elements. A size of 0 makes none of the others small: they may become sizes of their own.
pub fn count(sizes: &[usize]) -> Result<usize, String> {
    let (shown, _) = sizes.split_at(sizes.len().min(MAX_RANK));
    if sizes.len() > MAX_RANK {
        return Err(format!("sizes {shown:?} and more are too many"));
    }
    let whole = sizes.iter().try_fold(1_usize, |count, &size| count.checked_mul(size.max(1)));
    if whole.is_none_or(|whole| whole > MAX_ELEMENTS) {
        return Err(format!("sizes {sizes:?} {TOO_LARGE}"));
    }
    Ok(sizes.iter().product())
}

impl Model {
    /// Reads a file.
    ///
    /// # Errors
    /// [`LoadError::Damaged`], or [`LoadError::Unsupported`] where a tensor is of an unknown kind.
    pub fn read(bytes: &[u8]) -> Result<Model, LoadError> {
        let (mut model, fields) = (Model::default(), Fields::default());
        fields.each(bytes, |field, content| {
            match field {
                7 => fields.each(content.bytes()?, |field, content| model.take(&fields, field, &content))?,
                8 => {
                    let (mut domain, mut version) = (String::new(), 0);
                    fields.each(content.bytes()?, |field, content| {
                        match field {
                            1 => domain = content.text()?,
                            2 => version = content.number()?,
                            _ => {}
                        }
                        Ok(())
                    })?;
                    if domain.is_empty() || domain == "ai.onnx" {
                        model.version = version;
                    }
                }
                _ => {}
            }
            Ok(())
        })?;
        if model.nodes.is_empty() || model.outputs.is_empty() {
            return Err(damaged());
        }
        // Older files name the constants among the inputs.
        model.inputs.retain(|input| !model.constants.contains_key(&input.name));
        Ok(model)
    }

    /// A field of the graph.
    fn take(&mut self, fields: &Fields, field: u64, content: &Content) -> Result<(), LoadError> {
        match field {
            1 => self.nodes.push(node(fields, content.bytes()?)?),
            5 => {
                let (name, tensor) = tensor(fields, content.bytes()?)?;
                self.constants.insert(name, tensor);
            }
            11 => self.inputs.push(port(fields, content.bytes()?)?),
            12 => self.outputs.push(port(fields, content.bytes()?)?),
            _ => {}
        }
        Ok(())
    }
}

fn node(fields: &Fields, bytes: &[u8]) -> Result<Node, LoadError> {
    let mut node = Node::default();
    fields.each(bytes, |field, content| {
        match field {
            1 => node.inputs.push(content.text()?),
            2 => node.outputs.push(content.text()?),
            4 => node.kind = content.text()?,
            5 => {
                let (name, attribute) = attribute(fields, content.bytes()?)?;
                node.attributes.insert(name, attribute);
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(node)
}

fn attribute(fields: &Fields, bytes: &[u8]) -> Result<(String, Attribute), LoadError> {
    let (mut name, mut attribute) = (String::new(), Attribute::default());
    fields.each(bytes, |field, content| {
        match field {
            1 => name = content.text()?,
            2 => match content {
                Content::Four(bytes) => attribute.float = f32::from_le_bytes(bytes),
                _ => return Err(damaged()),
            },
            3 => attribute.int = content.number()? as i64,
            // Text that is no text belongs to no operator that is known here.
            4 => attribute.text = content.text().unwrap_or_default(),
            5 => attribute.tensor = Some(tensor(fields, content.bytes()?)?.1),
            7 => content.floats_into(&mut attribute.floats)?,
            8 => content.whole_into(&mut attribute.ints)?,
            _ => {}
        }
        Ok(())
    })?;
    Ok((name, attribute))
}

fn tensor(fields: &Fields, bytes: &[u8]) -> Result<(String, Tensor), LoadError> {
    let (mut name, mut kind, mut sizes, mut raw) = (String::new(), 0, Vec::new(), None);
    let (mut floats, mut wholes, mut doubles) = (Vec::new(), Vec::new(), Vec::new());
    fields.each(bytes, |field, content| {
        match field {
            1 => content.whole_into(&mut sizes)?,
            2 => kind = content.number()?,
            4 => content.floats_into(&mut floats)?,
            5 | 7 => content.whole_into(&mut wholes)?,
            8 => name = content.text()?,
            9 => raw = Some(content.bytes()?),
            10 => match content {
                Content::Eight(bytes) => doubles.push(f64::from_le_bytes(bytes)),
                Content::Bytes(bytes) => doubles.extend(chunks(bytes, f64::from_le_bytes)?),
                _ => return Err(damaged()),
            },
            14 if content.number()? != 0 => {
                return Err(LoadError::Unsupported("its weights are in another file".to_owned()));
            }
            _ => {}
        }
        Ok(())
    })?;
    let sizes =
        sizes.into_iter().map(|size| usize::try_from(size).map_err(|_| damaged())).collect::<Result<Vec<_>, _>>()?;
    let length = count(&sizes).map_err(LoadError::Damaged)?;
    if raw.is_some_and(|raw| raw.len() > length.saturating_mul(size_of::<f64>())) {
        return Err(damaged());
    }
    let values: Vec<f32> = match (kind, raw) {
        (FLOAT, Some(raw)) => chunks(raw, f32::from_le_bytes)?,
        (FLOAT, None) => floats,
        (FLOAT16, Some(raw)) => chunks(raw, |bytes| half(u16::from_le_bytes(bytes)))?,
        (FLOAT16, None) => wholes.into_iter().map(|bits| half(bits as u16)).collect(),
        (DOUBLE, Some(raw)) => chunks(raw, |bytes| f64::from_le_bytes(bytes) as f32)?,
        (DOUBLE, None) => doubles.into_iter().map(|value| value as f32).collect(),
        (INT64, Some(raw)) => chunks(raw, |bytes| i64::from_le_bytes(bytes) as f32)?,
        (INT32, Some(raw)) => chunks(raw, |bytes| i32::from_le_bytes(bytes) as f32)?,
        (BOOL, Some(raw)) => raw.iter().map(|&byte| f32::from(byte)).collect(),
        (INT64 | INT32 | BOOL, None) => wholes.into_iter().map(|value| value as f32).collect(),
        _ => {
            let reason = format!("`{}` is a tensor of kind {kind}, which is not known", short(&name));
            return Err(LoadError::Unsupported(reason));
        }
    };
    if length != values.len() {
        return Err(damaged());
    }
    Ok((name, Tensor { sizes, values, whole: matches!(kind, INT64 | INT32 | BOOL) }))
}

/// Returns true if the format's number of a kind means truth values.
pub fn is_bool(kind: i64) -> bool {
    kind as u64 == BOOL
}

/// Returns true if the format's number of a kind means floats.
pub fn is_float(kind: i64) -> bool {
    matches!(kind as u64, FLOAT | FLOAT16 | DOUBLE)
}

/// A number of half precision.
fn half(bits: u16) -> f32 {
    let (exponent, fraction) = (u32::from(bits >> 10 & 31), u32::from(bits & 1023));
    let magnitude = match exponent {
        // 2⁻²⁴ is the smallest.
        0 => fraction as f32 * f32::from_bits(103 << 23),
        31 => f32::from_bits(255 << 23 | fraction << 13),
        _ => f32::from_bits((exponent + 112) << 23 | fraction << 13),
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

fn port(fields: &Fields, bytes: &[u8]) -> Result<Port, LoadError> {
    let (mut name, mut kind, mut sizes) = (String::new(), 0, None);
    fields.each(bytes, |field, content| {
        match field {
            1 => name = content.text()?,
            2 => fields.each(content.bytes()?, |field, content| match field {
                1 => fields.each(content.bytes()?, |field, content| {
                    match field {
                        1 => kind = content.number()?,
                        2 => sizes = Some(shape(fields, content.bytes()?)?),
                        _ => {}
                    }
                    Ok(())
                }),
                _ => Ok(()),
            })?,
            _ => {}
        }
        Ok(())
    })?;
    Ok(Port { name, sizes: sizes.filter(|_| kind == FLOAT).and_then(for_one) })
}

/// The sizes of a shape, `None` for those that are not fixed.
fn shape(fields: &Fields, bytes: &[u8]) -> Result<Vec<Option<usize>>, LoadError> {
    let mut sizes = Vec::new();
    fields.each(bytes, |field, content| {
        if field == 1 {
            let mut size = None;
            fields.each(content.bytes()?, |field, content| {
                if field == 1 {
                    size = usize::try_from(content.number()? as i64).ok().filter(|&size| size > 0);
                }
                Ok(())
            })?;
            sizes.push(size);
        }
        Ok(())
    })?;
    Ok(sizes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves() {
        for (bits, value) in
            [(0x3c00, 1.0), (0xc000, -2.0), (0x3555, 0.333_251_95), (1, 5.960_464_5e-8), (0x7bff, 65504.0)]
        {
            assert_eq!(half(bits), value);
        }
        assert!(half(0x7c00).is_infinite() && half(0x7e00).is_nan());
    }

    #[test]
    fn no_prefix_of_a_file_is_a_crash() {
        let bytes = include_bytes!("../../../nets/cooperative/first.onnx");
        assert!(Model::read(bytes).is_ok());
        for length in (0..bytes.len()).step_by(97) {
            // Cut at the end of a field it may still read.
            let _ = Model::read(&bytes[..length]);
        }
    }
}
