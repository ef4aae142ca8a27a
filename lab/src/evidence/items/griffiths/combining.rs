//! Section 4.2.1: the seven networks combined by composition, linearly, and by the product that became the engine.

use shakmaty::{Move, Position as _, Role, Square};

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::super::files::HUMAN_2000;
use super::networks::{HELD_OUT_GAMES, OF_GAMES};
use motley::chess::view::{seen_by, seen_move};
use motley::engine::Game;
use motley::games::file::GameFile;
use motley::games::filter::{GameFilter, Unrated};
use motley::games::inputs::{InputCounts, InputError, visit_games};
use motley::games::split;
use motley::nets::mockfish::{NetOutput, Rule, rank_moves};
use motley::nets::rated::{MoveInput, MoverContext};
use motley::personalities::mockfish::NetChoice;
use motley::studies::predictions::policy::PolicyNets;

/// Composition is called nonsense where more than this share of its moves is illegal; the thesis has no number.
const NONSENSE: f64 = 0.01;

/// A position of a game that the nets were not trained on, and the move that was played.
struct Sample {
    game: Game,
    played: Move,
}

/// One position of each of the first held-out games, anywhere in it.
fn samples(setting: &Setting, most: usize) -> Result<Vec<Sample>, ItemError> {
    let rated = GameFilter { unrated: Unrated::Reject, min_plies: 2, ..GameFilter::ALL };
    let mut found: Vec<Sample> = Vec::new();
    let files = [setting.data.path(&HUMAN_2000)];
    visit_games(&files, &mut GameFile::open, most as u64, &mut InputCounts::default(), |read, number| {
        let read = &read.game;
        let is_accepted = rated.accepts(read) && HELD_OUT_GAMES.accepts(split::of_moves(read));
        if is_accepted {
            // Any step that is prime to most lengths spreads the plies over the games.
            let ply = (number as usize * 7919) % read.moves.len();
            let mut game = Game::from_position(read.start.clone());
            read.moves[..ply].iter().for_each(|&mv| game.play(mv));
            found.push(Sample { game, played: read.moves[ply] });
        }
        Ok::<_, InputError>(is_accepted)
    })?;
    Ok(found)
}

/// A pair of squares, in the mover's view.
type Squares = (Square, Square);

fn greatest(scores: impl Iterator<Item = (Square, f32)>) -> Option<Square> {
    scores.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(square, _)| square)
}

/// Equation 4.2: the selector's score for the square of departure times the sum of all six networks' scores for the
/// target, over all pairs of squares.
fn composition(output: &NetOutput) -> Squares {
    let target = |square: Square| Role::ALL.into_iter().map(|role| output.target(role, square).exp()).sum();
    let best = |score: &dyn Fn(Square) -> f32| greatest(Square::ALL.into_iter().map(|square| (square, score(square))));
    (best(&|square| output.selector(square)).unwrap_or(Square::A1), best(&target).unwrap_or(Square::A1))
}

/// Counts of positions in which each way names the played move; of composition also those in which it names no legal
/// one, and in which it would take a piece off the board in this way.
#[derive(Default)]
struct Counts {
    positions: u64,
    illegal: u64,
    removing: u64,
    right: [u64; 3],
    /// Positions in which only the linear combination names the played move, and in which only the product does.
    apart: [u64; 2],
}

fn count(nets: &mut PolicyNets, samples: &[Sample]) -> Result<Counts, ItemError> {
    let mut counts = Counts { positions: samples.len() as u64, ..Counts::default() };
    for Sample { game, played } in samples {
        let (position, legal) = (game.position(), game.legal_moves());
        let output = nets.predict(&MoveInput::of(game.start(), game.moves(), MoverContext::rapid(2000)))?.output;
        let turn = position.turn();
        let squares = |mv: Move| seen_move(turn, turn, mv);
        let composed = composition(&output);
        if !legal.iter().any(|&mv| squares(mv) == composed) {
            counts.illegal += 1;
            let man = position.board().piece_at(seen_by(turn, composed.1));
            counts.removing += u64::from(man.is_some_and(|man| man.color != turn));
        }
        let first = |rule| rank_moves(position, &legal, &output, rule).first().map(|ranked| squares(ranked.mv));
        let is_played = |named: Option<Squares>| named == Some(squares(*played));
        let named = [Some(composed), first(Rule::Linear), first(Rule::Product)].map(is_played);
        counts.right.iter_mut().zip(named).for_each(|(right, is_right)| *right += u64::from(is_right));
        counts.apart[0] += u64::from(named[1] && !named[2]);
        counts.apart[1] += u64::from(named[2] && !named[1]);
    }
    Ok(counts)
}

impl Counts {
    /// Returns true if the linear combination is right less often than the product, beyond chance (McNemar, 1947).
    fn linear_is_worse(&self) -> bool {
        let [linear, product] = self.apart.map(|count| count as f64);
        product - linear > 1.96 * (product + linear).sqrt()
    }

    fn share(&self, part: u64) -> Estimate {
        Estimate::percentage(part, self.positions)
    }
}

pub fn three_ways(setting: &Setting) -> Result<Findings, ItemError> {
    let samples = samples(setting, setting.sized(300, 4_000))?;
    let measured = |file: Option<&str>| -> Result<Counts, ItemError> {
        count(&mut PolicyNets::load(NetChoice::Standard, file)?, &samples)
    };
    let ours = measured(None)?;
    let folder = OF_GAMES.folder(&setting.data);
    let his = folder.map(|folder| measured(Some(&folder.to_string_lossy()))).transpose()?;
    let row = |name: &str, of: &dyn Fn(&Counts) -> Estimate| Row {
        name: name.to_owned(),
        by_method: his.as_ref().map(of),
        by_default: Some(of(&ours)),
    };
    let rows = vec![
        row("composition makes moves that no piece can make", &|counts| {
            Estimate::fact(counts.illegal as f64 > NONSENSE * counts.positions as f64)
        }),
        row("the linear combination makes clearly bad moves", &|counts| Estimate::fact(counts.linear_is_worse())),
        row("composition: illegal moves, per cent", &|counts| counts.share(counts.illegal)),
        row("composition: would remove a man of the opponent, per cent", &|counts| counts.share(counts.removing)),
        row("composition: the played move, per cent", &|counts| counts.share(counts.right[0])),
        row("linear combination: the played move, per cent", &|counts| counts.share(counts.right[1])),
        row("product: the played move, per cent", &|counts| counts.share(counts.right[2])),
    ];
    Ok(Findings::new(rows).with_note(format!(
        "One position of each of so many held-out games; the three ways combine the same outputs. The thesis gives no \
         numbers: composition is judged by whether more than one move in a hundred is illegal, the linear combination \
         by whether it names the played move less often than the product, beyond chance. {}",
        OF_GAMES.note(&setting.data)
    )))
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;
    use motley::nets::mockfish::NETWORKS;

    /// Each entry is a network, a square and a probability; all others have next to none.
    fn output(given: &[(usize, Square, f32)]) -> NetOutput {
        let mut seven = vec![-20.0; NETWORKS.len() * 64];
        for &(network, square, probability) in given {
            seven[network * 64 + square.to_usize()] = probability.ln();
        }
        NetOutput { seven, moves: None, value: None }
    }

    #[test]
    fn composition_sums_over_networks_whose_men_cannot_move_there() {
        // The pawn would go to e4; rook and queen together outvote it with d5, which no piece reaches.
        let output = output(&[(0, Square::E2, 0.9), (1, Square::E4, 0.6), (4, Square::D5, 0.5), (5, Square::D5, 0.5)]);
        assert_eq!(composition(&output), (Square::E2, Square::D5));
        let start = Chess::default();
        let linear = rank_moves(&start, &start.legal_moves(), &output, Rule::Linear)[0].mv;
        assert_eq!(seen_move(start.turn(), start.turn(), linear), (Square::E2, Square::E4));
    }

    #[test]
    fn a_difference_counts_only_beyond_chance() {
        let worse = |apart| Counts { apart, ..Counts::default() }.linear_is_worse();
        assert!(worse([100, 160]) && !worse([100, 120]) && !worse([160, 100]) && !worse([0, 0]));
    }
}
