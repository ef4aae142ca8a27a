//! A position with its proof game, in the forms in which it is written and read back.

use serde::{Deserialize, Serialize};
use shakmaty::fen::{Epd, Fen};
use shakmaty::san::SanPlus;
use shakmaty::{Board, CastlingMode, Chess, EnPassantMode, Move, Position};

use crate::constraint::{Condition, Situation};
use crate::games::movetext::wrapped;

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// FEN, a tab, the moves in UCI form
    Fen,
    /// EPD with the counters (hmvc, fmvn) and the moves (c0)
    Epd,
    /// A game that ends in the position
    Pgn,
    /// A JSON object a line
    Json,
}

/// A position that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// What was asked for.
    pub name: String,
    pub moves: Vec<Move>,
    position: Chess,
}

/// The JSON form.
#[derive(Serialize, Deserialize)]
pub struct Record {
    pub constraint: String,
    pub fen: String,
    /// Half moves of the proof game.
    pub plies: usize,
    /// The proof game, UCI.
    pub moves: Vec<String>,
    /// The proof game for people.
    pub game: String,
}

impl Found {
    pub fn new(name: String, moves: Vec<Move>) -> Found {
        let position = moves.iter().fold(Chess::default(), |mut position, &mv| {
            position.play_unchecked(mv);
            position
        });
        Found { name, moves, position }
    }

    pub fn board(&self) -> Board {
        self.position.board().clone()
    }

    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The men alone: the seed calls positions different when these are.
    pub fn placement(&self) -> String {
        self.position.board().to_string()
    }

    pub fn fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }

    /// Whether the condition holds, where the play is that of players with such a rating (see
    /// [`crate::lab::judge::rating`]), if anybody judged it.
    pub fn meets(&self, condition: &Condition, rating: Option<u32>) -> bool {
        condition.holds(Situation { rating, ..Situation::new(&self.position, self.moves.len() as u32) })
    }

    fn uci(&self) -> Vec<String> {
        self.moves.iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect()
    }

    /// "1. e4 d5 2. a3 dxe4".
    fn game(&self) -> String {
        let mut position = Chess::default();
        let mut words = Vec::new();
        for &mv in &self.moves {
            if position.turn().is_white() {
                words.push(format!("{}.", position.fullmoves()));
            }
            words.push(SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string());
        }
        words.join(" ")
    }

    fn as_pgn(&self) -> String {
        let result = match self.position.outcome().known() {
            Some(outcome) => outcome.to_string(),
            None => "*".to_owned(),
        };
        let name = self.name.replace('\\', "\\\\").replace('"', "\\\"");
        let mut text = format!(
            "[Event \"Proof game\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"{result}\"]\n\
             [Constraint \"{name}\"]\n[FinalFEN \"{}\"]\n\n",
            self.fen()
        );
        let words: Vec<String> = format!("{} {result}", self.game()).split_whitespace().map(str::to_owned).collect();
        text.push_str(&wrapped(&words));
        text + "\n\n"
    }
}

impl Format {
    pub fn write(self, found: &Found) -> String {
        match self {
            Format::Fen => format!("{}\t{}\n", found.fen(), found.uci().join(" ")),
            Format::Epd => {
                let epd = Epd::from_position(&found.position, EnPassantMode::Legal);
                let counters = format!("hmvc {}; fmvn {}", found.position.halfmoves(), found.position.fullmoves());
                format!("{epd} {counters}; c0 \"{}\";\n", found.uci().join(" "))
            }
            Format::Pgn => found.as_pgn(),
            Format::Json => {
                let record = Record {
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
