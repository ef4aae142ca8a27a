//! The readings of figure 14 beside every printed fact.

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::figures::{PARAMETERS, SECTION_5_1, our_share, program_share, sampler_graph};
use super::lines::{lines, long_lines};
use super::program::{LineWalk, Rule, coded_lines, shifted_lines};
use motley::openings::{FEATURES, NamedLine};

/// A way to read the figure: the share of a first move in lines of a length, under weights.
enum Reading {
    /// Positions are proposed.
    Positions(Vec<NamedLine>),
    Lines(Vec<NamedLine>, Rule),
}

/// The moves that the numbers of states 58 and 110 stand for.
#[derive(Clone, Copy)]
struct Labels {
    state_58: &'static str,
    state_110: &'static str,
}

const AS_WORDED: Labels = Labels { state_58: "c4", state_110: "Nf3" };
const SWAPPED: Labels = Labels { state_58: "Nf3", state_110: "c4" };

impl Reading {
    fn share(&self, moves: usize, san: &str, weights: [f64; FEATURES]) -> Result<f64, ItemError> {
        match self {
            Reading::Positions(lines) => our_share(&sampler_graph(lines.clone(), moves)?, san, weights),
            Reading::Lines(lines, rule) => {
                program_share(&LineWalk::new(long_lines(lines.clone(), moves)?, *rule, weights), san)
            }
        }
    }

    /// The printed facts about the first move, and whether this reading has them.
    fn facts(&self, labels: Labels) -> Result<[bool; 5], ItemError> {
        let common = self.share(7, labels.state_110, SECTION_5_1)?;
        let rare = self.share(7, labels.state_58, SECTION_5_1)?;
        let with = |name: &str| PARAMETERS.iter().find(|(known, _)| *known == name).expect("a parameter").1;
        let about_40 = |share: f64| (0.3..=0.5).contains(&share);
        let preferred_c4 = self.share(5, "c4", with("c4"))?;
        let preferred_knight = self.share(5, "Nf3", with("uncommon"))?;
        let without = self.share(5, "c4", [0.0; FEATURES])?;
        Ok([
            // 0.002 of 1,000 lines and 0.0026 of 10,000: 2 and 26, with three standard errors of the latter.
            (0.0026 - common).abs() < 3.0 * (0.0026_f64 / 10_000.0).sqrt(),
            // Once in 11,100: the chance of one visit or none is at least 2.5 %.
            {
                let expected = 11_100.0 * rare;
                (-expected).exp() * (1.0 + expected) > 0.025 && rare > 0.0
            },
            about_40(preferred_c4),
            about_40(preferred_knight),
            without < 0.05,
        ])
    }
}

pub fn compare(setting: &Setting) -> Result<Findings, ItemError> {
    let all = lines(setting)?;
    let readings: [(&str, Reading); 5] = [
        ("positions proposed, A by lines (ours)", Reading::Positions(all.clone())),
        ("lines proposed, A by lines", Reading::Lines(all.clone(), Rule::LineShare)),
        ("lines proposed, P = 1 / lines", Reading::Lines(all.clone(), Rule::Program)),
        ("the same, features by ECO code", Reading::Lines(coded_lines(&all), Rule::Program)),
        ("the published program: codes shifted", Reading::Lines(shifted_lines(&all), Rule::Program)),
    ];
    let mut rows = Vec::new();
    let mut best = ("", 0);
    for (name, reading) in &readings {
        for (labels, words) in [(AS_WORDED, "labels as worded"), (SWAPPED, "labels swapped")] {
            let held = reading.facts(labels)?.into_iter().filter(|&holds| holds).count();
            if held > best.1 {
                best = (name, held);
            }
            rows.push(Row::by_method(format!("{name}; {words}"), Estimate::exact(held as f64)));
        }
    }
    let shares = |san: &str, moves: usize, weights| -> Result<Vec<String>, ItemError> {
        readings.iter().map(|(_, reading)| Ok(format!("{:.4}", reading.share(moves, san, weights)?))).collect()
    };
    let note = format!(
        "The table counts how many of five facts each reading has: state 110's share of 0.0026 (figure 15), one \
         visit of state 58 in 11,100 lines, c4 and Nf3 at about 40 % with their parameters (figure 19), c4 near \
         nothing without. Most has: {}. In the order of the readings, c4 in figure 15: {}; Nf3: {}; c4 with its \
         parameter: {}; Nf3 with the uncommon parameter: {}.",
        best.0,
        shares("c4", 7, SECTION_5_1)?.join(", "),
        shares("Nf3", 7, SECTION_5_1)?.join(", "),
        shares("c4", 5, PARAMETERS[2].1)?.join(", "),
        shares("Nf3", 5, PARAMETERS[3].1)?.join(", "),
    );
    Ok(Findings::new(rows).with_note(note))
}
