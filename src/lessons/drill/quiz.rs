//! The questions of a drill: a line is sampled, one side's moves are played, the other side's are asked for.

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use shakmaty::{CastlingMode, Chess, Color, Move, Position};

use super::record_key;
use crate::chess::notation::{numbered_line, san};
use crate::chess::replay::position_after;
use crate::engine::Game;
use crate::openings::{Edge, Graph, NodeId, PopularMoves, Popularity};
use crate::personalities::explorer::{LineSampler, SampledLine};
use crate::record::{Counts, Grade, Record, RecordError};

/// Theory moves that are named to the learner.
const NAMED_MOVES: usize = 4;

/// The lines of a quiz.
#[derive(Clone)]
pub struct QuizLines {
    pub graph: Arc<Graph>,
    pub sampler: LineSampler,
    /// The moves from the start position to the one where every round begins; the graph must have it.
    pub lead: Vec<Move>,
    /// Counts of what people play, whatever is named; where they are given, a popular move is right once the game is
    /// in a named position of the lines.
    pub popular: Option<&'static PopularMoves>,
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
    /// The rest of the sampled line; empty where the learner has left it for another.
    target: Vec<Move>,
    /// The last name that was reported.
    name: String,
}

/// The next step of a round.
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

/// The verdict on an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Right,
    /// Right: no named line has the move, and people play it often.
    Popular {
        played: String,
        popularity: Popularity,
    },
    /// Right: the repertoire has the move, and another is the chosen one.
    Other {
        played: String,
        chosen: String,
    },
    /// The move is not in theory; the round goes on with another.
    Wrong {
        played: String,
        goes_on: String,
    },
}

/// A move that theory has.
#[derive(Clone, Debug, PartialEq)]
pub struct TheoryMove {
    pub san: String,
    /// Lines that play it; 0 for a transposition, and for a popular move that no line has.
    pub lines: u32,
    /// The name of the position it leads to, where it has one of its own.
    pub name: Option<String>,
    /// Its popularity among people, where no line has it.
    pub popular: Option<Popularity>,
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

    /// The numbers of right and of wrong answers.
    pub fn score(&self) -> (u32, u32) {
        (self.right, self.wrong)
    }

    pub fn position(&self) -> &Chess {
        &self.round.position
    }

    /// The round as a game.
    pub fn game(&self) -> Game {
        let mut game = Game::default();
        self.round.played.iter().for_each(|&mv| game.play(mv));
        game
    }

    /// Goes on until something is to be reported or asked. At the end of a line, notes it in the record.
    ///
    /// # Errors
    /// Fails if the line cannot be noted.
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
    /// Fails if the answer cannot be noted: then the question still stands.
    pub fn answer(&mut self, mv: Move, record: &mut Record) -> Result<Answer, RecordError> {
        let is_named = self.edges().iter().any(|edge| edge.mv == mv);
        let popular = self.popular_moves().into_iter().find(|(popular, _)| *popular == mv);
        let right = is_named || popular.is_some();
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
            let played = san(&self.round.position, mv);
            self.round.play(mv);
            return Ok(match popular {
                Some((_, popularity)) if !is_named => Answer::Popular { played, popularity },
                _ => Answer::Right,
            });
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

    /// The moves that theory has in the position: those that games play, the most frequent in the lines first, then
    /// popular moves that no line has, then what nobody plays.
    pub fn theory(&self) -> Vec<TheoryMove> {
        let named = |edge: &Edge| {
            let name = self.lines.graph.name(edge.to).map(|line| line.name());
            let san = san(self.position(), edge.mv);
            (self.games(edge) > 0, TheoryMove { san, lines: edge.lines, name, popular: None })
        };
        let (played, unplayed): (Vec<_>, Vec<_>) = self.edges().iter().map(named).partition(|(played, _)| *played);
        let popular = self.popular_moves().into_iter().map(|(mv, popularity)| {
            let san = san(self.position(), mv);
            TheoryMove { san, lines: 0, name: None, popular: Some(popularity) }
        });
        let known = |(_, theory): (bool, TheoryMove)| theory;
        let moves = played.into_iter().map(known).chain(popular).chain(unplayed.into_iter().map(known));
        moves.take(NAMED_MOVES).collect()
    }

    /// Popular moves that no line has, once the game is in a named position: before it they would leave the opening
    /// that is drilled.
    fn popular_moves(&self) -> Vec<(Move, Popularity)> {
        let Some(popular) = self.lines.popular.filter(|_| !self.round.name.is_empty()) else { return Vec::new() };
        let mut moves = popular.popular(self.position());
        moves.retain(|(mv, _)| self.edges().iter().all(|edge| edge.mv != *mv));
        moves
    }

    /// Games that played a move of the lines here, as far as they were counted.
    fn games(&self, edge: &Edge) -> u32 {
        let counted = self.lines.popular.and_then(|popular| popular.popularity(self.position(), edge.mv));
        counted.map_or(0, |counted| counted.games).max(edge.results.games())
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
    /// If games play some of the next moves, a line that begins with another is chosen only if a question on it is
    /// urgent. If they play none, the learner is shown what they play instead.
    fn sample_line(&mut self, at: NodeId) -> Vec<Move> {
        let mut sampler = self.lines.sampler;
        sampler.seed = self.rng.random();
        let played: Vec<Move> = self.edges().iter().filter(|edge| self.games(edge) > 0).map(|edge| edge.mv).collect();
        let is_asked = self.round.position.turn() == self.round.side;
        if let Some(&(mv, _)) = self.popular_moves().first().filter(|_| played.is_empty() && is_asked) {
            return vec![mv];
        }
        let mut ways = sampler.sample(&self.lines.graph, at, || false).lines;
        let is_worth_it = |way: &SampledLine| played.contains(&way.moves[0]) || self.urgency(way) > 1.0;
        if ways.iter().any(is_worth_it) {
            ways.retain(is_worth_it);
        }
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
mod tests;
