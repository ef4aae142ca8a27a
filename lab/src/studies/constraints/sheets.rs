//! The findings as CSV; empty fields are figures that do not exist.

use super::findings::Findings;

const WIN_RATES: [&str; 11] = [
    "constraint",
    "games",
    "share",
    "won",
    "drawn",
    "lost",
    "open",
    "win_rate",
    "petrzelka_win_rate",
    "mean_half_moves",
    "median_half_moves",
];
const HALF_MOVES: [&str; 5] = ["constraint", "half_move", "games", "share", "on_curve"];
const SQUARES: [&str; 10] = [
    "constraint",
    "piece",
    "square",
    "placements",
    "probability",
    "win_rate",
    "mean_half_moves",
    "median_half_moves",
    "opening",
    "opening_games",
];

/// Results and plies of each constraint: a row each.
pub fn win_rates_csv(findings: &Findings) -> String {
    csv_text(WIN_RATES, win_rates(findings))
}

/// The plies after which each constraint is first met.
pub fn half_moves_csv(findings: &Findings) -> String {
    csv_text(HALF_MOVES, half_moves(findings))
}

/// The squares of each kind of piece when a constraint is first met.
pub fn squares_csv(findings: &Findings) -> String {
    csv_text(SQUARES, squares(findings))
}

fn win_rates(findings: &Findings) -> impl Iterator<Item = [String; 11]> + '_ {
    findings.constraints.iter().map(|finding| {
        [
            finding.constraint.clone(),
            finding.games.to_string(),
            finding.share.to_string(),
            finding.won.to_string(),
            finding.drawn.to_string(),
            finding.lost.to_string(),
            finding.open.to_string(),
            figure(finding.win_rate),
            figure(finding.petrzelka_win_rate),
            figure(finding.mean_half_moves),
            figure(finding.median_half_moves),
        ]
    })
}

fn half_moves(findings: &Findings) -> impl Iterator<Item = [String; 5]> + '_ {
    findings.constraints.iter().flat_map(|finding| {
        finding.half_moves.iter().map(|at| {
            [
                finding.constraint.clone(),
                at.half_move.to_string(),
                at.games.to_string(),
                at.share.to_string(),
                at.on_curve.to_string(),
            ]
        })
    })
}

fn squares(findings: &Findings) -> impl Iterator<Item = [String; 10]> + '_ {
    let rows = findings.constraints.iter().flat_map(|finding| finding.kinds.iter().map(move |kind| (finding, kind)));
    rows.flat_map(|(finding, kind)| {
        kind.squares.iter().map(|on| {
            [
                finding.constraint.clone(),
                kind.piece.clone(),
                on.square.clone(),
                on.placements.to_string(),
                on.probability.to_string(),
                figure(on.win_rate),
                figure(on.mean_half_moves),
                figure(on.median_half_moves),
                on.opening.clone().unwrap_or_default(),
                on.opening_games.to_string(),
            ]
        })
    })
}

fn figure(figure: Option<f64>) -> String {
    figure.map(|figure| figure.to_string()).unwrap_or_default()
}

fn csv_text<const COLUMNS: usize>(columns: [&str; COLUMNS], rows: impl Iterator<Item = [String; COLUMNS]>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns).expect("memory can be written");
    rows.for_each(|row| writer.write_record(row).expect("memory can be written, and rows are as long as their head"));
    String::from_utf8(writer.into_inner().expect("memory can be written")).expect("only text was written")
}
