//! The fields of protobuf messages, of which ONNX files consist.

use std::cell::Cell;

use super::LoadError;

/// Fields of all messages of a file: one of two bytes becomes some hundred in memory. The largest nets of lc0 have a
/// tenth of this.
const MAX_FIELDS: usize = 1 << 20;

/// Whole numbers in a list: each takes a byte in the file and eight in memory.
const MAX_WHOLE: usize = 1 << 24;

/// A field's content.
pub enum Content<'a> {
    Number(u64),
    Bytes(&'a [u8]),
    Four([u8; 4]),
    Eight([u8; 8]),
}

impl<'a> Content<'a> {
    pub fn number(&self) -> Result<u64, LoadError> {
        if let Content::Number(number) = self { Ok(*number) } else { Err(damaged()) }
    }

    pub fn bytes(&self) -> Result<&'a [u8], LoadError> {
        if let Content::Bytes(bytes) = self { Ok(bytes) } else { Err(damaged()) }
    }

    pub fn text(&self) -> Result<String, LoadError> {
        String::from_utf8(self.bytes()?.to_vec()).map_err(|_| damaged())
    }

    /// Repeated whole numbers come one by one or packed.
    pub fn whole_into(&self, numbers: &mut Vec<i64>) -> Result<(), LoadError> {
        match *self {
            Content::Number(number) => numbers.push(number as i64),
            Content::Bytes(mut bytes) => {
                while !bytes.is_empty() {
                    if numbers.len() >= MAX_WHOLE {
                        return Err(LoadError::TooLarge("it has too long a list of whole numbers".to_owned()));
                    }
                    numbers.push(varint(&mut bytes)? as i64);
                }
            }
            _ => return Err(damaged()),
        }
        Ok(())
    }

    pub fn floats_into(&self, numbers: &mut Vec<f32>) -> Result<(), LoadError> {
        match *self {
            Content::Four(bytes) => numbers.push(f32::from_le_bytes(bytes)),
            Content::Bytes(bytes) => numbers.extend(chunks(bytes, f32::from_le_bytes)?),
            _ => return Err(damaged()),
        }
        Ok(())
    }
}

pub fn damaged() -> LoadError {
    LoadError::Damaged("it is no ONNX file, or a damaged one".to_owned())
}

/// The numbers of `N` bytes each that follow one another.
pub fn chunks<const N: usize, T>(bytes: &[u8], read: fn([u8; N]) -> T) -> Result<Vec<T>, LoadError> {
    let (chunks, rest) = bytes.as_chunks::<N>();
    if rest.is_empty() { Ok(chunks.iter().map(|&chunk| read(chunk)).collect()) } else { Err(damaged()) }
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

/// Reads the messages of a file, and counts their fields.
pub struct Fields {
    left: Cell<usize>,
}

impl Default for Fields {
    fn default() -> Fields {
        Fields { left: Cell::new(MAX_FIELDS) }
    }
}

impl Fields {
    /// Hands every field of a message to `take`, with its number.
    pub fn each<'a>(
        &self,
        mut bytes: &'a [u8],
        mut take: impl FnMut(u64, Content<'a>) -> Result<(), LoadError>,
    ) -> Result<(), LoadError> {
        while !bytes.is_empty() {
            let left = self.left.get().checked_sub(1);
            self.left.set(left.ok_or_else(|| LoadError::TooLarge("it has too many parts".to_owned()))?);
            let key = varint(&mut bytes)?;
            take(key >> 3, content(&mut bytes, key & 7)?)?;
        }
        Ok(())
    }
}

/// The content of a field of this wire type.
fn content<'a>(bytes: &mut &'a [u8], wire_type: u64) -> Result<Content<'a>, LoadError> {
    let length = match wire_type {
        0 => return Ok(Content::Number(varint(bytes)?)),
        1 => 8,
        2 => usize::try_from(varint(bytes)?).map_err(|_| damaged())?,
        5 => 4,
        _ => return Err(damaged()),
    };
    let (content, rest) = bytes.split_at_checked(length).ok_or_else(damaged)?;
    *bytes = rest;
    Ok(match wire_type {
        1 => Content::Eight(content.try_into().map_err(|_| damaged())?),
        5 => Content::Four(content.try_into().map_err(|_| damaged())?),
        _ => Content::Bytes(content),
    })
}
