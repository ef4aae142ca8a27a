//! What a net said of positions, against what became of them.

use std::ops::Range;

use serde::Serialize;

use crate::drawing::chart::Curves;

/// Width of a group of positions, in half moves.
const GROUP: usize = 10;
/// Positions later in a game than this, or farther from its end, are one group.
const LAST_GROUP: usize = 15;
/// Groups of the calibration curve.
const BINS: usize = 10;
/// Groups with fewer positions are not drawn.
const FEWEST: u64 = 30;

/// One position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heard {
    /// The logarithm of the odds that White wins.
    pub logit: f32,
    pub white_won: bool,
    /// Half moves before it, and after it.
    pub ply: usize,
    pub left: usize,
    /// White's men minus Black's, in pawns.
    pub material: i32,
}

impl Heard {
    fn is_right(&self) -> bool {
        (self.logit > 0.0) == self.white_won
    }

    /// Natural logarithm, negated, of the probability that the result was given.
    fn loss(&self) -> f64 {
        let logit = f64::from(if self.white_won { self.logit } else { -self.logit });
        // ln(1 + e^−x), without overflow.
        (-logit).max(0.0) + (-logit.abs()).exp().ln_1p()
    }

    /// Whoever has more men wins; with equal men, the side that won more often.
    fn material_is_right(&self, majority: bool) -> bool {
        let guess = if self.material == 0 { majority } else { self.material > 0 };
        guess == self.white_won
    }
}

/// Simple ways to guess, as shares of right guesses.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Baselines {
    /// Always the side that won more often.
    pub majority: f64,
    /// The side with more men (pawns 1, knights and bishops 3, rooks 5, queens 9), else the majority.
    pub material: f64,
}

/// Positions that lie together in a game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Group {
    /// Half moves, the first and the last.
    pub from: usize,
    pub to: Option<usize>,
    pub positions: u64,
    pub accuracy: f64,
    pub material: f64,
}

/// Positions that were judged alike.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Bin {
    /// Mean probability of White's win, as the net said, and the share of these games that White won.
    pub said: f64,
    pub won: f64,
    pub positions: u64,
}

/// Figures of a net; shares go from 0 to 1.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub accuracy: f64,
    /// Natural logarithms.
    pub log_loss: f64,
    pub positions: u64,
    pub baselines: Baselines,
    pub calibration: Vec<Bin>,
    pub by_ply: Vec<Group>,
    pub by_plies_left: Vec<Group>,
}

impl Report {
    /// `None` without a position.
    pub fn of(heard: &[Heard]) -> Option<Report> {
        if heard.is_empty() {
            return None;
        }
        let wins = share(heard, |heard| heard.white_won);
        let majority = wins >= 0.5;
        Some(Report {
            accuracy: share(heard, Heard::is_right),
            log_loss: heard.iter().map(Heard::loss).sum::<f64>() / heard.len() as f64,
            positions: heard.len() as u64,
            baselines: Baselines {
                majority: wins.max(1.0 - wins),
                material: share(heard, |heard| heard.material_is_right(majority)),
            },
            calibration: calibration(heard),
            by_ply: groups(heard, majority, |heard| heard.ply),
            by_plies_left: groups(heard, majority, |heard| heard.left),
        })
    }

    pub fn as_text(&self) -> String {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let mut text = format!(
            "accuracy {} (majority {}, material {}), log loss {:.4}, {} positions\n\n",
            percent(self.accuracy),
            percent(self.baselines.majority),
            percent(self.baselines.material),
            self.log_loss,
            self.positions
        );
        for (title, groups) in [("half moves", &self.by_ply), ("half moves left", &self.by_plies_left)] {
            text.push_str(&format!("{title:<16} {:>9} {:>9} {:>9}\n", "positions", "accuracy", "material"));
            for group in groups {
                let name =
                    group.to.map_or_else(|| format!("{} or more", group.from), |to| format!("{} to {to}", group.from));
                text.push_str(&format!(
                    "{name:<16} {:>9} {:>9} {:>9}\n",
                    group.positions,
                    percent(group.accuracy),
                    percent(group.material)
                ));
            }
            text.push('\n');
        }
        text.push_str(&format!("{:<16} {:>9} {:>9}\n", "White wins: said", "positions", "won"));
        for bin in &self.calibration {
            text.push_str(&format!("{:<16} {:>9} {:>9}\n", percent(bin.said), bin.positions, percent(bin.won)));
        }
        text.push('\n');
        text
    }
}

fn share(heard: &[Heard], is_so: impl Fn(&Heard) -> bool) -> f64 {
    heard.iter().filter(|heard| is_so(heard)).count() as f64 / heard.len().max(1) as f64
}

fn calibration(heard: &[Heard]) -> Vec<Bin> {
    let chance = |heard: &Heard| 1.0 / (1.0 + f64::from(-heard.logit).exp());
    let mut bins = vec![Vec::new(); BINS];
    for heard in heard {
        bins[((chance(heard) * BINS as f64) as usize).min(BINS - 1)].push(*heard);
    }
    let bin = |inside: Vec<Heard>| Bin {
        said: inside.iter().map(chance).sum::<f64>() / inside.len() as f64,
        won: share(&inside, |heard| heard.white_won),
        positions: inside.len() as u64,
    };
    bins.into_iter().filter(|inside| !inside.is_empty()).map(bin).collect()
}

fn groups(heard: &[Heard], majority: bool, place: impl Fn(&Heard) -> usize) -> Vec<Group> {
    let mut groups = vec![Vec::new(); LAST_GROUP + 1];
    for heard in heard {
        groups[(place(heard) / GROUP).min(LAST_GROUP)].push(*heard);
    }
    let group = |(index, inside): (usize, Vec<Heard>)| {
        let Range { start, end } = index * GROUP..(index + 1) * GROUP;
        Group {
            from: start,
            to: (index < LAST_GROUP).then_some(end - 1),
            positions: inside.len() as u64,
            accuracy: share(&inside, Heard::is_right),
            material: share(&inside, |heard| heard.material_is_right(majority)),
        }
    };
    groups.into_iter().enumerate().filter(|(_, inside)| !inside.is_empty()).map(group).collect()
}

/// The report's three curves.
pub fn charts(report: &Report) -> [Curves; 3] {
    let percent = |share: f64| (100.0 * share).round() as u32;
    let bins = report.calibration.iter().filter(|bin| bin.positions >= FEWEST);
    let calibration = Curves {
        title: "Who says so many per cent, how often is it so?".to_owned(),
        x: "White's chance of winning, as the net says, per cent".to_owned(),
        least: 0.0,
        series: vec![
            ("won by White".to_owned(), bins.map(|bin| (percent(bin.said), bin.won)).collect()),
            ("perfect".to_owned(), (0..=10).map(|tenth| (10 * tenth, f64::from(tenth) / 10.0)).collect()),
        ],
    };
    let over = |title: &str, x: &str, groups: &[Group]| {
        let curve = |value: fn(&Group) -> f64| {
            groups
                .iter()
                .filter(|group| group.positions >= FEWEST)
                .map(|group| ((group.from + GROUP / 2) as u32, value(group)))
                .collect()
        };
        Curves {
            title: title.to_owned(),
            x: x.to_owned(),
            least: 0.4,
            series: vec![
                ("net".to_owned(), curve(|group| group.accuracy)),
                ("material".to_owned(), curve(|group| group.material)),
            ],
        }
    };
    [
        calibration,
        over("Accuracy as the game goes on", "half moves before the position", &report.by_ply),
        over("Accuracy as the end comes near", "half moves left", &report.by_plies_left),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(logit: f32, white_won: bool, ply: usize, material: i32) -> Heard {
        Heard { logit, white_won, ply, left: 20, material }
    }

    #[test]
    fn figures_are_counted_as_they_say() {
        let report = Report::of(&[
            heard(1.0, true, 5, 0),
            heard(-1.0, true, 5, 3),
            heard(2.0, false, 15, 1),
            heard(0.5, true, 200, -1),
        ])
        .unwrap();
        assert_eq!((report.accuracy, report.positions), (0.5, 4));
        assert_eq!(
            (report.baselines.majority, report.baselines.material),
            (0.75, 0.5),
            "level men go to White, who won more often"
        );
        let expected = [1.0_f64, -1.0, -2.0, 0.5].map(|logit| (1.0 + (-logit).exp()).ln()).iter().sum::<f64>() / 4.0;
        assert!((report.log_loss - expected).abs() < 1e-6, "{} and not {expected}", report.log_loss);
        let groups: Vec<_> =
            report.by_ply.iter().map(|group| (group.from, group.to, group.positions, group.accuracy)).collect();
        assert_eq!(groups, [(0, Some(9), 2, 0.5), (10, Some(19), 1, 0.0), (150, None, 1, 1.0)]);
        assert_eq!(report.by_plies_left.len(), 1);
    }

    #[test]
    fn losses_stay_finite_however_sure_the_net_was() {
        assert!((heard(500.0, false, 1, 0).loss() - 500.0).abs() < 1e-3);
        assert!(heard(500.0, true, 1, 0).loss() < 1e-9);
    }

    #[test]
    fn calibration_puts_like_with_like() {
        let report = Report::of(&[heard(3.0, true, 1, 0), heard(3.0, false, 1, 0), heard(-3.0, false, 1, 0)]).unwrap();
        let bins: Vec<_> = report.calibration.iter().map(|bin| (bin.positions, bin.won)).collect();
        assert_eq!(bins, [(1, 0.0), (2, 0.5)]);
    }

    #[test]
    fn curves_leave_out_groups_of_chance() {
        let many = vec![heard(1.0, true, 25, 1); FEWEST as usize];
        let report = Report::of(&[many, vec![heard(1.0, true, 75, 1)]].concat()).unwrap();
        let [calibration, by_ply, _] = charts(&report);
        assert_eq!(by_ply.series[0].1, [(25, 1.0)]);
        assert_eq!(calibration.series[0].1, [(73, 1.0)]);
    }
}
