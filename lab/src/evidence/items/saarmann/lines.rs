//! The lines themselves: matrices, transpositions, the graph, the sub-samples.

use shakmaty::{Board, Chess, Color, File, Position, Rank, Role, Square};

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::SIENA;
use super::program::shifted_lines;
use motley::chess::notation::parse_moves;
use motley::chess::replay::position_after;
use motley::openings::{Features, Graph, Identity, LineReader, NamedLine, Selection};
use motley::personalities::explorer::{FeatureWeights, LineSampler, SamplerKind};
use motley::studies::explore::{SampleSetting, TheoryPosition, sample_all, transitions_chart};

/// Saarmann's lines.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn lines(setting: &Setting) -> Result<Vec<NamedLine>, ItemError> {
    let mut reader = LineReader::new();
    reader.read_file(&setting.data.path(&SIENA))?;
    Ok(reader.finish().0)
}

/// The lines in which both sides have so many moves.
pub fn long_lines(lines: Vec<NamedLine>, moves: usize) -> Result<Vec<NamedLine>, ItemError> {
    Ok(Selection { min_moves: moves, ..Selection::default() }.of(lines)?)
}

/// The number of lines left to Saarmann's program.
const PROGRAM_LINES: usize = 1_555;
/// The line of figure 8.
const NIMZO_INDIAN: &str = "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Nf3 d5 Bd3 Nc6 O-O dxc4";
/// The matrices of figure 9, files from a to h, ranks from 1 to 8. All rows of the first and the first row of the last
/// are printed with a zero too many: nine numbers for eight ranks.
const FIRST: [[u8; 8]; 8] = [
    [2, 1, 0, 0, 0, 0, 11, 12],
    [3, 1, 0, 0, 0, 0, 11, 13],
    [4, 1, 0, 0, 0, 0, 11, 14],
    [5, 1, 0, 0, 0, 0, 11, 15],
    [6, 1, 0, 0, 0, 0, 11, 16],
    [4, 1, 0, 0, 0, 0, 11, 14],
    [3, 1, 0, 0, 0, 0, 11, 13],
    [2, 1, 0, 0, 0, 0, 11, 12],
];
const LAST: [[u8; 8]; 8] = [
    [2, 1, 0, 0, 0, 0, 11, 12],
    [0, 1, 0, 14, 0, 0, 11, 0],
    [4, 0, 3, 11, 0, 13, 11, 14],
    [5, 0, 4, 1, 0, 0, 0, 15],
    [0, 0, 1, 0, 0, 11, 0, 0],
    [2, 1, 3, 0, 0, 13, 11, 12],
    [6, 1, 0, 0, 0, 0, 11, 16],
    [0, 1, 0, 0, 0, 0, 11, 0],
];

/// Saarmann's number of a piece: pawn 1, rook 2, knight 3, bishop 4, queen 5, king 6, Black's with 10 more.
fn number(board: &Board, square: Square) -> u8 {
    let Some(piece) = board.piece_at(square) else { return 0 };
    let role = match piece.role {
        Role::Pawn => 1,
        Role::Rook => 2,
        Role::Knight => 3,
        Role::Bishop => 4,
        Role::Queen => 5,
        Role::King => 6,
    };
    if piece.color == Color::White { role } else { role + 10 }
}

fn matrix(position: &Chess) -> [[u8; 8]; 8] {
    let of_file =
        |file: File| std::array::from_fn(|rank| number(position.board(), Square::from_coords(file, Rank::ALL[rank])));
    std::array::from_fn(|file| of_file(File::ALL[file]))
}

pub fn matrices(_: &Setting) -> Result<Findings, ItemError> {
    let start = Chess::default();
    let first = matrix(&start) == FIRST;
    let last = matrix(&position_after(&start, &parse_moves(NIMZO_INDIAN)?)) == LAST;
    let rows = vec![
        Row::by_method("the first matrix is the start position", Estimate::fact(first)),
        Row::by_method("the last matrix is the position after 7... dxc4", Estimate::fact(last)),
    ];
    Ok(Findings::new(rows).with_note(
        "The thesis prints nine numbers for eight ranks in every row of the first matrix and in the first row of the \
         last one. With one zero taken out of each of these nine rows, both agree with ours.",
    ))
}

pub fn transposition(setting: &Setting) -> Result<Findings, ItemError> {
    let graph = Graph::new(lines(setting)?, Identity::Placement, true);
    let after = |moves: &str| -> Result<_, ItemError> {
        Ok(graph.find(&position_after(&Chess::default(), &parse_moves(moves)?)))
    };
    let follows = |moves: &str, san: &str| -> Result<Option<u32>, ItemError> {
        let (Some(at), Some(to)) = (after(moves)?, after(&format!("{moves} {san}"))?) else { return Ok(None) };
        Ok(graph.edges(at).iter().find(|edge| edge.to == to).map(|edge| edge.lines))
    };
    let in_line = |lines: Option<u32>| Estimate::fact(lines.is_some_and(|lines| lines > 0));
    let rows = vec![
        Row::by_method("after 1. e4 e5 theory has 2. Nc3 (Vienna)", in_line(follows("e4 e5", "Nc3")?)),
        Row::by_method("after 1. e4 e5 theory has 2. Bc4 (Bishop's Opening)", in_line(follows("e4 e5", "Bc4")?)),
        Row::by_method("2... Nf6 3. f4 is the Greco gambit", in_line(follows("e4 e5 Bc4 Nf6", "f4")?)),
        Row::by_method(
            "2... Nf6 3. Nc3 is in no line there, and reaches the Vienna",
            Estimate::fact(follows("e4 e5 Bc4 Nf6", "Nc3")? == Some(0)),
        ),
    ];
    Ok(Findings::new(rows))
}

pub fn graph(setting: &Setting) -> Result<Findings, ItemError> {
    let lines = lines(setting)?;
    let count = lines.len() as f64;
    let parameters = [true, false, true, false, true];
    let weights = [0.2, 0.2, 0.05, 0.05, 0.05];
    let game = motley::engine::Game::default();
    let theory = TheoryPosition::new(lines, Identity::Placement, true, &game)?;
    let sampler = LineSampler {
        kind: SamplerKind::Saarmann,
        weights: FeatureWeights::new(parameters, weights)?,
        iterations: 20,
        chains: 1,
        seed: 3,
    };
    let outcomes = sample_all(&theory, vec![SampleSetting { parameters, weights, sampler }]);
    let rows = vec![
        Row::by_method("opening lines", Estimate::exact(count)),
        Row::by_method("board states", Estimate::exact(theory.graph.len() as f64)),
    ];
    let picture = transitions_chart(&theory, &outcomes[0].sample, 2);
    Ok(Findings::new(rows)
        .with_note(
            "The figure counts distinct placements, the start position included. The author's published program \
             finds 3,617 besides the start: it does not carry out moves whose notation names a file or rank (Nbd2), \
             so its lines stop changing there.",
        )
        .with_picture("graph", "Twenty sampled lines: positions after one and two half moves", picture))
}

pub fn samples(setting: &Setting) -> Result<Findings, ItemError> {
    let lines = lines(setting)?;
    let (all, shifted) = (lines.clone(), shifted_lines(&lines));
    let of = |lines: &[NamedLine], moves: usize| lines.iter().filter(|line| line.full_moves() >= moves).count() as f64;
    let row = |moves: usize| {
        let name = format!("lines with at least {moves} moves of both sides");
        Row::both(name, Estimate::exact(of(&shifted, moves)), Estimate::exact(of(&all, moves)))
    };
    let mut rows = vec![
        Row::both("lines of the program", Estimate::exact(shifted.len() as f64), Estimate::exact(all.len() as f64)),
        row(5),
        row(7),
        row(8),
    ];
    let first = all.iter().take(PROGRAM_LINES).filter(|line| line.full_moves() >= 5).count();
    rows.push(Row::by_method("the same among the first 1,555 lines", Estimate::exact(first as f64)));
    let wrong = shifted.iter().zip(&all).filter(|(program, line)| program.features != own_features(line)).count();
    rows.push(Row::by_method(
        "lines to which the program gives another line's features",
        Estimate::exact(wrong as f64),
    ));
    Ok(Findings::new(rows).with_note(
        "The thesis's 730 lines of five moves are those of the author's published program, which mistakes names that \
         begin with A to E for ECO codes, and so loses the last lines and shifts the features of the others. Its \
         list spells ten of these names differently (\"center game\"), so it has 1,555 lines where our file gives \
         1,545. Our column by default has all lines.",
    ))
}

fn own_features(line: &NamedLine) -> Features {
    super::program::coded_lines(std::slice::from_ref(line))[0].features
}
