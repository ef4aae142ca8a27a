//! The results as SVG: the report's plots, and the matches of the ablation.

use super::ablation::Ablation;
use super::against_random::{AgainstRandom, MeanIteration};
use motley::picture::chart::{Bars, Counts};

/// The three plots of the report in one: the mean counters by iteration, as far as half of the games go.
pub fn counts_chart(result: &AgainstRandom) -> String {
    let common = || result.iterations.iter().take_while(|mean| mean.games >= result.peaks.games);
    let curve = |counter: fn(&MeanIteration) -> f64| {
        common().enumerate().map(|(number, mean)| (number as u32 + 1, counter(mean))).collect()
    };
    Counts {
        title: format!("Textbook against Random, mean of {} games", result.games()),
        x: "iteration".to_owned(),
        y: "mean count in one iteration of the search".to_owned(),
        series: vec![
            ("quiescence nodes".to_owned(), curve(|mean| mean.quiescence_nodes)),
            ("cut-offs".to_owned(), curve(|mean| mean.cutoffs)),
            ("table hits".to_owned(), curve(|mean| mean.table_hits)),
        ],
    }
    .svg()
}

/// The points of the engine without each technique against the whole engine.
pub fn worth_chart(ablation: &Ablation) -> String {
    Bars {
        title: "points against the whole engine, without".to_owned(),
        categories: ablation.rows.iter().map(|row| row.technique.to_owned()).collect(),
        series: vec![("points".to_owned(), ablation.rows.iter().map(|row| row.points).collect())],
    }
    .svg()
}
