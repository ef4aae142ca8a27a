//! Small files under the names that the pages use for large ones.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::{Chess, EnPassantMode, Move, Position};

use crate::program;

/// Collections of games, with the number of games in each.
const GAMES: [(&str, usize); 19] = [
    ("human-2000.pgn.zst", 240),
    ("otb-all-ratings.pgn.zst", 40),
    ("lichess-2013-01.pgn.zst", 60),
    ("lichess-rapid-2022.pgn.zst", 240),
    ("lichess-all-ratings.pgn.zst", 60),
    ("lichess-clocks.pgn.zst", 120),
    ("chesscom-clocks.pgn.zst", 20),
    ("online-misc.pgn.zst", 40),
    ("tcec.pgn.zst", 120),
    ("ccc.pgn.zst", 120),
    ("games.pgn", 120),
    ("games.pgn.zst", 120),
    ("GAMES.pgn", 10),
    ("GAMES.pgn.zst", 20),
    ("explorer.pgn", 10),
    ("a.pgn.zst", 60),
    ("b.pgn.zst", 60),
    ("c.pgn.zst", 60),
    ("d.pgn.zst", 60),
];

/// Games of an engine against itself, as `motley-lab datagen` writes them.
const SELFPLAY: [&str; 6] =
    ["selfplay-700n.bin.zst", "blunders.bin.zst", "GAMES.bin.zst", "a.bin.zst", "b.bin.zst", "c.bin.zst"];

/// Beginnings that games share, so that there are openings to count.
const OPENINGS: [&str; 7] = [
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6",
    "e4 e5 Bc4 Nf6 Nc3 Nc6 d3 Bc5",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7",
    "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5",
    "Nf3 d5 g3 Nf6 Bg2 e6 O-O Be7",
    "d4 Nf6 c4 e6 Nf3 Bb4+ Bd2 Qe7",
];

/// The same lines with names, as a table of openings.
const NAMES: [(char, &str); 7] = [
    ('c', "C70\tRuy Lopez: Morphy Defense"),
    ('c', "C28\tVienna Game: Vienna Gambit"),
    ('b', "B54\tSicilian Defense: Open"),
    ('d', "D50\tQueen's Gambit Declined"),
    ('a', "A28\tEnglish Opening"),
    ('a', "A05\tKing's Indian Attack"),
    ('e', "E11\tBogo-Indian Defense"),
];

/// Puzzles: Lichess's columns.
const PUZZLES: usize = 400;

/// The folder with the real files, where there is one.
pub fn outside_data() -> Option<PathBuf> {
    std::env::var_os("MOTLEY_DATA").map(PathBuf::from)
}

/// Makes all of them in a new folder.
pub fn make(folder: &Path) {
    fs::create_dir_all(folder).expect("a folder for the test");
    for (seed, (name, count)) in (1..).zip(GAMES) {
        write(folder, name, games(count, seed).as_bytes());
    }
    write(folder, "dumps/2013-01.pgn.zst", games(80, 71).as_bytes());
    write(folder, "dumps/2013-02.pgn.zst", games(80, 72).as_bytes());
    write(folder, "lichess-2020.csv.zst", puzzles().as_bytes());
    let real = outside_data().and_then(|data| fs::read(data.join("openings/siena-1944.pgn")).ok());
    write(folder, "rep.pgn", include_bytes!("../../../tests/repertoire/study.pgn"));
    write(folder, "siena-1944.pgn", &real.unwrap_or_else(|| named_lines().into_bytes()));
    for letter in 'a'..='e' {
        write(folder, &format!("{letter}.tsv"), table(letter).as_bytes());
    }
    positions(&folder.join("data/positions"));
    for (name, from) in [("books/motley.bin", "books/motley.bin"), ("maia-1500.onnx", "nets/mockfish/standard.onnx")] {
        write(folder, name, &fs::read(crate::root().join(from)).expect("it ships"));
    }
    fs::create_dir_all(folder.join("nets/classical")).expect("a folder for the test");
    for (seed, name) in (1..).zip(SELFPLAY) {
        let seed = format!("{seed}");
        let limits = ["--nodes", "60", "--option", "Hash=1", "--max-plies", "60", "--games", "40", "--seed", &seed];
        motley(folder, &[&["datagen", "--out", name][..], &limits].concat());
    }
    let packed = ["--lichess", "a.pgn.zst", "b.pgn.zst", "--over-the-board", "c.pgn.zst", "--other-site", "d.pgn.zst"];
    motley(
        folder,
        &[&["dataset", "rated", "--out", "packed", "--validation", "0.2", "--test", "0.3"], &packed[..]].concat(),
    );
    motley(folder, &["generate", "--constraint", "1,2,2,2,7", "--count", "486", "--repeat", "--out", "all.fen"]);
    for shard in ["1/2", "2/2"] {
        let out = format!("parts/{}", &shard[..1]);
        motley(folder, &[&["dataset", "rated", "--out", &out, "--shard", shard], &packed[..]].concat());
    }
}

fn motley(folder: &Path, words: &[&str]) {
    let mut command = match words[0] {
        "generate" => Command::new(program::motley()),
        _ => Command::new(env!("CARGO_BIN_EXE_motley-lab")),
    };
    let output = command.args(words).current_dir(folder).stdin(Stdio::null()).output().expect("the program runs");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn write(folder: &Path, name: &str, content: &[u8]) {
    let path: PathBuf = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for the test");
    let packed = match name.ends_with(".zst") {
        true => zstd::encode_all(content, 1).expect("memory can be written"),
        false => content.to_vec(),
    };
    fs::write(path, packed).expect("a file for the test");
}

/// The moves of an opening, and then any.
fn random_game(random: &mut SmallRng, plies: usize) -> Vec<Move> {
    let (mut position, mut moves) = (Chess::default(), Vec::new());
    let mut opening = OPENINGS.choose(random).expect("there are some").split(' ');
    while moves.len() < plies && !position.is_game_over() {
        let named =
            opening.next().map(|text| text.parse::<San>().expect("a move").to_move(&position).expect("it is legal"));
        let mv = named.unwrap_or_else(|| *position.legal_moves().choose(random).expect("the game goes on"));
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

/// PGN with all tags that a command asks for, and clocks.
fn games(count: usize, seed: u64) -> String {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut text = String::new();
    for number in 0..count {
        let result = ["1-0", "0-1", "1/2-1/2"][number % 3];
        let (base, increment) = [(600, 5), (300, 3), (60, 0), (900, 10)][number % 4];
        let (white, black) = (900 + 200 * (number % 9), 950 + 200 * (number % 9));
        let player = ["f074271e2f", "somebody"][number % 2];
        let _ = write!(
            text,
            "[Event \"Rated game\"]\n[Site \"https://lichess.org/{seed:03}{number:05}\"]\n\
             [Date \"2022.{:02}.{:02}\"]\n[White \"{player}\"]\n[Black \"other{number}\"]\n[Result \"{result}\"]\n\
             [WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n[ECO \"C20\"]\n[Opening \"King's Pawn Game\"]\n\
             [TimeControl \"{base}+{increment}\"]\n\n",
            number % 12 + 1,
            number % 28 + 1,
        );
        let (mut position, mut clocks) = (Chess::default(), [base; 2]);
        for (ply, mv) in random_game(&mut random, 60).into_iter().enumerate() {
            clocks[ply % 2] = (clocks[ply % 2] + increment - random.random_range(0..12)).clamp(1, 3000);
            let (left, san) = (clocks[ply % 2], SanPlus::from_move_and_play_unchecked(&mut position, mv));
            let _ = write!(text, "{san} {{ [%clk {}:{:02}:{:02}] }} ", left / 3600, left / 60 % 60, left % 60);
        }
        let _ = write!(text, "{result}\n\n");
    }
    text
}

/// Positions of random games with the next moves, as if these were the solution.
fn puzzles() -> String {
    let mut random = SmallRng::seed_from_u64(9);
    let mut text = "PuzzleId,FEN,Moves,Rating,NbPlays,GameId\n".to_owned();
    for number in 0..PUZZLES {
        let mut position = Chess::default();
        let moves = random_game(&mut random, 28);
        let (before, solution) = moves.split_at(20.min(moves.len().saturating_sub(4)));
        before.iter().for_each(|&mv| position.play_unchecked(mv));
        let fen = Fen::from_position(&position, EnPassantMode::Legal);
        let line = solution[..4].iter().map(|mv| mv.to_uci(shakmaty::CastlingMode::Standard).to_string());
        let line = line.collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "{number},{fen},{line},{},100,game{number}", 800 + number * 4);
    }
    text
}

fn named_lines() -> String {
    let mut text = String::new();
    for ((_, name), moves) in NAMES.iter().zip(OPENINGS) {
        let (eco, name) = name.split_once('\t').expect("two columns");
        let _ = write!(
            text,
            "[Site \"{eco}\"]\n[White \"{name}\"]\n[Black \"Main line\"]\n\n{moves} a3 h6 a4 h5 b3 g6 b4 g5 *\n\n"
        );
    }
    text
}

fn table(letter: char) -> String {
    let rows = NAMES.iter().zip(OPENINGS).filter(|((of, _), _)| *of == letter);
    rows.fold("eco\tname\tpgn\n".to_owned(), |text, ((_, name), moves)| format!("{text}{name}\t{moves}\n"))
}

/// Test suites of a position or two.
fn positions(folder: &Path) {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902";
    write(folder, "perftsuite.epd", start.as_bytes());
    write(folder, "frc_perftsuite.epd", start.as_bytes());
    let mates = [
        ("wac-revised", "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; id \"WAC.004\";"),
        ("mate_in_1", "3k3B/7p/p1Q1p3/2n5/6P1/K3b3/PP5q/R7 w - - bm Bf6+; ce +M1;"),
        ("mate_in_2", "1B1Q1R2/8/qNrn3p/2p1rp2/Rn3k1K/8/5P2/bbN4B w - - bm Qf6; ce +M2;"),
        ("mate_in_3", "8/8/8/8/1p1N4/1Bk1K3/3N4/b7 w - - bm Ne6; ce +M3;"),
    ];
    for (name, line) in mates {
        write(folder, &format!("{name}.epd"), format!("{line}\n").as_bytes());
    }
}
