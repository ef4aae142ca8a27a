//! `motley policy`: what Mockfish's nets think of one position.

use std::path::PathBuf;

use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{Position as _, Role, Square};
use thiserror::Error;

use crate::chess::view::seen_move;
use crate::cli::args::position::PositionArgs;
use crate::cli::shell::{CommandResult, Ended, Failure, print, write_file};
use crate::cli::terminal::as_json;
use crate::drawing::board::{Board, boards};
use crate::engine::{Game, Recorder};
use crate::nets::NetError;
use crate::nets::input::NetInput;
use crate::nets::mockfish::{NETWORKS, RankedMove, rank_moves};
use crate::personalities::mockfish::{MockfishNets, MockfishOptions, NetChoice, Prediction};

/// Moves that are drawn and printed.
const SHOWN: usize = 10;

/// Show what Mockfish's nets think of a position: as a table, as JSON, as heat maps
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The nets, as in the option MockfishNets
    #[arg(long, value_name = "SET", value_enum, default_value_t = NetChoice::Best, ignore_case = true)]
    net: NetChoice,
    /// A net to ask instead, as in the option MockfishFile
    #[arg(long, value_name = "PATH")]
    file: Option<PathBuf>,
    /// Draw the selector, the whole moves and the networks of the pieces that can move
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Error)]
enum PolicyError {
    #[error("the game is over in this position: there is no move to think about")]
    Over,
    #[error("{0}")]
    Nets(String),
    #[error(transparent)]
    Net(#[from] NetError),
}

#[derive(Serialize)]
struct Output {
    fen: String,
    moves: Vec<MoveOutput>,
    /// Loss, draw and win of the mover, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<[f32; 3]>,
    /// That there is a tactic, from 0 to 1, where the detector was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    tactic: Option<f32>,
}

#[derive(Serialize)]
struct MoveOutput {
    uci: String,
    san: String,
    /// From 0 to 1; all moves together have 1.
    probability: f32,
    /// The selector's probability of the square, and that of the piece's network for the target.
    selector: f32,
    target: f32,
}

/// Runs `motley policy`.
pub fn run(args: &Args) -> CommandResult {
    let game = args.position.game()?;
    let legal = game.legal_moves();
    if legal.is_empty() {
        return Err(Failure::call(PolicyError::Over));
    }
    let prediction = predict(args, &game)?;
    let ranked = rank_moves(game.position(), &legal, &prediction.output, prediction.rule);

    if let Some(path) = &args.svg {
        write_file(path, draw(&game, &prediction, &ranked))?;
    }
    let output = describe(&game, &prediction, &ranked);
    let text = if args.json { as_json(&output) } else { as_text(&output) };
    print(&text)?;
    Ok(Ended::Done)
}

fn predict(args: &Args, game: &Game) -> Result<Prediction, PolicyError> {
    let file = args.file.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
    let (mut nets, mut said) = (MockfishNets::default(), Recorder::default());
    nets.load(&MockfishOptions { nets: args.net, file, ..MockfishOptions::default() }, &mut said);
    let prediction = nets.predict(args.net, &NetInput::of(game.position(), game.moves()))?;
    match (said.messages.into_iter().next(), prediction) {
        (None, Some(prediction)) => Ok(prediction),
        (fault, _) => Err(PolicyError::Nets(fault.unwrap_or_default().trim_start_matches("error: ").to_owned())),
    }
}

fn describe(game: &Game, prediction: &Prediction, ranked: &[RankedMove]) -> Output {
    let position = game.position();
    let turn = position.turn();
    let line = |&RankedMove { mv, probability, .. }: &RankedMove| {
        let (from, to) = seen_move(turn, turn, mv);
        MoveOutput {
            uci: mv.to_uci(game.castling_mode()).to_string(),
            san: SanPlus::from_move(position.clone(), mv).to_string(),
            probability,
            selector: prediction.output.selector(from).exp(),
            target: prediction.output.target(mv.role(), to).exp(),
        }
    };
    Output {
        fen: game.fen(),
        moves: ranked.iter().map(line).collect(),
        value: prediction.output.value,
        tactic: prediction.tactic,
    }
}

fn as_text(output: &Output) -> String {
    let mut text = format!("{}\n\nmove       share %   selector %   target %\n", output.fen);
    for MoveOutput { san, probability, selector, target, .. } in output.moves.iter().take(SHOWN) {
        text.push_str(&format!(
            "{san:<10}{:>8.1}{:>13.1}{:>11.1}\n",
            100.0 * probability,
            100.0 * selector,
            100.0 * target
        ));
    }
    if let Some([loss, draw, win]) = output.value {
        text.push_str(&format!("\nwin {:.0} %, draw {:.0} %, loss {:.0} %\n", 100.0 * win, 100.0 * draw, 100.0 * loss));
    }
    if let Some(tactic) = output.tactic {
        text.push_str(&format!("a tactic: {:.0} %\n", 100.0 * tactic));
    }
    text
}

/// The seed's figures 4.3 and 4.4: the selector, the moves, and the network of each piece that can move; as the mover
/// sees the board.
fn draw(game: &Game, prediction: &Prediction, ranked: &[RankedMove]) -> String {
    let position = game.position();
    let turn = position.turn();
    let board = |title: String| Board::new(title).with_men(position.board().clone(), turn);
    let network = |index: usize, title: String| {
        let answer = prediction.output.network(index);
        board(title).with_heat(std::array::from_fn(|square| Some(answer[square].exp())))
    };

    let mut targets = [Some(0.0); 64];
    let mut moves = board(format!(
        "moves: {} {:.0} %",
        SanPlus::from_move(position.clone(), ranked[0].mv),
        100.0 * ranked[0].probability
    ));
    for candidate in ranked {
        let (_, to) = seen_move(turn, turn, candidate.mv);
        targets[to.to_usize()] = targets[to.to_usize()].map(|sum: f32| sum + candidate.probability);
    }
    moves = moves.with_heat(targets);
    for candidate in ranked.iter().take(SHOWN).rev() {
        let (from, to): (Square, Square) = seen_move(turn, turn, candidate.mv);
        moves = moves.with_arrow(from, to, candidate.probability);
    }

    let mut drawn = vec![network(0, NETWORKS[0].to_owned()), moves];
    for role in Role::ALL {
        if ranked.iter().any(|candidate| candidate.mv.role() == role) {
            drawn.push(network(role as usize, NETWORKS[role as usize].to_owned()));
        }
    }
    boards(&drawn)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cli::terminal::parsed;

    fn shown(flags: &[&str]) -> CommandResult {
        run(&parsed(flags))
    }

    #[test]
    fn a_position_is_drawn_with_a_board_for_each_piece_that_can_move() {
        let file = std::env::temp_dir().join(format!("motley-policy-{}.svg", std::process::id()));
        shown(&["--svg", &file.to_string_lossy(), "--moves", "e2e4", "--net", "auto"]).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        fs::remove_file(&file).unwrap();
        // Black can move pawns and knights.
        assert_eq!(text.matches("<g transform").count(), 4, "selector, moves, pawn, knight");
    }

    #[test]
    fn wrong_calls_and_failed_jobs_are_told_apart() {
        assert!(matches!(shown(&["--fen", "nonsense"]), Err(Failure::Call(_))));
        assert!(matches!(shown(&["--moves", "e2e5"]), Err(Failure::Call(_))));
        let over = shown(&["--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]);
        assert_eq!(over, Err(Failure::call(PolicyError::Over)));
        assert!(matches!(shown(&["--file", "/nowhere.onnx"]), Err(Failure::Job(_))));
    }
}
