//! The inputs of figures: sources, crates, nets and books, hashed when the program is built.

/// Paths in the repository and hashes, in order; sources without comments and the tests at their end.
const HASHES: &[(&str, u64)] = include!(concat!(env!("OUT_DIR"), "/hashes.rs"));

/// The sources from which the figures of some items are computed.
#[derive(Debug)]
pub struct Scope {
    /// Files and folders in the repository.
    pub holds: &'static [&'static str],
    /// Modules that sources in [`Scope::holds`] import and figures do not depend on, each with the reason.
    pub apart: &'static [(&'static str, &'static str)],
}

impl Scope {
    /// Returns true if a path in the repository belongs to the scope.
    pub fn has(&self, path: &str) -> bool {
        self.holds
            .iter()
            .any(|held| path.strip_prefix(held).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    }

    /// A hash of everything in the scope, of the crates' versions, and of the checksums of data.
    pub fn fingerprint<'a>(&self, data: impl Iterator<Item = &'a str>) -> String {
        let in_scope = HASHES.iter().filter(|(path, _)| self.has(path) || path.starts_with("crates/"));
        let parts = in_scope.map(|(path, hash)| format!("{path} {hash:016x}")).chain(data.map(str::to_owned));
        format!("{:016x}", parts.fold(0xcbf2_9ce4_8422_2325, |hash, part| fnv(hash, part.as_bytes())))
    }
}

/// FNV-1a, continued.
fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().chain(b"\n").fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::super::ITEMS;
    use super::*;

    #[test]
    fn a_scope_holds_files_that_exist_and_their_folders_alone() {
        for item in ITEMS.iter() {
            for held in item.scope.holds {
                let only = [*held];
                let scope = Scope { holds: only.to_vec().leak(), apart: &[] };
                assert!(HASHES.iter().any(|(path, _)| scope.has(path)), "{}: there is no {held}", item.key);
            }
        }
        let scope = Scope { holds: &["src/chess", "src/files/input.rs"], apart: &[] };
        assert!(scope.has("src/chess/view.rs") && scope.has("src/files/input.rs"));
        assert!(!scope.has("src/chessboard.rs") && !scope.has("src/files/input.rs.old"));
    }

    #[test]
    fn the_fingerprint_differs_with_the_scope_and_with_the_data() {
        let of = |holds: &'static [&'static str], data: &[&str]| {
            Scope { holds, apart: &[] }.fingerprint(data.iter().copied())
        };
        let all = [
            of(&["src/chess"], &[]),
            of(&["src/chess", "src/games"], &[]),
            of(&["src/chess"], &["00"]),
            of(&["src/chess"], &["01"]),
        ];
        for (index, one) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|other| other != one), "{all:?}");
        }
        assert_eq!(all[0], of(&["src/chess"], &[]));
    }
}
