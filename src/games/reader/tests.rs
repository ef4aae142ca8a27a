//! Tests of reading whole texts, main lines and trees alike.

use shakmaty::{CastlingMode, KnownOutcome, Position as _};

use super::*;
use crate::chess::notation::{line_to_san, san};
use crate::games::tree::NodeId;

fn reader(text: impl Into<Vec<u8>>) -> Reader {
    Reader::new(Text::of_bytes(text.into()))
}

/// The main lines of the games of a text; the tree of each has the same one.
fn games(text: impl Into<Vec<u8>>) -> Vec<PgnGame> {
    let text = text.into();
    let (mut reader, mut trees) = (reader(text.clone()), reader(text));
    let mut games = Vec::new();
    while let Some(head) = reader.head() {
        let tree_head = trees.head().expect("the same games");
        match (reader.main_line(head, MOST_PLIES), trees.tree(tree_head)) {
            (Ok(game), Ok(read)) => {
                let main: Vec<_> = read.tree.main_line().filter_map(|id| read.tree.mv(id)).collect();
                assert_eq!((&main, &read.fault), (&game.moves, &game.fault));
                assert_eq!((&read.tree.start, read.tree.outcome), (&game.start, game.outcome));
                games.push(game);
            }
            (Err(fault), Err(same)) => assert_eq!(fault, same),
            (game, tree) => panic!("{game:?}, {tree:?}"),
        }
    }
    assert!(trees.head().is_none());
    games
}

fn line(game: &PgnGame) -> String {
    line_to_san(&game.start, &game.moves).join(" ")
}

/// The one game of a text, which is read without a fault.
fn one(text: impl Into<Vec<u8>>) -> String {
    let games = games(text);
    assert_eq!(games.len(), 1, "{games:?}");
    assert_eq!(games[0].fault, None);
    line(&games[0])
}

fn fault(text: &str) -> String {
    games(text).iter().find_map(|game| game.fault.as_ref()).expect("a fault").to_string()
}

fn remarks(text: &str) -> Vec<String> {
    games(text).iter().flat_map(|game| &game.remarks).map(Remark::to_string).collect()
}

#[test]
fn one_game_in_many_spellings() {
    let usual = one("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *");
    assert_eq!(usual, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O");
    for text in [
        "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5xc6 d7xc6 5. 0-0 *",
        "1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 4. b5c6 d7c6 5. e1g1 *",
        "1. e4, e5, 2. Nf3, Nc6, 3. Bb5, a6, 4. B:c6, d:c6, 5. 0-0, *",
        "1. \"e4\" \"e5\" 2. \"Nf3\" \"Nc6\" 3. \"Bb5\" \"a6\" 4. \"Bxc6\" \"dxc6\" 5. \"O-O\" *",
        "1.\u{a0}e4 e5 2.\u{a0}Nf3 Nc6 3.\u{a0}Bb5 a6 4.\u{a0}Bxc6 dxc6 5.\u{a0}O–O *",
        "1. e4 1… e5 2. Nf3 2…Nc6 3. Bb5 a6 4. Bc6: dc6: 5. O-O *",
        "1 e4 e5 2 Nf3 Nc6 3 Bb5 a6 4 Bc6 dc 5 OO *",
        "1) e4 e5 2) Nf3 Nc6 3) Bb5 a6 4) Bxc6 dxc6 5) O-O *",
        "1. ♙e4 ♟e5 2. ♘f3 ♞c6 3. ♗b5 a6 4. ♗xc6 dxc6 5. O-O *",
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O *",
        "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fxc6 dxc6 5. O-O *",
        "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Axc6 dxc6 5. O-O *",
        "1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O *",
        "1. e4 e5 2. Sf3 Sc6 3. Gb5 a6 4. Gxc6 dxc6 5. O-O *",
        "1. e4 e5 2. Jf3 Jc6 3. Sb5 a6 4. Sxc6 dxc6 5. O-O *",
        "1. е4 е5 2. Кf3 Кс6 3. Сb5 а6 4. Сxс6 dxс6 5. О-О *",
    ] {
        assert_eq!(one(text), usual, "{text}");
    }
}

#[test]
fn check_marks_glyphs_and_results_may_stick_to_moves() {
    let usual = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#";
    for last in [
        "Qxf7# 1-0",
        "Qxf7#1-0",
        "Qxf7++ 1-0",
        "Q:f7++ 1-0",
        "Qxf7mate 1-0",
        "Qxf7 mate 1-0",
        "Qxf7#!! 1-0",
        "Qxf7+- 1-0",
        "Qxf7#$3 1-0",
        "Qxf7# +/- 1-0",
        "Qxf7‡ 1-0",
        "Qh5xf7#\u{1a}",
        "Qxf7#, 1-0",
        "Qxf7# 1 - 0",
        "Qxf7# N 1-0",
        "Qxf7# forced 1–0",
    ] {
        let text = format!("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. {last}");
        assert_eq!(one(text.as_str()), usual, "{last}");
        let white = Outcome::Known(KnownOutcome::Decisive { winner: shakmaty::Color::White });
        let expected = if last.contains('\u{1a}') { Outcome::Unknown } else { white };
        assert_eq!(games(text)[0].outcome, expected, "{last}");
    }
    for result in ["0.5-0.5", "1/2", "½-½", "½", "1/2-1/2", "½–½"] {
        assert_eq!(games(format!("1. e4 {result}"))[0].outcome, Outcome::Known(KnownOutcome::Draw), "{result}");
    }
}

#[test]
fn letters_of_another_language_are_said() {
    assert_eq!(
        remarks("[White \"A\"]\n\n1. e4 e5 2. Sf3 *"),
        ["game 1 (line 3): its piece letters are read as German or Scandinavian"]
    );
    // As English it is legal throughout, although the letters would fit others too.
    assert!(remarks("1. e4 e5 2. Bc4 *").is_empty());
    // Nothing is decided by a part of the game.
    assert_eq!(fault("1. e4 e5 2. Sf3 Sc6 3. Xb5 *"), "game 1 (line 1, after 1... e5): cannot read Sf3: it is no move");
    // R is a king in Spanish and a rook in English: White has no rook that could go there.
    assert_eq!(one("1. e4 e5 2. Re2 *"), "e4 e5 Ke2");
}

#[test]
fn a_game_ends_with_its_result_or_at_the_next_tag_and_nowhere_else() {
    let count = |text: &str| games(text).iter().map(|game| game.moves.len()).collect::<Vec<_>>();
    for (text, plies) in [
        ("1. e4 e5 1-0\n1. d4 d5 0-1", &[2, 2][..]),
        ("1. e4 e5\n\n{A note.}\n\n2. Nf3 *", &[3]),
        ("{A note.}\n\n1. e4 e5 *", &[2]),
        ("[A \"1\"]\n\n1. e4\n\n\ne5 *\n[A \"2\"]\n1. d4 *", &[2, 1]),
        ("[A \"1\"] ; why\n[B \"1\"]\n\n1. e4 *\n\n[A \"2\"]\n\n1. d4 *", &[1, 1]),
        ("{of the club}\n[A \"1\"]\n\n1. e4 *\n{and}\n[A \"2\"]\n\n1. d4 *", &[1, 1]),
        ("  [A \"1\"]\n  \n  1. e4 *\n  \n  [A \"2\"]\n  \n  1. d4 *", &[1, 1]),
        ("[A \"1\"]\n\n1. d4\n[%clk 0:10:00] d5 *\n\n[A \"2\"]\n\n1. c4 *", &[2, 1]),
        ("\u{feff}[A \"1\"]\n\n1. d4 *\n\n\u{feff}[A \"2\"]\n\n1. c4 *", &[1, 1]),
        ("[A \"1\"]\n\n*\n\n[A \"2\"]\n\n*\n", &[0, 0]),
        ("[A \"1\"]\n\n[A \"2\"]\n\n1. e4 *\n", &[0, 1]),
        ("[A \"1\"]\n\n[B \"1\"]\n\n1. e4 *\n", &[1]),
        ("1. e4 e5\n\n1. d4 d5\n", &[2, 2]),
        ("1. e4 e5 2. d4\n1. d4 d5\n", &[3, 2]),
        ("1. e4\n\n1. ... e5\n", &[2]),
        ("1. e4 (1. d4 1-0) 1... e5 *", &[2]),
        ("1. e4 e5 (1... c5\n[A \"2\"]\n1. d4 *", &[2, 1]),
        ("1. e4 e5 1-0 1-0\n\nA word between games.\n\n[A \"2\"]\n\n1. d4 *", &[2, 1]),
        ("[A \"1\"]<br>\n<br>\n1. d4 d5 *<br>\n", &[2]),
        ("", &[]),
        ("A text, but no games.", &[]),
    ] {
        assert_eq!(count(text), plies, "{text}");
        let passed = {
            let mut reader = reader(text);
            while reader.head().is_some() {
                reader.pass();
            }
            reader.passed()
        };
        assert_eq!(passed, plies.len() as u64, "passed over: {text}");
    }
}

#[test]
fn what_cannot_be_read_is_named_with_game_line_and_reason() {
    for (text, expected) in [
        ("1. e4 *\n\n1. e4 e5\n2. Ke3 *", "game 2 (line 4, after 1... e5): cannot read Ke3: no king can go there"),
        ("1. e4 e5 2. Nd2xf3 *", "game 1 (line 1, after 1... e5): cannot read Nd2xf3: there is no knight on d2"),
        ("1. d4 d5 2. c4 -- 3. cxd5 *", "game 1 (line 1, after 2. c4): -- is a null move, with which a side passes"),
        ("1. e4 best e5 *", "game 1 (line 1, after 1. e4): cannot read best: it is no move"),
        ("1. Sh9 *\n", "game 1 (line 1, before the first move): cannot read Sh9: it is no move"),
        (
            "[FEN \"2nkn3/8/8/8/8/8/8/4K3 b - - 0 1\"]\n\n1... Nd6 *",
            "game 1 (line 3, before the first move): cannot read Nd6: it is ambiguous: Ncd6 or Ned6",
        ),
    ] {
        let text = if text.starts_with("1. Sh9") {
            format!("[A \"1\"]\n{text}").replace("[A \"1\"]\n", "[A \"1\"] ")
        } else {
            text.to_owned()
        };
        assert_eq!(fault(&text), expected, "{text}");
    }
    let cut = games("1. e4 e5 2. Ke3 Nf6 *\n\n1. d4 *");
    assert_eq!((cut[0].moves.len(), cut[1].moves.len()), (2, 1), "the next game is read all the same");
    assert_eq!(cut[0].fault.as_ref().expect("a fault").place, 12..15);
}

#[test]
fn positions_that_are_written_oddly_are_read_with_a_remark() {
    for (tags, remark) in [
        ("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1\"]", "right to castle `K`"),
        ("[FEN \"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - e6 0 1\"]", "en passant square e6"),
        ("[FEN \"?\"]", "the tag FEN holds no position, `?`"),
        ("[FEN \"\"]", "the tag FEN holds no position"),
        ("[FEN \"bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1\"]", "one of Chess960"),
    ] {
        let text = format!("{tags}\n\n1. e4 e5 *");
        assert_eq!(games(text.as_str())[0].moves.len(), 2, "{tags}");
        let remarks = remarks(&text);
        assert!(remarks.len() == 1 && remarks[0].contains(remark), "{remarks:?}");
    }
    let castled = games(
        "[FEN \"bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1\"]\n\n1. b3 c5 2. Nf3 d5 3. d4 b6 4. O-O *",
    );
    assert_eq!(castled[0].start.castles().mode(), CastlingMode::Chess960);
    assert_eq!((castled[0].moves.len(), &castled[0].fault), (7, &None));
    assert_eq!(games("[Variant \"Chess960\"]\n\n1. e4 *")[0].start.castles().mode(), CastlingMode::Chess960);
}

#[test]
fn results_that_differ_and_texts_that_break_off_are_said() {
    assert_eq!(
        remarks("[Result \"1-0\"]\n\n1. e4 0-1"),
        ["game 1 (line 3): the tag says 1-0, the end of the moves 0-1"]
    );
    let broken = "[Result \"1-0\"]\n\n1. e4 e5 {a comment that the down";
    assert_eq!(
        remarks(broken),
        ["game 1 (line 3): a comment is not closed", "game 1 (line 3): the text ends before the game does"]
    );
    assert_eq!(games(broken)[0].moves.len(), 2);
    assert!(remarks("1. e4 e5").is_empty(), "moves alone need no result");
    assert_eq!(remarks("1. e4 (1. d4 e5 2. Nf3 *"), ["game 1 (line 1): variations that are not closed: 1"]);
    assert_eq!(one("1. e4 f6 2. Qh5 check g6 3. Qxg6 ch *"), "e4 f6 Qh5+ g6 Qxg6+");
}

#[test]
fn the_result_is_the_one_that_is_known() {
    for (text, result) in [
        ("[Result \"*\"]\n\n1. f3 e5 0-1", "0-1"),
        ("[Result \"0-1\"]\n\n1. f3 e5 *", "0-1"),
        ("[Result \"0-1\"]\n\n1. f3 e5 1-0", "0-1"),
        ("[Result \"half\"]\n\n1. f3 e5 1/2-1/2", "1/2-1/2"),
        ("[Result \"*\"]\n\n1. f3 e5 *", "*"),
    ] {
        assert_eq!(games(text)[0].outcome.as_str(), result, "{text}");
    }
}

#[test]
fn a_game_that_both_have_lost() {
    for text in [
        "[Result \"0-0\"]\n\n1. f3 e5 0-0",
        "1. f3 e5 (1... c5) 2. g3 0-0 {Both came late.}\n\n[White \"Ann\"]\n\n1. d4 *",
        "1. f3 e5 0-0\n\n1. d4 d5 0-0",
    ] {
        let games = games(text);
        assert!(games.iter().all(|game| game.fault.is_none() && game.remarks.is_empty()), "{games:?}");
        assert!(games.iter().all(|game| game.outcome == Outcome::Unknown && !game.moves.is_empty()));
    }
    assert!(one("1. e4 e5 2. Nf3 d6 3. Be2 Be7 4. 0-0").ends_with(" O-O"), "castling where it can be");
    for more in ["Nf6 3. Nc3", "2. -- c5", "1-0", "(2. d4)", "2. d4"] {
        assert!(fault(&format!("1. f3 e5 0-0 {more}")).contains("castling is not possible there"), "{more}");
    }
}

/// The moves and remarks of the one tree of a text.
fn tree(text: &str) -> (GameTree, Vec<String>) {
    let mut reader = reader(text);
    let head = reader.head().expect("a game");
    let read = reader.tree(head).expect("a start");
    assert_eq!(read.fault, None, "{text}");
    (read.tree, read.remarks.iter().map(Remark::to_string).collect())
}

fn moves_of(tree: &GameTree) -> String {
    tree.to_string().split_once("\n\n").expect("tags").1.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_variation_that_cannot_be_read_is_kept_as_it_is() {
    for text in [
        "1. e4 e5 (1... c5 2. Nf3 (2. Ke3 {odd}) 2... d6) (1... e6 2. Qh9 (2. d4)) 2. Nf3 *",
        "1. e4 (1. -- e5 2. d4) 1... e5 *",
        "1. e4 e5 2. Nf3 (2. -- Nc6) 2... Nc6 *",
    ] {
        let (tree, remarks) = tree(text);
        assert!(!remarks.is_empty() && remarks.iter().all(|remark| remark.contains("kept as text")), "{remarks:?}");
        let again = moves_of(&super::tests::tree(&tree.to_string()).0);
        assert_eq!(again, moves_of(&tree), "written, read and written again");
        for kept in ["(1... e6 2. Qh9 (2. d4))", "(2. Ke3 {odd})", "(1. -- e5 2. d4)", "(2. -- Nc6)"] {
            assert_eq!(text.contains(kept), again.contains(kept), "{kept} in {again}");
        }
    }
}

#[test]
fn everything_that_is_said_of_moves_is_kept() {
    let (tree, remarks) = tree(
        "{Of the match} [White \"A\"]\n\n{It begins.} 1. e4! {[%clk 0:10:00] best} {by test} e5 +/= (1... c5 ; sharp\n\
         2. Nf3 $2 N) 2. Nf3 ♪ {good} Nc6 3. Bb5 □ 1-0 {White wins}",
    );
    assert!(remarks.is_empty(), "{remarks:?}");
    assert_eq!(
        moves_of(&tree),
        "{Of the match It begins.} 1. e4 $1 {[%clk 0:10:00] best by test} 1... e5 $14 (1... c5 {sharp} 2. Nf3 $2 $146) \
         2. Nf3 {♪ good} 2... Nc6 3. Bb5 $7 {White wins} 1-0"
    );
    let first = tree.children(NodeId::ROOT)[0];
    assert_eq!(
        (san(&tree.start, tree.mv(first).expect("a move")), tree.notes(first).clock()),
        ("e4".to_owned(), Some(6000))
    );
}

#[test]
fn names_in_the_character_set_of_the_standard_are_read() {
    let game = &games(b"[White \"Nov\xe1k, J\xe1n\"]\n[Black \"Nov\xc3\xa1k\"]\n\n1. e4 {a \x96 b} e5 *".to_vec())[0];
    assert_eq!((game.tags.get("White"), game.tags.get("Black")), (Some("Novák, Ján"), Some("Novák")));
    assert_eq!(game.moves.len(), 2);
}

#[test]
fn deep_nests_long_games_and_rubbish_come_to_an_end() {
    let deep = format!("1. e4 {}{} e5 *", "(1. d4 ".repeat(5000), ")".repeat(5000));
    let (read, remarks) = tree(&deep);
    assert_eq!(read.main_line().count(), 2);
    assert!(remarks[0].contains("too many moves"), "{remarks:?}");
    let long = format!("1. Nf3 Nf6 {} *", "Ng1 Ng8 Nf3 Nf6 ".repeat(6000));
    assert_eq!(fault(&long).split(": ").nth(1), Some("it has too many moves"));
    assert!(games("\0\u{1}\u{2}(((((]]]]>>><<<{{{".repeat(100).as_str()).len() < 2);
}

#[test]
fn a_variation_before_the_first_move_is_not_the_game() {
    assert_eq!(one("(1. d4 d5) 1. e4 (1. c4) e5 *"), "e4 e5");
    assert_eq!(one("[White \"A\"]\n\n(1. d4 {why not} d5) *"), "");
    let tree = read_trees("[White \"A\"]\n\n(1. d4 {why not} d5) *").next().expect("a game").expect("reads").tree;
    assert_eq!((tree.len(), &tree.notes(NodeId::ROOT).unread[..]), (1, &["(1. d4 {why not} d5)".to_owned()][..]));
}

#[test]
fn a_variation_that_cannot_be_written_on_one_line_is_kept_as_a_comment() {
    let tree = read_trees("1. e4 (1. Ke5 ; why\n d4) e5 *").next().expect("a game").expect("reads").tree;
    let notes = tree.notes(tree.main_line().next().expect("a move"));
    assert_eq!((&notes.unread[..], &notes.comments[..]), (&[][..], &["(1. Ke5 ; why d4)".to_owned()][..]));
}
