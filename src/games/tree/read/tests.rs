use shakmaty::{Color, KnownOutcome};

use super::*;
use crate::chess::notation::parse_moves;

fn one(text: &str) -> GameTree {
    read_trees(text).next().expect("a game").unwrap_or_else(|error| panic!("{error}"))
}

fn refused(text: &str) -> String {
    read_trees(text).find_map(Result::err).expect("a fault").to_string()
}

/// The text of the moves alone.
fn moves(tree: &GameTree) -> String {
    tree.to_string().split_once("\n\n").expect("tags").1.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn everything_that_is_said_of_moves_is_kept_in_its_order() {
    let text = "{before all} 1. e4 $1 $32 {[%eval 0.3] [%clk 0:10:00] king's pawn} {again} ({not} 1. d4 {queen's} \
        1... d5 $6 (1... Nf6 2. c4)) (1. c4) 1... e5 2. Nf3 $140 1/2-1/2";
    let tree = one(&format!("[Event \"A\"]\n\n{text}"));
    assert_eq!(moves(&tree), text);
    let first = tree.children(NodeId::ROOT);
    assert_eq!((first.len(), &tree.notes(NodeId::ROOT).comments[..]), (3, &["before all".to_owned()][..]));
    let notes = tree.notes(first[0]);
    assert_eq!((notes.clock(), notes.nags.as_slice(), notes.comments.len()), (Some(6000), &[1, 32][..], 2));
    assert_eq!(tree.notes(first[1]).before, ["not"]);
    assert_eq!(tree.outcome, Outcome::Known(KnownOutcome::Draw));
    assert_eq!(tree.tags.get("Event"), Some("A"));
}

#[test]
fn what_is_written_is_read_back_and_written_alike() {
    let odd = "[Event \"a \\\"b\\\" [c]\"]\n[White \"x \"y\" z\"] [Round \"1\"]\n\n1.e4!? ; to the end } )\n e5 2 Nf3 \
        (2 f4!! {c} {d\n\n   e} exf4 ({lone}) ) ({x}) (2. f4) {behind} (2. Bc4 (2. Nc3 (2. d4) Nc6)) \
        2...Nc6 $255 3. Bb5 =";
    let tree = one(odd);
    let written = tree.to_string();
    let again = one(&written);
    assert_eq!(again.to_string(), written);
    assert_eq!(moves(&again), moves(&tree));
    assert_eq!((tree.tags.get("Event"), tree.tags.get("White")), (Some("a \"b\" [c]"), Some("x \"y\" z")));
    assert_eq!(
        moves(&tree),
        "1. e4 $5 {to the end ) )} 1... e5 2. Nf3 {x} {behind} (2. f4 $3 {c} {d e} 2... exf4 {lone}) (2. f4) \
         (2. Bc4) (2. Nc3 Nc6) (2. d4) 2... Nc6 $255 3. Bb5 $10 *"
    );
}

#[test]
fn games_end_with_a_result_with_tags_or_with_move_1_behind_an_empty_line() {
    let text = "1. e4 e5 1-0 {behind} 1. d4 *\n[Event \"B\"]\n\n1. c4\n\n1... e5\n\n1. Nf3 (1. f4 *) \
        d5 0-1 0-1\n[Result \"1-0\"]\n*";
    let games: Vec<GameTree> = read_trees(text).collect::<Result<_, _>>().expect("reads");
    let written: Vec<String> = games.iter().map(moves).collect();
    assert_eq!(
        written,
        ["1. e4 e5 1-0", "{behind} 1. d4 *", "1. c4 e5 *", "1. Nf3 (1. f4) 1... d5 0-1", "1-0"],
        "the last game has a tag alone, and the tag counts"
    );
}

#[test]
fn a_game_of_chess960_has_its_own_castling() {
    let text =
        "[Variant \"Chess960\"]\n[FEN \"1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1\"]\n\n1. O-O-O (1. O-O O-O-O) O-O-O *";
    let tree = one(text);
    assert_eq!(one(&tree.to_string()).start, tree.start);
    assert_eq!(moves(&tree), "1. O-O-O (1. O-O O-O-O) 1... O-O-O *");
}

#[test]
fn deep_variations_are_read_written_and_dropped_without_recursion() {
    // The knights go out and back; each variation is another answer, and holds the next.
    let nested = |depth: usize| {
        let level = |number: usize| {
            let (white, other) = if number % 2 == 1 { ("Nf3", "Nc6") } else { ("Ng1", "Nb8") };
            format!("{number}. {white} Nf6 ({number}... {other}")
        };
        let levels: Vec<String> = (1..=depth).map(level).collect();
        format!("{}{} *", levels.join(" "), ")".repeat(depth))
    };
    for depth in [1, 200, MOST_NESTED] {
        assert_eq!(moves(&one(&nested(depth))), nested(depth));
    }
    let error = refused(&nested(MOST_NESTED + 1));
    assert_eq!(error, "game 1, line 1, after 1001... Nf6: variations are nested more than 1000 deep");
}

#[test]
fn faults_name_the_game_the_line_and_the_move() {
    for (text, expected) in [
        ("1. e4 e5 2. Ke3 *", "game 1, line 1, after 1... e5: `Ke3` is no legal move here"),
        ("1. e5 *", "game 1, line 1, at the start: `e5` is no legal move here"),
        ("1. e4 *\n\n1. d4 (1. c4\n-- ) *", "game 2, line 4, after 1. c4: `--` is a null move, which cannot be played"),
        ("1. e4 Z0 *", "game 1, line 1, after 1. e4: `Z0` is a null move, which cannot be played"),
        ("1. e4 0000 2. d4 *", "game 1, line 1, after 1. e4: `0000` is a null move, which cannot be played"),
        ("1. e4 {open", "game 1, line 1, after 1. e4: a comment is not closed"),
        ("1. e4 (1. d4 (1. c4)", "game 1, line 1, after 1. d4: 1 variations are not closed"),
        ("1. e4 ) *", "game 1, line 1, after 1. e4: `)` closes nothing"),
        ("1. e4 } *", "game 1, line 1, after 1. e4: `}` closes nothing"),
        (
            "(1. e4) *",
            "game 1, line 1, at the start: a variation needs a move before it, to which it is the other choice",
        ),
        ("1. e4 $256 *", "game 1, line 1, after 1. e4: `$256` is no glyph: their numbers go from 0 to 255"),
        ("1. e4!!!! *", "game 1, line 1, at the start: `e4!!!!` is no legal move here"),
        ("[Event 'A']\n\n1. e4 *", "game 1, line 1, at the start: `[Event 'A']` is no tag"),
        (
            "[Variant \"Bughouse\"]\n\n1. e4 *",
            "game 1, line 3, at the start: games of the variant `Bughouse` cannot be read",
        ),
        (
            "[Variant \"Chess960\"]\n\n1. e4 *",
            "game 1, line 3, at the start: a game of Chess960 needs the tag FEN, which says where the pieces stood",
        ),
        (
            "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*",
            "game 1, line 3, at the start: the tag FEN holds no position: \
            `8/8/8/8/8/8/8/8 w - - 0 1`",
        ),
    ] {
        assert_eq!(refused(text), expected);
    }
}

#[test]
fn games_behind_a_faulty_one_are_read() {
    let text = "[Event \"1\"]\n\n1. e4 {open\n\n[Event \"2\"]\n[Site \"x\"]\n\n1. d4 *\n\n[Event bad\n\
        [Event \"3\"]\n\n1. c4 *\n\
        [Event \"4\"]\n\n1. Nf3 *\n";
    let read: Vec<_> =
        read_trees(text).map(|game| game.map(|game| game.tags.get("Event").map(str::to_owned))).collect();
    let found: Vec<Option<&str>> =
        read.iter().filter_map(|game| game.as_ref().ok()).map(|event| event.as_deref()).collect();
    assert_eq!(found, [Some("2"), Some("4")], "the third is refused with its tags");
    let numbers: Vec<usize> = read.iter().filter_map(|game| game.as_ref().err()).map(|error| error.game).collect();
    assert_eq!(numbers, [1, 3]);
}

#[test]
fn bounds_are_kept() {
    let long = format!("1. e4 {{{}}} *", "x".repeat(MOST_COMMENT + 1));
    assert_eq!(refused(&long), format!("game 1, line 1, after 1. e4: a comment has more than {MOST_COMMENT} bytes"));
    let fits = format!("1. e4 {{{}}} *", "x".repeat(MOST_COMMENT));
    assert_eq!(one(&fits).notes(NodeId(1)).comments[0].len(), MOST_COMMENT);
    let many = format!("1. e4 {} *", "(1. d4) ".repeat(MOST_NODES));
    assert!(refused(&many).contains("the game has more than 200000 moves"));
}

#[test]
fn every_text_is_read_or_refused() {
    for text in
        ["", "\u{feff}", "{", "(", "[", "]", ")", "$", "\\", "[\"", "[A \"\\", "1.", "1-0", "%", ";", "é½", "\u{0}"]
    {
        for tail in ["", " 1. e4 (1. d4)", "\n[A \"x\"]\n\n1. e4 *"] {
            let text = format!("{text}{tail}");
            assert!(read_trees(&text).count() < 5, "{text:?}");
        }
    }
}

#[test]
fn the_main_line_is_what_the_plain_reader_reads() {
    let text = "[White \"A\"]\n\n1. e4 {x} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 3. Bb5 a6!? 4. Ba4 1-0";
    let tree = one(text);
    let last = tree.main_line().last().expect("moves");
    assert_eq!(tree.moves_to(last), parse_moves("e4 e5 Nf3 Nc6 Bb5 a6 Ba4").expect("legal"));
    assert_eq!(tree.outcome.winner(), Some(Color::White));
}
