//! Syzygy tables of three pieces, solved by the program itself and written in the published form: their reader is that
//! of all other tables, and every clone tests it.

mod index;
mod solve;
mod write;

use std::sync::OnceLock;

use shakmaty::Role;

#[cfg(test)]
use super::tests::TempFolder;
use solve::Ending;

/// A folder with the tables of results and of distances of all endings with three pieces, gone when the test is over.
#[cfg(test)]
pub fn folder(test: &str) -> TempFolder {
    let folder = TempFolder::new(test);
    for (name, bytes) in files() {
        folder.write(name, bytes);
    }
    folder
}

/// One of the tables by its name, like `KQvK.rtbw`.
#[cfg(test)]
pub fn file(name: &str) -> &'static [u8] {
    let (_, bytes) = files().iter().find(|(known, _)| known == name).expect("a table of three men");
    bytes
}

/// The tables of results and of distances of all endings with three pieces, by their names.
pub fn files() -> &'static [(String, Vec<u8>)] {
    static FILES: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    FILES.get_or_init(|| {
        let tables = |ending: &Ending| {
            let name = format!("K{}vK", ending.role.upper_char());
            [(format!("{name}.rtbw"), write::results(ending)), (format!("{name}.rtbz"), write::distances(ending))]
        };
        endings().iter().flat_map(tables).collect()
    })
}

/// The five endings, that with the pawn last.
fn endings() -> &'static [Ending] {
    static ENDINGS: OnceLock<Vec<Ending>> = OnceLock::new();
    ENDINGS.get_or_init(|| {
        let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let mut endings: Vec<Ending> = pieces.into_iter().map(|role| Ending::solve(role, &[])).collect();
        let pawn = Ending::solve(Role::Pawn, &endings);
        endings.push(pawn);
        endings
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use shakmaty::Color;

    use super::super::tests::{open, table_folder};
    use super::index::{Placement, number, sizes};
    use super::solve::position;
    use super::*;

    #[test]
    fn every_placement_has_a_number_and_mirrored_ones_share_it() {
        for role in [Role::Queen, Role::Pawn] {
            let (subtables, size) = sizes(role);
            let mut met = vec![0; subtables * size];
            for at in Placement::all(role) {
                let (subtable, number) = number(role, at);
                met[subtable * size + number] += 1;
            }
            let least = if role == Role::Pawn { 2 } else { 4 };
            assert!(met.iter().all(|&placements| (least..=8).contains(&placements)), "{role:?}");
        }
    }

    /// Mates take ten moves at most with the queen and sixteen with the rook; the count of won pawn endings is that
    /// which others have published.
    #[test]
    fn the_endings_are_solved_as_others_have_solved_them() {
        let ending = |role| endings().iter().find(|ending| ending.role == role).expect("solved");
        assert_eq!(ending(Role::Queen).longest(), Some(20));
        assert_eq!(ending(Role::Rook).longest(), Some(32));
        assert_eq!((ending(Role::Bishop).won(), ending(Role::Knight).won()), (0, 0));
        assert_eq!(ending(Role::Pawn).won(), 111_282);
    }

    /// Probed at every position, mirrored ones once, against the tables that everybody uses, where they are at hand.
    #[test]
    fn our_tables_say_what_the_published_ones_say() {
        let Some(published) = table_folder() else { return };
        let folder = folder("published");
        let (ours, theirs) = (open(&folder.0), open(&published));
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let mut seen = HashSet::new();
            let distinct = Placement::all(role).filter(|&at| seen.insert(number(role, at)));
            for position in distinct.flat_map(|at| Color::ALL.map(|turn| position(role, at, turn))).flatten() {
                assert_eq!(ours.probe_wdl(&position), theirs.probe_wdl(&position), "{position:?}");
                let [ours, theirs] = [&ours, &theirs]
                    .map(|tables| tables.tables.probe_dtz(&position).expect("covered").ignore_rounding().0);
                // Some of the published ones are rounded.
                assert!((ours - theirs).abs() <= 1, "{ours} {theirs} {position:?}");
            }
        }
    }
}
