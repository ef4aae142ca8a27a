//! Figure 3.5: the curves, and the hills that the text sees in them.

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::games::{Analysis, lichess};
use crate::studies::constraints::half_moves_chart;
use motley::chess::PieceCount;

/// The hills of section 3.2.1.
const HILLS: [&[[u8; 5]]; 4] = [
    &[[0, 2, 2, 2, 8], [1, 2, 1, 2, 8], EXCEPTION, [1, 2, 2, 1, 8]],
    &[[1, 2, 2, 2, 6], [1, 2, 1, 2, 7], [1, 2, 2, 1, 7], [1, 1, 2, 2, 8]],
    &[[1, 2, 2, 0, 7], [1, 2, 1, 1, 7], [1, 2, 0, 2, 7]],
    &[[1, 2, 1, 1, 6], [1, 2, 2, 0, 6], [1, 2, 0, 2, 6]],
];
/// The constraint in the first hill that leaves a piece less than the others there.
const EXCEPTION: [u8; 5] = [0, 2, 2, 2, 7];
const LONELY: [u8; 5] = [1, 2, 1, 1, 8];

pub fn hills(setting: &Setting) -> Result<Findings, ItemError> {
    let games = lichess(setting)?;
    let spans = HILLS.map(|hill| span(&games, hill));
    let at_even = |half_move: usize| half_move.is_multiple_of(2);
    let curves = || games.figures.constraints.iter().flat_map(|figures| &figures.half_moves);
    let meetings: u32 = curves().map(|at| at.games).sum();
    let odd: u32 = curves().filter(|at| !at_even(at.half_move)).map(|at| at.games).sum();

    let all_even = curves().filter(|at| at.on_curve).all(|at| at_even(at.half_move));
    let mut rows = vec![
        Row::by_method("only even half moves", Estimate::fact(all_even)),
        Row::by_method("met after an odd number of half moves", Estimate::share(odd.into(), meetings.into())),
    ];
    for (number, own) in spans.iter().enumerate() {
        let apart =
            spans.iter().enumerate().all(|(other, span)| other == number || span[1] < own[0] || own[1] < span[0]);
        rows.push(Row::by_method(format!("hill {} stands apart", number + 1), Estimate::fact(apart)));
    }
    for (number, hill) in HILLS.iter().enumerate() {
        let men = hill.iter().filter(|counts| **counts != EXCEPTION).map(|&counts| PieceCount(counts).men()).max();
        let but = if number == 0 { ", 0,2,2,2,7 excepted" } else { "" };
        let name = format!("hill {}: men each{but}", number + 1);
        rows.push(Row::by_method(name, Estimate::exact(f64::from(men.unwrap_or_default()))));
    }
    let outside = |counts| spans.iter().all(|span| !(span[0]..=span[1]).contains(&median(&games, counts)));
    rows.push(Row::by_method("1,2,1,1,8 belongs to no hill", Estimate::fact(outside(LONELY))));
    for constraint in PieceCount::SEVENTEEN {
        let met = games.constraint(constraint.0).0.games;
        let estimate = Estimate { samples: Some(met.into()), ..Estimate::exact(median(&games, constraint.0)) };
        rows.push(Row::by_method(format!("{constraint}: median half move"), estimate));
    }
    let picture = half_moves_chart(&games.figures);
    Ok(Findings::new(rows)
        .with_note(
            "Lichess games of January 2013. A hill's place is that of its constraints' medians: it stands apart \
             where no other hill's lie among them. The number of pieces follows from the definition of a constraint \
             and is not judged; kings are not counted. (1, 1, 2, 2, 8), which the thesis counts among the 13 of the \
             second hill, has 14.",
        )
        .with_picture("curves", "How often White first meets each constraint after so many half moves", picture))
}

fn median(games: &Analysis, counts: [u8; 5]) -> f64 {
    games.constraint(counts).0.median_half_moves.unwrap_or(f64::NAN)
}

/// The least and the greatest median of a hill's constraints.
fn span(games: &Analysis, hill: &[[u8; 5]]) -> [f64; 2] {
    let medians = || hill.iter().map(|&counts| median(games, counts));
    [medians().fold(f64::INFINITY, f64::min), medians().fold(f64::NEG_INFINITY, f64::max)]
}
