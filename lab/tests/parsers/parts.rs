//! The parts that `motley-lab merge` joins: a description and npy arrays. An input has the files of one, each
//! behind its length in two bytes.

use std::fs;

use motley::files::Overwrite;
use motley_lab::training::merge;

use crate::scratch::with_folder;

const FILES: [&str; 7] =
    ["part.json", "blocks.npy", "train.npy", "validation.npy", "test.npy", "moves.npy", "clocks.npy"];

pub fn run(bytes: &[u8]) -> bool {
    let mut is_sound = false;
    with_folder("part", |folder| {
        let mut rest = bytes;
        for name in FILES {
            let Some((length, after)) = rest.split_first_chunk::<2>() else { break };
            let (content, after) = after.split_at(usize::from(u16::from_le_bytes(*length)).min(after.len()));
            fs::write(folder.join(name), content).expect("a file in a folder of our own");
            rest = after;
        }
        is_sound = merge(&[folder.to_owned()], &folder.join("out"), Overwrite::Nothing).is_ok();
    });
    is_sound
}
