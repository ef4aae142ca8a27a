//! The accuracy of the moves that Pattern's net expects most, beside Mockfish's nets.

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use serde::Serialize;
use shakmaty::Move;

use crate::studies::accuracy::{AccuracyError, MovePredictor, PlayedMove};
use crate::studies::threads::divide_work;
use crate::training::pattern::sample::positions;
use motley::games::pgn::PgnGame;
use motley::nets::pattern::Reader;
use motley::personalities::mockfish::NetChoice;
use motley::statistics::estimate::Estimate;
use motley::studies::predictions::policy::PolicyNets;

/// Mockfish's nets that are measured beside Pattern's.
const MOCKFISH: [NetChoice; 2] = [NetChoice::Best, NetChoice::Rated];

/// Figures of one net.
#[derive(Clone, Debug, Serialize)]
pub struct ExpectedMoves {
    pub net: String,
    /// Share of positions, from 0 to 1, in which the move that the net expects most was played, and in which one of the
    /// first three was.
    pub top1: Estimate,
    pub top3: Estimate,
}

/// The nets of one thread.
struct Predictors<'a> {
    pattern: &'a mut Reader,
    mockfish: Vec<MovePredictor>,
}

/// The number of moves that each net ranks before the one that was played.
type Ranks = [usize; 1 + MOCKFISH.len()];

/// One random position of each game, up to `most` random games: Pattern's net, called `name`, and then Mockfish's, each
/// on the same positions. The nets that know who moves are given the players' ratings.
///
/// # Errors
/// Fails if a net cannot be loaded or fails.
///
/// # Panics
/// With a reader whose net proposes no moves.
pub fn study_expected_moves(
    readers: &mut [Reader],
    name: &str,
    games: &[PgnGame],
    most: usize,
    seed: u64,
) -> Result<Vec<ExpectedMoves>, AccuracyError> {
    let load = |net: NetChoice| Ok::<_, AccuracyError>(MovePredictor::of_nets(PolicyNets::load(net, None)?));
    let mut workers = Vec::new();
    for pattern in readers {
        let mockfish = MOCKFISH.into_iter().map(load).collect::<Result<_, _>>()?;
        workers.push(Predictors { pattern, mockfish });
    }
    let ranks: Vec<Ranks> = divide_work(&mut workers, &sampled(games, most, seed), |predictors, moves| {
        moves.iter().map(|played| predictors.ranks(played)).collect::<Result<Vec<_>, _>>()
    })?
    .concat();
    let names = std::iter::once(name.to_owned()).chain(MOCKFISH.map(|net| format!("Mockfish, {net:?}")));
    let figures = |(index, net): (usize, String)| {
        let share = |first: usize| {
            let hits = ranks.iter().filter(|ranks| ranks[index] < first).count();
            Estimate::share(hits as u64, ranks.len() as u64)
        };
        ExpectedMoves { net, top1: share(1), top3: share(3) }
    };
    Ok(names.enumerate().map(figures).collect())
}

/// The ply at one random position of each game.
fn sampled(games: &[PgnGame], most: usize, seed: u64) -> Vec<PlayedMove> {
    let mut order: Vec<&PgnGame> = games.iter().collect();
    order.shuffle(&mut StdRng::seed_from_u64(seed));
    let one_of = |game: &PgnGame| Some(PlayedMove::in_game(game, *positions(game, 1, seed).first()?));
    order.into_iter().filter_map(one_of).take(most).collect()
}

impl Predictors<'_> {
    fn ranks(&mut self, played: &PlayedMove) -> Result<Ranks, AccuracyError> {
        let game = played.game();
        let sequence = self.pattern.encode(game.start(), game.moves());
        let state = self.pattern.read(&sequence, 0)?;
        let expected = self.pattern.expected_moves(&state, game.position()).expect("the net proposes moves");
        let mut ranks = [rank(expected.iter().map(|one| one.mv), played.mv); 1 + MOCKFISH.len()];
        for (rank_of, predictor) in ranks[1..].iter_mut().zip(&mut self.mockfish) {
            let (_, ranked) = predictor.predict(&game, played.who)?;
            *rank_of = rank(ranked.iter().map(|one| one.mv), played.mv);
        }
        Ok(ranks)
    }
}

/// The number of moves before this one.
fn rank(mut ranked: impl Iterator<Item = Move>, mv: Move) -> usize {
    ranked.position(|one| one == mv).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use motley::games::pgn::PgnReader;
    use motley::nets::RuntimeChoice;
    use motley::nets::pattern::PatternNet;

    #[test]
    fn every_net_is_measured_on_the_same_positions_one_of_each_game() {
        let text = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O 1-0\n\n".repeat(2)
            + "f3 e5 g4 Qh4# 0-1\n\n*\n\n";
        let games: Vec<PgnGame> =
            PgnReader::new(Cursor::new(text.into_bytes())).expect("memory").map(|game| game.expect("a game")).collect();
        let moves = sampled(&games, 10, 1);
        assert_eq!(moves.len(), 3, "the last game has no move");
        assert_eq!(sampled(&games, 2, 1).len(), 2);
        let load = || Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).expect("the built-in net");
        let found = study_expected_moves(&mut [load(), load()], "net", &games, 10, 1).expect("the nets run");
        assert_eq!(
            found.iter().map(|one| one.net.as_str()).collect::<Vec<_>>(),
            ["net", "Mockfish, Best", "Mockfish, Rated"]
        );
        for ExpectedMoves { top1, top3, .. } in found {
            assert!(top1.samples == Some(3) && top1.value <= top3.value, "{top1:?} {top3:?}");
        }
        let mv = |index: usize| games[0].moves[index];
        assert_eq!((rank([mv(0), mv(2)].into_iter(), mv(2)), rank([mv(0)].into_iter(), mv(2))), (1, usize::MAX));
    }
}
