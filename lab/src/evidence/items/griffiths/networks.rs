//! The accuracy of the seven networks on games and puzzles.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::super::{DataFile, DataFolder, Estimate, Findings, ItemError, Row, Setting};
use super::super::files::{HUMAN_2000, PUZZLES};
use crate::studies::accuracy::{
    AccuracyCounts, AccuracyJob, MovePredictor, PlayedMoveFilter, Ratings, Sampling, accuracy_boards, measure_accuracy,
};
use motley::games::file::GameFile;
use motley::games::filter::{GameFilter, Unrated};
use motley::games::inputs::PartFilter;
use motley::games::split::{Part, Split, Unit};
use motley::nets::mockfish::NETWORKS;
use motley::personalities::mockfish::NetChoice;
use motley::studies::predictions::policy::PolicyNets;

/// The split of the nets that were trained on games.
const GAMES: Split = Split { unit: Unit::Game, validation: 0.02, test: 0.02, seed: 1 };
/// The games that they were not trained on.
pub const HELD_OUT_GAMES: PartFilter = PartFilter(Some((GAMES, Part::Test)));
/// The split of those that were trained on puzzles.
const OF_PUZZLES: Split = Split { unit: Unit::Game, validation: 0.05, test: 0.1, seed: 1 };
/// The puzzles that they were not trained on.
pub const HELD_OUT_PUZZLES: PartFilter = PartFilter(Some((OF_PUZZLES, Part::Test)));

/// Nets, the positions that they are measured on, and how many of them.
struct Measured<'a> {
    games: &'a DataFile,
    split: Split,
    nets: NetChoice,
    /// A folder of seven networks in place of `nets`.
    folder: Option<&'a Path>,
    positions: usize,
}

fn counted(setting: &Setting, measured: &Measured) -> Result<AccuracyCounts, ItemError> {
    let Measured { split, positions, .. } = *measured;
    let folder = measured.folder.map(|folder| folder.to_string_lossy());
    let load = |_| Ok(MovePredictor::of_nets(PolicyNets::load(measured.nets, folder.as_deref())?));
    let mut loaded = (0..setting.threads.get()).map(load).collect::<Result<Vec<_>, ItemError>>()?;
    let job = AccuracyJob {
        files: vec![setting.data.path(measured.games)],
        filter: PlayedMoveFilter {
            games: GameFilter { unrated: Unrated::Reject, ..GameFilter::ALL },
            part: PartFilter(Some((split, Part::Test))),
            source: None,
            without_file: None,
        },
        sampling: Some(Sampling { positions, per_band: false, seed: 1 }),
        ratings: Ratings::default(),
    };
    Ok(measure_accuracy(&mut loaded, &job, &mut GameFile::open, |_, _| ())?.0)
}

/// A row of each network: those of Griffiths' architecture where they are there, and the ones that ship.
fn rows(literal: Option<&AccuracyCounts>, counts: &AccuracyCounts) -> Vec<Row> {
    let of = |counts: &AccuracyCounts, name: &str| {
        let found = counts.report().networks[name];
        Estimate::percentage((found.accuracy * found.positions as f64).round() as u64, found.positions)
    };
    let row = |name: &&str| Row {
        name: (*name).to_owned(),
        by_method: literal.map(|literal| of(literal, name)),
        by_default: Some(of(counts, name)),
    };
    NETWORKS.iter().map(row).collect()
}

/// Seven networks of Griffiths' architecture: 30 MB each, so that they are not in the repository.
pub struct Literal {
    /// Under the folder of the data.
    folder: &'static str,
    /// Makes the folder that scripts/train/griffiths.py reads.
    samples: &'static str,
}

pub const OF_GAMES: Literal = Literal {
    folder: "nets/griffiths",
    samples: "motley-lab dataset mockfish human-2000.pgn.zst --validation 0.1 --out games",
};
pub const OF_SOLVERS: Literal = Literal {
    folder: "nets/griffiths-puzzles",
    samples: "motley-lab dataset puzzles lichess-2020.csv.zst --validation 0.05 --test 0.1 --out puzzles",
};

impl Literal {
    /// Counts of positions in which they are right; none where one of them is missing.
    fn counted(&self, setting: &Setting, measured: Measured) -> Result<Option<AccuracyCounts>, ItemError> {
        let Some(folder) = self.folder(&setting.data) else { return Ok(None) };
        // A position takes some 40 ms.
        let positions = setting.sized(200, measured.positions);
        Ok(Some(counted(setting, &Measured { folder: Some(&folder), positions, ..measured })?))
    }

    /// The folder with all seven; none where one of them is missing.
    pub fn folder(&self, data: &DataFolder) -> Option<PathBuf> {
        let folder = data.0.as_deref().unwrap_or(Path::new("")).join(self.folder);
        self.missing(data).is_none().then_some(folder)
    }

    /// The first network that is not there.
    fn missing(&self, data: &DataFolder) -> Option<String> {
        let mut files = NETWORKS.iter().map(|name| format!("{}/{name}.onnx", self.folder));
        files.find(|file| data.0.as_ref().is_none_or(|folder| !folder.join(file).is_file()))
    }

    /// Names the nets in the column of the document's method, or says why it is empty.
    pub fn note(&self, data: &DataFolder) -> String {
        match self.missing(data) {
            None => format!("By its method: seven networks of his architecture, in {}.", self.folder),
            Some(file) => format!(
                "Nothing is measured by its method yet: its nets are still to be trained. {file} is not in the \
                 folder of `--data`; `{}`, scripts/train/griffiths.py and scripts/train/mockfish_export.py make the \
                 seven networks of his architecture.",
                self.samples
            ),
        }
    }
}

/// The standard networks on games, which two items show.
struct OnGames(AccuracyCounts);

fn of_games(setting: &Setting) -> Measured<'static> {
    let positions = setting.sized(2_000, 20_000);
    Measured { games: &HUMAN_2000, split: GAMES, nets: NetChoice::Standard, folder: None, positions }
}

fn on_games(setting: &Setting) -> Result<Arc<OnGames>, ItemError> {
    setting.shared.get(|| Ok(OnGames(counted(setting, &of_games(setting))?)))
}

/// The same of seven networks of his architecture, where they are there.
struct HisOnGames(Option<AccuracyCounts>);

fn his_on_games(setting: &Setting) -> Result<Arc<HisOnGames>, ItemError> {
    setting.shared.get(|| Ok(HisOnGames(OF_GAMES.counted(setting, of_games(setting))?)))
}

pub fn games(setting: &Setting) -> Result<Findings, ItemError> {
    let his = his_on_games(setting)?;
    Ok(Findings::new(rows(his.0.as_ref(), &on_games(setting)?.0)).with_note(format!(
        "The best of all 64 squares counts, legal or not. Our games are not Griffiths', and whole games are held \
         out; he does not say how he chose his test positions. {}",
        OF_GAMES.note(&setting.data)
    )))
}

pub fn puzzles(setting: &Setting) -> Result<Findings, ItemError> {
    let positions = setting.sized(2_000, 20_000);
    let measured = || Measured { games: &PUZZLES, split: OF_PUZZLES, nets: NetChoice::Puzzle, folder: None, positions };
    let literal = OF_SOLVERS.counted(setting, measured())?;
    let counts = counted(setting, &measured())?;
    Ok(Findings::new(rows(literal.as_ref(), &counts)).with_note(format!(
        "Lichess's puzzles of 2020, from games that were held out; Griffiths has the whole collection of 2022. {}",
        OF_SOLVERS.note(&setting.data)
    )))
}

/// In how many per cent of the positions a network is right whose answer is one of some squares.
fn share(counts: &AccuracyCounts, network: usize, squares: &[usize]) -> Estimate {
    let of = counts.squares(network);
    let total: u64 = squares.iter().map(|&square| of[square].total()).sum();
    let right: f64 = squares.iter().map(|&square| of[square].share() * of[square].total() as f64).sum();
    Estimate::percentage(if total == 0 { 0 } else { right.round() as u64 }, total)
}

pub fn squares(setting: &Setting) -> Result<Findings, ItemError> {
    let (ours, his) = (on_games(setting)?, his_on_games(setting)?);
    let all: Vec<usize> = (0..64).collect();
    // a2, b2, g2 and h2; the eighth rank; c1 and g1, where the king castles to.
    let (flanks, last, castled) = (vec![8, 9, 14, 15], (56..64).collect::<Vec<_>>(), vec![2, 6]);
    let (selector, pawn, king) = (0, 1, 6);
    let row = |name: &str, of: &dyn Fn(&AccuracyCounts) -> Estimate| Row {
        name: name.to_owned(),
        by_method: his.0.as_ref().map(of),
        by_default: Some(of(&ours.0)),
    };
    let is_better = |name: &str, network: usize, less: &[usize], more: &[usize]| {
        row(name, &|counts| Estimate::fact(share(counts, network, less).value < share(counts, network, more).value))
    };
    let rows = vec![
        is_better("the selector is reluctant on a2, b2, g2 and h2", selector, &flanks, &all),
        is_better("the selector is accurate on the eighth rank", selector, &all, &last),
        is_better("the pawn network promotes accurately", pawn, &all, &last),
        is_better("the king network castles accurately", king, &all, &castled),
        row("selector, a2, b2, g2 and h2", &|counts| share(counts, selector, &flanks)),
        row("selector, eighth rank", &|counts| share(counts, selector, &last)),
        row("pawn, eighth rank", &|counts| share(counts, pawn, &last)),
        row("king, c1 and g1", &|counts| share(counts, king, &castled)),
    ];
    let picture = accuracy_boards(&ours.0);
    let findings = Findings::new(rows)
        .with_note(format!(
            "Squares are in the mover's view. The last four rows are in per cent; the thesis prints no figures for \
             them. {}",
            OF_GAMES.note(&setting.data)
        ))
        .with_picture("squares", "The accuracy of each network for each square", picture);
    Ok(match &his.0 {
        Some(his) => findings.with_picture("his", "The same of networks of his architecture", accuracy_boards(his)),
        None => findings,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_missing_network_is_named_with_the_commands_that_make_it() {
        assert_eq!(OF_GAMES.missing(&DataFolder(None)), Some("nets/griffiths/selector.onnx".to_owned()));
        let folder = std::env::temp_dir().join(format!("motley-seven-{}", std::process::id()));
        let data = DataFolder(Some(folder.clone()));
        fs::create_dir_all(folder.join(OF_GAMES.folder)).expect("a folder for the test");
        let file = |name: &str| folder.join(OF_GAMES.folder).join(name).with_extension("onnx");
        NETWORKS[..6].iter().for_each(|name| fs::write(file(name), "").expect("written"));
        let note = OF_GAMES.note(&data);
        assert!(note.contains("nets/griffiths/king.onnx") && note.contains("griffiths.py"), "{note}");
        fs::write(file("king"), "").expect("written");
        assert_eq!(OF_GAMES.missing(&data), None);
        assert!(!OF_GAMES.note(&data).contains("export.py"));
        fs::remove_dir_all(&folder).expect("the test's own folder");
    }
}
