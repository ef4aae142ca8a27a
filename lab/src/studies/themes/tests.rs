use std::fs;

use super::*;

/// The second column names a part, the third a theme: what is wrong is said with its line.
#[test]
fn faulty_labels_are_refused_with_their_line() {
    let sound = "# a comment\n\nabc\ttuned\tfork, pin\nabd\theld-out\tin-between move\n";
    let labels = read_labels(sound).expect("sound");
    assert_eq!((labels[0].themes.as_slice(), labels[1].part), (&[Theme::Fork, Theme::Pin][..], Part::HeldOut));
    assert_eq!(read_labels("abc\ttuned"), Err(LabelError::Columns(1)));
    assert_eq!(read_labels("\nabc\tboth\tfork").unwrap_err().to_string().split(':').next(), Some("labels, line 2"));
    assert!(matches!(read_labels("abc\ttuned\tforks"), Err(LabelError::Theme { line: 1, .. })));
}

#[test]
fn the_stored_labels_are_sound_and_each_puzzle_has_one() {
    let labels = stored_labels().expect("sound");
    let mut ids: Vec<&str> = labels.iter().map(|label| label.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), labels.len(), "a puzzle has two labels");
    assert!(labels.len() >= 200);
}

/// A fork that is really there is named and confirmed by the search.
#[test]
fn puzzles_are_examined_by_their_solution() {
    let rows = "PuzzleId,FEN,Moves,Rating\n\
                fork,3q3k/6pp/8/4N3/8/7P/5PP1/6K1 b - - 0 30,h7h6 e5f7 h8g8 f7d8,900\n\
                other,6k1/5ppp/8/8/8/8/1r3PPP/R5K1 b - - 0 30,b2d2 a1a8 d2d8 a8d8,900\n";
    let path = std::env::temp_dir().join(format!("motley-themes-{}.csv", std::process::id()));
    fs::write(&path, rows).unwrap();
    let labels = read_labels("fork\ttuned\tfork\n").unwrap();
    let settings = ThemesSettings { nodes: 2000, others: 1 };
    let examined = study_themes(&path, &labels, &settings, || {}).expect("readable");
    fs::remove_file(&path).unwrap();
    assert_eq!(
        in_all(&examined, Some(Part::Tuned)),
        Counts { mistakes: 1, explained: 1, rightly: 1, named: 1, ..Counts::default() }
    );
    assert_eq!(by_theme(&examined, Part::Tuned).len(), 1);
    assert_eq!(examined[1].themes, [Theme::BackRankMate]);
    assert_eq!(in_all(&examined, None).unconfirmed, 0);
}
