//! The figures of the analysis, as they are printed, tabulated and shown in charts. The field names are the keys of the
//! JSON output and the columns of the CSV files.

use serde::Serialize;
use shakmaty::{Color, Role, Square};

use super::published;
use super::study::Study;
use motley::chess::PieceCount;
use motley::constraint::{ConstraintSet, ConstraintStatistics};
use motley::games::filter::FilterCounts;

/// Plies that hold a smaller share of a constraint's games are left out of its curve (Petrželka, section 3.2.1).
const CURVE_THRESHOLD: f64 = 0.05;

/// In Petrželka's order of the fields of the data set: w_king_pos, w_queen_pos, …
const KINDS: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

#[derive(Serialize)]
pub struct Findings {
    /// Whose pieces are counted, "white" or "black".
    pub side: &'static str,
    /// All games that were read.
    pub games: u64,
    /// The number of games that the filter kept, and left out for each reason: Petrželka's table 3.1.
    pub counts: FilterCounts,
    /// Wins among wins and losses in all games that were kept: what the rates of constraints are to be compared with.
    pub win_rate: Option<f64>,
    pub constraints: Vec<ConstraintFigures>,
}

/// One constraint.
#[derive(Serialize)]
pub struct ConstraintFigures {
    /// Queens, rooks, bishops, knights and pawns: "1,2,2,1,8".
    pub constraint: String,
    /// Games that meet it.
    pub games: u32,
    /// Their share of the games that were kept, from 0 to 1.
    pub share: f64,
    /// Games that the side won, drew, lost, and those without a known result.
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub open: u32,
    /// Wins among wins and losses, from 0 to 1; nothing where there are none.
    pub win_rate: Option<f64>,
    /// Petrželka's figure 3.4, which is of White.
    pub petrzelka_win_rate: Option<f64>,
    /// Plies played until it is first met.
    pub mean_half_moves: Option<f64>,
    pub median_half_moves: Option<f64>,
    pub half_moves: Vec<HalfMoveFigures>,
    pub kinds: Vec<PieceFigures>,
}

/// The games that first meet a constraint after so many plies.
#[derive(Clone, Serialize)]
pub struct HalfMoveFigures {
    pub half_move: usize,
    pub games: u32,
    /// Of the games that meet it, from 0 to 1.
    pub share: f64,
    /// At least 5 %: the point is on the curve of figure 3.5.
    pub on_curve: bool,
}

/// The squares of the pieces of one kind.
#[derive(Serialize)]
pub struct PieceFigures {
    /// "king", "queen", …
    pub piece: String,
    /// Pieces of this kind in all games: two rooks count twice.
    pub placements: u64,
    /// The squares on which one stood, the most frequent first.
    pub squares: Vec<SquareFigures>,
}

/// A kind of piece on a square: a row of Petrželka's figure 3.6.
#[derive(Clone, Serialize)]
pub struct SquareFigures {
    pub square: String,
    pub placements: u32,
    /// Of all placements of the kind, from 0 to 1.
    pub probability: f64,
    pub win_rate: Option<f64>,
    pub mean_half_moves: Option<f64>,
    pub median_half_moves: Option<f64>,
    /// The commonest opening (tags ECO and Opening), and its games.
    pub opening: Option<String>,
    pub opening_games: u32,
}

impl Findings {
    pub fn of(study: &Study, set: &ConstraintSet) -> Findings {
        let side = set.side();
        let pairs = set.constraints().iter().zip(&study.statistics);
        let finding = |(&constraint, statistics): (&PieceCount, &ConstraintStatistics)| {
            finding(constraint, statistics, study, side)
        };
        Findings {
            side: if side.is_white() { "white" } else { "black" },
            games: study.counts.games(),
            counts: study.counts,
            win_rate: study.ends.win_rate(),
            constraints: pairs.map(finding).collect(),
        }
    }
}

fn finding(constraint: PieceCount, statistics: &ConstraintStatistics, study: &Study, side: Color) -> ConstraintFigures {
    let games = statistics.ends.games();
    let openings = statistics.commonest_openings(&study.openings);
    let kind = |role: Role| {
        let placements = statistics.placements(role);
        let on_square = |square: Square| {
            let place = statistics.place(role, square);
            let (opening, opening_games) = openings.get(&(role, square)).cloned().unzip();
            SquareFigures {
                square: square.to_string(),
                placements: place.ends.games(),
                probability: f64::from(place.ends.games()) / placements as f64,
                win_rate: place.ends.win_rate(),
                mean_half_moves: place.half_moves.mean(),
                median_half_moves: place.half_moves.median(),
                opening,
                opening_games: opening_games.unwrap_or_default(),
            }
        };
        let used = |square: &Square| statistics.place(role, *square).ends.games() > 0;
        let mut squares: Vec<SquareFigures> = Square::ALL.into_iter().filter(used).map(on_square).collect();
        squares.sort_by_key(|on| std::cmp::Reverse(on.placements));
        PieceFigures { piece: format!("{role:?}").to_lowercase(), placements, squares }
    };
    let at = |(half_move, count)| {
        let share = f64::from(count) / f64::from(games);
        HalfMoveFigures { half_move, games: count, share, on_curve: share >= CURVE_THRESHOLD }
    };
    ConstraintFigures {
        constraint: constraint.to_string(),
        games,
        share: f64::from(games) / study.counts.kept as f64,
        won: statistics.ends.won,
        drawn: statistics.ends.drawn,
        lost: statistics.ends.lost,
        open: statistics.ends.open,
        win_rate: statistics.ends.win_rate(),
        petrzelka_win_rate: published::win_rate(constraint).filter(|_| side.is_white()),
        mean_half_moves: statistics.half_moves.mean(),
        median_half_moves: statistics.half_moves.median(),
        half_moves: statistics.half_moves.counts().map(at).collect(),
        kinds: KINDS.map(kind).into(),
    }
}
