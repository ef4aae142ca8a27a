//! One sitting at the board: Motley plays lines, the learner answers.

use std::io::{self, BufRead, Write};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position};

use super::record::Record;
use crate::chess::notation::parse_move;
use crate::openings::{Edge, Graph, NodeId};
use crate::personalities::explorer::{LineSampler, SampledLine};

/// Theory moves that are told.
const TOLD: usize = 4;

/// Which side the learner plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Side {
    White,
    Black,
    /// One side in one round, the other in the next.
    Both,
}

/// What the learner wants.
enum Answer {
    Move(Move),
    /// Next round.
    Skip,
    Quit,
}

/// How a round ended.
#[derive(PartialEq, Eq)]
enum Ending {
    Over,
    Quit,
}

/// A sitting.
pub struct Session<'a, R, W> {
    pub graph: &'a Graph,
    pub drawing: LineSampler,
    pub side: Side,
    pub rounds: u32,
    pub record: &'a mut Record,
    pub input: R,
    pub output: W,
    /// Called after every answer: nothing is lost when the learner leaves.
    pub save: &'a mut dyn FnMut(&Record) -> io::Result<()>,
    rng: StdRng,
    right: u32,
    wrong: u32,
}

impl<'a, R: BufRead, W: Write> Session<'a, R, W> {
    #[expect(clippy::too_many_arguments, reason = "each is another thing, and there is one caller")]
    pub fn new(
        graph: &'a Graph,
        drawing: LineSampler,
        side: Side,
        rounds: u32,
        record: &'a mut Record,
        input: R,
        output: W,
        save: &'a mut dyn FnMut(&Record) -> io::Result<()>,
    ) -> Session<'a, R, W> {
        Session {
            graph,
            drawing,
            side,
            rounds,
            record,
            input,
            output,
            save,
            rng: StdRng::seed_from_u64(drawing.seed),
            right: 0,
            wrong: 0,
        }
    }

    /// Plays the rounds. Returns how many answers were right, and how many wrong.
    ///
    /// # Errors
    /// When the learner's words cannot be read, or ours not be written.
    pub fn run(mut self) -> io::Result<(u32, u32)> {
        writeln!(
            self.output,
            "Answer with moves, SAN or UCI. ? shows what theory has, board the position; skip goes to the next round, quit ends."
        )?;
        for round in 0..self.rounds {
            let side = match self.side {
                Side::White => Color::White,
                Side::Black => Color::Black,
                Side::Both => Color::from_white(round % 2 == 0),
            };
            writeln!(self.output, "\nRound {}: you play {}.", round + 1, side.fold_wb("White", "Black"))?;
            if self.round(side)? == Ending::Quit {
                break;
            }
        }
        writeln!(self.output, "\n{} right, {} wrong.", self.right, self.wrong)?;
        Ok((self.right, self.wrong))
    }

    fn round(&mut self, side: Color) -> io::Result<Ending> {
        let mut position = Chess::default();
        let mut played: Vec<Move> = Vec::new();
        let mut named = String::new();
        let mut target: Vec<Move> = Vec::new();
        while let Some(at) = self.graph.find(&position).filter(|&at| !self.graph.edges(at).is_empty()) {
            // The line that was drawn, as long as the learner keeps to it; then another from here.
            if target.is_empty() {
                target = self.draw_line(at, &position, side);
            }
            let mv = if position.turn() == side {
                match self.ask(at, &position, &played)? {
                    Answer::Quit => return Ok(Ending::Quit),
                    Answer::Skip => return Ok(Ending::Over),
                    Answer::Move(mv) => self.judge(at, &position, mv, target[0])?,
                }
            } else {
                writeln!(self.output, "{}", numbered(&position, target[0]))?;
                target[0]
            };
            target = if mv == target[0] { target.split_off(1) } else { Vec::new() };
            position.play_unchecked(mv);
            played.push(mv);
            self.tell_name(&position, &mut named)?;
        }
        writeln!(self.output, "Theory ends here: {named}.")?;
        self.record.note_line(
            &played.iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect::<Vec<_>>().join(" "),
        );
        (self.save)(self.record)?;
        Ok(Ending::Over)
    }

    /// A line from here on: drawn as the sampler draws, the more readily the more urgent the questions on its way are.
    fn draw_line(&mut self, at: NodeId, position: &Chess, side: Color) -> Vec<Move> {
        self.drawing.seed = self.rng.random();
        let ways = self.drawing.draw(self.graph, at, || false).lines;
        let weights: Vec<f64> = ways.iter().map(|way| way.drawn as f64 * self.urgency(way, position, side)).collect();
        let mut point = self.rng.random::<f64>() * weights.iter().sum::<f64>();
        let drawn = weights.iter().position(|weight| {
            point -= weight;
            point < 0.0
        });
        ways[drawn.unwrap_or(0)].moves.clone()
    }

    /// The most urgent question on the way.
    fn urgency(&self, way: &SampledLine, position: &Chess, side: Color) -> f64 {
        let mut position = position.clone();
        let mut most = 1.0_f64;
        for &mv in &way.moves {
            if position.turn() == side {
                most = most.max(self.record.answers(&key(&position)).urgency());
            }
            position.play_unchecked(mv);
        }
        most
    }

    fn ask(&mut self, at: NodeId, position: &Chess, played: &[Move]) -> io::Result<Answer> {
        loop {
            write!(self.output, "{} ", prompt(position, played))?;
            self.output.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                return Ok(Answer::Quit);
            }
            match line.trim() {
                "" => {}
                "quit" | "exit" => return Ok(Answer::Quit),
                "skip" => return Ok(Answer::Skip),
                "board" => writeln!(self.output, "{:?}", position.board())?,
                "?" => writeln!(self.output, "Theory has {}.", self.theory(at, position))?,
                word => match parse_move(position, word) {
                    Some(mv) => return Ok(Answer::Move(mv)),
                    None => writeln!(self.output, "`{word}` is no legal move here.")?,
                },
            }
        }
    }

    /// Notes an answer, and returns the move with which the line goes on.
    fn judge(&mut self, at: NodeId, position: &Chess, mv: Move, drawn: Move) -> io::Result<Move> {
        let right = self.graph.edges(at).iter().any(|edge| edge.mv == mv);
        self.record.note(&key(position), right);
        (self.save)(self.record)?;
        if right {
            self.right += 1;
            return Ok(mv);
        }
        self.wrong += 1;
        let san = SanPlus::from_move(position.clone(), mv);
        writeln!(
            self.output,
            "{san} leaves theory, which has {}. We go on with {}.",
            self.theory(at, position),
            numbered(position, drawn)
        )?;
        Ok(drawn)
    }

    /// "Nf3 (692 lines, King's Knight Opening), Nc3 (58 lines, Vienna Game)".
    fn theory(&self, at: NodeId, position: &Chess) -> String {
        let told = |edge: &Edge| {
            let san = SanPlus::from_move(position.clone(), edge.mv);
            let name = self.graph.name(edge.to).map(|line| format!(", {}", line.name())).unwrap_or_default();
            match edge.lines {
                0 => format!("{san} (transposes{name})"),
                1 => format!("{san} (1 line{name})"),
                lines => format!("{san} ({lines} lines{name})"),
            }
        };
        self.graph.edges(at).iter().take(TOLD).map(told).collect::<Vec<_>>().join(", ")
    }

    /// Says where the game has come to, when that has a name that was not yet said.
    fn tell_name(&mut self, position: &Chess, named: &mut String) -> io::Result<()> {
        let name = self
            .graph
            .find(position)
            .and_then(|id| self.graph.name(id))
            .map(|line| format!("{} {}", line.eco, line.name()));
        if let Some(name) = name.filter(|name| name != named) {
            writeln!(self.output, "    {name}")?;
            *named = name;
        }
        Ok(())
    }
}

/// The position as the record knows it: the first four fields of its FEN.
pub fn key(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// "3. Nf3" or "3... Nc6".
fn numbered(position: &Chess, mv: Move) -> String {
    let dots = position.turn().fold_wb(".", "...");
    format!("{}{dots} {}", position.fullmoves(), SanPlus::from_move(position.clone(), mv))
}

fn prompt(position: &Chess, played: &[Move]) -> String {
    let dots = position.turn().fold_wb(".", "...");
    match played.is_empty() {
        true => "1. ?".to_owned(),
        false => format!("{}{dots} ?", position.fullmoves()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::openings::{Identity, Line};
    use crate::personalities::explorer::{FeatureWeights, SamplerKind};

    fn graph() -> Graph {
        let line = |name: &str, moves: &str| {
            Line::new("C00".into(), name.into(), String::new(), parse_moves(moves).expect("legal"))
        };
        Graph::new(
            vec![line("Open Game", "e4 e5 Nf3 Nc6"), line("Vienna", "e4 e5 Nc3 Nf6"), line("French", "e4 e6 d4 d5")],
            Identity::Position,
            true,
        )
    }

    /// What is said in answer to some lines, and the record afterwards.
    fn sitting(side: Side, rounds: u32, record: &mut Record, seed: u64, input: &str) -> (String, (u32, u32)) {
        let mut output = Vec::new();
        let drawing = LineSampler {
            kind: SamplerKind::Saarmann,
            weights: FeatureWeights::default(),
            iterations: 200,
            chains: 1,
            seed,
        };
        let graph = graph();
        let mut saves = 0;
        let mut save = |_: &Record| {
            saves += 1;
            Ok(())
        };
        let score = Session::new(&graph, drawing, side, rounds, record, input.as_bytes(), &mut output, &mut save)
            .run()
            .expect("memory can be written");
        assert!(saves >= score.0 + score.1, "every answer is saved");
        (String::from_utf8(output).expect("text"), score)
    }

    #[test]
    fn right_answers_go_on_to_the_end_of_theory() {
        let mut record = Record::default();
        let (text, score) = sitting(Side::White, 1, &mut record, 1, "e4\ng1f3\nNc3\nd4\n");
        assert_eq!(score.1, 0, "{text}");
        assert!(text.contains("Theory ends here: C00"), "{text}");
        assert_eq!(record.lines().count(), 1);
    }

    #[test]
    fn a_deviation_is_told_with_the_theory_and_the_game_goes_on() {
        let mut record = Record::default();
        let (text, score) = sitting(Side::White, 1, &mut record, 1, "d4\nquit\n");
        assert_eq!(score, (0, 1));
        assert!(text.contains("d4 leaves theory, which has e4 (3 lines). We go on with 1. e4."), "{text}");
        assert_eq!(record.answers(&key(&Chess::default())).wrong, 1);
    }

    #[test]
    fn words_that_are_no_moves_do_not_count() {
        let mut record = Record::default();
        let (text, score) = sitting(Side::White, 1, &mut record, 1, "Ke3\nhello\n?\nboard\n\nskip\n");
        assert_eq!((score, record.troubles().len()), ((0, 0), 0));
        assert!(text.contains("`Ke3` is no legal move here") && text.contains("Theory has e4 (3 lines)"), "{text}");
        assert!(text.contains("R N B Q K B N R"), "{text}");
    }

    #[test]
    fn the_end_of_the_input_is_the_end_of_the_sitting() {
        let (text, score) = sitting(Side::Black, 5, &mut Record::default(), 1, "");
        assert_eq!(score, (0, 0));
        assert!(text.contains("1. e4") && !text.contains("Round 2"), "{text}");
    }

    #[test]
    fn what_was_wrong_is_asked_more_often() {
        let french = key(&parse_moves("e4 e6").unwrap().into_iter().fold(Chess::default(), |mut position, mv| {
            position.play_unchecked(mv);
            position
        }));
        let french_rounds = |record: &mut Record| {
            (0..200)
                .filter(|&seed| sitting(Side::White, 1, &mut record.clone(), seed, "e4\n").0.contains("1... e6"))
                .count()
        };
        let before = french_rounds(&mut Record::default());
        let mut troubled = Record::default();
        troubled.note(&french, false);
        let after = french_rounds(&mut troubled);
        assert!((40..100).contains(&before), "a third of the lines: {before}");
        assert!(after > 140, "nine times as often: {after}");
    }
}
