//! Syzygy tablebases: the true result of positions with few pieces.

mod in_memory;
mod root;
pub(crate) mod three_men;

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use shakmaty::{Chess, Position};
use shakmaty_syzygy::Tablebase as Tables;
pub use shakmaty_syzygy::Wdl;
use thiserror::Error;

use self::in_memory::InMemory;
use crate::files::io_error::reason;

pub use root::{RankedMove, RootRanking};

/// Why tables cannot be used.
#[derive(Debug, Error)]
pub enum TablebaseError {
    #[error("no folder with Syzygy tables was named")]
    NoPath,
    #[error("cannot read the folder {folder} with Syzygy tables: {}", reason(.source))]
    Folder { folder: String, source: io::Error },
    #[error("there are no Syzygy tables (files like KQvK.rtbw) in {path_list}")]
    NoTables { path_list: String },
    #[error("the Syzygy table {file} is damaged or cannot be read: {}", reason(.source))]
    Table { file: String, source: io::Error },
}

/// The tables of one or more folders. A clone shares them, and threads may probe at the same time; files are opened
/// when first needed.
#[derive(Clone)]
pub struct Tablebase {
    tables: Arc<Tables<Chess>>,
    faults: Arc<[TablebaseError]>,
    max_pieces: usize,
}

impl Tablebase {
    /// Finds the tables in folders separated as the system separates paths (`:`, on Windows `;`).
    ///
    /// Faults of some of the folders and files do not hinder the rest: see [`Tablebase::faults`].
    ///
    /// # Errors
    /// The first [`TablebaseError`], when there is no table that can be used.
    pub fn open(path_list: &str) -> Result<Tablebase, TablebaseError> {
        // There are no folders in a browser, and WebAssembly's `split_paths` panics.
        if cfg!(target_family = "wasm") {
            return Err(TablebaseError::NoPath);
        }
        let folders: Vec<_> = env::split_paths(path_list).filter(|folder| !folder.as_os_str().is_empty()).collect();
        if folders.is_empty() {
            return Err(TablebaseError::NoPath);
        }

        let mut builder = TablebaseBuilder::new(empty_tables());
        for folder in &folders {
            builder.add_folder(folder);
        }
        if builder.max_pieces == 0 {
            let nothing = || TablebaseError::NoTables { path_list: path_list.to_owned() };
            return Err(builder.faults.into_iter().next().unwrap_or_else(nothing));
        }
        Ok(builder.build())
    }

    /// The tables of all endings with three pieces, which the program solves itself when they are first needed, in some
    /// hundredths of a second.
    pub fn three_pieces() -> &'static Tablebase {
        static TABLES: OnceLock<Tablebase> = OnceLock::new();
        TABLES.get_or_init(|| {
            let files = three_men::files();
            let mut builder = TablebaseBuilder::new(Tables::with_filesystem(Arc::new(InMemory(files))));
            files.iter().for_each(|(name, _)| builder.add_file(Path::new(name)));
            builder.build()
        })
    }

    /// The tables that know a position: the user's, where he has them, or those inside.
    pub fn knowing<'a>(own: Option<&'a Tablebase>, position: &Chess) -> Option<&'a Tablebase> {
        let inside = || (position.board().occupied().count() <= 3).then(Tablebase::three_pieces);
        own.filter(|own| own.covers(position)).or_else(inside)
    }

    /// Folders and files that could not be used although others could.
    pub fn faults(&self) -> &[TablebaseError] {
        &self.faults
    }

    /// The most pieces, kings and pawns included, that a table covers.
    pub fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// The result for the side to move under the fifty-move rule, for use inside the search.
    ///
    /// `None` where no table answers: castling rights, too many pieces, a table that is missing or damaged. `None` too
    /// unless the last move was a capture or a pawn move: these tables take the fifty-move clock to be at zero, and on
    /// any other clock their wins may be draws.
    pub fn probe_wdl(&self, position: &Chess) -> Option<Wdl> {
        if position.halfmoves() != 0 || !self.covers(position) {
            return None;
        }
        self.tables.probe_wdl_after_zeroing(position).ok()
    }

    fn covers(&self, position: &Chess) -> bool {
        position.board().occupied().count() <= self.max_pieces && !position.castles().any()
    }
}

/// The tables that [`Tablebase::open`] has gathered so far.
struct TablebaseBuilder {
    tables: Tables<Chess>,
    faults: Vec<TablebaseError>,
    /// Over the tables of results alone: tables of distances are of no use without them.
    max_pieces: usize,
}

impl TablebaseBuilder {
    fn new(tables: Tables<Chess>) -> TablebaseBuilder {
        TablebaseBuilder { tables, faults: Vec::new(), max_pieces: 0 }
    }

    fn build(self) -> Tablebase {
        Tablebase { tables: Arc::new(self.tables), faults: self.faults.into(), max_pieces: self.max_pieces }
    }

    fn add_folder(&mut self, folder: &Path) {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(source) => {
                return self.faults.push(TablebaseError::Folder { folder: folder.display().to_string(), source });
            }
        };
        for entry in entries.flatten() {
            self.add_file(&entry.path());
        }
    }

    fn add_file(&mut self, file: &Path) {
        match self.tables.add_file(file) {
            // A table's name lists its pieces with a `v` between the sides: KQvK has three.
            Ok(()) if file.extension() == Some(OsStr::new("rtbw")) => {
                let men = file.file_stem().map_or(0, |stem| stem.len() - 1);
                self.max_pieces = self.max_pieces.max(men);
            }
            Ok(()) => {}
            // Something else that lies in the folder.
            Err(e) if e.kind() == io::ErrorKind::InvalidInput => {}
            Err(source) => self.faults.push(TablebaseError::Table { file: file.display().to_string(), source }),
        }
    }
}

#[cfg(target_pointer_width = "64")]
fn empty_tables() -> Tables<Chess> {
    // SAFETY: table files are published once and never change, so nothing writes to a file while it is mapped; every
    // access is checked against the size of the map. A disk that fails under the map ends the process, as it does for
    // every engine that maps its tables.
    unsafe { Tables::with_mmap_filesystem() }
}

#[cfg(not(any(target_pointer_width = "64", target_family = "wasm")))]
fn empty_tables() -> Tables<Chess> {
    Tables::new()
}

#[cfg(target_family = "wasm")]
fn empty_tables() -> Tables<Chess> {
    Tables::with_filesystem(Arc::new(InMemory(&[])))
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Write;
    use std::path::PathBuf;

    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;

    pub fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().expect("a FEN").into_position(CastlingMode::Standard).expect("a legal position")
    }

    /// The folder with all published tables up to four pieces, where there is one.
    pub fn table_folder() -> Option<PathBuf> {
        let Some(data) = env::var_os("MOTLEY_DATA") else {
            // Not by `eprintln!`, which `cargo test` hides where a test passes.
            let _ = writeln!(io::stderr(), "skipped: MOTLEY_DATA is not set, so there are no published tables");
            return None;
        };
        Some(PathBuf::from(data).join("syzygy"))
    }

    pub fn open(folder: &Path) -> Tablebase {
        Tablebase::open(&folder.display().to_string()).expect("tables")
    }

    /// A folder that is gone when the test is over.
    pub struct TempFolder(pub PathBuf);

    impl TempFolder {
        pub fn new(name: &str) -> TempFolder {
            let path = env::temp_dir().join(format!("motley-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).expect("a folder for the test");
            TempFolder(path)
        }

        pub fn write(&self, name: &str, bytes: &[u8]) {
            fs::write(self.0.join(name), bytes).expect("a file for the test");
        }
    }

    impl Drop for TempFolder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn shared_by_threads<T: Send + Sync + Clone>() {}

    #[test]
    fn tables_are_shared_by_threads() {
        shared_by_threads::<Tablebase>();
    }

    #[test]
    fn paths_without_tables_are_told_apart() {
        assert!(matches!(Tablebase::open(""), Err(TablebaseError::NoPath)));
        assert!(matches!(Tablebase::open("no/such/folder"), Err(TablebaseError::Folder { .. })));

        let folder = TempFolder::new("tableless");
        folder.write("notes.txt", b"nothing here");
        let error = Tablebase::open(&folder.0.display().to_string()).err().expect("no tables there");
        assert!(matches!(error, TablebaseError::NoTables { .. }), "{error}");

        folder.write("KQvK.rtbw", b"cut off");
        let error = Tablebase::open(&folder.0.display().to_string()).err().expect("no sound table there");
        assert!(matches!(error, TablebaseError::Table { .. }), "{error}");
    }

    #[test]
    fn a_bad_folder_does_not_hinder_a_good_one() {
        let folder = three_men::folder("one-of-two");
        let list = env::join_paths([Path::new("no/such/folder"), &folder.0]).expect("paths can be joined");
        let tablebase = Tablebase::open(&list.to_string_lossy()).expect("tables");
        assert_eq!(tablebase.max_pieces(), 3);
        assert!(matches!(tablebase.faults(), [TablebaseError::Folder { .. }]));
    }

    #[test]
    fn results_of_known_endings() {
        let folder = three_men::folder("known");
        assert_results(
            &open(&folder.0),
            &[
                ("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", Wdl::Win),
                ("8/8/8/8/8/2k5/8/KQ6 b - - 0 1", Wdl::Loss),
                // Mate and stalemate.
                ("8/8/8/8/8/8/1qk5/K7 w - - 0 1", Wdl::Loss),
                ("8/8/8/8/8/1q6/2k5/K7 w - - 0 1", Wdl::Draw),
                // King in front of the pawn, then king behind it.
                ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Wdl::Win),
                ("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", Wdl::Draw),
                ("8/8/8/8/8/2k5/8/KB6 w - - 0 1", Wdl::Draw),
                ("8/8/8/8/8/8/8/K1k5 w - - 0 1", Wdl::Draw),
            ],
        );
    }

    #[test]
    fn results_of_known_endings_with_four_men() {
        let Some(folder) = table_folder() else { return };
        assert_results(
            &open(&folder),
            &[
                // Enough and not enough material to force mate.
                ("8/8/8/8/4k3/8/3BNK2/8 w - - 0 1", Wdl::Win),
                ("8/8/8/4k3/8/8/3NNK2/8 w - - 0 1", Wdl::Draw),
                // Won by the capture en passant, and drawn without it.
                ("8/8/8/8/k2pP3/8/8/K7 b - e3 0 1", Wdl::Win),
                ("8/8/8/8/k2pP3/8/8/K7 b - - 0 1", Wdl::Draw),
            ],
        );
    }

    fn assert_results(tablebase: &Tablebase, known: &[(&str, Wdl)]) {
        for (fen, result) in known {
            assert_eq!(tablebase.probe_wdl(&position(fen)), Some(*result), "{fen}");
        }
    }

    #[test]
    fn positions_that_no_table_can_answer() {
        let folder = three_men::folder("unanswered");
        let tablebase = open(&folder.0);
        for (fen, why) in [
            ("8/8/8/8/8/2k5/8/KQ6 w - - 1 1", "a running fifty-move clock"),
            ("8/8/8/8/8/2k5/8/R3K3 w Q - 0 1", "castling rights"),
            ("8/8/8/8/3k4/8/8/KQR5 w - - 0 1", "four men"),
        ] {
            assert_eq!(tablebase.probe_wdl(&position(fen)), None, "{why}");
        }
    }

    #[test]
    fn damaged_tables_give_no_answer_and_no_panic() {
        let queen = position("8/8/8/8/8/2k5/8/KQ6 w - - 0 1");
        let rook = position("8/8/8/8/8/2k5/8/KR6 w - - 0 1");
        let sound = three_men::file("KQvK.rtbw");

        let folder = TempFolder::new("damaged");
        folder.write("KRvK.rtbw", three_men::file("KRvK.rtbw"));
        // The sizes that pass for a table's: cut short, emptied, overwritten.
        let cut = sound[..80].to_vec();
        let zeros = vec![0; sound.len()];
        let noise: Vec<u8> =
            sound.iter().enumerate().map(|(i, byte)| if i < 4 { *byte } else { byte ^ 0xA5 }).collect();
        for bytes in [cut, zeros, noise] {
            folder.write("KQvK.rtbw", &bytes);
            let tablebase = open(&folder.0);
            assert_eq!(tablebase.probe_wdl(&queen), None);
            assert_eq!(tablebase.probe_wdl(&rook), Some(Wdl::Win), "the other table still answers");
            assert!(tablebase.rank_root_moves(&queen, &[], true).is_none());
        }
    }
}
