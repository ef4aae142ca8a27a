//! The results of the games with a book move, as our books keep them in an entry's `learn` field.
//!
//! | bits | content |
//! |---|---|
//! | 31–20 | [`MARK`]: tells our books from those that use the field otherwise |
//! | 19–10 | wins of the side that moves, in permille |
//! | 9–0 | draws, in permille |

/// No number that other programs keep in the field (a count of games, points) comes with these bits.
const MARK: u32 = 0xB07;
/// Games that are added to the results of each move, half of them drawn and the rest shared alike: a handful of games
/// must not look like a certain win. Moves of a book have five games at least, most have hundreds.
const ADDED_GAMES: [u32; 3] = [2, 4, 2];

/// Shares of the games with a move, in permille, from the view of the side that moves; they add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultShares {
    pub win: u16,
    pub draw: u16,
    pub loss: u16,
}

impl ResultShares {
    /// The shares of counted games, together with [`ADDED_GAMES`].
    pub(super) fn of_games(wins: u32, draws: u32, losses: u32) -> ResultShares {
        let [wins, draws, losses] = [wins + ADDED_GAMES[0], draws + ADDED_GAMES[1], losses + ADDED_GAMES[2]];
        let games = u64::from(wins + draws + losses);
        let permille = |part: u32| ((1000 * u64::from(part) + games / 2) / games) as u16;
        let (win, loss) = (permille(wins), permille(losses));
        ResultShares { win, draw: 1000 - win - loss, loss }
    }

    pub(super) fn to_learn(self) -> u32 {
        MARK << 20 | u32::from(self.win) << 10 | u32::from(self.draw)
    }

    /// `None` where the field holds something else.
    pub(super) fn from_learn(learn: u32) -> Option<ResultShares> {
        let [win, draw] = [learn >> 10, learn].map(|bits| (bits & 0x3ff) as u16);
        if learn >> 20 != MARK || win + draw > 1000 {
            return None;
        }
        Some(ResultShares { win, draw, loss: 1000 - win - draw })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_survive_the_learn_field() {
        for (wins, draws, losses) in [(1, 0, 4), (0, 5, 0), (90_000, 80_000, 70_000), (3, 3, 3)] {
            let shares = ResultShares::of_games(wins, draws, losses);
            assert_eq!(shares.win + shares.draw + shares.loss, 1000);
            assert_eq!(ResultShares::from_learn(shares.to_learn()), Some(shares));
        }
    }

    #[test]
    fn many_games_count_as_they_are_and_few_are_drawn_toward_a_draw() {
        assert_eq!(ResultShares::of_games(40_000, 40_000, 20_000), ResultShares { win: 400, draw: 400, loss: 200 });
        assert_eq!(ResultShares::of_games(5, 0, 0), ResultShares { win: 538, draw: 308, loss: 154 });
    }

    #[test]
    fn what_other_programs_keep_in_the_field_is_no_result() {
        // Nothing; games and points of a learning book; shares beyond the whole.
        for learn in [0, 12 << 16 | 15, u32::MAX, MARK << 20 | 600 << 10 | 500] {
            assert_eq!(ResultShares::from_learn(learn), None, "{learn:#x}");
        }
    }
}
