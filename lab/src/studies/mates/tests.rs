use std::io::Cursor;
use std::path::Path;

use shakmaty::Position as _;

use super::*;
use motley::games::file::GameFile;

const SETTINGS: MatesSettings =
    MatesSettings { band: 200, positions: 50, games: 50, endings: 2, time_class: None, part: PartFilter(None) };

fn study(text: &str) -> Vec<MatesBand> {
    let mut open = |path: &Path| GameFile::new(path, Cursor::new(text.to_owned()));
    study_mates(&["games.pgn".into()], &SETTINGS, &mut open, || ()).expect("memory can be read").0
}

fn game(white: u16, black: u16, moves: &str) -> String {
    format!("[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n[TimeControl \"600+0\"]\n\n{moves} *\n\n")
}

#[test]
fn a_mate_counts_for_the_band_of_the_mover_and_only_where_it_was_played() {
    let text = game(1500, 2100, "f3 e5 g4 Qh4#") + &game(1500, 2100, "f3 e5 g4 d5 h4");
    let bands = study(&text);
    let ratings: Vec<u16> = bands.iter().map(|band| band.from).collect();
    assert_eq!(ratings, [1400, 2000]);
    assert!(bands[0].mate_in_one.is_none(), "{:?}", bands[0]);
    let found = bands[1].mate_in_one.expect("Black could mate twice");
    assert_eq!((found.positions, found.people), (2, 50.0));
    assert!(found.engine > 50.0 && found.engine <= 100.0, "{found:?}");
    assert!(bands[1].back_rank_mate.is_none());
}

#[test]
fn a_queen_hangs_if_taking_it_wins_more_than_a_trade() {
    let hanging = study(&game(1500, 1500, "e4 d5 Qg4 Nf6"));
    let found = hanging[0].hanging_queen.expect("Qg4 can be taken by the bishop");
    assert_eq!((found.positions, found.people), (1, 0.0));
    // Nobody can take a queen here.
    let traded = study(&game(1500, 1500, "e4 d5 exd5 Qxd5 Nc3 Qd8"));
    let found = traded[0].hanging_queen.map_or(0, |found| found.positions);
    assert_eq!(found, 0);
}

#[test]
fn an_ending_is_played_out_and_counted_for_its_side() {
    let conversion = convert(&[], Role::Queen, 2600, 1);
    assert_eq!((conversion.people_games, conversion.people, conversion.engine), (0, None, 100.0));
    assert!((1.0..=50.0).contains(&conversion.engine_moves), "{conversion:?}");
    for seed in 0..20 {
        let game = endings::random_position(Role::Rook, seed);
        assert!(!game.legal_moves().is_empty() && !game.position().is_check(), "{}", game.fen());
    }
}
