//! The subcommand seen from outside.

use std::fs;
use std::path::PathBuf;

use super::*;
use crate::cli::terminal::parsed;

/// White loses a pawn at half move 4 and a knight at 10; Black a pawn at 3 and the queen at 11.
const MOVES: &str = "e4 d5 exd5 Qxd5 Nc3 Qe5+ Nge2 Bg4 d4 Bxe2 dxe5";

/// A folder of its own with a file of games; gone when the test is over.
struct Scene(PathBuf);

impl Scene {
    fn new(name: &str, games: impl AsRef<[u8]>) -> Scene {
        let folder = std::env::temp_dir().join(format!("motley-constraints-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("games.pgn"), games).unwrap();
        Scene(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn args(&self, flags: &[&str]) -> Args {
        parsed(&[&[self.path("games.pgn").as_str()], flags].concat())
    }

    fn findings(&self, flags: &[&str]) -> Findings {
        let args = self.args(flags);
        let watch = watch(&args).unwrap();
        Findings::of(&study::read(&args.games, &watch, args.filter(), args.threads).unwrap(), &watch)
    }

    fn error(&self, flags: &[&str]) -> String {
        analyse(&self.args(flags)).expect_err("a fault").to_string()
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
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
    let scene = Scene::new("figures", three_games());
    let findings =
        scene.findings(&["--constraint", "1,2,2,2,7", "--constraint", "(1, 2, 2, 1, 7)", "--constraint", "0,0,0,0,0"]);
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
    let scene = Scene::new("squares", three_games());
    let findings = scene.findings(&["--constraint", "1,2,2,2,7"]);
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
    let scene = Scene::new("black", three_games());
    let findings = scene.findings(&["--side", "black", "--constraint", "1,2,2,2,7", "--constraint", "0,2,2,2,8"]);
    let [pawn, queen] = &findings.constraints[..] else { panic!("two constraints") };
    assert_eq!((pawn.games, pawn.won, pawn.lost, pawn.median_half_moves), (2, 1, 1, Some(3.0)));
    assert_eq!((queen.games, queen.won, queen.median_half_moves, queen.seed_win_rate), (1, 1, Some(7.0), None));
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
    let findings = Scene::new("counts", games.concat()).findings(&[]);
    let counts = findings.counts;
    assert_eq!(
        (findings.games, counts.kept, counts.rating, counts.time_control, counts.too_short, counts.unreadable),
        (8, 3, 1, 1, 1, 2)
    );
}

#[test]
fn the_number_of_threads_changes_nothing() {
    // Several batches, so that the threads have something to share.
    let scene = Scene::new("threads", three_games().repeat(6000));
    let json = |threads| as_json(&scene.findings(&["--all", "--threads", threads]));
    assert_eq!(json("1"), json("4"));
}

#[test]
fn files_have_a_row_for_every_figure_and_a_picture_for_every_constraint_met() {
    let scene = Scene::new("files", three_games());
    let (csv, svg) = (scene.path("new/csv"), scene.path("new/svg"));
    // No queen, no pawn: kinds that are not asked for must not get in the way.
    let constraints = ["--constraint", "1,2,2,2,7", "--constraint", "0,0,0,0,0"];
    analyse(&scene.args(&[&["--csv", &csv, "--svg", &svg, "--json"][..], &constraints].concat())).unwrap();
    let lines = |name: &str| fs::read_to_string(Path::new(&csv).join(name)).unwrap().lines().count();
    assert_eq!((lines("winrates.csv"), lines("halfmoves.csv")), (3, 3));
    assert!(lines("squares.csv") > 6);
    let mut pictures: Vec<String> =
        fs::read_dir(&svg).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    pictures.sort();
    assert_eq!(pictures, ["halfmoves.svg", "heat-1-2-2-2-7.svg"]);
}

#[test]
fn malformed_constraints_are_named() {
    let scene = Scene::new("malformed", three_games());
    for text in ["1,2,2,1", "1,2,2,1,8,0", "-1,2,2,2,8", "a,b,c,d,e", ""] {
        let error = scene.error(&["--constraint", text]);
        assert!(error.contains("five numbers") && error.contains(&format!("`{text}`")), "{error}");
    }
    assert!(scene.error(&["--constraint", "1,3,2,2,8"]).contains("3 rooks"));
    assert_eq!(run(&scene.args(&["--constraint", "nothing"])), ExitCode::FAILURE);
}

#[test]
fn a_folder_that_cannot_be_made_is_told_before_the_games_are_read() {
    let scene = Scene::new("unwritable", "no games at all");
    for flag in ["--csv", "--svg"] {
        let inside_a_file = scene.path("games.pgn/folder");
        let error = scene.error(&[flag, &inside_a_file]);
        assert!(error.starts_with("cannot write") && error.contains(&inside_a_file), "{error}");
    }
}

#[test]
fn missing_broken_and_empty_files_are_one_line_each() {
    let scene = Scene::new("broken", "");
    assert_eq!(scene.error(&[]), "no game is left of 0 that were read: try other filters");

    let missing = scene.error(&[&scene.path("no-such.pgn")]);
    assert!(missing.contains("no-such.pgn") && missing.lines().count() == 1, "{missing}");

    let mut packed = zstd::encode_all(three_games().repeat(1000).as_bytes(), 1).unwrap();
    packed.truncate(packed.len() / 2);
    fs::write(scene.0.join("games.pgn"), packed).unwrap();
    let broken = scene.error(&[]);
    assert!(broken.contains("games.pgn") && broken.lines().count() == 1, "{broken}");
}
