//! Output that appears when it is complete, or not at all.
//!
//! It grows under another name beside its own, `.NAME.partial`, which is locked while a program writes there. What a
//! program that was killed has left is not locked any more, and the next one that writes the same output takes its
//! place.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Component, Path, PathBuf};
use std::thread;
use std::time::Duration;

/// The lock of a [`PartialFolder`], inside it.
const LOCK: &str = ".lock";

/// The files that may be there already where output is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// Nothing: no file, and no file in a folder.
    Nothing,
    /// Files, which are replaced.
    Files,
}

/// Checks before long work that a file can be written at its end, and changes nothing.
///
/// # Errors
/// Fails if a folder has the name, if a file has it that is not to be replaced, also one of the `inputs`, and if
/// nothing can be written beside it.
pub fn check_target<'a>(
    target: &Path,
    overwrite: Overwrite,
    inputs: impl IntoIterator<Item = &'a Path>,
) -> io::Result<()> {
    let Some(metadata) = existing(target)? else { return PartialFile::create(target).map(drop) };
    if metadata.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    if !metadata.is_file() {
        return Ok(());
    }
    if overwrite == Overwrite::Nothing {
        let is_input = inputs.into_iter().any(|input| is_same(input, target));
        return Err(io::Error::other(match is_input {
            true => "it is one of the inputs; --force replaces it",
            false => "it exists already; --force replaces it",
        }));
    }
    PartialFile::create(target).map(drop)
}

/// Checks before long work that a folder may be filled: it is missing, or empty, or its files may be replaced.
///
/// # Errors
/// Fails if it is not a folder, and if there are files in it that are not to be replaced.
pub fn check_target_folder(target: &Path, overwrite: Overwrite) -> io::Result<()> {
    check_folder(target, overwrite, "")
}

/// As [`check_target_folder`], not counting one name, that of the partial folder.
fn check_folder(target: &Path, overwrite: Overwrite, ours: &str) -> io::Result<()> {
    if existing(target)?.is_none() {
        return Ok(());
    }
    let is_taken = fs::read_dir(target)?.flatten().any(|entry| entry.file_name() != ours);
    match is_taken && overwrite == Overwrite::Nothing {
        true => Err(io::Error::other("the folder is not empty; --force replaces files in it")),
        false => Ok(()),
    }
}

/// The metadata of what has the name; `None` where nothing has.
fn existing(path: &Path) -> io::Result<Option<fs::Metadata>> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

/// The path at which output grows.
fn partial_path(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.partial"))
}

/// Locks a file unless another program holds it. A program that this one is just starting holds all its locks for a
/// moment, until it is loaded: therefore the second look.
///
/// # Errors
/// As [`File::try_lock`].
pub fn try_lock(file: &File) -> Result<(), TryLockError> {
    for _ in 0..20 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(5)),
            other => return other,
        }
    }
    file.try_lock()
}

/// Locks a file against other programs that would write the same output.
fn lock(file: &File) -> io::Result<()> {
    match try_lock(file) {
        Err(TryLockError::WouldBlock) => Err(io::Error::other("another run is writing it")),
        // A file system without locks: two runs at once are the user's affair there.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// A file on its way; without [`PartialFile::finish`] nothing of it stays.
#[derive(Debug)]
pub struct PartialFile {
    target: PathBuf,
    /// None where the target is a device or a pipe, such as `/dev/stdout`: it has no neighbours and cannot be
    /// replaced, and is written as it is.
    partial: Option<PathBuf>,
    writer: Option<BufWriter<File>>,
}

impl PartialFile {
    /// # Errors
    /// Fails if nothing can be written beside the target, or another program writes it.
    pub fn create(target: &Path) -> io::Result<PartialFile> {
        // Behind a link lies the file that is meant.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        if existing(&target)?.is_some_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
            let writer = Some(BufWriter::new(File::options().write(true).open(&target)?));
            return Ok(PartialFile { target, partial: None, writer });
        }
        let partial = partial_path(&target);
        let file = File::options().create(true).truncate(false).write(true).open(&partial)?;
        lock(&file)?;
        file.set_len(0)?;
        Ok(PartialFile { target, partial: Some(partial), writer: Some(BufWriter::new(file)) })
    }

    /// Gives the file its name, in place of one that had it.
    ///
    /// # Errors
    /// Fails if something could not be written; the file that had the name stays then.
    pub fn finish(mut self) -> io::Result<()> {
        let Some(mut writer) = self.writer.take() else { return Ok(()) };
        writer.flush()?;
        let Some(partial) = &self.partial else { return Ok(()) };
        // Otherwise the name could be there before the content where the machine fails.
        writer.get_ref().sync_all()?;
        drop(writer);
        fs::rename(partial, &self.target)?;
        self.partial = None;
        Ok(())
    }
}

impl Write for PartialFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.as_mut().map_or(Ok(0), |writer| writer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        if let (Some(partial), Some(writer)) = (&self.partial, self.writer.take()) {
            // What is still in memory is not written any more.
            drop(writer.into_parts());
            let _ = fs::remove_file(partial);
        } else if let Some(partial) = &self.partial {
            let _ = fs::remove_file(partial);
        }
    }
}

/// The name of the folder in which a target below `near` grows: `.a-b-out.partial` for `near/a/b/out`, where neither
/// `a` nor `b` is there yet, so that the same name elsewhere below is another folder.
fn partial_folder_name(target: &Path, near: &Path) -> String {
    let below = target.strip_prefix(near).unwrap_or(target);
    let below = if below.as_os_str().is_empty() { Path::new(target.file_name().unwrap_or_default()) } else { below };
    let parts: Vec<_> = below
        .components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_string_lossy()),
            _ => None,
        })
        .collect();
    format!(".{}.partial", parts.join("-"))
}

/// Files on their way to a folder; without [`PartialFolder::finish`] nothing of them stays.
#[derive(Debug)]
pub struct PartialFolder {
    target: PathBuf,
    partial: PathBuf,
    lock: Option<File>,
}

impl PartialFolder {
    /// # Errors
    /// Fails if nothing can be written where `target` is or shall be, another program writes there, or there are files
    /// in it that are not to be replaced.
    pub fn create(target: &Path, overwrite: Overwrite) -> io::Result<PartialFolder> {
        // On the file system of the target, so that files can be renamed into it.
        let near = target.ancestors().find(|path| path.exists()).filter(|path| !path.as_os_str().is_empty());
        let near = near.unwrap_or(Path::new("."));
        let name = partial_folder_name(target, near);
        check_folder(target, overwrite, &name)?;
        let partial = near.join(name);
        match fs::create_dir(&partial) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => made?,
        }
        let file = File::options().create(true).truncate(false).write(true).open(partial.join(LOCK))?;
        lock(&file)?;
        for left in fs::read_dir(&partial)?.flatten().filter(|entry| entry.file_name() != LOCK) {
            fs::remove_file(left.path())?;
        }
        Ok(PartialFolder { target: target.to_owned(), partial, lock: Some(file) })
    }

    /// The folder to write the files to.
    pub fn path(&self) -> &Path {
        &self.partial
    }

    /// Moves the files into the target, which is made if need be; files of the same names are replaced.
    ///
    /// # Errors
    /// Fails if the target cannot be written.
    pub fn finish(self) -> io::Result<()> {
        fs::create_dir_all(&self.target)?;
        for entry in fs::read_dir(&self.partial)? {
            let entry = entry?;
            if entry.file_name() != LOCK {
                fs::rename(entry.path(), self.target.join(entry.file_name()))?;
            }
        }
        Ok(())
    }
}

impl Drop for PartialFolder {
    fn drop(&mut self) {
        // Some systems remove no file that is open.
        self.lock = None;
        let _ = fs::remove_dir_all(&self.partial);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that goes when the test ends.
    struct Base(PathBuf);

    impl Base {
        fn new(name: &str) -> Base {
            let folder = std::env::temp_dir().join(format!("motley-output-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).expect("a folder for the test");
            Base(folder)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("the test's own folder").flatten();
            let mut names: Vec<String> =
                entries.map(|entry| entry.file_name().into_string().expect("a name of ours")).collect();
            names.sort();
            names
        }
    }

    impl Drop for Base {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn write(target: &Path, content: &str) -> PartialFile {
        let mut file = PartialFile::create(target).expect("the folder can be written");
        file.write_all(content.as_bytes()).expect("there is room");
        file
    }

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let base = Base::new("file");
        let target = base.0.join("out.txt");
        write(&target, "first").finish().expect("written");
        drop(write(&target, "dropped"));
        assert_eq!(fs::read_to_string(&target).expect("the file"), "first");
        let growing = write(&target, "second");
        assert!(PartialFile::create(&target).expect_err("locked").to_string().starts_with("another run"));
        growing.finish().expect("replaced");
        assert_eq!(fs::read_to_string(&target).expect("the file"), "second");
        assert_eq!(base.names(), ["out.txt"]);
    }

    #[test]
    fn what_a_killed_run_left_is_replaced_by_the_next() {
        let base = Base::new("killed");
        fs::write(base.0.join(".out.txt.partial"), "left by a run that was killed").expect("written");
        write(&base.0.join("out.txt"), "new").finish().expect("written");
        assert_eq!(fs::read_to_string(base.0.join("out.txt")).expect("the file"), "new");
        let left = base.0.join(".out.partial");
        fs::create_dir(&left).and_then(|()| fs::write(left.join("half"), "x")).expect("written");
        let folder = PartialFolder::create(&base.0.join("out"), Overwrite::Nothing).expect("it is not locked");
        fs::write(folder.path().join("whole"), "y").expect("written");
        folder.finish().expect("moved");
        assert_eq!(base.names(), ["out", "out.txt"]);
        assert_eq!(fs::read_dir(base.0.join("out")).expect("the folder").count(), 1);
    }

    #[test]
    fn folders_of_one_name_in_folders_that_are_not_there_yet_do_not_meet() {
        let base = Base::new("meet");
        let grow = |name: &str| {
            PartialFolder::create(&base.0.join(name).join("out"), Overwrite::Nothing).expect("its own folder")
        };
        let (one, other) = (grow("one"), grow("other"));
        assert_eq!(base.names(), [".one-out.partial", ".other-out.partial"]);
        one.finish().and_then(|()| other.finish()).expect("moved");
        assert_eq!(base.names(), ["one", "other"]);
    }

    #[test]
    fn files_that_exist_are_replaced_only_on_demand() {
        let base = Base::new("exists");
        let target = base.0.join("out.txt");
        let check = |overwrite, inputs: &[&Path]| {
            check_target(&target, overwrite, inputs.iter().copied()).map_err(|error| error.to_string())
        };
        assert_eq!(check(Overwrite::Nothing, &[]), Ok(()));
        assert!(base.names().is_empty());
        fs::write(&target, "old").expect("written");
        assert_eq!(check(Overwrite::Nothing, &[]), Err("it exists already; --force replaces it".to_owned()));
        let same = base.0.join(".").join("out.txt");
        assert_eq!(check(Overwrite::Nothing, &[&same]), Err("it is one of the inputs; --force replaces it".to_owned()));
        assert_eq!(check(Overwrite::Files, &[&same]), Ok(()));
        assert_eq!(check_target(&base.0, Overwrite::Files, []).unwrap_err().to_string(), "it is a folder");
        assert!(check_target(&base.0.join("missing/out"), Overwrite::Files, []).is_err());
        assert_eq!(base.names(), ["out.txt"]);
    }

    #[test]
    fn files_of_a_folder_appear_at_the_end_or_never() {
        let base = Base::new("folder");
        let target = base.0.join("new").join("target");
        let write = |content: &str, overwrite| {
            let folder = PartialFolder::create(&target, overwrite).expect("the folder can be written");
            fs::write(folder.path().join("a"), content).expect("the folder can be written");
            folder
        };
        drop(write("dropped", Overwrite::Nothing));
        assert!(base.names().is_empty());
        write("first", Overwrite::Nothing).finish().expect("the folder can be written");
        let refused = PartialFolder::create(&target, Overwrite::Nothing).expect_err("it is not empty").to_string();
        assert_eq!(refused, "the folder is not empty; --force replaces files in it");
        write("second", Overwrite::Files).finish().expect("the folder can be written");
        assert_eq!(fs::read_to_string(target.join("a")).expect("the file"), "second");
        assert_eq!(fs::read_dir(&target).expect("the target").count(), 1, "nothing else is left there");
        assert!(PartialFolder::create(&target.join("a"), Overwrite::Files).is_err(), "a file is no folder");
    }
}
