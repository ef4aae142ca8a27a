//! ONNX files: protobuf in, nodes and tensors out. Only what a graph of float tensors needs is read.

use std::collections::HashMap;

use super::LoadError;
use super::build::short;
use crate::nets::port::{Port, for_one};

/// More elements than this are in no tensor of a net that is run here; it keeps a damaged size from asking for all
/// memory.
const MAX_ELEMENTS: usize = 1 << 27;

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

/// How many elements these sizes hold.
pub fn count(sizes: &[usize]) -> Result<usize, String> {
    let count = sizes.iter().try_fold(1_usize, |count, &size| count.checked_mul(size));
    count.filter(|&count| count <= MAX_ELEMENTS).ok_or_else(|| format!("sizes {sizes:?} are too large"))
}

/// A field's content.
enum Content<'a> {
    Number(u64),
    Bytes(&'a [u8]),
    Four([u8; 4]),
    Eight([u8; 8]),
}

impl<'a> Content<'a> {
    fn number(&self) -> Result<u64, LoadError> {
        if let Content::Number(number) = self { Ok(*number) } else { Err(damaged()) }
    }

    fn bytes(&self) -> Result<&'a [u8], LoadError> {
        if let Content::Bytes(bytes) = self { Ok(bytes) } else { Err(damaged()) }
    }

    fn text(&self) -> Result<String, LoadError> {
        String::from_utf8(self.bytes()?.to_vec()).map_err(|_| damaged())
    }

    /// Repeated whole numbers come one by one or packed.
    fn whole_into(&self, numbers: &mut Vec<i64>) -> Result<(), LoadError> {
        match *self {
            Content::Number(number) => numbers.push(number as i64),
            Content::Bytes(mut bytes) => {
                while !bytes.is_empty() {
                    numbers.push(varint(&mut bytes)? as i64);
                }
            }
            _ => return Err(damaged()),
        }
        Ok(())
    }

    fn floats_into(&self, numbers: &mut Vec<f32>) -> Result<(), LoadError> {
        match *self {
            Content::Four(bytes) => numbers.push(f32::from_le_bytes(bytes)),
            Content::Bytes(bytes) => numbers.extend(chunks(bytes, f32::from_le_bytes)?),
            _ => return Err(damaged()),
        }
        Ok(())
    }
}

fn damaged() -> LoadError {
    LoadError::Damaged("it is no ONNX file, or a damaged one".to_owned())
}

fn varint(bytes: &mut &[u8]) -> Result<u64, LoadError> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or_else(damaged)?;
        *bytes = rest;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Ok(number);
        }
    }
    Err(damaged())
}

fn chunks<const N: usize, T>(bytes: &[u8], read: fn([u8; N]) -> T) -> Result<Vec<T>, LoadError> {
    let (chunks, rest) = bytes.as_chunks::<N>();
    if rest.is_empty() { Ok(chunks.iter().map(|&chunk| read(chunk)).collect()) } else { Err(damaged()) }
}

/// Hands every field of a message to `take`, with its number.
fn each<'a>(
    mut bytes: &'a [u8],
    mut take: impl FnMut(u64, Content<'a>) -> Result<(), LoadError>,
) -> Result<(), LoadError> {
    while !bytes.is_empty() {
        let key = varint(&mut bytes)?;
        let length = match key & 7 {
            0 => {
                take(key >> 3, Content::Number(varint(&mut bytes)?))?;
                continue;
            }
            1 => 8,
            2 => usize::try_from(varint(&mut bytes)?).map_err(|_| damaged())?,
            5 => 4,
            _ => return Err(damaged()),
        };
        let (content, rest) = bytes.split_at_checked(length).ok_or_else(damaged)?;
        bytes = rest;
        let content = match key & 7 {
            1 => Content::Eight(content.try_into().map_err(|_| damaged())?),
            5 => Content::Four(content.try_into().map_err(|_| damaged())?),
            _ => Content::Bytes(content),
        };
        take(key >> 3, content)?;
    }
    Ok(())
}

impl Model {
    /// Reads a file.
    ///
    /// # Errors
    /// [`LoadError::Damaged`], or [`LoadError::Unsupported`] where a tensor is of an unknown kind.
    pub fn read(bytes: &[u8]) -> Result<Model, LoadError> {
        let mut model = Model::default();
        each(bytes, |field, content| {
            match field {
                7 => each(content.bytes()?, |field, content| model.take(field, &content))?,
                8 => {
                    let (mut domain, mut version) = (String::new(), 0);
                    each(content.bytes()?, |field, content| {
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
    fn take(&mut self, field: u64, content: &Content) -> Result<(), LoadError> {
        match field {
            1 => self.nodes.push(node(content.bytes()?)?),
            5 => {
                let (name, tensor) = tensor(content.bytes()?)?;
                self.constants.insert(name, tensor);
            }
            11 => self.inputs.push(port(content.bytes()?)?),
            12 => self.outputs.push(port(content.bytes()?)?),
            _ => {}
        }
        Ok(())
    }
}

fn node(bytes: &[u8]) -> Result<Node, LoadError> {
    let mut node = Node::default();
    each(bytes, |field, content| {
        match field {
            1 => node.inputs.push(content.text()?),
            2 => node.outputs.push(content.text()?),
            4 => node.kind = content.text()?,
            5 => {
                let (name, attribute) = attribute(content.bytes()?)?;
                node.attributes.insert(name, attribute);
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(node)
}

fn attribute(bytes: &[u8]) -> Result<(String, Attribute), LoadError> {
    let (mut name, mut attribute) = (String::new(), Attribute::default());
    each(bytes, |field, content| {
        match field {
            1 => name = content.text()?,
            2 => match content {
                Content::Four(bytes) => attribute.float = f32::from_le_bytes(bytes),
                _ => return Err(damaged()),
            },
            3 => attribute.int = content.number()? as i64,
            // Text that is no text belongs to no operator that is known here.
            4 => attribute.text = content.text().unwrap_or_default(),
            5 => attribute.tensor = Some(tensor(content.bytes()?)?.1),
            7 => content.floats_into(&mut attribute.floats)?,
            8 => content.whole_into(&mut attribute.ints)?,
            _ => {}
        }
        Ok(())
    })?;
    Ok((name, attribute))
}

fn tensor(bytes: &[u8]) -> Result<(String, Tensor), LoadError> {
    let (mut name, mut kind, mut sizes, mut raw) = (String::new(), 0, Vec::new(), None);
    let (mut floats, mut wholes, mut doubles) = (Vec::new(), Vec::new(), Vec::new());
    each(bytes, |field, content| {
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
    if count(&sizes).map_err(LoadError::Damaged)? != values.len() {
        return Err(damaged());
    }
    Ok((name, Tensor { sizes, values, whole: matches!(kind, INT64 | INT32 | BOOL) }))
}

/// Whether the format's number of a kind means truth values.
pub fn is_bool(kind: i64) -> bool {
    kind as u64 == BOOL
}

/// Whether the format's number of a kind means floats.
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

fn port(bytes: &[u8]) -> Result<Port, LoadError> {
    let (mut name, mut kind, mut sizes) = (String::new(), 0, None);
    each(bytes, |field, content| {
        match field {
            1 => name = content.text()?,
            2 => each(content.bytes()?, |field, content| match field {
                1 => each(content.bytes()?, |field, content| {
                    match field {
                        1 => kind = content.number()?,
                        2 => sizes = Some(shape(content.bytes()?)?),
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
fn shape(bytes: &[u8]) -> Result<Vec<Option<usize>>, LoadError> {
    let mut sizes = Vec::new();
    each(bytes, |field, content| {
        if field == 1 {
            let mut size = None;
            each(content.bytes()?, |field, content| {
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
