//! What the networks that were trained on puzzles see in a mating attack, and those that were trained on games do not.

use shakmaty::{CastlingMode, Chess, Move, Position as _, Role};

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::super::files::PUZZLES;
use super::networks::HELD_OUT_PUZZLES;
use motley::engine::Game;
use motley::games::inputs::{InputCounts, InputError, visit_puzzles};
use motley::games::puzzles::Puzzle;
use motley::games::split;
use motley::nets::rated::Who;
use motley::personalities::mockfish::NetChoice;
use motley::predictions::policy::{PolicyNets, PolicyPrediction};

/// A position with what the text says of figure 4.2: White mates by Qxh7+ and Rh3, Qh6 fails since the rook on g8
/// defends, the bishops on a5 and c7 attack each other, and the knight on e5 can take on f7. The figure itself has more
/// men than the text names.
const POSITION: &str = "3qb1rk/1pb2ppp/p4P2/B2pN2Q/8/3R4/PPP2PPP/6K1 w - - 0 1";

/// A queen that is given up for mate, as in the figure: the game up to it, and the move.
struct Sacrifice {
    game: Game,
    mv: Move,
}

/// The sacrifice with which a puzzle's solution begins, if it is one: the queen is taken, and the last move mates.
fn sacrifice(puzzle: &Puzzle) -> Option<Sacrifice> {
    let mut game = Game::from_position(puzzle.start.clone());
    let (&before, solution) = puzzle.moves.split_first()?;
    game.play(before);
    let (&mv, rest) = solution.split_first()?;
    let takes = rest.first().is_some_and(|reply| reply.is_capture() && reply.to() == mv.to());
    let mut end: Chess = game.position().clone();
    solution.iter().for_each(|&mv| end.play_unchecked(mv));
    (mv.role() == Role::Queen && takes && end.is_checkmate()).then_some(Sacrifice { game, mv })
}

fn held_out_sacrifices(setting: &Setting) -> Result<Vec<Sacrifice>, ItemError> {
    let mut found = Vec::new();
    visit_puzzles(&setting.data.path(&PUZZLES), &mut InputCounts::default(), |puzzle, _| {
        if HELD_OUT_PUZZLES.accepts(split::of_name(&puzzle.game)) {
            found.extend(sacrifice(&puzzle));
        }
        Ok::<_, InputError>(true)
    })?;
    found.truncate(setting.sized(100, usize::MAX));
    Ok(found)
}

fn seen(nets: &mut PolicyNets, game: &Game) -> Result<PolicyPrediction, ItemError> {
    nets.predict_moves(game, Who::rapid(2000))?.ok_or_else(|| "there is no legal move".into())
}

/// How often the first choice is the sacrifice.
fn found(nets: &mut PolicyNets, sacrifices: &[Sacrifice]) -> Result<Estimate, ItemError> {
    let mut right = 0;
    for Sacrifice { game, mv } in sacrifices {
        let first = seen(nets, game)?.report().moves[0].uci.clone();
        right += u64::from(first == mv.to_uci(game.castling_mode()).to_string());
    }
    Ok(Estimate::percentage(right, sacrifices.len() as u64))
}

fn first(seen: &PolicyPrediction) -> String {
    seen.report().moves[0].san.clone()
}

/// Whether a move, written without check and mate, is the first choice.
fn chooses(seen: &PolicyPrediction, san: &str) -> Estimate {
    Estimate::fact(first(seen).trim_end_matches(['+', '#']) == san)
}

pub fn both_sets(setting: &Setting) -> Result<Findings, ItemError> {
    let mut standard = PolicyNets::load(NetChoice::Standard, None)?;
    let mut puzzle = PolicyNets::load(NetChoice::Puzzle, None)?;
    let sacrifices = held_out_sacrifices(setting)?;
    let (by_standard, by_puzzle) = (found(&mut standard, &sacrifices)?, found(&mut puzzle, &sacrifices)?);

    let game = Game::from_fen(POSITION, CastlingMode::Standard)?;
    let (from_games, from_puzzles) = (seen(&mut standard, &game)?, seen(&mut puzzle, &game)?);
    let surest = |seen: &PolicyPrediction| seen.report().moves.iter().map(|mv| mv.selector).fold(0.0, f32::max);
    let share = |seen: &PolicyPrediction| {
        let report = seen.report();
        let sacrifice = report.moves.iter().find(|mv| mv.san.starts_with("Qxh7"));
        Estimate::exact(100.0 * f64::from(sacrifice.map_or(0.0, |mv| mv.probability)))
    };
    let rows = vec![
        Row::by_default("the puzzle networks choose Qxh7", chooses(&from_puzzles, "Qxh7")),
        Row::by_default("the standard networks choose Bxc7", chooses(&from_games, "Bxc7")),
        Row::by_default(
            "the puzzle selector is less sure of the piece",
            Estimate::fact(surest(&from_puzzles) < surest(&from_games)),
        ),
        Row::by_default("queen sacrifices for mate that the puzzle networks choose, per cent", by_puzzle),
        Row::by_default("queen sacrifices for mate that the standard networks choose, per cent", by_standard),
        Row::by_default("our position: probability of Qxh7, puzzle networks, per cent", share(&from_puzzles)),
        Row::by_default("our position: probability of Qxh7, standard networks, per cent", share(&from_games)),
    ];
    Ok(Findings::new(rows)
        .with_note(format!(
            "The figure shows its position as a picture, and the text does not name all pieces. Our position, \
             `{POSITION}`, follows what the text says. In it the standard networks choose {}, the puzzle networks \
             {}. The sacrifices are those of held-out puzzles: the queen moves, is taken, and the solution ends in \
             mate. Nothing is measured by its method yet: his seven networks and the seven for puzzles are still to \
             be trained.",
            first(&from_games),
            first(&from_puzzles)
        ))
        .with_picture("standard", "A mating attack as the standard networks see it", from_games.boards())
        .with_picture("puzzle", "The same as the puzzle networks see it", from_puzzles.boards()))
}
