//! A position with its proof game, in the forms in which it is written and read back.

use serde::{Deserialize, Serialize};
use shakmaty::fen::{Epd, Fen};
use shakmaty::{Board, CastlingMode, Chess, Color, EnPassantMode, Move, Position};

use crate::chess::board_text::board_text;
use crate::chess::notation::{numbered_line, san};
use crate::chess::replay::position_after;
use crate::constraint::{Condition, JudgedPosition, Verdict};
use crate::engine::Game;
use crate::games::movetext::{tag_pair, wrapped};
use crate::picture::{Diagram, Sheet};

/// A format in which positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A board with the FEN and the game in SAN, to read
    Board,
    /// FEN, a tab, the moves in UCI form; a tab and the solution of an exercise
    Fen,
    /// EPD with the counters (hmvc, fmvn) and the moves (c0); the best move of an exercise (bm) and its line (c1)
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
    /// The only winning move with the play that follows; empty where nobody asked for one.
    pub solution: Vec<Move>,
    position: Chess,
}

/// A proof game in JSON.
#[derive(Serialize, Deserialize)]
pub struct ProofRecord {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub constraint: String,
    pub fen: String,
    /// Plies of the proof game.
    pub plies: usize,
    /// The proof game in UCI form.
    pub moves: Vec<String>,
    /// The proof game in SAN with move numbers.
    pub game: String,
    /// The solution in SAN with move numbers, where one was asked for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub solution: String,
}

impl ProofGame {
    pub fn new(name: String, moves: Vec<Move>) -> ProofGame {
        let position = position_after(&Chess::default(), &moves);
        ProofGame { name, moves, solution: Vec::new(), position }
    }

    /// The same position with the solution of its exercise.
    #[must_use]
    pub fn with_solution(self, solution: Vec<Move>) -> ProofGame {
        ProofGame { solution, ..self }
    }

    /// The proof game, with the keys of its positions.
    pub fn as_game(&self) -> Game {
        let mut game = Game::default();
        self.moves.iter().for_each(|&mv| game.play(mv));
        game
    }

    pub fn board(&self) -> Board {
        self.position.board().clone()
    }

    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The pieces alone: Petrželka calls positions different when these are.
    pub fn placement(&self) -> String {
        self.position.board().to_string()
    }

    pub fn fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }

    /// Returns true if the condition holds, or may hold where the verdict does not tell.
    pub fn meets(&self, condition: &Condition, verdict: Verdict) -> bool {
        condition.holds(JudgedPosition { verdict, ..JudgedPosition::new(&self.position, self.moves.len() as u32) })
    }

    /// Puts the position on a sheet to print, with its solution.
    pub fn add_to(&self, sheet: &mut Sheet) {
        let turn = self.position.turn();
        // An exercise is seen by the solver.
        let viewer = if self.solution.is_empty() { Color::White } else { turn };
        sheet.diagrams.push(Diagram { board: self.board(), viewer, turn, caption: self.name.clone() });
        if !self.solution.is_empty() {
            sheet.solutions.push(format!("{}: {}", sheet.diagrams.len(), self.solution_text()));
        }
    }

    fn uci(&self) -> Vec<String> {
        self.moves.iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect()
    }

    /// "3. Qxf7#"; empty where there is none.
    pub fn solution_text(&self) -> String {
        numbered_line(&self.position, &self.solution)
    }

    /// "1. e4 d5 2. a3 dxe4".
    fn game(&self) -> String {
        numbered_line(&Chess::default(), &self.moves)
    }

    /// A board with the position's name, FEN and game below, for people.
    fn as_text(&self) -> String {
        let game = wrapped(&self.game().split(' ').map(str::to_owned).collect::<Vec<_>>());
        let name = if self.name.is_empty() { String::new() } else { format!("{}\n", self.name) };
        let solution = match self.solution_text() {
            text if text.is_empty() => text,
            text => format!("Solution: {text}\n\n"),
        };
        format!("{}\n{name}{}\n\n{game}\n\n{solution}", board_text(self.position.board()), self.fen())
    }

    fn as_pgn(&self) -> String {
        let result = self.position.outcome().known().map_or_else(|| "*".to_owned(), |outcome| outcome.to_string());
        let mut text = "[Event \"Proof game\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n".to_owned();
        let (name, fen, solution) = (self.name.as_str(), self.fen(), self.solution_text());
        for (tag, value) in [
            ("White", "?"),
            ("Black", "?"),
            ("Result", &result),
            ("Constraint", name),
            ("FinalFEN", &fen),
            ("Solution", &solution),
        ] {
            if value.is_empty() {
                continue;
            }
            text.push_str(&tag_pair(tag, value));
        }
        // The comment is for programs that show no tags.
        let comment = if solution.is_empty() { String::new() } else { format!(" {{Solution: {solution}}}") };
        let text_of_moves = format!("{}{comment} {result}", self.game());
        let words: Vec<String> = text_of_moves.split_whitespace().map(str::to_owned).collect();
        format!("{text}\n{}\n\n", wrapped(&words))
    }
}

impl Format {
    /// The position with its game, as text that ends in a line end.
    pub fn write(self, found: &ProofGame) -> String {
        match self {
            Format::Board => found.as_text(),
            Format::Fen => {
                let solution = match found.solution_text() {
                    text if text.is_empty() => text,
                    text => format!("\t{text}"),
                };
                format!("{}\t{}{solution}\n", found.fen(), found.uci().join(" "))
            }
            Format::Epd => {
                let epd = Epd::from_position(&found.position, EnPassantMode::Legal);
                let counters = format!("hmvc {}; fmvn {}", found.position.halfmoves(), found.position.fullmoves());
                let best = found.solution.first().map(|&mv| format!(" bm {};", san(&found.position, mv)));
                let line = found.solution_text();
                let line = if line.is_empty() { line } else { format!(" c1 \"{line}\";") };
                format!("{epd} {counters}; c0 \"{}\";{}{line}\n", found.uci().join(" "), best.unwrap_or_default())
            }
            Format::Pgn => found.as_pgn(),
            Format::Json => {
                let record = ProofRecord {
                    constraint: found.name.clone(),
                    fen: found.fen(),
                    plies: found.moves.len(),
                    moves: found.uci(),
                    game: found.game(),
                    solution: found.solution_text(),
                };
                serde_json::to_string(&record).expect("plain data becomes JSON") + "\n"
            }
        }
    }
}
