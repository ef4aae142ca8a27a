use std::fs;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

use super::super::fixtures::{header, nnue_file, sealed};
use super::*;

fn fault(bytes: &[u8]) -> NnueFault {
    Nnue::read(bytes).expect_err("a fault")
}

/// The file with some of its bytes replaced, and a checksum that matches.
fn changed(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = nnue_file(64, 1);
    file[at..][..bytes.len()].copy_from_slice(bytes);
    file.truncate(file.len() - CHECKSUM);
    sealed(file)
}

#[test]
fn networks_of_every_width_are_read() {
    for hidden in [32, 64, 96, 256, 512, 1024] {
        let nnue = Nnue::read(&nnue_file(hidden, 1)).unwrap();
        assert_eq!(nnue.width() * LINE, hidden);
    }
}

/// The start of the weights of attacked pieces in a file of 64 hidden neurons.
const THREAT_ROWS: usize = HEADER + 2 * 64 * INPUTS;

#[test]
fn numbers_stand_where_the_format_says() {
    let nnue = Nnue::read(&nnue_file(64, 1)).unwrap();
    let with = |at: usize, value: i16| Nnue::read(&changed(at, &value.to_le_bytes())).unwrap();
    let row = with(HEADER + 2 * (64 * 5 + 33), 321);
    assert_eq!((row.rows[5 * 2 + 1].0[1], &row.biases), (321, &nnue.biases));
    let threat = Nnue::read(&changed(THREAT_ROWS + 64 * 700 + 35, &[0x9c])).unwrap();
    assert_eq!((threat.threat_rows[700 * 2 + 1].0[3], &threat.biases), (-100, &nnue.biases));
    let biases = THREAT_ROWS + 64 * THREAT_INPUTS;
    assert_eq!(with(biases + 2 * 40, -77).biases[1].0[8], -77);
    let outputs = biases + 2 * 64;
    assert_eq!(with(outputs + 2 * (3 * 128 + 64), 99).outputs[3 * 4 + 2].0[0], 99, "output 3, the other's half");
    let output_biases = outputs + 2 * 8 * 128;
    let bias = Nnue::read(&changed(output_biases + 4 * 7, &(-123_456_i32).to_le_bytes())).unwrap();
    assert_eq!(bias.output_biases[7], -123_456);
}

/// The start of the layers of an output in a file of 64 hidden neurons.
fn layers_at(output: usize) -> usize {
    length(64) - CHECKSUM - (OUTPUTS - output) * layers::length(64)
}

/// From the start of an output's layers, of 64 hidden neurons.
const FIRST_BIASES: usize = 128 * 8;
const SECOND_WEIGHTS: usize = FIRST_BIASES + 4 * 8;
const SECOND_BIASES: usize = SECOND_WEIGHTS + 2 * 16 * 32;
const THIRD_WEIGHTS: usize = SECOND_BIASES + 4 * 32;

#[test]
fn numbers_of_the_layers_stand_where_the_format_says() {
    let with =
        |at: usize, bytes: &[u8]| Nnue::read(&changed(layers_at(5) + at, bytes)).unwrap().layers[5].clone().unwrap();
    assert_eq!(THIRD_WEIGHTS + 2 * 32, layers::length(64));
    // Input 75 is neuron 11 of the other side, the fourth of a group.
    assert_eq!(with(8 * 75 + 5, &[0x9c]).first[2][1].0[8 * 5 + 3], -100);
    assert_eq!(with(FIRST_BIASES + 4 * 7, &(-70_000_i32).to_le_bytes()).first_biases[7], -70_000);
    let second = with(SECOND_WEIGHTS + 2 * (32 * 7 + 18), &(-999_i16).to_le_bytes()).second;
    assert_eq!(second[3][1].0[2 * 2 + 1], -999, "input 7, neuron 18");
    assert_eq!(with(SECOND_BIASES + 4 * 17, &80_000_i32.to_le_bytes()).second_biases[1][1], 80_000);
    assert_eq!(with(THIRD_WEIGHTS + 2 * 30, &(-4321_i16).to_le_bytes()).third.0[30], -4321);
}

#[test]
fn layers_whose_third_weights_are_zero_are_left_out() {
    let without = Nnue::read(&changed(layers_at(5) + THIRD_WEIGHTS, &[0; 2 * 32])).unwrap();
    assert!(without.layers[5].is_none() && without.layers[4].is_some());
}

#[test]
fn a_file_that_is_cut_too_long_or_damaged_is_refused() {
    let file = nnue_file(64, 1);
    assert_eq!(fault(&[]), NnueFault::Magic);
    assert_eq!(fault(&file[..31]), NnueFault::Magic);
    for end in [32, 1000, file.len() - 1] {
        assert_eq!(fault(&file[..end]), NnueFault::Length { found: end, expected: file.len() });
    }
    let long = [&file[..], &[0]].concat();
    assert_eq!(fault(&long), NnueFault::Length { found: file.len() + 1, expected: file.len() });
    for at in [32, file.len() / 2, file.len() - 1] {
        let mut damaged = file.clone();
        damaged[at] ^= 1;
        assert_eq!(fault(&damaged), NnueFault::Checksum, "byte {at}");
    }
    assert_eq!(fault(&[7; 100_000]), NnueFault::Magic);
}

#[test]
fn a_file_of_another_architecture_is_refused() {
    let with_layers = |version, hidden, outputs, regions, layers| {
        fault(&sealed([header(version, hidden, outputs, regions, layers), vec![0; 100]].concat()))
    };
    let with = |version, hidden, outputs, regions| with_layers(version, hidden, outputs, regions, [8, 32]);
    for version in [1, 2, 3, 5] {
        assert_eq!(with(version, 64, 8, 8), NnueFault::Version(version));
    }
    for hidden in [0, 33, 1056, u32::MAX - 31] {
        assert_eq!(with(4, hidden, 8, 8), NnueFault::Hidden(hidden));
    }
    assert_eq!(with(4, 64, 1, 8), NnueFault::Outputs(1));
    // Those of earlier networks, and one that never was.
    for regions in [0, 4, 9] {
        assert_eq!(with(4, 64, 8, regions), NnueFault::Regions(regions));
    }
    for layers in [[16, 32], [8, 16], [0, 0]] {
        assert_eq!(with_layers(4, 64, 8, 8, layers), NnueFault::Layers(layers[0], layers[1]));
    }
}

#[test]
fn weights_that_could_exceed_the_range_of_the_sums_are_refused() {
    // Neuron 3 with 30 weights of 1000 is within its range, with one of 2000 more it may not be.
    let mut file = nnue_file(64, 1);
    let mut set = |at: usize, bytes: &[u8]| {
        file[at..][..bytes.len()].copy_from_slice(bytes);
        sealed(file[..file.len() - CHECKSUM].to_vec())
    };
    let (row, threat_row) = (|row: usize| HEADER + 2 * (64 * row + 3), |row: usize| THREAT_ROWS + 64 * row + 3);
    let bias = THREAT_ROWS + 64 * THREAT_INPUTS;
    (0..INPUTS).for_each(|input| drop(set(row(input), &[0; 2])));
    (0..THREAT_INPUTS).for_each(|input| drop(set(threat_row(input), &[0])));
    set(bias + 2 * 3, &667_i16.to_le_bytes());
    (0..30).for_each(|input| drop(set(row(MEN_INPUTS + 10 * input), &(-1000_i16).to_le_bytes())));
    set(threat_row(3000), &[100]);
    assert!(Nnue::read(&set(row(MEN_INPUTS + 400), &2000_i16.to_le_bytes())).is_ok());
    assert!(Nnue::read(&set(row(401), &[1, 0])).is_ok(), "of another region");
    assert_eq!(fault(&set(threat_row(7), &[0xff])), NnueFault::Neuron(3));
    set(threat_row(7), &[0]);
    assert_eq!(fault(&set(row(MEN_INPUTS + 401), &[1, 0])), NnueFault::Neuron(3));

    let outputs = bias + 2 * 64;
    let weight = |value: i16| changed(outputs + 2 * (2 * 128 + 5), &value.to_le_bytes());
    assert!(Nnue::read(&weight(-127)).is_ok());
    assert_eq!(fault(&weight(128)), NnueFault::Output(2));
    assert_eq!(fault(&weight(i16::MIN)), NnueFault::Output(2));

    let mut sums = nnue_file(1024, 1);
    let outputs = HEADER + 2 * 1024 * (INPUTS + 1) + length_of_threats(1024);
    sums[outputs..][..2 * 2048].as_chunks_mut::<2>().0.iter_mut().for_each(|weight| *weight = 127_i16.to_le_bytes());
    sums.truncate(sums.len() - CHECKSUM);
    assert_eq!(fault(&sealed(sums)), NnueFault::Output(0));
}

#[test]
fn layers_that_could_exceed_the_range_of_their_sums_are_refused() {
    let read = |output: usize, changes: &[(usize, &[u8])]| {
        let mut file = nnue_file(64, 1);
        for (at, bytes) in changes {
            file[layers_at(output) + at..][..bytes.len()].copy_from_slice(bytes);
        }
        file.truncate(file.len() - CHECKSUM);
        Nnue::read(&sealed(file)).map(|_| ())
    };
    let refused = |output: usize| Err(NnueFault::LayerWeights(output));
    assert_eq!(read(3, &[(500, &[0x81])]), Ok(()));
    assert_eq!(read(3, &[(500, &[0x80])]), refused(3), "-128");

    // 128 weights of 127 times bytes of 127.
    let weights = [127; FIRST_BIASES];
    let first = |bias: i32| read(0, &[(0, &weights), (FIRST_BIASES + 4 * 6, &bias.to_le_bytes())]);
    let most = i32::MAX - 128 * 127 * 127;
    assert_eq!([first(most), first(-most), first(most + 1), first(i32::MIN)], [Ok(()), Ok(()), refused(0), refused(0)]);

    // 16 weights of 16,512 or their opposites times inputs of 8128; or 32 of half as much.
    let weights = |count: i16, weight: i16| -> Vec<[u8; 2]> {
        (0..count).map(|input| if input % 3 == 0 { -weight } else { weight }.to_le_bytes()).collect()
    };
    let (of_second, of_third) = (weights(16, 16_512), weights(32, 8_256));
    let second = |bias: i32| {
        let bias = bias.to_le_bytes();
        let weights =
            of_second.iter().enumerate().map(|(input, weight)| (SECOND_WEIGHTS + 2 * (32 * input + 19), &weight[..]));
        read(7, &weights.chain([(SECOND_BIASES + 4 * 19, &bias[..])]).collect::<Vec<_>>())
    };
    let most = i32::MAX - 16 * 16_512 * 8128;
    assert_eq!([second(most), second(-most), second(-most - 1)], [Ok(()), Ok(()), refused(7)]);

    let third =
        |last: i16| read(1, &[(THIRD_WEIGHTS, of_third.as_flattened()), (THIRD_WEIGHTS + 2 * 31, &last.to_le_bytes())]);
    assert_eq!([third(8272), third(8273), third(i16::MIN)], [Ok(()), refused(1), refused(1)]);
}

#[test]
fn the_nnue_in_the_program_is_sound() {
    Nnue::embedded().expect("a sound network");
}

#[test]
fn a_nnue_that_lies_beside_the_program_may_be_lacking_or_damaged() {
    let lacking = Nnue::shipped(Shipped::Beside("no/such/nnue.bin"), "nnue.bin").unwrap_err();
    assert!(matches!(lacking, NnueError::Read { .. }), "{lacking}");
    assert_eq!(
        Nnue::shipped(Shipped::Inside(b"damaged"), "nnue.bin").unwrap_err(),
        NnueError::Refused { path: "nnue.bin".to_owned(), fault: NnueFault::Magic }
    );
}

/// Positions with the scores that the trainer computes for the network in the program.
#[test]
fn the_nnue_in_the_program_has_the_trainers_scores() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets/classical/fixture.tsv");
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: there is no {}", path.display());
        return;
    };
    let nnue = Nnue::embedded().expect("a sound network");
    for line in text.lines().filter(|line| !line.starts_with("fen")) {
        let (fen, expected) = line.split_once('\t').expect("a position and a score");
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
        assert_eq!(nnue.evaluate_board(position.board(), position.turn()).to_string(), expected, "{fen}");
    }
}
