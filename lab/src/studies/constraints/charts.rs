//! The findings as SVG: the curves of Petrželka's figure 3.5, the boards of figures 3.7 to 3.13.

use shakmaty::Square;

use super::findings::{ConstraintFigures, Findings, PieceFigures};
use motley::picture::board::{Board, boards_with_key};
use motley::picture::chart::Curves;

/// Powers of ten below 1 that the logarithmic scale shows: squares with a smaller share look like those with this one.
const DECADES: f64 = 4.0;

/// The first meetings of the constraints: the plies that hold enough games; of many constraints, the commonest.
pub fn half_moves_chart(findings: &Findings) -> String {
    let curve = |finding: &ConstraintFigures| -> Vec<(u32, f64)> {
        finding.half_moves.iter().filter(|at| at.on_curve).map(|at| (at.half_move as u32, at.share)).collect()
    };
    let mut shown: Vec<&ConstraintFigures> = findings.constraints.iter().filter(|finding| finding.games > 0).collect();
    if shown.len() > Curves::MOST {
        shown.sort_by_key(|finding| std::cmp::Reverse(finding.games));
        shown.truncate(Curves::MOST);
    }
    Curves {
        title: format!("when {} first meets a constraint", findings.side),
        x: "half move (shares of 5 % and more)".to_owned(),
        least: 0.0,
        series: shown.into_iter().map(|finding| (finding.constraint.clone(), curve(finding))).collect(),
    }
    .svg()
}

/// A board for each kind of piece; squares on which none ever stood are grey.
pub fn heat_maps(finding: &ConstraintFigures) -> String {
    let boards: Vec<Board> = finding.kinds.iter().map(|kind| heat_map(finding, kind)).collect();
    boards_with_key(&boards, &key())
}

/// Boards of one kind of piece, for several constraints side by side.
pub fn compared_heat_maps(findings: &[&ConstraintFigures], piece: &str) -> String {
    let kinds = |finding: &&ConstraintFigures| -> Vec<Board> {
        let of_kind = finding.kinds.iter().filter(|kind| kind.piece == piece);
        of_kind.map(|kind| heat_map(finding, kind)).collect()
    };
    boards_with_key(&findings.iter().flat_map(kinds).collect::<Vec<_>>(), &key())
}

fn heat_map(finding: &ConstraintFigures, kind: &PieceFigures) -> Board {
    let mut heat = [None; 64];
    for on in &kind.squares {
        let square: Square = on.square.parse().expect("squares are written as they are read");
        heat[square.to_usize()] = Some(log_heat(on.probability));
    }
    Board::new(format!("{}, ({})", kind.piece, finding.constraint)).with_heat(heat)
}

/// 1 for certainty, a step less for each tenth of it, down to 0.
fn log_heat(probability: f64) -> f32 {
    (1.0 + probability.log10() / DECADES).clamp(0.0, 1.0) as f32
}

fn key() -> Vec<(f32, String)> {
    let entry = |decade: i32| {
        let probability = 10.0_f64.powi(-decade);
        let or_less = if f64::from(decade) == DECADES { " or less" } else { "" };
        (log_heat(probability), format!("{} %{or_less}", 100.0 * probability))
    };
    (0..=DECADES as i32).rev().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_of_the_share_is_one_step_on_the_scale() {
        for (probability, heat) in [(1.0, 1.0), (0.1, 0.75), (0.01, 0.5), (1e-4, 0.0), (1e-9, 0.0)] {
            assert!((log_heat(probability) - heat).abs() < 1e-6, "{probability}");
        }
    }

    #[test]
    fn the_key_names_each_power_of_ten() {
        let names: Vec<String> = key().into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["0.01 % or less", "0.1 %", "1 %", "10 %", "100 %"]);
    }
}
