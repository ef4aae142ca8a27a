//! The report's three modes, each played: the engine against a random opponent, a person against the engine, and a
//! person who plays both sides.

use shakmaty::Color;

use super::super::{Estimate, Findings, ItemError, Row, Setting};
use crate::engines::pairing::{PlayedGame, Side, play};
use motley::engine::{Ending, Game, GameError, Limits, Personality as _, PlayerOptions, Silent, Stop};
use motley::personalities::Textbook;
use motley::personalities::textbook::TextbookOptions;

/// After so many moves of both sides a game is broken off.
const LONGEST: usize = 300;
/// The entries of a person against the engine, which has Black as in the report: squares of White's pieces, some of
/// them no legal moves. Each is tried in turn until one is legal.
const ENTERED: [[&str; 3]; 6] = [
    ["e2 e5", "e2 e4", "d2 d4"],
    ["g1 g3", "g1 f3", "b1 c3"],
    ["e1 e3", "f1 e2", "d2 d3"],
    ["a1 a4", "a2 a3", "h2 h3"],
    ["h1 h5", "h2 h3", "b2 b3"],
    ["d1 d8", "b2 b3", "c2 c3"],
];
/// A game that a person plays for both sides, with every special move: castling on both wings (moves 5 and 6), en
/// passant (move 8), a promotion (move 10) and checkmate.
const MANUAL: &str = "e2 e4, b7 b6, e4 e5, c8 b7, g1 f3, b8 c6, f1 e2, e7 e6, e1 g1, d8 e7, a2 a4, e8 c8, a4 \
                      a5, d7 d5, e5 d6, h7 h6, d6 c7, h6 h5, c7 d8 q, c6 d8, f3 g5, e7 g5, e2 a6, g5 g2";

pub fn modes(setting: &Setting) -> Result<Findings, ItemError> {
    let games = setting.sized(2, 10);
    let mut lost = 0;
    for _ in 0..games {
        let game = play(&mut side("Textbook", 4), &mut side("Classical", 8), LONGEST)?;
        lost += u64::from(game.winner == Some(Color::Black));
    }
    let random = play(&mut side("Textbook", 2), &mut side("Random", 1), LONGEST)?;
    let rows = vec![
        Row::by_method(
            "random play: the engine plays a game against a random opponent to its end",
            Estimate::fact(is_over(&random)),
        ),
        Row::by_method(
            "human against AI: moves are entered, illegal ones are refused, the engine answers",
            Estimate::fact(against_a_person()?),
        ),
        Row::by_method("manual play: a person plays both sides by the rules", Estimate::fact(both_sides(MANUAL)?)),
        Row::by_method(
            "half moves of the game against the random opponent",
            Estimate::exact(random.moves.len() as f64),
        ),
        Row::by_default("lost to Classical at depth 8, per cent", Estimate::percentage(lost, games as u64)),
    ];
    Ok(Findings::new(rows).with_note(
        "The three games are played inside the laboratory; a person plays in a chess program, which takes the place of \
         the report's command line. The report has no stronger opponent: the last row says where its engine stands.",
    ))
}

/// A player by its name, with a depth.
fn side(name: &str, depth: i32) -> Side {
    Side::player(name, &PlayerOptions::default(), Limits { depth: Some(depth), ..Limits::default() })
}

/// Returns true if the rules end a game after its moves, and not before.
fn is_over(played: &PlayedGame) -> bool {
    let mut game = Game::default();
    for &mv in &played.moves {
        if Ending::of(&game).is_some() || !game.legal_moves().contains(&mv) {
            return false;
        }
        game.play(mv);
    }
    Ending::of(&game).is_some()
}

/// Plays what a person enters, "e2 e4" or "a7 a8 q".
fn enter(game: &mut Game, text: &str) -> Result<(), GameError> {
    game.play_uci(&text.replace(' ', ""))
}

/// A few moves of a person with White and the engine with Black: whether each first entry is refused without a trace,
/// one of the others is accepted, and the engine answers with a legal move.
fn against_a_person() -> Result<bool, ItemError> {
    let (mut game, mut engine) = (Game::default(), Textbook::new(TextbookOptions::default()));
    let limits = Limits { depth: Some(2), ..Limits::default() };
    for [illegal, others @ ..] in ENTERED {
        let before = game.fen();
        if enter(&mut game, illegal).is_ok() || game.fen() != before {
            return Ok(false);
        }
        if !others.iter().any(|entry| enter(&mut game, entry).is_ok()) {
            return Ok(false);
        }
        let answer = engine.choose(&game, &limits, &Stop::new(), &mut Silent).best.ok_or("the engine has no move")?;
        if !game.legal_moves().contains(&answer) {
            return Ok(false);
        }
        game.play(answer);
    }
    Ok(game.moves().len() == 2 * ENTERED.len())
}

/// Plays a game that is entered for both sides: whether every move is accepted, whatever the other side's pieces would
/// do is refused, and the rules end the game with the last move.
fn both_sides(entries: &str) -> Result<bool, ItemError> {
    let mut game = Game::default();
    for entry in entries.split(',').map(str::trim) {
        if Ending::of(&game).is_some() || enter(&mut game, entry).is_err() {
            return Ok(false);
        }
        // The piece that has just moved is not to move again.
        let squares: Vec<&str> = entry.split(' ').collect();
        if enter(&mut game, &format!("{} {}", squares[1], squares[0])).is_ok() {
            return Ok(false);
        }
    }
    Ok(matches!(Ending::of(&game), Some(Ending::Checkmate { .. })))
}
