//! Samples for the network evaluation with the scores of another teacher.

use std::path::{Path, PathBuf};

use shakmaty::Color;

use crate::engines::stockfish_net::StockfishNet;
use crate::training::arrays::read_array;
use crate::training::nnue::sample::{MAX_SCORE, NnueSample};
use crate::training::{Collector, DatasetError, DatasetJob, Summary, make, unwritable};
use motley::files::Overwrite;
use motley::games::split::{Part, Split, Unit};

/// The samples of some folders in their order and parts, each with the static evaluation of the teacher. Positions
/// for which Stockfish does not ask the teacher keep their scores ([`StockfishNet::is_asked`]). Memory holds the
/// samples of one part of one folder, 32 bytes each, and 32 more for the order in which they are scored.
///
/// # Errors
/// Fails if a file cannot be used, there is no sample, or the folder cannot be written.
pub fn rescored_samples(
    folders: &[PathBuf],
    teacher: &Path,
    out: &Path,
    overwrite: Overwrite,
) -> Result<Summary, DatasetError> {
    let mut teacher = StockfishNet::read(teacher)?;
    let split = Split { unit: Unit::Game, validation: 0.0, test: 0.0, seed: 0 };
    let job = &DatasetJob {
        files: folders.to_vec(),
        out: out.to_owned(),
        overwrite,
        split,
        max_games: u64::MAX,
        shard: None,
    };
    make(job, |Collector { writer, counts, .. }| {
        for folder in folders {
            for part in Part::ALL {
                let samples = rescored(folder.join(format!("{}.npy", part.name())), &mut teacher)?;
                counts.taken += samples.len() as u64;
                samples.iter().try_for_each(|sample| writer.push(part, sample)).map_err(|e| unwritable(job, e))?;
            }
        }
        Ok(())
    })
}

/// The samples of one file.
fn rescored(path: PathBuf, teacher: &mut StockfishNet) -> Result<Vec<NnueSample>, DatasetError> {
    let mut samples = match read_array(&path) {
        Ok(samples) => samples,
        Err(source) => return Err(DatasetError::Samples { path, source }),
    };
    rescore(&mut samples, teacher).map(|()| samples).ok_or(DatasetError::NoPositions { path })
}

/// Scores samples, those after each other whose kings and pawns stand alike: the teacher only computes what has changed
/// since the last board. `None` where one is no position.
fn rescore(samples: &mut [NnueSample], teacher: &mut StockfishNet) -> Option<()> {
    let mut order = Vec::with_capacity(samples.len());
    for (index, sample) in samples.iter().enumerate() {
        let board = sample.board()?;
        let [white, black] = [Color::White, Color::Black].map(|color| board.king_of(color));
        let kings = (white? as u64) << 6 | black? as u64;
        order.push((kings, board.pawns().0, sample.occupied, index));
    }
    order.sort_unstable();
    for (.., index) in order {
        let sample = &mut samples[index];
        let (board, turn) = (sample.board()?, Color::from_white(sample.turn == 0));
        if teacher.is_asked(&board) {
            let score = teacher.evaluate(&board, turn).clamp(-i32::from(MAX_SCORE), i32::from(MAX_SCORE));
            sample.score = turn.fold_wb(score, -score) as i16;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use shakmaty::Chess;

    use super::*;
    use crate::engines::stockfish_net::Release;
    use crate::engines::stockfish_net::tests::some_net;
    use crate::training::arrays::write_array;
    use motley::chess::notation::parse_moves;
    use motley::chess::replay::positions;

    /// The positions of a game, each with the score 7.
    fn some_samples() -> Vec<NnueSample> {
        let moves = parse_moves("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Qd6").expect("legal moves");
        let sample = |(ply, position, _): (usize, Chess, _)| NnueSample::new(&position, ply as u32, 7, Some(2));
        positions(&Chess::default(), &moves).map(sample).collect()
    }

    #[test]
    fn scores_are_the_teachers_and_nothing_else_changes() {
        let (before, mut net) = (some_samples(), some_net(Release::Packed));
        let mut after = before.clone();
        rescore(&mut after, &mut net).expect("positions");
        for (before, after) in before.iter().zip(&after) {
            let turn = Color::from_white(before.turn == 0);
            let of_mover = net.evaluate(&before.board().expect("a position"), turn);
            let score = turn.fold_wb(of_mover, -of_mover).clamp(-2500, 2500) as i16;
            assert_eq!(*after, NnueSample { score, ..*before });
        }
        assert!(after.windows(2).any(|pair| pair[0].score != pair[1].score), "{after:?}");
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let mut net = some_net(Release::Plain);
        let king_less = NnueSample { occupied: 1, men: [0; 16], ..some_samples()[0] };
        let unknown = NnueSample { men: [0xff; 16], ..some_samples()[0] };
        let crowded = NnueSample { occupied: u64::MAX, ..some_samples()[0] };
        for sample in [king_less, unknown, crowded] {
            assert!(rescore(&mut [sample], &mut net).is_none(), "{sample:?}");
        }
    }

    #[test]
    fn a_file_that_is_missing_or_holds_no_positions_is_named() {
        let path = std::env::temp_dir().join(format!("motley-rescored-{}.npy", std::process::id()));
        let mut net = some_net(Release::Plain);
        let mut fault = || rescored(path.clone(), &mut net).unwrap_err().to_string();
        let missing = fault();
        assert!(missing.starts_with(&format!("cannot read {}: ", path.display())), "{missing}");
        let no_kings = NnueSample { occupied: 1, ..some_samples()[0] };
        write_array(&path, [some_samples()[0], no_kings].into_iter()).expect("written");
        assert_eq!(fault(), format!("{}: a sample is no position", path.display()));
        fs::remove_file(&path).expect("it is there");
    }
}
