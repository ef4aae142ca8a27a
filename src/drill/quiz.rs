//! The questions of a drill: a line is sampled, one side's moves are played, the other side's are asked for.

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use shakmaty::{CastlingMode, Chess, Color, Move, Position};

use super::record_key;
use crate::chess::notation::{numbered_line, san};
use crate::chess::replay::position_after;
use crate::openings::{Edge, Graph, NodeId};
use crate::personalities::explorer::{LineSampler, SampledLine};
use crate::record::{Counts, Grade, Record, RecordError};

/// Theory moves that are named to the learner.
const NAMED_MOVES: usize = 4;

/// What is drilled.
#[derive(Clone)]
pub struct QuizLines {
    pub graph: Arc<Graph>,
    pub sampler: LineSampler,
    /// The moves from the start position to the one where every round begins; the graph must have it.
    pub lead: Vec<Move>,
}

/// A drill, round by round: [`Quiz::start_round`], then [`Quiz::step`] and [`Quiz::answer`] in turn.
pub struct Quiz {
    lines: QuizLines,
    counts: Counts,
    rng: StdRng,
    round: Round,
    right: u32,
    wrong: u32,
    /// Theory was shown before the answer.
    hinted: bool,
}

/// The state of a round.
struct Round {
    side: Color,
    position: Chess,
    /// From the start position.
    played: Vec<Move>,
    /// What is left of the sampled line; empty where the learner has left it for another.
    target: Vec<Move>,
    /// The last name that was reported.
    name: String,
}

/// What happens next in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The other side's move, "1. e4".
    Played(String),
    /// The position has a name that was not yet reported: "C25 Vienna Game".
    Named(String),
    /// The learner is to move.
    Question,
    /// Theory has no more moves; the name of the line's end.
    End(String),
}

/// What came of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Right,
    /// The move is not in theory; the round goes on with another.
    Wrong {
        played: String,
        goes_on: String,
    },
}

/// A move that theory has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TheoryMove {
    pub san: String,
    /// Lines that play it; 0 for a transposition.
    pub lines: u32,
    /// The name of the position it leads to, where it has one of its own.
    pub name: Option<String>,
}

impl Quiz {
    /// `counts` are those of the record that the answers will be noted in.
    pub fn new(lines: QuizLines, counts: Counts) -> Quiz {
        let rng = StdRng::seed_from_u64(lines.sampler.seed);
        let round = Round::new(&lines, Color::White);
        Quiz { lines, counts, rng, round, right: 0, wrong: 0, hinted: false }
    }

    /// Begins a round in which the learner plays `side`.
    pub fn start_round(&mut self, side: Color) {
        self.round = Round::new(&self.lines, side);
        self.hinted = false;
    }

    /// The moves of the round, from the start position.
    pub fn played(&self) -> &[Move] {
        &self.round.played
    }

    /// How many answers were right, and how many wrong.
    pub fn score(&self) -> (u32, u32) {
        (self.right, self.wrong)
    }

    pub fn position(&self) -> &Chess {
        &self.round.position
    }

    /// Goes on until something is to be reported or asked. At the end of a line, notes it in the record.
    ///
    /// # Errors
    /// When the line cannot be noted.
    pub fn step(&mut self, record: &mut Record) -> Result<Step, RecordError> {
        if let Some(name) = self.new_name() {
            return Ok(Step::Named(name));
        }
        let Some(at) = self.node() else {
            let moves: Vec<String> = self.round.played.iter().map(|&mv| uci(mv)).collect();
            record.note_line(&moves.join(" "))?;
            return Ok(Step::End(self.round.name.clone()));
        };
        if self.round.target.is_empty() {
            self.round.target = self.sample_line(at);
        }
        if self.round.position.turn() == self.round.side {
            return Ok(Step::Question);
        }
        let mv = self.round.target[0];
        let text = numbered_line(&self.round.position, &[mv]);
        self.round.play(mv);
        Ok(Step::Played(text))
    }

    /// Judges the learner's move, which must be legal, notes it in the record and goes on: with the move, or with that
    /// of the sampled line where theory does not have it. After [`Step::Question`] alone.
    ///
    /// # Errors
    /// When the answer cannot be noted: then the question still stands.
    pub fn answer(&mut self, mv: Move, record: &mut Record) -> Result<Answer, RecordError> {
        let right = self.edges().iter().any(|edge| edge.mv == mv);
        let grade = if right && self.hinted { Grade::Hard } else { Grade::of(right) };
        record.note_graded(&record_key(&self.round.position), &uci(mv), grade)?;
        self.hinted = false;
        // Others may have answered too. Where the record cannot be read again, the counts from before will do: the
        // answer is noted, and an error would have it given once more.
        if let Ok(counts) = record.counts() {
            self.counts = counts;
        }
        if right {
            self.right += 1;
            self.round.play(mv);
            return Ok(Answer::Right);
        }
        self.wrong += 1;
        let goes_on = self.round.target.first().copied();
        let continuation = goes_on.map_or_else(String::new, |mv| numbered_line(&self.round.position, &[mv]));
        let answer = Answer::Wrong { played: san(&self.round.position, mv), goes_on: continuation };
        if let Some(mv) = goes_on {
            self.round.play(mv);
        }
        Ok(answer)
    }

    /// The moves that theory has in the position, the most frequent first.
    pub fn theory(&self) -> Vec<TheoryMove> {
        let name = |edge: &Edge| self.lines.graph.name(edge.to).map(|line| line.name());
        let theory_move =
            |edge: &Edge| TheoryMove { san: san(self.position(), edge.mv), lines: edge.lines, name: name(edge) };
        self.edges().iter().take(NAMED_MOVES).map(theory_move).collect()
    }

    /// The same as a hint: a right answer is worth less after it, and the question comes back sooner.
    pub fn hint(&mut self) -> Vec<TheoryMove> {
        self.hinted = true;
        self.theory()
    }

    /// The position in the graph, as long as theory goes on.
    fn node(&self) -> Option<NodeId> {
        self.lines.graph.find(self.position()).filter(|&at| !self.lines.graph.edges(at).is_empty())
    }

    fn edges(&self) -> &[Edge] {
        self.node().map_or(&[], |at| self.lines.graph.edges(at))
    }

    /// The name of the position, when it was not reported before.
    fn new_name(&mut self) -> Option<String> {
        let line = self.lines.graph.find(self.position()).and_then(|id| self.lines.graph.name(id))?;
        let name = format!("{} {}", line.eco, line.name());
        if name == self.round.name {
            return None;
        }
        self.round.name.clone_from(&name);
        Some(name)
    }

    /// A line from here on: sampled as the sampler does, the more readily the more urgent the questions on its way are.
    fn sample_line(&mut self, at: NodeId) -> Vec<Move> {
        let mut sampler = self.lines.sampler;
        sampler.seed = self.rng.random();
        let ways = sampler.sample(&self.lines.graph, at, || false).lines;
        let weights: Vec<f64> = ways.iter().map(|way| way.sampled as f64 * self.urgency(way)).collect();
        let mut point = self.rng.random::<f64>() * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            point -= weight;
            point < 0.0
        });
        ways[chosen.unwrap_or(0)].moves.clone()
    }

    /// The urgency of the most urgent question on the way.
    fn urgency(&self, way: &SampledLine) -> f64 {
        let mut position = self.round.position.clone();
        let mut most = 1.0_f64;
        for &mv in &way.moves {
            if position.turn() == self.round.side {
                most = most.max(self.counts.urgency(&record_key(&position)));
            }
            position.play_unchecked(mv);
        }
        most
    }
}

/// As the record has moves: in UCI form.
fn uci(mv: Move) -> String {
    mv.to_uci(CastlingMode::Standard).to_string()
}

impl Round {
    fn new(lines: &QuizLines, side: Color) -> Round {
        let position = position_after(&Chess::default(), &lines.lead);
        Round { side, position, played: lines.lead.clone(), target: Vec::new(), name: String::new() }
    }

    fn play(&mut self, mv: Move) {
        // The sampled line, as long as the learner follows it; then another is sampled.
        self.target = if self.target.first() == Some(&mv) { self.target.split_off(1) } else { Vec::new() };
        self.position.play_unchecked(mv);
        self.played.push(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::{parse_move, parse_moves};
    use crate::openings::{Identity, Line};
    use crate::personalities::explorer::{FeatureWeights, SamplerKind};
    use crate::record::Answers;

    fn graph() -> Arc<Graph> {
        let line = |name: &str, moves: &str| {
            Line::new("C00".into(), name.into(), String::new(), parse_moves(moves).expect("legal"))
        };
        let lines =
            vec![line("Open Game", "e4 e5 Nf3 Nc6"), line("Vienna", "e4 e5 Nc3 Nf6"), line("French", "e4 e6 d4 d5")];
        Arc::new(Graph::new(lines, Identity::Position, true))
    }

    fn quiz(graph: &Arc<Graph>, lead: &[Move], counts: Counts, seed: u64) -> Quiz {
        let (kind, weights) = (SamplerKind::Metropolis, FeatureWeights::default());
        let sampler = LineSampler { kind, weights, iterations: 200, chains: 1, seed };
        Quiz::new(QuizLines { graph: Arc::clone(graph), sampler, lead: lead.to_vec() }, counts)
    }

    fn memory() -> Record {
        Record::in_memory().expect("room in memory")
    }

    /// Steps until the learner is asked or theory ends, and what was reported on the way.
    fn advance(quiz: &mut Quiz, record: &mut Record) -> (Vec<Step>, Step) {
        let mut reported = Vec::new();
        loop {
            match quiz.step(record).expect("room in memory") {
                step @ (Step::Question | Step::End(_)) => return (reported, step),
                step => reported.push(step),
            }
        }
    }

    #[test]
    fn right_answers_go_on_to_the_end_of_theory_and_the_line_is_noted() {
        let graph = graph();
        let (mut quiz, mut record) = (quiz(&graph, &[], Counts::default(), 1), memory());
        let mut answers = 0;
        let end = loop {
            match advance(&mut quiz, &mut record).1 {
                Step::End(name) => break name,
                _ => {
                    let first = quiz.theory().remove(0).san;
                    let mv = parse_move(quiz.position(), &first).expect("a legal move");
                    assert_eq!(quiz.answer(mv, &mut record).expect("room in memory"), Answer::Right);
                    answers += 1;
                }
            }
        };
        assert!(end.starts_with("C00 "), "{end}");
        let noted = record.counts().expect("a record");
        assert_eq!((quiz.score(), answers, noted.lines().count()), ((2, 0), 2, 1));
    }

    #[test]
    fn a_move_outside_theory_is_wrong_and_the_line_goes_on() {
        let graph = graph();
        let (mut quiz, mut record) = (quiz(&graph, &[], Counts::default(), 1), memory());
        assert_eq!(advance(&mut quiz, &mut record), (Vec::new(), Step::Question));
        let mv = parse_move(quiz.position(), "d4").expect("a legal move");
        let answer = quiz.answer(mv, &mut record).expect("room in memory");
        assert_eq!(answer, Answer::Wrong { played: "d4".to_owned(), goes_on: "1. e4".to_owned() });
        assert_eq!(quiz.score(), (0, 1));
        assert_eq!(record.counts().expect("a record").answers(&record_key(&Chess::default())).wrong, 1);
        assert!(matches!(&advance(&mut quiz, &mut record).0[..], [Step::Played(reply)] if reply.starts_with("1... e")));
    }

    #[test]
    fn rounds_begin_at_the_position_that_is_asked_for() {
        let graph = graph();
        let lead = parse_moves("e4 e6").expect("legal");
        let mut quiz = quiz(&graph, &lead, Counts::default(), 1);
        quiz.start_round(Color::Black);
        let (reported, step) = advance(&mut quiz, &mut memory());
        assert_eq!((reported, step), (vec![Step::Played("2. d4".to_owned())], Step::Question));
        let expected = TheoryMove { san: "d5".to_owned(), lines: 1, name: Some("French".to_owned()) };
        assert_eq!(quiz.theory(), [expected]);
    }

    #[test]
    fn what_was_wrong_is_asked_more_often() {
        let graph = graph();
        let after = |moves: &str| position_after(&Chess::default(), &parse_moves(moves).expect("legal"));
        let french_rounds = |counts: &Counts| {
            let plays_french = |seed: u64| {
                let lead = parse_moves("e4").expect("legal");
                let mut quiz = quiz(&graph, &lead, counts.clone(), seed);
                quiz.start_round(Color::White);
                advance(&mut quiz, &mut memory()).0.contains(&Step::Played("1... e6".to_owned()))
            };
            (0..200).filter(|&seed| plays_french(seed)).count()
        };
        let before = french_rounds(&Counts::default());
        let mut counts = Counts::default();
        counts.set(record_key(&after("e4 e6")), Answers { right: 0, wrong: 1, streak: 0 });
        let troubled = french_rounds(&counts);
        assert!((40..100).contains(&before), "a third of the lines: {before}");
        assert!(troubled > 140, "nine times as often: {troubled}");
        // Its date decides once it has one.
        counts.set(record_key(&after("e4 e6")), Answers { right: 9, wrong: 1, streak: 9 });
        counts.set_date(record_key(&after("e4 e6")), counts.now());
        assert!(french_rounds(&counts) > 140, "it is due");
        counts.set_date(record_key(&after("e4 e6")), counts.now() + 1);
        assert!((40..100).contains(&french_rounds(&counts)), "it is not due yet");
    }
}
