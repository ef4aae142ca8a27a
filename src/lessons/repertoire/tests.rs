use super::*;
use crate::chess::notation::{parse_moves, san};
use crate::chess::replay::position_after;

fn repertoire(text: &str, side: Color) -> Repertoire {
    let (repertoire, faults) = Repertoire::read(text, side).unwrap_or_else(|error| panic!("{error}"));
    assert!(faults.is_clean(), "{:?}", faults.lines());
    repertoire
}

fn after(moves: &str) -> Chess {
    position_after(&Chess::default(), &parse_moves(moves).expect("legal"))
}

/// The moves in a position, the chosen one first.
fn answers(repertoire: &Repertoire, moves: &str) -> Vec<String> {
    let position = after(moves);
    let known = &repertoire.positions()[repertoire.find(&position).expect("a known position")];
    known.moves.iter().map(|own| san(&position, own.mv)).collect()
}

/// A study of sixty branches, with comments, glyphs, arrows, transpositions and a chapter that begins elsewhere.
pub const STUDY: &str = include_str!("../../../tests/repertoire/study.pgn");

#[test]
fn a_study_of_sixty_branches_comes_out_as_it_went_in() {
    let repertoire = repertoire(STUDY, Color::White);
    assert_eq!((repertoire.branch_count(), repertoire.chapters().len()), (60, 5));
    assert_eq!(repertoire.to_pgn(), STUDY);
    let again = self::repertoire(&repertoire.to_pgn(), Color::White);
    assert_eq!(again.chapters(), repertoire.chapters());
}

#[test]
fn the_first_move_is_the_choice_and_transpositions_share_it() {
    let text = "1. d4 d5 2. c4 e6 3. Nc3 (3. Nf3) *\n\n1. c4 e6 2. d4 d5 3. Nf3 Nf6 4. g3 *\n";
    let repertoire = repertoire(text, Color::White);
    assert_eq!(answers(&repertoire, "d4 d5 c4 e6"), ["Nc3", "Nf3"]);
    assert_eq!(answers(&repertoire, "c4 e6 d4 d5"), ["Nc3", "Nf3"]);
    assert_eq!(answers(&repertoire, ""), ["d4", "c4"]);
}

#[test]
fn a_chapter_that_begins_where_another_passes_is_reached_from_its_start() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let text = format!("1. e4 e5 *\n\n[FEN \"{fen}\"]\n\n2. Nf3 Nc6 3. Bb5 *\n");
    let repertoire = repertoire(&text, Color::White);
    assert_eq!((repertoire.starts(), repertoire.chapters().len()), (&[0][..], 2));
    let plies: Vec<usize> = repertoire.positions().iter().map(|known| known.ply).collect();
    assert_eq!(plies, [0, 1, 2, 3, 4, 5]);
    assert_eq!(answers(&repertoire, "e4 e5 Nf3 Nc6"), ["Bb5"]);
}

#[test]
fn moves_that_are_marked_as_mistakes_are_left_out_with_what_follows() {
    let text = "1. e4 e5 2. Nf3 (2. Qh5? Nc6 3. Bc4) (2. f4 exf4??) Nc6 *";
    let repertoire = repertoire(text, Color::White);
    assert_eq!(answers(&repertoire, "e4 e5"), ["Nf3", "f4"]);
    assert!(repertoire.find(&after("e4 e5 Qh5")).is_none());
    assert!(repertoire.find(&after("e4 e5 f4 exf4")).is_some(), "the opponent's mistakes are to be answered");
    assert_eq!(repertoire.mistakes().len(), 1);
    assert!(repertoire.to_pgn().contains("Qh5"), "they are kept in the file");
}

#[test]
fn what_is_no_repertoire_is_refused() {
    let refused = |text: &str| Repertoire::read(text, Color::Black).expect_err("no repertoire").to_string();
    assert_eq!(refused(""), "there is no game with moves in it");
    assert_eq!(refused("[Event \"x\"]\n\n*\n"), "there is no game with moves in it");
    assert_eq!(refused("1. e4 *"), "Black has no move in it: is it a repertoire for the other side?");
}

#[test]
fn chapters_are_read_as_far_as_they_go_and_what_is_left_out_is_named() {
    let text = "1. e4 e5 *\n\n1. d4 -- *\n\n[Variant \"Atomic\"]\n\n1. c4 *\n\n1. Nf3 d5 (1... Qh4) *";
    let (repertoire, faults) = Repertoire::read(text, Color::Black).expect("two chapters with moves of Black");
    assert_eq!((repertoire.chapters().len(), faults.cut, faults.skipped, faults.remarks), (3, 1, 1, 1));
    assert_eq!(
        faults.lines(),
        [
            "game 2 (line 3, after 1. d4): -- is a null move, with which a side passes",
            "game 3 (line 5): games of the variant `Atomic` cannot be read",
            "game 4 (line 9): a variation is kept as text: cannot read Qh4: no queen can go there",
        ]
    );
    assert!(repertoire.to_pgn().contains("1. Nf3 d5 (1... Qh4)"));
}

mod checks {
    use super::*;
    use crate::engine::Stop;

    fn checked(text: &str, side: Color) -> Check {
        let settings = CheckSettings { least_share: 0.05, least_reach: 0.001, moves: 4 };
        check(&repertoire(text, side), &mut ReplyModel::new(1400, ReplySource::Net), settings, |_| true)
    }

    #[test]
    fn a_frequent_reply_without_an_answer_is_a_gap() {
        let found = checked("1. e4 e5 (1... c5) (1... e6 2. d4) 2. Nf3 Nc6 3. Bb5 *", Color::White);
        let replies: Vec<(&str, bool)> = found.gaps.iter().map(|gap| (gap.reply.as_str(), gap.known)).collect();
        assert!(replies.contains(&("1... c5", true)), "it is known and ends there: {replies:?}");
        assert!(replies.contains(&("2... d6", false)), "{replies:?}");
        assert!(!replies.iter().any(|(reply, _)| ["1... e5", "1... e6"].contains(reply)), "{replies:?}");
        assert!(found.gaps.windows(2).all(|pair| pair[0].reach >= pair[1].reach));
        assert!(found.gaps.iter().all(|gap| gap.share >= 0.05 && gap.share >= gap.reach));
    }

    #[test]
    fn a_reply_that_transposes_to_a_known_position_is_answered() {
        let text = "1. d4 d5 2. c4 e6 3. Nc3 *\n\n1. d4 e6 2. c4 b6 3. e4 *\n";
        let found = checked(text, Color::White);
        assert!(
            !found.gaps.iter().any(|gap| gap.line == "1. d4 e6 2. c4" && gap.reply == "2... d5"),
            "{:?}",
            found.gaps
        );
        assert!(
            found.gaps.iter().any(|gap| gap.line == "1. d4 e6 2. c4" && gap.reply == "2... Nf6"),
            "{:?}",
            found.gaps
        );
    }

    #[test]
    fn conflicts_early_ends_and_duplicates_are_named() {
        let text = "[Event \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *\n\n[Event \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 \
            (2... d6 3. d4) 3. Bc4 *\n\n[Event \"C\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 *\n";
        let found = checked(text, Color::White);
        let conflict = found.conflicts.iter().find(|conflict| conflict.line == "1. e4 e5 2. Nf3 Nc6").expect("one");
        assert_eq!(conflict.chosen, ["3. Bb5", "A"]);
        assert_eq!(conflict.others, [["3. Bc4", "B"]]);
        assert_eq!(found.duplicates.len(), 1);
        assert_eq!((found.duplicates[0].chapter.as_str(), found.duplicates[0].first[0].as_str()), ("C", "A"));
        let ends: Vec<&str> = found.ends.iter().map(|end| end.line.as_str()).collect();
        assert!(
            ends.contains(&"1. e4 e5 2. Nf3 d6 3. d4") && !ends.iter().any(|line| line.ends_with("Ba4")),
            "{ends:?}"
        );
    }

    #[test]
    fn a_move_that_loses_a_piece_is_found_with_its_refutation() {
        let repertoire = repertoire("1. e4 e5 2. Nf3 Nc6 3. Ba6 (3. Bb5) *", Color::White);
        let losing = losing_moves(&repertoire, 20_000, &Stop::new(), |_| true);
        assert_eq!(losing.len(), 1, "{losing:?}");
        assert!(losing[0].line.ends_with("3. Ba6") && losing[0].refutation.starts_with("3... bxa6"), "{losing:?}");
        assert!(losing[0].loss > 0.2);
    }
}
