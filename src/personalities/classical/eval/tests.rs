use shakmaty::CastlingMode;

use super::super::{Classical, Evaluation};
use super::nnue::fixtures::{nnue, nnue_file, random_positions};
use super::*;
use crate::engine::options::{OptionValue, SharedOptions};
use crate::engine::{Choice, Game, Limits, Personality as _, Recorder, Stop};

fn game(fen: &str) -> Game {
    Game::from_fen(fen, CastlingMode::Standard).unwrap()
}

fn by_random_nnue(game: &Game) -> Score {
    let nnue = nnue(32, 1);
    by_nnue(game.position(), |board, turn| nnue.evaluate_board(board, turn))
}

#[test]
fn both_colours_are_judged_alike() {
    let nnue = nnue(64, 2);
    let evaluate = |position: &Chess| by_nnue(position, |board, turn| nnue.evaluate_board(board, turn));
    random_positions(2_000, |position| {
        let setup = position.to_setup(shakmaty::EnPassantMode::Legal).into_mirrored();
        let mirrored = setup.position::<Chess>(CastlingMode::Chess960).unwrap();
        assert_eq!(evaluate(position), evaluate(&mirrored), "{position:?}");
    });
}

#[test]
fn endgames_with_a_rule_of_their_own_have_its_score() {
    for fen in [
        "8/8/8/4k3/8/8/4K3/7R w - - 0 1",
        "8/8/8/4k3/8/8/4K3/7R b - - 0 1",
        "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1",
        "k7/8/8/PK6/8/4B3/8/8 w - - 0 1",
        "8/8/3kn3/8/8/3K4/8/8 b - - 0 1",
    ] {
        let game = game(fen);
        let expected = Evaluator::new().evaluate(game.position(), u64::from(game.position().board().pawns().any()));
        assert_eq!(by_random_nnue(&game), expected, "{fen}");
    }
}

#[test]
fn little_is_left_of_an_advantage_that_the_material_does_not_win() {
    let score =
        |fen: &str, turn_ahead: bool| by_nnue(game(fen).position(), |_, _| if turn_ahead { 400 } else { -400 }).0;
    let ahead = |fen| score(fen, true);
    assert!(ahead("4k3/8/3r4/8/8/3R4/4B3/4K3 w - - 0 1").abs() < 40, "rook and bishop against rook");
    assert!((1..200).contains(&ahead("4k3/p7/3b4/8/3PP3/3B4/8/4K3 w - - 0 1")), "bishops of opposite colours");
    assert_eq!(ahead("4k3/3n4/3p4/8/3PP3/3B4/8/4K3 w - - 0 1"), 400);
    assert_eq!(ahead("4k3/8/3q4/8/8/3R4/4B3/4K3 b - - 0 1"), 400, "a queen against two pieces is more than that");
    assert_eq!(score("4k3/8/3rp3/8/8/3R4/4B3/4K3 w - - 0 1", false), -400, "the other side has a pawn");
}

/// The report and the move of a new player with these options of its own, at a depth where every score passes through
/// moves of all kinds; each evaluation on the way is compared with one from the board alone.
fn search(own: &[(&str, OptionValue)], threads: usize) -> (Choice, Recorder) {
    let (mut player, mut recorder) = (Classical::new(), Recorder::default());
    player.configure(&SharedOptions { threads, own_book: false, ..SharedOptions::default() }, &mut recorder);
    for (name, value) in own {
        player.set_option(name, value).unwrap();
    }
    player.prepare(&mut recorder);
    let game = game("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1");
    let choice = player.choose(&game, &Limits { depth: Some(7), ..Limits::default() }, &Stop::new(), &mut recorder);
    (choice, recorder)
}

/// A file of some bytes, deleted at the end.
struct File(std::path::PathBuf);

impl File {
    fn new(name: &str, bytes: &[u8]) -> File {
        let path = std::env::temp_dir().join(format!("motley-network-{name}-{}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        File(path)
    }

    fn option(&self) -> (&'static str, OptionValue) {
        ("EvalFile", OptionValue::Text(self.0.display().to_string()))
    }
}

impl Drop for File {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).unwrap();
    }
}

fn nodes(searched: &(Choice, Recorder)) -> u64 {
    searched.1.infos.last().expect("an info").nodes
}

#[test]
fn the_nnue_of_a_file_searches_with_every_width_and_several_threads() {
    for hidden in [32, 96, 256] {
        let file = File::new(&hidden.to_string(), &nnue_file(hidden, 8));
        for threads in [1, 3] {
            let (choice, recorder) = search(&[file.option()], threads);
            assert!(choice.best.is_some() && recorder.messages.is_empty(), "{:?}", recorder.messages);
        }
        assert_ne!(nodes(&search(&[file.option()], 1)), nodes(&search(&[], 1)), "it is not the built-in one");
    }
}

#[test]
fn a_file_that_is_no_nnue_is_reported_once_and_the_built_in_one_plays() {
    let good = nnue_file(64, 8);
    let mut damaged = good.clone();
    damaged[5000] ^= 4;
    let mut foreign = good.clone();
    foreign[8] = 9;
    let built_in = nodes(&search(&[], 1));
    for (name, bytes, reason) in [
        ("cut", &good[..good.len() / 2], "bytes, expected"),
        ("long", &[&good[..], b"more"].concat(), "bytes, expected"),
        ("empty", b"", "no network"),
        ("random", &[0x5a; 70_000], "no network"),
        ("damaged", &damaged, "checksum"),
        ("foreign", &foreign, "version is 9"),
        ("large", &vec![0; 14_000_000], "at most"),
    ] {
        let file = File::new(name, bytes);
        let searched = search(&[file.option()], 1);
        let [message] = &searched.1.messages[..] else { panic!("{name}: {:?}", searched.1.messages) };
        assert!(message.starts_with("error: ") && message.contains(reason), "{name}: {message}");
        assert!(message.ends_with("; the built-in network is used"), "{name}: {message}");
        assert_eq!(nodes(&searched), built_in, "{name}");
    }
    let folder = std::env::temp_dir();
    for (path, reason) in [(folder.display().to_string(), "it is a folder"), ("no/such".to_owned(), "does not exist")] {
        let searched = search(&[("EvalFile", OptionValue::Text(path))], 1);
        let [message] = &searched.1.messages[..] else { panic!("{:?}", searched.1.messages) };
        assert!(message.contains(reason), "{message}");
        assert_eq!(nodes(&searched), built_in);
    }
}

#[test]
fn after_a_change_of_evaluation_a_player_searches_like_a_new_one() {
    let handmade = ("Evaluation", OptionValue::Combo(1));
    let position = game("r1bq1r1k/b1p1npp1/p2p3p/1p6/3PP3/1B2NN2/PP3PPP/R2Q1RK1 w - - 1 16");
    let limits = Limits { depth: Some(7), ..Limits::default() };
    let searched = |player: &mut Classical| {
        let mut recorder = Recorder::default();
        player.choose(&position, &limits, &Stop::new(), &mut recorder);
        recorder.infos.last().unwrap().nodes
    };
    let [fresh_nnue, fresh_handmade] = [Evaluation::Nnue, Evaluation::Handmade]
        .map(|evaluation| searched(&mut Classical::new().evaluating_by(evaluation)));
    assert_ne!(fresh_nnue, fresh_handmade);
    let mut player = Classical::new();
    assert_eq!(searched(&mut player), fresh_nnue);
    player.set_option(handmade.0, &handmade.1).unwrap();
    assert_eq!(searched(&mut player), fresh_handmade);
    player.set_option("Evaluation", &OptionValue::Combo(0)).unwrap();
    assert_eq!(searched(&mut player), fresh_nnue);
}

#[test]
fn the_explanation_shows_both_evaluations() {
    let game = game("4k3/ppp5/8/8/8/8/PPP5/3QK3 w - - 0 1");
    let nnue = nnue(64, 2);
    let text = explain(game.position(), Some(&nnue));
    let score = nnue.evaluate_board(game.position().board(), Color::White);
    let mut without = game.position().board().clone();
    without.discard_piece_at(shakmaty::Square::D1);
    let queen = score - nnue.evaluate_board(&without, Color::White);
    assert!(text.contains(&format!("| Q {:>6} |", handmade::pawns(queen))), "{text}");
    assert!(text.contains("| K        |") && text.contains("Output 2 of 8, for 9 pieces"), "{text}");
    assert!(text.contains("Mobility") && text.contains("Hand-made evaluation +"), "{text}");
    assert!(text.ends_with(&format!("Final evaluation {} for White", handmade::pawns(score))), "{text}");
    assert!(!explain(game.position(), None).contains("Network"));
}
