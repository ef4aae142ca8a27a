//! Ten days of drilling, simulated: on which days each position is asked. `docs/puzzles.md` shows the same table.

use std::sync::Arc;

use shakmaty::{Chess, Color};

use super::{Quiz, QuizLines, Step, record_key};
use crate::chess::notation::{parse_move, parse_moves};
use crate::chess::replay::position_after;
use crate::openings::{Graph, Identity, NamedLine};
use crate::personalities::explorer::{FeatureWeights, LineSampler, SamplerKind};
use crate::record::Record;

const DAY: i64 = 86_400;
/// The first evening, at seven: 23 November 2026.
const FIRST: i64 = 1_795_460_400;

/// The learner's way of answering.
#[derive(Clone, Copy)]
enum Learner {
    AlwaysRight,
    /// Wrong on the first day, once.
    WrongAtFirst,
    /// Right on the first day after a hint.
    WithAHint,
    /// Wrong when the position is asked for the second time.
    Forgets,
}

/// The days, from 1, on which a position with one question is asked, and the day on which it is due in the end.
fn days(moves: &str, reply: &str, learner: Learner) -> (Vec<i64>, i64) {
    let line = NamedLine::new("C00".into(), "Line".into(), String::new(), parse_moves(moves).expect("legal"));
    let graph = Arc::new(Graph::new(vec![line], Identity::Position, true));
    let lead = parse_moves(moves).expect("legal")[..2].to_vec();
    let key = record_key(&position_after(&Chess::default(), &lead));
    let (kind, weights) = (SamplerKind::Metropolis, FeatureWeights::default());
    let sampler = LineSampler { kind, weights, iterations: 20, chains: 1, seed: 1 };
    let mut record = Record::in_memory().expect("room in memory");
    let mut asked = Vec::new();
    for day in 0..10 {
        record.set_now(FIRST + day * DAY);
        while record.counts().expect("a record").date(&key).is_none_or(|due| due <= record.now()) {
            let lines = QuizLines { graph: Arc::clone(&graph), sampler, lead: lead.clone(), popular: None };
            let mut quiz = Quiz::new(lines, record.counts().expect("a record"));
            quiz.start_round(Color::White);
            while quiz.step(&mut record).expect("room") != Step::Question {}
            let is_wrong = match learner {
                Learner::WrongAtFirst => asked.is_empty(),
                Learner::Forgets => asked.len() == 1,
                Learner::AlwaysRight | Learner::WithAHint => false,
            };
            if asked.is_empty() && matches!(learner, Learner::WithAHint) {
                quiz.hint();
            }
            let mv = parse_move(quiz.position(), if is_wrong { "h4" } else { reply }).expect("a legal move");
            quiz.answer(mv, &mut record).expect("room");
            asked.push(day + 1);
            if is_wrong {
                record.set_now(record.now() + 600);
            }
        }
    }
    let due = record.counts().expect("a record").date(&key).expect("it was asked");
    // Due eight hours before the evening of its day.
    (asked, (due + DAY / 3 - FIRST) / DAY + 1)
}

#[test]
fn a_drill_over_ten_days_asks_on_these_days() {
    let asked = |moves, reply, learner| days(moves, reply, learner);
    assert_eq!(asked("e4 e5 Nf3 Nc6", "Nf3", Learner::AlwaysRight), (vec![1, 3], 14));
    assert_eq!(asked("e4 c5 Nf3 d6", "Nf3", Learner::WithAHint), (vec![1, 2, 7], 24));
    assert_eq!(asked("e4 e6 d4 d5", "d4", Learner::WrongAtFirst), (vec![1, 1, 2, 4, 10], 28));
    assert_eq!(asked("e4 c6 d4 d5", "d4", Learner::Forgets), (vec![1, 3, 3, 4, 6], 12));
}
