//! A position with its proof game, in the forms in which it is written and read back.

use serde::{Deserialize, Serialize};
use shakmaty::fen::{Epd, Fen};
use shakmaty::{Board, CastlingMode, Chess, EnPassantMode, Move, Position};

use crate::chess::board_text::board_text;
use crate::chess::notation::numbered_line;
use crate::chess::replay::position_after;
use crate::constraint::{Condition, Situation};
use crate::games::movetext::{tag_pair, wrapped};

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A board with the FEN and the game in SAN, to read
    Board,
    /// FEN, a tab, the moves in UCI form
    Fen,
    /// EPD with the counters (hmvc, fmvn) and the moves (c0)
    Epd,
    /// A game that ends in the position
    Pgn,
    /// A JSON object a line
    Json,
}

/// A position that was found, and the game that proves it legal.
#[derive(Clone, Debug)]
pub struct ProofGame {
    /// The name of the condition that was to be met; empty where a given position was to be reached.
    pub name: String,
    pub moves: Vec<Move>,
    position: Chess,
}

/// A proof game in JSON.
#[derive(Serialize, Deserialize)]
pub struct ProofRecord {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub constraint: String,
    pub fen: String,
    /// Half moves of the proof game.
    pub plies: usize,
    /// The proof game in UCI form.
    pub moves: Vec<String>,
    /// The proof game in SAN with move numbers.
    pub game: String,
}

impl ProofGame {
    pub fn new(name: String, moves: Vec<Move>) -> ProofGame {
        let position = position_after(&Chess::default(), &moves);
        ProofGame { name, moves, position }
    }

    pub fn board(&self) -> Board {
        self.position.board().clone()
    }

    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The men alone: Petrželka calls positions different when these are.
    pub fn placement(&self) -> String {
        self.position.board().to_string()
    }

    pub fn fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }

    /// Whether the condition holds, where the play is that of players with such a rating (see
    /// [`crate::review::rating`]), if it was judged.
    pub fn meets(&self, condition: &Condition, rating: Option<u32>) -> bool {
        condition.holds(Situation { rating, ..Situation::new(&self.position, self.moves.len() as u32) })
    }

    fn uci(&self) -> Vec<String> {
        self.moves.iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect()
    }

    /// "1. e4 d5 2. a3 dxe4".
    fn game(&self) -> String {
        numbered_line(&Chess::default(), &self.moves)
    }

    /// A board with the position's name, FEN and game below, for people.
    fn as_text(&self) -> String {
        let game = wrapped(&self.game().split(' ').map(str::to_owned).collect::<Vec<_>>());
        let name = if self.name.is_empty() { String::new() } else { format!("{}\n", self.name) };
        format!("{}\n{name}{}\n\n{game}\n\n", board_text(self.position.board()), self.fen())
    }

    fn as_pgn(&self) -> String {
        let result = self.position.outcome().known().map_or_else(|| "*".to_owned(), |outcome| outcome.to_string());
        let mut text = "[Event \"Proof game\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n".to_owned();
        let (name, fen) = (self.name.as_str(), self.fen());
        for (tag, value) in
            [("White", "?"), ("Black", "?"), ("Result", &result), ("Constraint", name), ("FinalFEN", &fen)]
        {
            if value.is_empty() {
                continue;
            }
            text.push_str(&tag_pair(tag, value));
        }
        let words: Vec<String> = format!("{} {result}", self.game()).split_whitespace().map(str::to_owned).collect();
        format!("{text}\n{}\n\n", wrapped(&words))
    }
}

impl Format {
    /// The position with its game, as text that ends in a line end.
    pub fn write(self, found: &ProofGame) -> String {
        match self {
            Format::Board => found.as_text(),
            Format::Fen => format!("{}\t{}\n", found.fen(), found.uci().join(" ")),
            Format::Epd => {
                let epd = Epd::from_position(&found.position, EnPassantMode::Legal);
                let counters = format!("hmvc {}; fmvn {}", found.position.halfmoves(), found.position.fullmoves());
                format!("{epd} {counters}; c0 \"{}\";\n", found.uci().join(" "))
            }
            Format::Pgn => found.as_pgn(),
            Format::Json => {
                let record = ProofRecord {
                    constraint: found.name.clone(),
                    fen: found.fen(),
                    plies: found.moves.len(),
                    moves: found.uci(),
                    game: found.game(),
                };
                serde_json::to_string(&record).expect("plain data becomes JSON") + "\n"
            }
        }
    }
}
