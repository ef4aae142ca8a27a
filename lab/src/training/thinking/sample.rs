//! The thinking times of people in games with clock times.

use motley::chess::replay::positions;
use motley::games::filter::GameFilter;
use motley::games::pgn::PgnGame;
use motley::games::time_control::TimeControl;
use motley::nets::thinking_time::{FEATURES, MoveContext, Times, features};

/// One ply. The field names are those of the array.
#[derive(Clone, Copy, Debug, PartialEq, npyz::Serialize, npyz::Deserialize, npyz::AutoSerialize)]
pub struct ThinkingSample {
    /// As in [`motley::nets::thinking_time::features`].
    pub situation: [f32; FEATURES],
    /// The time of the move, in seconds: as exact as the clock, which in most games shows whole seconds.
    pub spent: f32,
    /// [`Times::unit`], in seconds.
    pub unit: f32,
    /// The time control in seconds.
    pub base: u16,
    pub increment: u16,
    pub ply: u16,
    pub elo: u16,
    /// 1 where the mover is the player whose name was given.
    pub is_player: u8,
    /// The number of the game among those taken.
    pub game: u32,
}

/// Returns true if all thinking times are known: a game from the initial position with clock times and a time control.
pub fn has_times(game: &PgnGame) -> bool {
    !game.clocks.is_empty() && TimeControl::of(&game.tags).is_some() && GameFilter::WHOLE.accepts(game)
}

/// The plies of a game that [`has_times`], without those that began with an empty clock. Ratings that are not known are
/// those of the other player, or 1500.
pub fn samples(game: &PgnGame, number: u32, player: Option<&str>) -> Vec<ThinkingSample> {
    let Some(TimeControl { base, increment }) = TimeControl::of(&game.tags) else { return Vec::new() };
    // Some tags state minutes ("90+30"): no clock shows more than the base time after the first move otherwise.
    let first = game.clocks.iter().take(2).max().map_or(0, |tenths| tenths.div_ceil(10));
    let base = base.max(first.saturating_sub(increment));
    let ratings = [game.tags.white_elo(), game.tags.black_elo()];
    let [white, black] = [ratings[0].or(ratings[1]), ratings[1].or(ratings[0])].map(|elo| elo.unwrap_or(1500));
    let names = ["White", "Black"].map(|tag| game.tags.get(tag));
    let before = |ply: usize| match ply.checked_sub(2) {
        Some(earlier) => game.clocks[earlier] as f32 / 10.0,
        None => base as f32,
    };
    let spent = |ply: usize| (before(ply) + increment as f32 - game.clocks[ply] as f32 / 10.0).max(0.0);
    let times: Vec<Option<f32>> = (0..game.clocks.len()).map(|ply| Some(spent(ply))).collect();
    let mut found = Vec::with_capacity(game.moves.len());
    for (ply, position, _) in positions(&game.start, &game.moves) {
        let own = before(ply);
        if own <= 0.0 {
            continue;
        }
        let opponent = if ply == 0 { base as f32 } else { game.clocks[ply - 1] as f32 / 10.0 };
        let is_white = ply % 2 == 0;
        let (elo, opponent_elo) = if is_white { (white, black) } else { (black, white) };
        let name = names[ply % 2];
        let clocks = Times { own, opponent, base: base as f32, increment: increment as f32, spent: &times[..ply] };
        let moves = &game.moves[..ply];
        let situation = MoveContext { position: &position, moves, ply, elo, opponent_elo, times: clocks };
        found.push(ThinkingSample {
            situation: features(&situation),
            spent: spent(ply),
            unit: clocks.unit(),
            base: u16::try_from(base).unwrap_or(u16::MAX),
            increment: u16::try_from(increment).unwrap_or(u16::MAX),
            ply: ply as u16,
            elo,
            is_player: u8::from(player.is_some() && name == player),
            game: number,
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use motley::games::pgn::PgnReader;

    fn game(tags: &str, moves: &str) -> PgnGame {
        PgnReader::new(Cursor::new(format!("{tags}\n{moves}\n\n"))).unwrap().next().unwrap().unwrap()
    }

    const TAGS: &str = "[White \"somebody\"]\n[Black \"another\"]\n[BlackElo \"1800\"]\n";

    #[test]
    fn times_follow_from_the_clocks_and_the_named_player_is_marked() {
        let moves = "e4 {[%clk 0:01:00]} e5 {[%clk 0:00:59]} Nf3 {[%clk 0:00:52]} *";
        let game = game(&format!("{TAGS}[TimeControl \"60+1\"]\n"), moves);
        assert!(has_times(&game));
        let found = samples(&game, 7, Some("somebody"));
        assert_eq!(found.iter().map(|sample| sample.spent).collect::<Vec<_>>(), [1.0, 2.0, 9.0]);
        assert_eq!(found.iter().map(|sample| sample.is_player).collect::<Vec<_>>(), [1, 0, 1]);
        let about = |sample: &ThinkingSample| (sample.elo, sample.base, sample.increment, sample.game);
        assert_eq!(about(&found[2]), (1800, 60, 1, 7), "White's rating is not known");
        assert_eq!(found[2].unit, 2.5);
    }

    #[test]
    fn a_tag_that_states_minutes_is_corrected_by_the_clocks() {
        let game = game(&format!("{TAGS}[TimeControl \"90+30\"]\n"), "e4 {[%clk 1:30:25]} e5 {[%clk 1:30:20]} *");
        let found = samples(&game, 0, None);
        assert_eq!((found[0].base, found[0].spent, found[1].spent), (5395, 0.0, 5.0));
    }

    #[test]
    fn games_without_clocks_or_time_control_have_no_times() {
        assert!(!has_times(&game(&format!("{TAGS}[TimeControl \"60\"]\n"), "e4 e5 *")));
        assert!(!has_times(&game(TAGS, "e4 {[%clk 0:01:00]} *")));
    }
}
