//! A mating attack, as networks trained on puzzles see it and those trained on games do not.

use std::path::PathBuf;

use shakmaty::{CastlingMode, Chess, Move, Position as _, Role};

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::super::files::PUZZLES;
use super::networks::{HELD_OUT_PUZZLES, OF_GAMES, OF_SOLVERS};
use motley::engine::Game;
use motley::games::inputs::{InputCounts, InputError, visit_puzzles};
use motley::games::puzzles::Puzzle;
use motley::games::split;
use motley::nets::rated::MoverContext;
use motley::personalities::mockfish::NetChoice;
use motley::studies::predictions::policy::{PolicyNets, PolicyPrediction};

/// A position with what the text says of figure 4.2: White mates by Qxh7+ and Rh3, Qh6 fails since the rook on g8
/// defends, the bishops on a5 and c7 attack each other, and the knight on e5 can take on f7. The figure itself has more
/// pieces than the text names.
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
    nets.predict_moves(game, MoverContext::rapid(2000))?.ok_or_else(|| "there is no legal move".into())
}

/// The share of the sacrifices that are the first choice.
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

/// The fact that a move, written without check and mate, is the first choice.
fn chooses(seen: &PolicyPrediction, san: &str) -> Estimate {
    Estimate::fact(first(seen).trim_end_matches(['+', '#']) == san)
}

/// The predictions of one set of networks for games and one for puzzles, for the position and the sacrifices.
struct Sets {
    from_games: PolicyPrediction,
    from_puzzles: PolicyPrediction,
    /// The sacrifices that are the first choice, in per cent: of the networks for games, and of those for puzzles.
    found: [Estimate; 2],
}

impl Sets {
    fn see(mut sets: [PolicyNets; 2], sacrifices: &[Sacrifice]) -> Result<Sets, ItemError> {
        let game = Game::from_fen(POSITION, CastlingMode::Standard)?;
        let [standard, puzzle] = &mut sets;
        Ok(Sets {
            from_games: seen(standard, &game)?,
            from_puzzles: seen(puzzle, &game)?,
            found: [found(standard, sacrifices)?, found(puzzle, sacrifices)?],
        })
    }
}

/// The selector's probability of the square that it is surest of.
fn surest(seen: &PolicyPrediction) -> f32 {
    seen.report().moves.iter().map(|mv| mv.selector).fold(0.0, f32::max)
}

fn share_of_sacrifice(seen: &PolicyPrediction) -> Estimate {
    let report = seen.report();
    let sacrifice = report.moves.iter().find(|mv| mv.san.starts_with("Qxh7"));
    Estimate::exact(100.0 * f64::from(sacrifice.map_or(0.0, |mv| mv.probability)))
}

pub fn both_sets(setting: &Setting) -> Result<Findings, ItemError> {
    let sacrifices = held_out_sacrifices(setting)?;
    let shipped = |nets| PolicyNets::load(nets, None);
    let ours = Sets::see([shipped(NetChoice::Standard)?, shipped(NetChoice::Puzzle)?], &sacrifices)?;
    let his = match (OF_GAMES.folder(&setting.data), OF_SOLVERS.folder(&setting.data)) {
        (Some(standard), Some(puzzle)) => {
            let load = |folder: PathBuf| PolicyNets::load(NetChoice::Standard, Some(&folder.to_string_lossy()));
            Some(Sets::see([load(standard)?, load(puzzle)?], &sacrifices)?)
        }
        _ => None,
    };
    let row = |name: &str, of: &dyn Fn(&Sets) -> Estimate| Row {
        name: name.to_owned(),
        by_method: his.as_ref().map(of),
        by_default: Some(of(&ours)),
    };
    let rows = vec![
        row("the puzzle networks choose Qxh7", &|sets| chooses(&sets.from_puzzles, "Qxh7")),
        row("the standard networks choose Bxc7", &|sets| chooses(&sets.from_games, "Bxc7")),
        row("the puzzle selector is less sure of the piece", &|sets| {
            Estimate::fact(surest(&sets.from_puzzles) < surest(&sets.from_games))
        }),
        row("queen sacrifices for mate that the puzzle networks choose, per cent", &|sets| sets.found[1]),
        row("queen sacrifices for mate that the standard networks choose, per cent", &|sets| sets.found[0]),
        row("our position: probability of Qxh7, puzzle networks, per cent", &|sets| {
            share_of_sacrifice(&sets.from_puzzles)
        }),
        row("our position: probability of Qxh7, standard networks, per cent", &|sets| {
            share_of_sacrifice(&sets.from_games)
        }),
    ];
    let findings = Findings::new(rows)
        .with_note(format!(
            "The figure shows its position as a picture, and the text does not name all pieces. Our position, \
             `{POSITION}`, follows what the text says. In it our standard networks choose {}, our puzzle networks \
             {}. The sacrifices are those of held-out puzzles: the queen moves, is taken, and the solution ends in \
             mate. {} {}",
            first(&ours.from_games),
            first(&ours.from_puzzles),
            OF_GAMES.note(&setting.data),
            OF_SOLVERS.note(&setting.data)
        ))
        .with_picture("standard", "A mating attack as the standard networks see it", ours.from_games.boards())
        .with_picture("puzzle", "The same as the puzzle networks see it", ours.from_puzzles.boards());
    Ok(match &his {
        Some(his) => findings
            .with_picture("his-standard", "As standard networks of his architecture see it", his.from_games.boards())
            .with_picture("his-puzzle", "As puzzle networks of his architecture see it", his.from_puzzles.boards()),
        None => findings,
    })
}
