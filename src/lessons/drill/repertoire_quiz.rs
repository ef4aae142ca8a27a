//! A drill of a repertoire: the opponent replies as people of a rating do, the learner is asked for the chosen moves.

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rustc_hash::FxHashMap;
use shakmaty::{CastlingMode, Chess, Move, Position as _};

use super::quiz::{Answer, Step, TheoryMove};
use super::record_key;
use crate::chess::notation::{numbered_line, san};
use crate::engine::Game;
use crate::lessons::repertoire::{KnownPosition, Repertoire, ReplyModel};
use crate::record::{Counts, Grade, Record, RecordError};

/// A reply outside the repertoire that fewer people play is never made.
const LEAST_BEYOND: f64 = 0.01;

/// The drilled repertoire, with the settings of the drill.
pub struct RepertoireLines {
    pub repertoire: Arc<Repertoire>,
    /// The model of the opponent's moves; without one all replies of the repertoire are alike.
    pub replies: Option<ReplyModel>,
    /// Only the chosen move is right; otherwise the others of the repertoire are right too.
    pub strict: bool,
    /// The opponent also plays what the repertoire does not have, as often as people do.
    pub beyond: bool,
    /// The moves from the usual start position to the one where every round begins; empty for the starts of the
    /// chapters.
    pub lead: Vec<Move>,
    pub seed: u64,
}

/// A drill, round by round, as [`super::Quiz`].
pub struct RepertoireQuiz {
    lines: RepertoireLines,
    counts: Counts,
    rng: StdRng,
    game: Game,
    /// The reply that led out of the repertoire, and its share.
    outside: Option<(String, f64)>,
    /// The greatest urgency of a question from each position on.
    urgency: Vec<f64>,
    /// Replies that were predicted before, by position.
    shares: FxHashMap<usize, Vec<(Move, f64)>>,
    right: u32,
    wrong: u32,
    hinted: bool,
}

impl RepertoireQuiz {
    /// `counts` are those of the record that the answers will be noted in.
    pub fn new(lines: RepertoireLines, counts: Counts) -> RepertoireQuiz {
        let rng = StdRng::seed_from_u64(lines.seed);
        RepertoireQuiz {
            lines,
            counts,
            rng,
            game: Game::default(),
            outside: None,
            urgency: Vec::new(),
            shares: FxHashMap::default(),
            right: 0,
            wrong: 0,
            hinted: false,
        }
    }

    /// Begins a round: where the lead ends, or where a chapter begins, the more readily the more urgent it is.
    pub fn start_round(&mut self) {
        self.urgency = self.urgencies();
        self.outside = None;
        self.hinted = false;
        if !self.lines.lead.is_empty() {
            self.game = Game::default();
            self.lines.lead.iter().for_each(|&mv| self.game.play(mv));
            return;
        }
        let repertoire = Arc::clone(&self.lines.repertoire);
        let weights: Vec<f64> = repertoire.starts().iter().map(|&start| self.urgency[start]).collect();
        let start = repertoire.starts()[self.sampled(&weights)];
        self.game = repertoire.game(&repertoire.positions()[start]);
    }

    pub fn position(&self) -> &Chess {
        self.game.position()
    }

    /// The round from its start on.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The numbers of right and of wrong answers.
    pub fn score(&self) -> (u32, u32) {
        (self.right, self.wrong)
    }

    /// Goes on until something is to be reported or asked. At the end of a line, notes it in the record.
    ///
    /// # Errors
    /// Fails if the line cannot be noted.
    pub fn step(&mut self, record: &mut Record) -> Result<Step, RecordError> {
        let repertoire = Arc::clone(&self.lines.repertoire);
        let found = repertoire.find(self.position());
        let known = found.map(|number| &repertoire.positions()[number]).filter(|known| !known.moves.is_empty());
        let (Some(number), Some(known)) = (found, known) else {
            // The record's lines begin at the usual start position.
            if *self.game.start() == Chess::default() {
                let moves: Vec<String> = self.game.moves().iter().map(|&mv| uci(mv)).collect();
                record.note_line(&moves.join(" "))?;
            }
            return Ok(Step::End(self.end(found)));
        };
        if self.position().turn() == repertoire.side() {
            return Ok(Step::Question);
        }
        let mv = self.reply(number, known);
        let text = numbered_line(self.position(), &[mv]);
        self.game.play(mv);
        Ok(Step::Played(text))
    }

    /// Judges the learner's move, which must be legal, notes it in the record and goes on: with the move, or with the
    /// chosen one. After [`Step::Question`] alone.
    ///
    /// # Errors
    /// Fails if the answer cannot be noted: then the question still stands.
    pub fn answer(&mut self, mv: Move, record: &mut Record) -> Result<Answer, RecordError> {
        let moves: Vec<Move> =
            self.known().map_or_else(Vec::new, |known| known.moves.iter().map(|own| own.mv).collect());
        let chosen = moves.first().copied();
        let right = if self.lines.strict { chosen == Some(mv) } else { moves.contains(&mv) };
        let grade = if right && self.hinted { Grade::Hard } else { Grade::of(right) };
        record.note_graded(&record_key(self.position()), &uci(mv), grade)?;
        self.hinted = false;
        if let Ok(counts) = record.counts() {
            self.counts = counts;
        }
        let played = san(self.position(), mv);
        let chosen_text = chosen.map_or_else(String::new, |chosen| numbered_line(self.position(), &[chosen]));
        if right {
            self.right += 1;
            self.game.play(mv);
            let is_chosen = chosen == Some(mv);
            return Ok(if is_chosen { Answer::Right } else { Answer::Other { played, chosen: chosen_text } });
        }
        self.wrong += 1;
        chosen.into_iter().for_each(|chosen| self.game.play(chosen));
        Ok(Answer::Wrong { played, goes_on: chosen_text })
    }

    /// The moves that the repertoire has in the position, the chosen one first.
    pub fn theory(&self) -> Vec<TheoryMove> {
        let moves = self.known().map_or(&[][..], |known| &known.moves);
        let theory_move = |own: &crate::lessons::repertoire::KnownMove| TheoryMove {
            san: san(self.position(), own.mv),
            lines: own.places.len() as u32,
            name: None,
            popular: None,
        };
        moves.iter().map(theory_move).collect()
    }

    /// The same as a hint: a right answer is worth less after it.
    pub fn hint(&mut self) -> Vec<TheoryMove> {
        self.hinted = true;
        self.theory()
    }

    fn known(&self) -> Option<&KnownPosition> {
        let repertoire = &self.lines.repertoire;
        repertoire.find(self.position()).map(|number| &repertoire.positions()[number])
    }

    /// The end of a round, in words.
    fn end(&self, found: Option<usize>) -> String {
        let elo = self.lines.replies.as_ref().map_or(0, ReplyModel::elo);
        match (&self.outside, found) {
            (Some((reply, share)), _) => {
                let percent = 100.0 * share;
                format!("you have nothing against {reply}, which {percent:.0} % of players of {elo} play")
            }
            (None, Some(number)) => {
                let known = &self.lines.repertoire.positions()[number];
                self.lines.repertoire.chapter_name(known.place.chapter)
            }
            (None, None) => "the position is not in the repertoire".to_owned(),
        }
    }

    /// The opponent's move: as people of the rating play, the more readily the more urgent the questions behind it are.
    fn reply(&mut self, number: usize, known: &KnownPosition) -> Move {
        let shares = self.shares_at(number);
        let share = |mv: Move| shares.iter().find(|(other, _)| *other == mv).map_or(0.0, |(_, share)| *share);
        let has = |mv: Move| known.moves.iter().any(|own| own.mv == mv);
        let beyond: Vec<(Move, f64)> = match self.lines.beyond {
            true => shares.iter().copied().filter(|&(mv, share)| share >= LEAST_BEYOND && !has(mv)).collect(),
            false => Vec::new(),
        };
        let alike = shares.is_empty();
        // A reply that nobody plays, but which the repertoire has, comes up now and then.
        let weight =
            |mv: Move, to: usize| if alike { self.urgency[to] } else { share(mv).max(0.001) * self.urgency[to] };
        let weights: Vec<f64> = known.moves.iter().map(|reply| weight(reply.mv, reply.to)).collect();
        let all: Vec<f64> = weights.into_iter().chain(beyond.iter().map(|(_, share)| *share)).collect();
        let sampled = self.sampled(&all);
        if let Some(reply) = known.moves.get(sampled) {
            return reply.mv;
        }
        let (mv, share) = beyond[sampled - known.moves.len()];
        let mut after = self.game.position().clone();
        let text = numbered_line(&after, &[mv]);
        after.play_unchecked(mv);
        let is_answered = |number: usize| !self.lines.repertoire.positions()[number].moves.is_empty();
        if !self.lines.repertoire.find(&after).is_some_and(is_answered) {
            self.outside = Some((text, share));
        }
        mv
    }

    /// The moves of people of the rating in a position, with their shares; none without a model.
    fn shares_at(&mut self, number: usize) -> Vec<(Move, f64)> {
        let Some(model) = &mut self.lines.replies else { return Vec::new() };
        let game = &self.game;
        self.shares.entry(number).or_insert_with(|| model.shares(game)).clone()
    }

    /// For each position, the urgency of the most urgent question from there on.
    fn urgencies(&self) -> Vec<f64> {
        let repertoire = &self.lines.repertoire;
        let positions = repertoire.positions();
        let mut urgency = vec![1.0_f64; positions.len()];
        let mut order: Vec<usize> = (0..positions.len()).collect();
        order.sort_by_key(|&number| std::cmp::Reverse(positions[number].ply));
        for number in order {
            let known = &positions[number];
            let later = known.moves.iter().filter(|mv| positions[mv.to].ply > known.ply).map(|mv| urgency[mv.to]);
            let mut most = later.fold(1.0, f64::max);
            if known.position.turn() == repertoire.side() && !known.moves.is_empty() {
                most = most.max(self.counts.urgency(&record_key(&known.position)));
            }
            urgency[number] = most;
        }
        urgency
    }

    /// The place of one of some weights, each as likely as it is heavy.
    fn sampled(&mut self, weights: &[f64]) -> usize {
        let mut point = self.rng.random::<f64>() * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            point -= weight;
            point < 0.0
        });
        chosen.unwrap_or(0)
    }
}

/// As the record has moves: in UCI form.
fn uci(mv: Move) -> String {
    mv.to_uci(CastlingMode::Standard).to_string()
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;
    use crate::chess::notation::{parse_move, parse_moves};
    use crate::lessons::repertoire::ReplySource;

    const STUDY: &str = include_str!("../../../tests/repertoire/study.pgn");
    const TEXT: &str =
        "[Event \"Open games\"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3)) (1... a5 2. d4) 2. Nf3 Nc6 3. Bb5 *\n";

    fn quiz(elo: Option<u16>, change: impl FnOnce(&mut RepertoireLines)) -> RepertoireQuiz {
        let repertoire = Arc::new(Repertoire::read(TEXT, Color::White).expect("a repertoire").0);
        let replies = elo.map(|elo| ReplyModel::new(elo, ReplySource::Net));
        let mut lines =
            RepertoireLines { repertoire, replies, strict: false, beyond: false, lead: Vec::new(), seed: 1 };
        change(&mut lines);
        RepertoireQuiz::new(lines, Counts::default())
    }

    /// Steps until the learner is asked or the line ends.
    fn advance(quiz: &mut RepertoireQuiz, record: &mut Record) -> (Vec<String>, Step) {
        let mut played = Vec::new();
        loop {
            match quiz.step(record).expect("room in memory") {
                Step::Played(text) => played.push(text),
                step => return (played, step),
            }
        }
    }

    fn answered(quiz: &mut RepertoireQuiz, record: &mut Record, word: &str) -> Answer {
        let mv = parse_move(quiz.position(), word).expect("legal");
        quiz.answer(mv, record).expect("room in memory")
    }

    #[test]
    fn answers_are_judged_by_the_chosen_move() {
        let mut record = Record::in_memory().expect("room");
        let lead = |lines: &mut RepertoireLines| lines.lead = parse_moves("e4 c5").expect("legal");
        for (strict, expected) in [
            (false, Answer::Other { played: "c3".to_owned(), chosen: "2. Nf3".to_owned() }),
            (true, Answer::Wrong { played: "c3".to_owned(), goes_on: "2. Nf3".to_owned() }),
        ] {
            let mut quiz = quiz(None, |lines| {
                lead(lines);
                lines.strict = strict;
            });
            quiz.start_round();
            assert_eq!(advance(&mut quiz, &mut record).1, Step::Question);
            assert_eq!(quiz.theory().iter().map(|known| known.san.as_str()).collect::<Vec<_>>(), ["Nf3", "c3"]);
            assert_eq!(answered(&mut quiz, &mut record, "c3"), expected);
        }
        let mut quiz = quiz(None, lead);
        quiz.start_round();
        assert_eq!(answered(&mut quiz, &mut record, "Nf3"), Answer::Right);
        assert_eq!(advance(&mut quiz, &mut record).1, Step::End("Open games".to_owned()));
        let counts = record.counts().expect("a record");
        assert_eq!(counts.answers(&record_key(&quiz_position("e4 c5"))).wrong, 1);
        assert_eq!(counts.lines().count(), 1);
    }

    #[test]
    fn every_position_of_a_study_is_asked_and_the_study_stays_as_it_is() {
        let repertoire = Arc::new(Repertoire::read(STUDY, Color::White).expect("a study").0);
        let mut record = Record::in_memory().expect("room");
        let mut asked = 0;
        for known in repertoire.questions() {
            let game = repertoire.game(known);
            if *game.start() != Chess::default() {
                continue; // A lead begins at the usual start position; one chapter begins elsewhere.
            }
            let mut quiz = quiz(None, |lines| lines.repertoire = Arc::clone(&repertoire));
            quiz.lines.lead = game.moves().to_vec();
            quiz.start_round();
            assert_eq!(advance(&mut quiz, &mut record).1, Step::Question);
            let chosen = quiz.theory()[0].san.clone();
            assert_eq!(answered(&mut quiz, &mut record, &chosen), Answer::Right);
            asked += 1;
        }
        assert!(asked >= 60, "{asked}");
        assert_eq!(repertoire.to_pgn(), STUDY);
    }

    fn quiz_position(moves: &str) -> Chess {
        crate::chess::replay::position_after(&Chess::default(), &parse_moves(moves).expect("legal"))
    }

    /// The number of Black's replies 1... a5 in a hundred rounds.
    fn seldom(quiz: &mut RepertoireQuiz) -> usize {
        let mut record = Record::in_memory().expect("room");
        let plays = |_: &usize| {
            quiz.start_round();
            answered(quiz, &mut record, "e4");
            advance(quiz, &mut record).0.contains(&"1... a5".to_owned())
        };
        (0..100).filter(plays).count()
    }

    #[test]
    fn replies_are_as_frequent_as_people_play_them() {
        let (alike, people) = (seldom(&mut quiz(None, |_| {})), seldom(&mut quiz(Some(1400), |_| {})));
        assert!((20..50).contains(&alike), "a third: {alike}");
        assert!(people < 10, "hardly anybody plays it: {people}");
    }

    #[test]
    fn what_was_wrong_is_asked_more_often() {
        let mut quiz = quiz(None, |_| {});
        let mut answers = crate::record::Answers { right: 0, wrong: 1, streak: 0 };
        answers.wrong = 1;
        quiz.counts.set(record_key(&quiz_position("e4 a5")), answers);
        quiz.urgency = quiz.urgencies();
        let a5 = quiz.lines.repertoire.find(&quiz_position("e4 a5")).expect("known");
        let c5 = quiz.lines.repertoire.find(&quiz_position("e4 c5")).expect("known");
        assert!(quiz.urgency[a5] > 2.0 * quiz.urgency[c5]);
    }

    #[test]
    fn beyond_the_repertoire_the_round_ends_with_the_gap() {
        let mut record = Record::in_memory().expect("room");
        let mut quiz = quiz(Some(1400), |lines| lines.beyond = true);
        let mut ends = Vec::new();
        for _ in 0..40 {
            quiz.start_round();
            answered(&mut quiz, &mut record, "e4");
            if let Step::End(text) = advance(&mut quiz, &mut record).1 {
                ends.push(text);
            }
        }
        assert!(ends.iter().any(|text| text.starts_with("you have nothing against 1... ")), "{ends:?}");
    }
}
