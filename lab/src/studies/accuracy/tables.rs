//! The report of a study of accuracy, as text.

use std::fmt::Write as _;

use super::BOOK_PLIES;
use super::bands::{BandAccuracy, ShiftedBands};
use super::report::{AccuracyReport, GroupAccuracy, MoveAccuracy, NetworkAccuracy};
use motley::nets::mockfish::NETWORKS;

impl AccuracyReport {
    /// All of it as text.
    pub fn table(&self) -> String {
        let percent = |share: f64| format!("{:6.2}", 100.0 * share);
        let mut text = "network     all 64 squares %    legal squares %    positions\n".to_owned();
        for name in NETWORKS {
            let NetworkAccuracy { accuracy, accuracy_legal, positions } = self.networks[name];
            let (all, legal) = (percent(accuracy), percent(accuracy_legal));
            let _ = writeln!(text, "{name:<12}{all:>16}{legal:>19}{positions:>13}");
        }
        text.push_str("\nmoves        first %     ±  first three %  first five %   −ln p    positions\n");
        let mut line = |name: &str, group: &GroupAccuracy| {
            let GroupAccuracy { top1, top1_error, top3, top5, negative_log_likelihood, positions } = *group;
            let [first, three, five] = [top1, top3, top5].map(percent);
            let error = 100.0 * top1_error;
            let loss = negative_log_likelihood;
            let _ = writeln!(text, "{name:<12}{first:>8}{error:>6.2}{three:>15}{five:>14}{loss:>8.3}{positions:>13}");
        };
        let MoveAccuracy { all, top1_after_ply_10 } = self.move_match;
        line("all", &all);
        self.by_phase.iter().for_each(|(phase, group)| line(phase, group));
        self.by_elo.iter().for_each(|(band, group)| line(&format!("{band}+"), group));
        let late = percent(top1_after_ply_10);
        let _ = writeln!(text, "without the first {BOOK_PLIES} half moves {} % are first", late.trim());
        if !self.bands.is_empty() {
            let _ = write!(text, "\n{}", table_of_bands(&self.bands));
        }
        if !self.offsets.is_empty() {
            let _ = write!(text, "\n{}", table_of_offsets(&self.offsets));
        }
        text
    }
}

/// A table of bands.
fn table_of_bands(bands: &[BandAccuracy]) -> String {
    let mut text = format!(
        "{:<30}{:>9}{:>9}{:>5}{:>7}{:>7}{:>7}{:>9}{:>9}{:>5} | best Maia-1  standard net\n",
        "%", "positions", "first", "±", "three", "five", "-ln p", "ply < 20", ">= 20", "±"
    );
    for BandAccuracy { name, all, early, late, best_maia, standard_net } in bands {
        let [top1, error, top3, top5] = [all.top1, all.top1_error, all.top3, all.top5].map(|share| 100.0 * share);
        let [early, late, late_error] = [early.top1, late.top1, late.top1_error].map(|share| 100.0 * share);
        let _ = writeln!(
            text,
            "{name:<30}{:>9}{top1:>9.1}{error:>5.1}{top3:>7.1}{top5:>7.1}{:>7.3}{early:>9.1}{late:>9.1}\
             {late_error:>5.1} |{:>12.1}{:>14.1}",
            all.positions,
            all.negative_log_likelihood,
            100.0 * best_maia,
            100.0 * standard_net
        );
    }
    text
}

/// A table of the ratings that the net was given: first moves in per cent and −ln p of each band.
fn table_of_offsets(shifted: &[ShiftedBands]) -> String {
    let mut text = format!("{:<30}", "ratings changed by");
    shifted.iter().for_each(|bands| text.push_str(&format!("{:>+16}", bands.offset)));
    text.push('\n');
    for (row, band) in shifted.first().map_or(&[][..], |first| &first.bands).iter().enumerate() {
        text.push_str(&format!("{:<30}", band.name));
        for ShiftedBands { bands, .. } in shifted {
            let GroupAccuracy { top1, negative_log_likelihood, .. } = bands[row].all;
            text.push_str(&format!("{:>9.1}{negative_log_likelihood:>7.3}", 100.0 * top1));
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(top1: f64) -> GroupAccuracy {
        let (top3, top5, negative_log_likelihood) = (0.75, 0.875, 1.5);
        GroupAccuracy { top1, top1_error: 0.01, top3, top5, negative_log_likelihood, positions: 100 }
    }

    #[test]
    fn tables_have_a_line_a_band() {
        let (all, early, late) = (group(0.5), group(0.625), group(0.375));
        let bands = vec![BandAccuracy { name: "some band", all, early, late, best_maia: 0.52, standard_net: 0.43 }];
        let table = table_of_bands(&bands);
        let line = table.lines().nth(1).expect("a line for the band");
        let numbers: Vec<&str> = line["some band".len()..].split_whitespace().collect();
        let expected = ["100", "50.0", "1.0", "75.0", "87.5", "1.500", "62.5", "37.5", "1.0", "|", "52.0", "43.0"];
        assert_eq!(numbers, expected);
        let table = table_of_offsets(&[-400, 0].map(|offset| ShiftedBands { offset, bands: bands.clone() }));
        let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().rev().take(4).collect()).collect();
        assert_eq!((&rows[0][..2], &rows[1][..]), (&["+0", "-400"][..], &["1.500", "50.0", "1.500", "50.0"][..]));
    }
}
