//! Finds the library of ONNX Runtime and loads it: once in a process, when it is first needed.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ort::environment::Environment;
use thiserror::Error;

use super::binary::{Lengths, lengths, names_entry_point};
use super::probe::{ProbeError, probe};
use super::{Graph, in_words};
use crate::files::io_error::reason;
use crate::nets::graph::{Graph as _, NEVER};
use crate::nets::shipped::SMALLEST;
use crate::work::caught;

/// The environment variable that names the library, in the words of the crate ort.
const VARIABLE: &str = "ORT_DYLIB_PATH";
/// The names under which packages install it.
const NAMES: &[&str] = if cfg!(windows) {
    &["onnxruntime.dll"]
} else if cfg!(target_os = "macos") {
    &["libonnxruntime.dylib"]
} else {
    &["libonnxruntime.so", "libonnxruntime.so.1"]
};

/// Why there is no ONNX Runtime.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LibraryError {
    #[error("the library of ONNX Runtime is not installed here: OnnxLibrary or {VARIABLE} can name one")]
    Absent,
    #[error("the library `{path}` cannot be read: {reason}")]
    Unreadable { path: String, reason: String },
    #[error("the library `{path}` is cut short: {} of {} bytes", .lengths.found, .lengths.expected)]
    Truncated { path: String, lengths: Lengths },
    #[error("`{path}` is not the library of ONNX Runtime")]
    Foreign { path: String },
    #[error("the library `{path}` cannot be loaded: it is damaged, for another system, or lacks others that it needs")]
    Unloadable { path: String },
    #[error(
        "the library `{path}` is ONNX Runtime {version}, which is too old: 1.{} or newer is needed",
        ort::MINOR_VERSION
    )]
    TooOld { path: String, version: String },
    #[error("the library `{path}` lacks the interface of ONNX Runtime 1.{}", ort::MINOR_VERSION)]
    NoInterface { path: String },
    #[error("the library `{path}` cannot run Motley's nets: {reason}")]
    Broken { path: String, reason: String },
}

/// The library, loaded.
#[derive(Clone)]
pub struct Loaded {
    pub environment: Environment,
    /// The place it was loaded from: a full path, or a name that the system's loader knows.
    pub path: PathBuf,
    /// Like 1.32.0.
    pub version: String,
    /// That another library was asked for than the one that is loaded already, in one line.
    pub other_in_use: Option<String>,
}

/// The library that the crate ort was given: it takes one once in a process, whether that starts or not.
static TAKEN: Mutex<Option<Result<Loaded, LibraryError>>> = Mutex::new(None);

/// A place in which a library is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// Named by the option or the environment variable, or beside the program.
    File(PathBuf),
    /// The system's loader knows, by one of [`NAMES`].
    Loader,
}

/// The library: that of the path `named`; where it is empty that which `ORT_DYLIB_PATH` names; else one that lies
/// beside the program or is known to the system's loader. A library that is loaded stays the only one until the program
/// ends.
///
/// # Errors
/// [`LibraryError`]. Another call looks again, unless the library was refused by ONNX Runtime itself.
pub fn load(named: &str) -> Result<Loaded, LibraryError> {
    let mut taken = TAKEN.lock().unwrap_or_else(PoisonError::into_inner);
    let place = place(named, env::var_os(VARIABLE));
    if let Some(before) = &*taken {
        return before.clone().map(|loaded| Loaded { other_in_use: other_in_use(&loaded, &place), ..loaded });
    }
    let (path, version) = find(&place)?;
    let started = caught::quietly(|| start(&path, version));
    let broken = |_| Err(LibraryError::Broken { path: shown(&path), reason: "it broke down".to_owned() });
    taken.insert(started.unwrap_or_else(broken)).clone()
}

fn place(named: &str, variable: Option<OsString>) -> Place {
    if !named.is_empty() {
        return Place::File(named.into());
    }
    if let Some(path) = variable.filter(|path| !path.is_empty()) {
        return Place::File(path.into());
    }
    let program = env::current_exe().unwrap_or_default();
    let beside = NAMES.iter().map(|name| program.with_file_name(name));
    beside.into_iter().find(|path| path.is_file()).map_or(Place::Loader, Place::File)
}

/// A line that says so where the place is another file than that of the library in use.
fn other_in_use(loaded: &Loaded, place: &Place) -> Option<String> {
    let Place::File(path) = place else { return None };
    let is_same = path.canonicalize().is_ok_and(|path| path == loaded.path);
    let (path, used) = (shown(path.as_os_str()), shown(loaded.path.as_os_str()));
    (!is_same).then(|| format!("NetRuntime: `{path}` is used from the next start on; until then `{used}` stays loaded"))
}

/// The library at a place, and its version.
fn find(place: &Place) -> Result<(OsString, String), LibraryError> {
    let Place::File(path) = place else {
        for name in NAMES {
            match probe(OsStr::new(name)) {
                Err(ProbeError::Unloadable) => {}
                found => return found.map(|version| (name.into(), version)).map_err(|error| describe(error, name)),
            }
        }
        return Err(LibraryError::Absent);
    };
    let path = check_file(path)?;
    let version = probe(path.as_os_str()).map_err(|error| describe(error, &shown(path.as_os_str())))?;
    Ok((path.into(), version))
}

fn describe(error: ProbeError, path: &str) -> LibraryError {
    let path = path.to_owned();
    match error {
        ProbeError::Unloadable => LibraryError::Unloadable { path },
        ProbeError::Foreign => LibraryError::Foreign { path },
        ProbeError::TooOld(version) => LibraryError::TooOld { path, version },
        ProbeError::NoInterface => LibraryError::NoInterface { path },
    }
}

/// Makes sure that a file is whole and may be ONNX Runtime, before anything of it runs. Returns its full path.
fn check_file(named: &Path) -> Result<PathBuf, LibraryError> {
    let text = || shown(named.as_os_str());
    let unreadable = |reason: String| LibraryError::Unreadable { path: text(), reason };
    let metadata = named.metadata().map_err(|error| unreadable(reason(&error)))?;
    if !metadata.is_file() {
        return Err(unreadable("it is no file".to_owned()));
    }
    let open = || -> std::io::Result<_> {
        let mut file = File::open(named)?;
        Ok((lengths(&mut file)?, names_entry_point(&mut file)?, named.canonicalize()?))
    };
    let (lengths, names_entry_point, path) = open().map_err(|error| unreadable(reason(&error)))?;
    match lengths {
        Some(lengths) if lengths.found < lengths.expected => Err(LibraryError::Truncated { path: text(), lengths }),
        None if cfg!(all(target_os = "linux", target_pointer_width = "64", target_endian = "little")) => {
            Err(LibraryError::Foreign { path: text() })
        }
        _ if !names_entry_point => Err(LibraryError::Foreign { path: text() }),
        _ => Ok(path),
    }
}

/// Hands a library to the crate ort, and tries it with a net.
fn start(path: &OsStr, version: String) -> Result<Loaded, LibraryError> {
    let broken = |reason: String| LibraryError::Broken { path: shown(path), reason };
    let builder = ort::init_from(path).map_err(|_| broken("it cannot be loaded a second time".to_owned()))?;
    // What the library has to say it also returns; its log would be printed among a chess program's messages.
    let builder = builder.with_telemetry(false).with_logger(Arc::new(|_, _, _, _, _| {}));
    let environment = builder.build().map_err(|error| broken(in_words(&error)))?;
    let mut graph = Graph::load(SMALLEST.bytes, &environment).map_err(broken)?;
    let inputs: Vec<Vec<f32>> = graph.inputs().iter().map(|port| vec![0.0; port.numbers()]).collect();
    graph
        .run(&inputs.iter().map(Vec::as_slice).collect::<Vec<_>>(), NEVER)
        .map_err(|error| broken(error.to_string()))?;
    Ok(Loaded { environment, path: path.into(), version, other_in_use: None })
}

/// A path for a message: on one line, and not longer than one can read.
fn shown(path: &OsStr) -> String {
    const LONGEST: usize = 200;
    let text = path.to_string_lossy();
    let printable = text.chars().map(|char| if char.is_control() { '?' } else { char });
    let dots = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    printable.take(LONGEST).chain(dots.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_comes_before_the_variable_and_that_before_the_loader() {
        let variable = || Some(OsString::from("/b"));
        assert_eq!(place("/a", variable()), Place::File("/a".into()));
        assert_eq!(place("", variable()), Place::File("/b".into()));
        assert_eq!(place("", Some(OsString::new())), Place::Loader);
        assert_eq!(place("", None), Place::Loader);
    }

    #[test]
    fn a_file_that_is_no_library_is_refused_unloaded() {
        let missing = check_file(Path::new("/nowhere/lib\nonnx.so")).unwrap_err().to_string();
        assert_eq!(missing, "the library `/nowhere/lib?onnx.so` cannot be read: it does not exist");
        assert!(matches!(check_file(Path::new("/")), Err(LibraryError::Unreadable { .. })));
        let text = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        assert!(matches!(check_file(text), Err(LibraryError::Foreign { .. })));
    }
}
