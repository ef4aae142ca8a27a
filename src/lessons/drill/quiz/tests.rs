use super::*;
use crate::chess::notation::{parse_move, parse_moves};
use crate::openings::{Identity, NamedLine};
use crate::personalities::explorer::{FeatureWeights, SamplerKind};
use crate::record::Answers;

fn graph() -> Arc<Graph> {
    let line = |name: &str, moves: &str| {
        NamedLine::new("C00".into(), name.into(), String::new(), parse_moves(moves).expect("legal"))
    };
    let lines =
        vec![line("Open Game", "e4 e5 Nf3 Nc6"), line("Vienna", "e4 e5 Nc3 Nf6"), line("French", "e4 e6 d4 d5")];
    Arc::new(Graph::new(lines, Identity::Position, true))
}

fn quiz(graph: &Arc<Graph>, lead: &[Move], counts: Counts, seed: u64) -> Quiz {
    let (kind, weights) = (SamplerKind::Metropolis, FeatureWeights::default());
    let sampler = LineSampler { kind, weights, iterations: 200, chains: 1, seed };
    Quiz::new(QuizLines { graph: Arc::clone(graph), sampler, lead: lead.to_vec(), popular: None }, counts)
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
    let expected = TheoryMove { san: "d5".to_owned(), lines: 1, name: Some("French".to_owned()), popular: None };
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

/// A drill of the built-in lines of the Vienna, from a position on.
fn vienna(lead: &str, side: Color) -> Quiz {
    let family = crate::openings::Selection { family: "Vienna".to_owned(), ..Default::default() };
    let lines = family.of(crate::openings::embedded()).expect("there are such lines");
    let graph = Arc::new(Graph::new(lines, Identity::Position, true));
    let sampler = LineSampler {
        kind: SamplerKind::Metropolis,
        weights: FeatureWeights::default(),
        iterations: 200,
        chains: 1,
        seed: 1,
    };
    let lead = parse_moves(lead).expect("legal");
    let lines = QuizLines { graph, sampler, lead, popular: Some(PopularMoves::embedded()) };
    let mut quiz = Quiz::new(lines, Counts::default());
    quiz.start_round(side);
    quiz
}

#[test]
fn a_move_that_people_play_often_is_right_though_no_line_has_it() {
    let (mut quiz, mut record) = (vienna("e4 e5 Nc3 Bc5", Color::White), memory());
    assert!(matches!(advance(&mut quiz, &mut record).1, Step::Question));
    let theory = quiz.theory();
    assert!(theory.iter().any(|known| known.san == "f4" && known.popular.is_some()), "{theory:?}");
    assert!(theory[0].popular.is_some(), "moves without games stand behind it: {theory:?}");
    let f4 = parse_move(quiz.position(), "f4").expect("legal");
    let answer = quiz.answer(f4, &mut record).expect("room in memory");
    assert!(matches!(&answer, Answer::Popular { played, .. } if played == "f4"), "{answer:?}");
    assert_eq!(quiz.score(), (1, 0));
}

#[test]
fn after_a_wrong_answer_no_move_without_games_is_shown_where_people_play_others() {
    let (mut quiz, mut record) = (vienna("e4 e5 Nc3 Bc5", Color::White), memory());
    advance(&mut quiz, &mut record);
    let a4 = parse_move(quiz.position(), "a4").expect("legal");
    let answer = quiz.answer(a4, &mut record).expect("room in memory");
    let Answer::Wrong { goes_on, .. } = answer else { panic!("{answer:?}") };
    assert!(!["3. Na4", "3. Qg4"].contains(&goes_on.as_str()), "{goes_on}");
}

#[test]
fn a_popular_move_before_the_opening_has_begun_is_wrong() {
    let (mut quiz, mut record) = (vienna("", Color::White), memory());
    advance(&mut quiz, &mut record);
    let d4 = parse_move(quiz.position(), "d4").expect("legal");
    assert!(matches!(quiz.answer(d4, &mut record).expect("room in memory"), Answer::Wrong { .. }));
}
