//! The games of chapter 3, read once for all its items.

use std::sync::Arc;

use shakmaty::Color;

use super::super::super::{DataFile, ItemError, Setting};
use super::super::files::HUMAN_2000;
use super::LICHESS;
use crate::studies::constraints::{ConstraintFigures, Findings as Figures, Study};
use motley::chess::PieceCount;
use motley::constraint::{ConstraintSet, ConstraintStatistics};
use motley::games::filter::GameFilter;
use motley::games::sources::GameSource;

/// An analysis of the games of a file, by the seventeen constraints of White.
pub struct Analysis {
    pub study: Study,
    pub figures: Figures,
}

struct Lichess(Arc<Analysis>);
struct Strong(Arc<Analysis>);

impl Analysis {
    fn read(setting: &Setting, file: &DataFile) -> Result<Arc<Analysis>, ItemError> {
        let set = ConstraintSet::new(Color::White, PieceCount::SEVENTEEN);
        let source = GameSource::open(&setting.data.path(file), |file| file)?;
        let threads = u16::try_from(setting.threads.get()).unwrap_or(u16::MAX);
        let study = Study::read(vec![source], &set, GameFilter::PETRZELKA, Some(threads))?;
        let figures = Figures::of(&study, &set);
        Ok(Arc::new(Analysis { study, figures }))
    }

    /// One of the seventeen.
    pub fn constraint(&self, counts: [u8; 5]) -> (&ConstraintFigures, &ConstraintStatistics) {
        let known = PieceCount::SEVENTEEN.iter().position(|known| known.0 == counts).expect("one of the seventeen");
        (&self.figures.constraints[known], &self.study.statistics[known])
    }
}

/// Games by the site and by the filter that Petrželka used.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn lichess(setting: &Setting) -> Result<Arc<Analysis>, ItemError> {
    Ok(setting.shared.get(|| Ok(Lichess(Analysis::read(setting, &LICHESS)?)))?.0.clone())
}

/// Games of masters and experts.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn strong(setting: &Setting) -> Result<Arc<Analysis>, ItemError> {
    Ok(setting.shared.get(|| Ok(Strong(Analysis::read(setting, &HUMAN_2000)?)))?.0.clone())
}
