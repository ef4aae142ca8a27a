//! Arrays of NumPy, written and read. What the head of a file says is checked against its length before any memory is
//! taken for it.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read as _, Seek as _};
use std::path::Path;

use npyz::{Deserialize, NpyFile, NpyReader, WriterBuilder as _};

use motley::files;

/// Reads the numbers or samples of a file, one after another.
pub type ArrayReader<T> = NpyReader<T, BufReader<File>>;

/// Bytes before the length of the head, which has two bytes in version 1 of the format and four in later ones.
const BEFORE_LENGTH: u64 = 8;
/// The head describes a handful of fields: bytes, and brackets within brackets. Records within a record
/// take six; for each further one the crate, whose grammar tries every closing bracket, takes several times as long.
const MOST_HEAD: u64 = 1 << 16;
const DEEPEST_HEAD: usize = 8;

/// Opens an array.
///
/// # Errors
/// Fails if the file cannot be read, is no array of `T`, or is shorter than its head says.
pub fn open_array<T: Deserialize>(path: &Path) -> io::Result<ArrayReader<T>> {
    let mut file = files::open(path)?;
    let length = file.metadata()?.len();
    let data = check_head(&mut file)?;
    file.rewind()?;
    let array = NpyFile::new(BufReader::new(file))?;
    let count = array.shape().iter().try_fold(1, |count: u64, &side| count.checked_mul(side));
    let size = array.dtype().num_bytes().map(|size| size as u64);
    let claimed = count.zip(size).and_then(|(count, size)| count.checked_mul(size)?.checked_add(data));
    if claimed.is_none_or(|claimed| claimed > length) {
        return Err(invalid("it is shorter than its head says"));
    }
    array.data().map_err(|other| io::Error::new(io::ErrorKind::InvalidData, other))
}

/// The offset of the data. The crate takes memory for as long a head as the file claims to have, and time for as deep a
/// one as there is.
fn check_head(file: &mut File) -> io::Result<u64> {
    let mut start = [0; 12];
    file.read_exact(&mut start)?;
    let [.., a, b, c, d] = start;
    let (length, width) = match start[6] {
        1 => (u64::from(u16::from_le_bytes([a, b])), 2),
        _ => (u64::from(u32::from_le_bytes([a, b, c, d])), 4),
    };
    if length > MOST_HEAD {
        return Err(invalid("its head is too long"));
    }
    let data = BEFORE_LENGTH + width + length;
    let mut head = Vec::new();
    file.rewind()?;
    file.take(data).read_to_end(&mut head)?;
    if depth(&head) > DEEPEST_HEAD { Err(invalid("its head is nested too deeply")) } else { Ok(data) }
}

/// The largest number of brackets that are open at once.
fn depth(head: &[u8]) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    for byte in head {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(open);
    }
    deepest
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// The whole array.
///
/// # Errors
/// As [`open_array`].
pub fn read_array<T: Deserialize>(path: &Path) -> io::Result<Vec<T>> {
    open_array(path)?.collect()
}

/// Writes numbers as an array that NumPy reads.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn write_array<T: npyz::AutoSerialize>(path: &Path, numbers: impl Iterator<Item = T>) -> io::Result<()> {
    let file = BufWriter::new(File::create(path)?);
    let mut array = npyz::WriteOptions::new().default_dtype().writer(file).begin_1d()?;
    array.extend(numbers)?;
    array.finish()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_head_that_claims_more_than_the_file_holds_is_an_error() {
        let path = std::env::temp_dir().join(format!("motley-array-{}.npy", std::process::id()));
        write_array(&path, [1_u16, 2, 3].into_iter()).expect("written");
        assert_eq!(read_array::<u16>(&path).expect("read"), [1, 2, 3]);
        let whole = fs::read(&path).expect("the file");

        // The crate leaves room behind the number.
        let text = String::from_utf8_lossy(&whole).into_owned();
        let at = text.find("(3").expect("the shape") + 1;
        let mut claims = whole.clone();
        let end = claims[at..].iter().position(|&byte| byte == b'}').expect("the end of the head") + at;
        let tail = b"4294967295,)}";
        claims.splice(at..=end, tail.iter().copied());
        let surplus = claims.len() - whole.len();
        // Spaces fill the head.
        let fill = claims.iter().rposition(|&byte| byte == b'\n').expect("the head ends with its line");
        claims.drain(fill - surplus..fill);
        fs::write(&path, &claims).expect("written");
        let error = read_array::<u16>(&path).expect_err("the file has three numbers").to_string();
        assert_eq!(error, "it is shorter than its head says");

        let long_head = [&b"\x93NUMPY\x02\x00"[..], &u32::MAX.to_le_bytes(), &[b' '; 64]].concat();
        fs::write(&path, long_head).expect("written");
        assert_eq!(read_array::<u16>(&path).expect_err("a head of 4 GiB").to_string(), "its head is too long");

        // Took more than a minute.
        let fields = format!("{{'descr': '<u2', 'fortran_order': {}", "[".repeat(100));
        let deep = [&b"\x93NUMPY\x01\x00"[..], &(fields.len() as u16).to_le_bytes(), fields.as_bytes()].concat();
        fs::write(&path, deep).expect("written");
        let error = read_array::<u16>(&path).expect_err("a hundred brackets").to_string();
        assert_eq!(error, "its head is nested too deeply");
        fs::remove_file(&path).expect("it is there");
    }
}
