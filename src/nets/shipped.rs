//! All nets in ONNX that the binary carries.

use super::cooperative::Experiment;
use super::mockfish::{Embedded, TacticNet};
use super::pattern::PatternNet;
use super::rated::{ChoiceNet, RatedNet};
use super::thinking_time::ThinkingTime;

/// A net as it is in the binary.
#[derive(Clone, Copy, Debug)]
pub struct ShippedNet {
    /// The file, from `nets/` on.
    pub path: &'static str,
    pub bytes: &'static [u8],
}

/// The smallest of [`SHIPPED`].
pub const SMALLEST: ShippedNet = ShippedNet { path: "thinking_time.onnx", bytes: ThinkingTime::FILE.inside() };

/// Every net, in the order of their paths.
pub const SHIPPED: [ShippedNet; 11] = [
    ShippedNet { path: "cooperative/first.onnx", bytes: Experiment::First.file().inside() },
    ShippedNet { path: "cooperative/second.onnx", bytes: Experiment::Second.file().inside() },
    ShippedNet { path: "mockfish/choice.onnx", bytes: ChoiceNet::<0>::FILE.inside() },
    ShippedNet { path: "mockfish/engine.onnx", bytes: Embedded::Engine.file().inside() },
    ShippedNet { path: "mockfish/puzzle.onnx", bytes: Embedded::Puzzle.file().inside() },
    ShippedNet { path: "mockfish/rated.onnx", bytes: RatedNet::FILE.inside() },
    ShippedNet { path: "mockfish/standard.onnx", bytes: Embedded::Standard.file().inside() },
    ShippedNet { path: "mockfish/tactics.onnx", bytes: TacticNet::FILE.inside() },
    ShippedNet { path: "pattern/kumar.onnx", bytes: PatternNet::Kumar.file().inside() },
    ShippedNet { path: "pattern/whole-game.onnx", bytes: PatternNet::WholeGame.file().inside() },
    SMALLEST,
];

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_list_is_that_of_the_folder() {
        let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets");
        let folders = ["", "cooperative", "griffiths", "mockfish", "pattern", "classical"].map(|name| nets.join(name));
        let entries =
            folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
        let mut files: Vec<_> =
            entries.filter(|path| path.extension().is_some_and(|ending| ending == "onnx")).collect();
        files.sort();
        assert_eq!(files, SHIPPED.map(|net| nets.join(net.path)));
        for net in SHIPPED {
            assert!(fs::read(nets.join(net.path)).unwrap() == net.bytes, "{}", net.path);
            assert!(net.bytes.len() >= SMALLEST.bytes.len(), "{} is smaller", net.path);
        }
    }
}
