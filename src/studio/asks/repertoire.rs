//! `repertoire-check` and `repertoire-write`: what `motley repertoire` does for files.

use shakmaty::Color;

use super::{Answered, Plan, Searched};
use crate::lessons::repertoire::{CheckSettings, Repertoire, ReplyModel, ReplySource, check};
use crate::studio::page::Page;
use crate::studio::protocol::faults::Fault;
use crate::studio::protocol::repertoire::{
    RepertoireCheck, RepertoireCheckAsk, RepertoireProgress, RepertoireText, RepertoireWriteAsk, WrittenRepertoire,
};

/// Positions between two reports of progress.
const REPORTED: usize = 16;

impl Searched for RepertoireCheckAsk {
    fn plan(self, _: &mut Page<'_>) -> Result<Plan<RepertoireCheckAsk>, Fault> {
        let repertoire = read(&self.text)?;
        Ok(Box::new(move |work| {
            let of = repertoire.positions().len();
            let goes_on = |done: usize| {
                if done.is_multiple_of(REPORTED) && !work.channel.progress(&RepertoireProgress { done, of }) {
                    work.stop.stop();
                }
                !work.stop.is_stopped()
            };
            let mut model = ReplyModel::new(self.elo, ReplySource::Net);
            let found = check(&repertoire, &mut model, CheckSettings::USUAL, goes_on);
            Ok(RepertoireCheck { found, stopped: work.stop.is_stopped() })
        }))
    }
}

impl Answered for RepertoireWriteAsk {
    fn answer(self, _: &mut Page<'_>) -> Result<WrittenRepertoire, Fault> {
        let repertoire = read(&self.text)?;
        let (chapters, branches) = (repertoire.chapters().len(), repertoire.branch_count());
        Ok(WrittenRepertoire { text: repertoire.to_pgn(), chapters, branches })
    }
}

fn read(text: &RepertoireText) -> Result<Repertoire, Fault> {
    whole_repertoire(&text.repertoire, text.side)
}

/// A repertoire of which nothing had to be left out: on the page its text can be mended at once.
pub fn whole_repertoire(text: &str, side: Color) -> Result<Repertoire, Fault> {
    let refuse = |error: String| Fault::of_field("repertoire", error);
    let (repertoire, faults) = Repertoire::read(text, side).map_err(|error| refuse(error.to_string()))?;
    match faults.is_clean() {
        true => Ok(repertoire),
        false => Err(refuse(faults.lines().join("; "))),
    }
}
