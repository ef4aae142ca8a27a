//! The network on positions of random games, against itself and against Stockfish.

use std::array::from_fn;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position as _};

use super::*;

/// Positions of random games, not in check.
fn some_positions() -> Vec<Chess> {
    let (mut rng, mut positions) = (StdRng::seed_from_u64(1), Vec::new());
    for _ in 0..8 {
        let mut position = Chess::default();
        for _ in 0..80 {
            let Some(&mv) = position.legal_moves().choose(&mut rng) else { break };
            position.play_unchecked(mv);
            positions.push(position.clone());
        }
    }
    positions.retain(|position| !position.is_check());
    positions
}

/// A network of random weights.
pub fn some_net(release: Release) -> StockfishNet {
    let mut rng = StdRng::seed_from_u64(2);
    let hidden = release.hidden();
    let mut layers = || Layers {
        first_bias: from_fn(|_| rng.random_range(-2000..2000)),
        first: (0..hidden).map(|_| from_fn(|_| rng.random_range(-30..=30))).collect(),
        second_bias: from_fn(|_| rng.random_range(-2000..2000)),
        second: from_fn(|_| from_fn(|_| rng.random_range(-60..=60))),
        output_bias: 7,
        output: from_fn(|_| rng.random_range(-60..=60)),
    };
    let layers = (0..BUCKETS).map(|_| layers()).collect();
    StockfishNet::new(Weights {
        release,
        biases: (0..hidden as i16).map(|number| number % 90).collect(),
        hidden: (0..hidden * INPUTS).map(|number| (number * 7919 % 61) as i16 - 30).collect(),
        material: (0..INPUTS).map(|number| from_fn(|bucket| (number * 31 + bucket) as i32 % 3000)).collect(),
        layers,
    })
}

#[test]
fn sums_that_are_kept_give_the_same_score_as_new_ones() {
    for release in [Release::Plain, Release::Packed] {
        let mut net = some_net(release);
        let untouched = net.known.clone();
        let mut scores = Vec::new();
        for position in some_positions() {
            let score = net.evaluate(position.board(), position.turn());
            let kept = std::mem::replace(&mut net.known, untouched.clone());
            assert_eq!(score, net.evaluate(position.board(), position.turn()), "{}", position.board());
            net.known = kept;
            scores.push(score);
        }
        scores.sort_unstable();
        scores.dedup();
        assert!(scores.len() > 100, "the scores differ");
    }
}

#[test]
fn a_file_that_is_missing_or_another_one_is_named() {
    let missing = StockfishNet::read(Path::new("/nowhere/net")).err().expect("no file").to_string();
    assert!(missing.starts_with("cannot read /nowhere/net: "), "{missing}");
    let path = std::env::temp_dir().join(format!("motley-foreign-{}.nnue", std::process::id()));
    fs::write(&path, "no network").expect("written");
    let foreign = StockfishNet::read(&path).err().expect("another file").to_string();
    fs::remove_file(&path).expect("it is there");
    assert!(
        foreign.ends_with("is no network of Stockfish 15.1 or 17.1, which its command export_net writes"),
        "{foreign}"
    );
}

#[test]
fn the_large_network_of_a_later_stockfish_is_not_asked_where_material_decides() {
    let board = |fen: &str| fen.parse::<Fen>().unwrap().as_setup().board.clone();
    let (rook, queen) = (board("4k3/8/8/8/8/8/PPP5/R3K3 w - - 0 1"), board("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"));
    let later = some_net(Release::Packed);
    assert!(!later.is_asked(&rook) && !later.is_asked(&queen));
    assert!(later.is_asked(&board("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1")));
    assert!(some_net(Release::Plain).is_asked(&queen));
}

#[test]
fn scores_are_those_of_stockfish() {
    let Ok(stockfish) = std::env::var("MOTLEY_STOCKFISH") else {
        eprintln!("skipped: MOTLEY_STOCKFISH names no Stockfish 15.1");
        return;
    };
    let file = std::env::temp_dir().join(format!("motley-teacher-{}.nnue", std::process::id()));
    let positions = some_positions();
    let mut commands = format!("export_net {}\n", file.display());
    for position in &positions {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        let afresh = fen.rsplitn(3, ' ').last().unwrap_or_default();
        let _ = writeln!(commands, "position fen {afresh} 0 1\neval");
    }
    let mut child =
        Command::new(stockfish).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Stockfish starts");
    let mut input = child.stdin.take().expect("its input");
    let sent = std::thread::spawn(move || input.write_all(commands.as_bytes()));
    let output = child.wait_with_output().expect("its output");
    sent.join().expect("a thread").expect("Stockfish reads");
    let mut net = StockfishNet::read(&file).expect("its network");
    fs::remove_file(&file).expect("the test's own file");
    let output = String::from_utf8_lossy(&output.stdout);
    let shown = |line: &str| {
        let values = output.lines().filter_map(|shown| shown.strip_prefix(line)?.split_whitespace().next());
        values.map(|pawns| 100.0 * pawns.parse::<f64>().expect("a score")).collect::<Vec<_>>()
    };
    let (raw, scaled) = (shown("NNUE evaluation"), shown("Final evaluation"));
    assert_eq!((raw.len(), scaled.len()), (positions.len(), positions.len()));
    let mut alike = 0;
    for ((position, raw), scaled) in positions.iter().zip(raw).zip(scaled) {
        let (material, positional) = net.output(position.board(), position.turn());
        let of_white = |centipawns: i32| f64::from(position.turn().fold_wb(centipawns, -centipawns));
        let found = of_white((material + positional) / OUTPUT_SCALE * 100 / PAWN);
        assert!((found - raw).abs() < 1.5, "{found} and not {raw}: {}", position.board());
        alike += usize::from((of_white(net.evaluate(position.board(), position.turn())) - scaled).abs() < 1.5);
    }
    // Where one side is far ahead, Stockfish counts terms instead.
    assert!(alike * 4 > positions.len() * 3, "{alike} of {} alike", positions.len());
}
