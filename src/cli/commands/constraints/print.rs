//! The findings as a table for people.

use std::fmt::Write as _;

use super::findings::{Finding, Findings};

pub fn as_table(findings: &Findings) -> String {
    let mut text = String::new();
    let counts = &findings.counts;
    let rows = [
        ("games read", findings.games),
        ("unreadable", counts.unreadable),
        ("other start position", counts.other_start),
        ("rating", counts.rating),
        ("time control", counts.time_control),
        ("too short", counts.too_short),
        ("kept", counts.kept),
    ];
    for (name, games) in rows {
        let _ = writeln!(text, "{name:<20} {games:>10}");
    }
    let [games, share, win, seed, median, mean] = ["games", "share", "win", "seed", "median", "mean"];
    let _ = writeln!(text, "\n{:<12}{games:>10}{share:>9}{win:>9}{seed:>9}{median:>9}{mean:>8}", findings.side);
    let _ = writeln!(text, "{:<12}{:>10}{:>7.2} %{:>9}", "all games", counts.kept, 100.0, figure(findings.win_rate, 4));
    findings.constraints.iter().for_each(|finding| row(&mut text, finding));
    text.push_str(
        "win: wins among decisive games; seed: the same in figure 3.4 of the thesis; median, mean: half moves until it is first met\n",
    );
    text
}

fn row(text: &mut String, finding: &Finding) {
    let _ = writeln!(
        text,
        "{:<12}{:>10}{:>7.2} %{:>9}{:>9}{:>9}{:>8}",
        finding.constraint,
        finding.games,
        100.0 * finding.share,
        figure(finding.win_rate, 4),
        figure(finding.seed_win_rate, 4),
        figure(finding.median_half_moves, 1),
        figure(finding.mean_half_moves, 1),
    );
}

fn figure(figure: Option<f64>, digits: usize) -> String {
    figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.digits$}"))
}
