//! The numbers behind [`super::Manners`], and where they come from: `motley-lab evaluate resignations` counts when
//! people of each rating resign and agree to a draw (docs/manners.md has its tables).

use std::ops::RangeInclusive;

/// Expected scores up to this one are hopeless.
pub const HOPELESS: f32 = 0.05;
/// Upper ends of the classes of expected scores at which people resign.
pub const RESIGNED: [f32; 4] = [0.005, 0.02, HOPELESS, 0.1];

/// Percent of turns at which people resign, by the classes of [`RESIGNED`].
#[derive(Clone, Copy, Debug)]
pub struct Resignations {
    pub rating: u16,
    /// If the turn before was not hopeless: the loss is fresh, and people resign most often.
    pub fresh: [f32; 4],
    /// If it was.
    pub later: [f32; 4],
}

/// Counted in 5,500 rapid games of Lichess, two bands of 200 together; between two ratings they are interpolated.
pub const RESIGNATIONS: [Resignations; 5] = [
    Resignations { rating: 800, fresh: [3.0, 1.8, 0.9, 0.5], later: [2.5, 0.3, 0.1, 0.0] },
    Resignations { rating: 1200, fresh: [10.0, 5.4, 1.1, 0.9], later: [3.8, 1.0, 1.0, 0.5] },
    Resignations { rating: 1600, fresh: [18.0, 9.3, 1.8, 0.9], later: [7.8, 1.8, 1.1, 1.0] },
    Resignations { rating: 2000, fresh: [26.0, 10.5, 4.5, 2.2], later: [11.0, 4.9, 2.7, 1.5] },
    Resignations { rating: 2400, fresh: [26.0, 16.7, 6.1, 3.6], later: [11.0, 6.7, 4.8, 1.7] },
];

/// Expected scores of an even position.
pub const EVEN: RangeInclusive<f32> = 0.45..=0.55;
/// Turns in a row that have to be even before a player offers a draw.
pub const EVEN_TURNS: usize = 5;
/// Percent of such turns in an endgame at which a player offers. People agree at 0.6 % of all even turns of an endgame,
/// whatever their rating; not every offer is accepted, and most even turns do not come after four others.
pub const OFFER: f32 = 3.0;
/// Plies between two offers, of either side; one that comes sooner is declined.
pub const OFFER_PAUSE: usize = 20;

/// The highest expected score with which a player accepts a draw: in the opening, the middlegame and the endgame.
/// People agreed at none of 20,000 even turns before the endgame; there, only who is worse accepts.
pub const ACCEPT: [f32; 3] = [0.3, 0.4, 0.52];

/// Pieces on the board, without pawns and kings, up to which it is an endgame, and from which on it is the opening.
pub const ENDGAME_PIECES: usize = 6;
pub const OPENING_PIECES: usize = 11;
