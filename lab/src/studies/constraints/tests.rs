//! Studies of a few games in memory.

use std::io::Cursor;

use shakmaty::Color;

use super::*;
use motley::chess::PieceCount;
use motley::constraint::ConstraintSet;
use motley::games::filter::GameFilter;
use motley::games::sources::GameSource;

/// White loses a pawn at ply 4 and a knight at 10; Black a pawn at 3 and the queen at 11.
const MOVES: &str = "e4 d5 exd5 Qxd5 Nc3 Qe5+ Nge2 Bg4 d4 Bxe2 dxe5";

fn study(games: impl AsRef<[u8]>, set: &ConstraintSet, threads: u16) -> Result<Study, StudyError> {
    let source = GameSource::new("games.pgn", Cursor::new(games.as_ref().to_vec()));
    Study::read(vec![source], set, GameFilter::PETRZELKA, Some(threads))
}

fn set(side: Color, constraints: &[[u8; 5]]) -> ConstraintSet {
    ConstraintSet::new(side, constraints.iter().map(|&counts| PieceCount(counts)))
}

fn findings(games: impl AsRef<[u8]>, side: Color, constraints: &[[u8; 5]]) -> Findings {
    let set = set(side, constraints);
    Findings::of(&study(games, &set, 1).unwrap(), &set)
}

fn game(tags: &[(&str, &str)], moves: &str) -> String {
    let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    format!("{tags}\n{moves} *\n\n")
}

fn three_games() -> String {
    [
        game(&[("Result", "1-0"), ("ECO", "B01"), ("Opening", "Scandinavian Defense")], MOVES),
        game(&[("Result", "0-1"), ("ECO", "B01"), ("Opening", "Scandinavian Defense")], MOVES),
        game(&[("Result", "0-1"), ("ECO", "C20")], "e4 e5 a3 Qg5 a4 Qxd2+ Bxd2 a6 a5 h6"),
    ]
    .concat()
}

#[test]
fn results_half_moves_and_shares_are_those_of_the_games_that_meet_it() {
    let constraints = [[1, 2, 2, 2, 7], [1, 2, 2, 1, 7], [0, 0, 0, 0, 0]];
    let findings = findings(three_games(), Color::White, &constraints);
    let [pawn, knight, none] = &findings.constraints[..] else { panic!("three constraints") };
    assert_eq!((pawn.games, pawn.won, pawn.lost, pawn.open), (3, 1, 2, 0));
    assert_eq!(
        (pawn.win_rate, pawn.median_half_moves, pawn.mean_half_moves),
        (Some(1.0 / 3.0), Some(4.0), Some(14.0 / 3.0))
    );
    assert_eq!(pawn.half_moves.iter().map(|at| (at.half_move, at.games)).collect::<Vec<_>>(), [(4, 2), (6, 1)]);
    assert_eq!((knight.games, knight.share, knight.median_half_moves), (2, 2.0 / 3.0, Some(10.0)));
    assert_eq!(findings.win_rate, Some(1.0 / 3.0));
    assert_eq!((none.games, none.win_rate, none.median_half_moves), (0, None, None));
}

#[test]
fn squares_carry_probability_and_the_commonest_opening() {
    let findings = findings(three_games(), Color::White, &[[1, 2, 2, 2, 7]]);
    let pawns = findings.constraints[0].kinds.iter().find(|kind| kind.piece == "pawn").unwrap();
    assert_eq!(pawns.placements, 3 * 7);
    let d2 = pawns.squares.iter().find(|on| on.square == "d2").unwrap();
    assert_eq!((d2.placements, d2.probability, d2.win_rate), (2, 2.0 / 21.0, Some(0.5)));
    assert_eq!((d2.opening.as_deref(), d2.opening_games), (Some("B01 Scandinavian Defense"), 2));
    let e4 = pawns.squares.iter().find(|on| on.square == "e4").unwrap();
    assert_eq!((e4.opening.as_deref(), e4.median_half_moves), (Some("C20"), Some(6.0)));
    assert!((pawns.squares.iter().map(|on| on.probability).sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn blacks_constraints_and_wins_are_blacks() {
    let findings = findings(three_games(), Color::Black, &[[1, 2, 2, 2, 7], [0, 2, 2, 2, 8]]);
    let [pawn, queen] = &findings.constraints[..] else { panic!("two constraints") };
    assert_eq!((pawn.games, pawn.won, pawn.lost, pawn.median_half_moves), (2, 1, 1, Some(3.0)));
    assert_eq!((queen.games, queen.won, queen.median_half_moves, queen.petrzelka_win_rate), (1, 1, Some(7.0), None));
}

#[test]
fn what_was_left_out_is_counted_by_its_reason() {
    let games = [
        three_games(),
        game(&[("WhiteElo", "800"), ("BlackElo", "1500")], MOVES),
        game(&[("TimeControl", "60+0")], MOVES),
        game(&[("Result", "1-0")], "e4 e5"),
        game(&[("Result", "1-0")], "e4 e5 Ke3"),
        game(&[("Variant", "Atomic")], MOVES),
    ];
    let findings = findings(games.concat(), Color::White, &[[1, 2, 2, 2, 7]]);
    let counts = findings.counts;
    assert_eq!(
        (findings.games, counts.kept, counts.rating, counts.time_control, counts.too_short, counts.unreadable),
        (8, 3, 1, 1, 1, 2)
    );
}

#[test]
fn the_number_of_threads_changes_nothing() {
    // Several batches, so that the threads have something to share.
    let (games, set) = (three_games().repeat(6000), ConstraintSet::new(Color::White, PieceCount::all()));
    let json = |threads| {
        let study = study(&games, &set, threads).unwrap();
        serde_json::to_string(&Findings::of(&study, &set)).unwrap()
    };
    assert_eq!(json(1), json(4));
}

#[test]
fn csv_has_a_row_for_every_figure() {
    let findings = findings(three_games(), Color::White, &[[1, 2, 2, 2, 7], [0, 0, 0, 0, 0]]);
    let rows = |csv: String| csv.lines().count();
    assert_eq!((rows(win_rates_csv(&findings)), rows(half_moves_csv(&findings))), (3, 3));
    assert!(rows(squares_csv(&findings)) > 6);
    assert!(half_moves_chart(&findings).contains("1,2,2,2,7"));
    assert!(heat_maps(&findings.constraints[0]).contains("pawn, (1,2,2,2,7)"));
}

#[test]
fn sources_without_games_and_broken_ones_are_named() {
    let set = set(Color::White, &[[1, 2, 2, 2, 7]]);
    let error = |games: &[u8]| study(games, &set, 2).err().expect("an error").to_string();
    assert_eq!(error(b""), "no game is left of 0 that were read: try other filters");
    let mut packed = zstd::encode_all(three_games().repeat(1000).as_bytes(), 1).unwrap();
    packed.truncate(packed.len() / 2);
    assert!(error(&packed).starts_with("games.pgn: "), "{}", error(&packed));
}
