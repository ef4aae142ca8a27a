//! Asks a library what it is before the crate ort uses it: ort panics where a library is not what it claims.

use std::ffi::{CStr, OsStr};
use std::mem::ManuallyDrop;

use libloading::{Library, Symbol};
use ort::sys::{ORT_API_VERSION, OrtApiBase};

use super::binary::ENTRY_POINT;

/// A fault of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProbeError {
    /// The system's loader does not load it.
    Unloadable,
    /// It is not ONNX Runtime.
    Foreign,
    /// It is ONNX Runtime of this version.
    TooOld(String),
    /// It is new enough and still lacks the interface that its version has.
    NoInterface,
}

/// Loads a library by the system's loader; its version if it is ONNX Runtime and new enough. It stays loaded: the
/// program that it belongs to may not expect to be unloaded.
pub fn probe(library: &OsStr) -> Result<String, ProbeError> {
    // SAFETY: loading runs the library's initialisers, which is what the user asked for who named it or installed it.
    let library = unsafe { Library::new(library) }.map_err(|_| ProbeError::Unloadable)?;
    let library = ManuallyDrop::new(library);
    // SAFETY: a function of this name has this type in every version of ONNX Runtime.
    let symbol: Result<Symbol<'_, unsafe extern "C" fn() -> *const OrtApiBase>, _> =
        unsafe { library.get(ENTRY_POINT.as_bytes()) };
    let entry_point = symbol.map_err(|_| ProbeError::Foreign)?;
    // SAFETY: it takes nothing, and returns a table that lives as long as the library, or null.
    let base = unsafe { entry_point().as_ref() }.ok_or(ProbeError::Foreign)?;
    // SAFETY: the first two entries of the table are the same in every version; the text is static.
    let version = unsafe { (base.GetVersionString)().as_ref().map(|text| CStr::from_ptr(text)) };
    let version = version.ok_or(ProbeError::Foreign)?.to_string_lossy().chars().take(20).collect::<String>();
    // Asked for an interface that it lacks, the library prints to standard error: its version is looked at first.
    if !is_new_enough(&version) {
        return Err(ProbeError::TooOld(version));
    }
    // SAFETY: as above.
    let api = unsafe { (base.GetApi)(ORT_API_VERSION) };
    if api.is_null() { Err(ProbeError::NoInterface) } else { Ok(version) }
}

/// Returns true if a version like 1.24.1 has the interface that Motley was built for.
fn is_new_enough(version: &str) -> bool {
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
    let (major, minor) = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    major == 1 && minor >= ORT_API_VERSION
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        for (version, expected) in
            [("1.24.0", true), ("1.100.1", true), ("1.9.0", false), ("1.23.2", false), ("2.0.0", false), ("", false)]
        {
            assert_eq!(is_new_enough(version), expected, "{version}");
        }
    }
}
