//! Figures 3.6 to 3.13: where pieces stand when a constraint is first met.

use shakmaty::{Role, Square};

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::games::{Analysis, lichess};
use crate::studies::constraints::{ConstraintFigures, compared_heat_maps};
use motley::chess::PieceCount;
use motley::constraint::SquareStatistics;
use motley::statistics::distance::total_variation;

/// Figures 3.6 and 3.7.
const LONELY: [u8; 5] = [1, 2, 1, 1, 8];
/// Its rows.
const BISHOPS: [Square; 5] = [Square::C1, Square::F1, Square::E2, Square::C4, Square::D3];
/// Figures 3.8 to 3.13: those of the fourth hill.
const ALIKE: [[u8; 5]; 3] = [[1, 2, 1, 1, 6], [1, 2, 0, 2, 6], [1, 2, 2, 0, 6]];
/// Another constraint, which is met early, to compare with.
const EARLY: [u8; 5] = [1, 2, 2, 2, 7];

pub fn bishop_table(setting: &Setting) -> Result<Findings, ItemError> {
    let games = lichess(setting)?;
    let (figures, statistics) = games.constraint(LONELY);
    let placements = statistics.placements(Role::Bishop);
    let mut rows = Vec::new();
    for square in BISHOPS {
        rows.extend(square_rows(square, statistics.place(Role::Bishop, square), placements));
    }
    let ranked = ranked_squares(figures, "bishop");
    let five = ranked.iter().take(5).all(|square| BISHOPS.iter().any(|known| known.to_string() == *square));
    rows.push(Row::by_method("these are the five most frequent squares", Estimate::fact(five)));
    let in_order = ranked.iter().take(2).eq(["c1", "f1"].iter());
    rows.push(Row::by_method("c1 is the most frequent, f1 the second", Estimate::fact(in_order)));
    Ok(Findings::new(rows).with_note(
        "Lichess games of January 2013. Half moves are counted from zero, as in the thesis; wins are those among all \
         games by the document's method and among decisive games by default (see figure 3.4). Our file names no \
         openings, the figure's last column.",
    ))
}

fn square_rows(square: Square, place: &SquareStatistics, placements: u64) -> Vec<Row> {
    let [won, drawn, lost] = [place.ends.won, place.ends.drawn, place.ends.lost].map(u64::from);
    let counted_from_zero = |(half_move, games): (usize, u32)| vec![half_move as f64 - 1.0; games as usize];
    let half_moves: Vec<f64> = place.half_moves.counts().flat_map(counted_from_zero).collect();
    let name = |what: &str| format!("{square}: {what}");
    vec![
        Row::by_method(name("share"), Estimate::share(place.ends.games().into(), placements)),
        Row::both(name("win"), Estimate::share(won, won + drawn + lost), Estimate::share(won, won + lost)),
        Row::both(name("lost"), Estimate::share(drawn + lost, won + drawn + lost), Estimate::share(lost, won + lost)),
        Row::by_method(name("mean half moves"), Estimate::mean(&half_moves)),
        Row::by_method(name("median half moves"), Estimate::median(&half_moves)),
    ]
}

pub fn bishop_board(setting: &Setting) -> Result<Findings, ItemError> {
    let games = lichess(setting)?;
    let (figures, _) = games.constraint(LONELY);
    let first = ranked_squares(figures, "bishop").first().is_some_and(|square| square == "c1");
    let title = "The bishop's squares when (1, 2, 1, 1, 8) is first met; the scale is logarithmic";
    Ok(Findings::new(vec![Row::by_method("c1 is the most frequent square", Estimate::fact(first))])
        .with_note("Lichess games of January 2013.")
        .with_picture("bishop", title, compared_heat_maps(&[figures], "bishop")))
}

pub fn king(setting: &Setting) -> Result<Findings, ItemError> {
    compared(setting, "king")
}

pub fn queen(setting: &Setting) -> Result<Findings, ItemError> {
    compared(setting, "queen")
}

pub fn rook(setting: &Setting) -> Result<Findings, ItemError> {
    compared(setting, "rook")
}

pub fn bishop(setting: &Setting) -> Result<Findings, ItemError> {
    compared(setting, "bishop")
}

pub fn knight(setting: &Setting) -> Result<Findings, ItemError> {
    let mut findings = compared(setting, "knight")?;
    let games = lichess(setting)?;
    let on_c3 = |counts| {
        let (_, statistics) = games.constraint(counts);
        let there = statistics.place(Role::Knight, Square::C3).ends.games();
        Estimate::share(there.into(), statistics.placements(Role::Knight))
    };
    let [one, two] = [ALIKE[0], ALIKE[1]].map(on_c3);
    findings.rows.push(Row::by_method(
        "1,2,1,1,6 has a knight on c3 more often than 1,2,0,2,6",
        Estimate::fact(one.value > two.value && !one.covers(two.value)),
    ));
    for (counts, share) in [(ALIKE[0], one), (ALIKE[1], two)] {
        findings.rows.push(Row::by_method(format!("{}: knights on c3", PieceCount(counts)), share));
    }
    Ok(findings)
}

pub fn pawn(setting: &Setting) -> Result<Findings, ItemError> {
    compared(setting, "pawn")
}

/// Boards of a kind of piece for the constraints that have it, and how far they are from each other.
fn compared(setting: &Setting, piece: &str) -> Result<Findings, ItemError> {
    let games = lichess(setting)?;
    let shown: Vec<&ConstraintFigures> =
        ALIKE.iter().map(|&counts| games.constraint(counts).0).filter(|figures| has_any(figures, piece)).collect();
    let boards: Vec<[f64; 64]> = shown.iter().map(|figures| shares(figures, piece)).collect();
    let early = shares(games.constraint(EARLY).0, piece);
    let pairs = boards.iter().enumerate().flat_map(|(at, a)| boards[at + 1..].iter().map(move |b| distance(a, b)));
    let within = pairs.fold(0.0, f64::max);
    let to_early = boards.iter().map(|board| distance(board, &early)).fold(f64::INFINITY, f64::min);
    let mut rows = vec![
        Row::by_method("the boards look very similar", Estimate::fact(within < to_early)),
        Row::by_method("greatest distance of two boards", Estimate::exact(within)),
        Row::by_method("least distance to the board of 1,2,2,2,7", Estimate::exact(to_early)),
    ];
    rows.extend(shown.iter().filter_map(|figures| commonest(&games, figures, piece)));
    let title = format!("The {piece}'s squares for the constraints compared; the scale is logarithmic");
    Ok(Findings::new(rows)
        .with_note(
            "Lichess games of January 2013. Distances are half the sum of the differences in share: 0 for the same \
             board, 1 where no square is shared. Similar means nearer to each other than to a constraint of another \
             hill.",
        )
        .with_picture(piece, title, compared_heat_maps(&shown, piece)))
}

fn has_any(figures: &ConstraintFigures, piece: &str) -> bool {
    figures.kinds.iter().any(|kind| kind.piece == piece && kind.placements > 0)
}

fn shares(figures: &ConstraintFigures, piece: &str) -> [f64; 64] {
    let mut shares = [0.0; 64];
    for on in figures.kinds.iter().filter(|kind| kind.piece == piece).flat_map(|kind| &kind.squares) {
        let square: Square = on.square.parse().expect("squares are written as they are read");
        shares[square.to_usize()] = on.probability;
    }
    shares
}

fn distance(a: &[f64; 64], b: &[f64; 64]) -> f64 {
    total_variation(a.iter().copied().zip(b.iter().copied()))
}

/// The most frequent square with its share.
fn commonest(games: &Analysis, figures: &ConstraintFigures, piece: &str) -> Option<Row> {
    let constraint: PieceCount = figures.constraint.parse().ok()?;
    let kind = games.constraint(constraint.0).0.kinds.iter().find(|kind| kind.piece == piece)?;
    let on = kind.squares.first()?;
    let name = format!("{constraint}: {}, the most frequent square", on.square);
    Some(Row::by_method(name, Estimate::share(on.placements.into(), kind.placements)))
}

/// The squares of a kind of piece, the most frequent first.
fn ranked_squares(figures: &ConstraintFigures, piece: &str) -> Vec<String> {
    let of_kind = figures.kinds.iter().filter(|kind| kind.piece == piece);
    of_kind.flat_map(|kind| &kind.squares).map(|on| on.square.clone()).collect()
}
