//! The files that several documents' items read.

use super::super::DataFile;

pub const HUMAN_2000: DataFile = DataFile {
    name: "games/human-2000.pgn.zst",
    sha256: "45b95c88ad68170ce402d0360b0a0fb212a0d1d1ddc6faf32fbbd9531ed4332d",
};
pub const SELF_PLAY: DataFile = DataFile {
    name: "games/selfplay-700n.bin.zst",
    sha256: "2dce6c33ddeab9330bdefd4c620d0a9fa613c57733500b45d8191a897f196e8d",
};
pub const TCEC: DataFile =
    DataFile { name: "games/tcec.pgn.zst", sha256: "d213c90da63f487c96871318306ab16c78a40742c0d0806468aef9c567d716c3" };
pub const CCC: DataFile =
    DataFile { name: "games/ccc.pgn.zst", sha256: "4140ad50abc3d3dff4f1dc2b95d06de288fb98447381ff7725841ee26cae3dfb" };
pub const PUZZLES: DataFile = DataFile {
    name: "puzzles/lichess-2020.csv.zst",
    sha256: "206cd543843cb34e722ab6813a5fd80a5cf017d26d217147ad82f182b2a60d49",
};
