//! The flags for the board shown at the terminal.

use shakmaty::{Board, Color};

use crate::chess::board_text::{Men, board_text_of};

#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct BoardArgs {
    /// Show the pieces as chess symbols instead of letters
    #[arg(long)]
    unicode: bool,
}

impl BoardArgs {
    pub fn text(self, board: &Board, below: Color) -> String {
        board_text_of(board, below, if self.unicode { Men::Symbols } else { Men::Letters })
    }
}
