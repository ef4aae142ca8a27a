//! The two experiments of chapter 6, as worded and by Motley's default mode.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::super::{Aim, Column, Estimate, Findings, ItemError, Row, Setting, Verdict, printed_rows};
use motley::chess::PieceCount;
use motley::engine::Stop;
use motley::lessons::generation::{NamedCondition, PositionSearch, SearchOptions, Summary};
use motley::nets::cooperative::Experiment;
use motley::personalities::cooperative::negamax::{MAX_PLIES, TOLERANCE};
use motley::personalities::cooperative::{FinderError, Mode, NetworkOptions};

/// After so long no further batch of positions of a constraint is begun in full runs.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// The results for a constraint.
struct Outcome {
    constraint: PieceCount,
    network: Summary,
    default: Summary,
}

struct First(Vec<Outcome>);
struct Second(Vec<Outcome>);

/// The settings of an experiment: the net leaves leaves to itself, and one of the moves within 0.1 is chosen at random.
pub fn as_worded(experiment: Experiment) -> SearchOptions {
    let depth = match experiment {
        Experiment::First => 1,
        Experiment::Second => 2,
    };
    SearchOptions {
        mode: Mode::Network,
        network: NetworkOptions { experiment, depth, tolerance: TOLERANCE, exact_leaves: false },
        max_plies: MAX_PLIES as u32,
        promotions: 0,
        tries: 1,
        seed: 1,
    }
}

/// Motley's settings: the beam search by distance.
pub fn by_default(experiment: Experiment) -> SearchOptions {
    SearchOptions { mode: Mode::Distance, tries: 7, ..as_worded(experiment) }
}

/// Both methods for each constraint of an experiment: as many positions by default as in the thesis, and by its method
/// `count` of them, or as many as are begun in time.
fn outcomes(setting: &Setting, experiment: Experiment, [count, printed]: [u32; 2]) -> Result<Vec<Outcome>, ItemError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(setting.threads.get()).build()?;
    let outcome = |&constraint: &PieceCount| -> Result<Outcome, ItemError> {
        let network = pool.install(|| summary(constraint, as_worded(experiment), count, false))?;
        let default = pool.install(|| summary(constraint, by_default(experiment), printed, true))?;
        Ok(Outcome { constraint, network, default })
    };
    experiment.constraints().iter().map(outcome).collect()
}

fn summary(constraint: PieceCount, options: SearchOptions, count: u32, unique: bool) -> Result<Summary, ItemError> {
    let wanted = NamedCondition { name: constraint.to_string(), condition: constraint.into() };
    let goals = wanted.condition.possible_goals(options.promotions)?;
    let search = PositionSearch { wanted: &wanted, goals: &goals, options, count, unique, tables: "" };
    let mut summary = Summary::new(wanted.name.clone(), count);
    let (start, stop) = (Instant::now(), Stop::new());
    // A search that was begun is finished, else short games would be counted more often.
    search.run(&stop, |found| {
        summary.add(&found, Some(constraint));
        if start.elapsed() > TIME_LIMIT {
            stop.stop();
        }
        Ok::<(), FinderError>(())
    })?;
    Ok(summary)
}

fn first_experiment(setting: &Setting) -> Result<Arc<First>, ItemError> {
    setting.shared.get(|| Ok(First(outcomes(setting, Experiment::First, [setting.sized(20, 300), 300])?)))
}

fn second_experiment(setting: &Setting) -> Result<Arc<Second>, ItemError> {
    setting.shared.get(|| Ok(Second(outcomes(setting, Experiment::Second, [setting.sized(4, 125), 125])?)))
}

const NETWORK_NOTE: &str = "By the document's method is the mode `Network` as worded: our net of the same shape, a \
     random move among those within 0.1 of the best, leaves left to the net. By default is the mode `Distance`, \
     which looks for different positions only.";

pub fn first(setting: &Setting) -> Result<Findings, ItemError> {
    let first = first_experiment(setting)?;
    let mut rows = satisfied_rows("petrzelka-table6.1", &first.0);
    rows.push(Row::by_method("the two without the queen are satisfied least", worst(&first.0, |[q, ..]| q == 0)));
    Ok(Findings::new(rows).with_note(NETWORK_NOTE))
}

pub fn second(setting: &Setting) -> Result<Findings, ItemError> {
    let (first, second) = (first_experiment(setting)?, second_experiment(setting)?);
    let mut rows = satisfied_rows("petrzelka-table6.3", &second.0);
    rows.push(Row::by_method("the two without bishops are satisfied least", worst(&second.0, |[_, _, b, ..]| b == 0)));
    for counts in [[0, 2, 2, 2, 8], [0, 2, 2, 2, 7]] {
        let name = format!("{}: more than in the first experiment", PieceCount(counts));
        let gained = gain(&find(&first.0, counts).network, &find(&second.0, counts).network);
        rows.push(Row::by_method(name, gained));
    }
    let note = format!(
        "{NETWORK_NOTE} After {} minutes no further positions of a constraint are begun; the column of samples says \
         how many there are.",
        TIME_LIMIT.as_secs() / 60
    );
    Ok(Findings::new(rows).with_note(note))
}

const STEPS_NOTE: &str = "Half moves are counted from zero, as in the thesis: all of its medians are odd, though \
    White loses men by Black's moves only. Shares of positions that are one to four men off the constraint (k-PDR) \
    are of all positions.";

pub fn first_additional(setting: &Setting) -> Result<Findings, ItemError> {
    let first = first_experiment(setting)?;
    let mut rows = additional_rows(&first.0);
    let mean = |counts| {
        from_zero(&find(&first.0, counts).network).iter().sum::<f64>()
            / f64::from(find(&first.0, counts).network.satisfied().max(1))
    };
    let [knight, bishop, pawn, queen] = [[1, 2, 2, 1, 8], [1, 2, 1, 2, 8], [1, 2, 2, 2, 7], [0, 2, 2, 2, 8]].map(mean);
    let two = [[1, 2, 2, 1, 7], [1, 2, 1, 2, 7], [0, 2, 2, 2, 7]].map(mean);
    let most = knight.max(bishop).max(pawn);
    rows.push(Row::by_method(
        "one man missing takes fewer half moves than two, the queen apart",
        Estimate::fact(two.iter().all(|&steps| steps > most)),
    ));
    rows.push(Row::by_method(
        "of those that lack one man the queen takes the most half moves",
        Estimate::fact(queen > most),
    ));
    Ok(Findings::new(rows).with_note(STEPS_NOTE))
}

pub fn second_additional(setting: &Setting) -> Result<Findings, ItemError> {
    let second = second_experiment(setting)?;
    let mut rows = additional_rows(&second.0);
    let all = second.0.iter().fold([0; 4], |sums, outcome| {
        let differences = outcome.network.differences();
        std::array::from_fn(|at| sums[at] + differences[at])
    });
    let most = all.iter().max().copied().unwrap_or_default();
    rows.push(Row::by_method(
        "of the differences, two men are the most frequent",
        Estimate::fact(most > 0 && all[1] == most),
    ));
    Ok(Findings::new(rows).with_note(STEPS_NOTE))
}

/// The rows of tables 6.1 and 6.3, and how many constraints are satisfied as often as printed.
fn satisfied_rows(item: &str, outcomes: &[Outcome]) -> Vec<Row> {
    let satisfied = |summary: &Summary| share(summary, summary.satisfied());
    let unique = |summary: &Summary| share(summary, summary.unique() as u32);
    let both = |what: &str, outcome: &Outcome, of: &dyn Fn(&Summary) -> Estimate| {
        Row::both(format!("{}: {what}", outcome.constraint), of(&outcome.network), of(&outcome.default))
    };
    let mut rows: Vec<Row> = outcomes.iter().map(|outcome| both("satisfied", outcome, &satisfied)).collect();
    let printed = printed_rows(item);
    let as_printed = |ours: &dyn Fn(&Row) -> Option<Estimate>| {
        let reached = |row: &&Row| {
            row.printed(&printed).is_some_and(|printed| {
                debug_assert_eq!(printed.aim, Aim::More);
                ours(row).is_some_and(|ours| ours.value >= printed.value - printed.precision())
            })
        };
        Estimate::exact(rows.iter().filter(reached).count() as f64)
    };
    let count = Row::both(
        format!("constraints of {} satisfied as often as printed", outcomes.len()),
        as_printed(&|row| row.by_method),
        as_printed(&|row| row.by_default),
    );
    let within_error = |column: Column| {
        let is_met = |row: &&Row| row.verdict(column, &printed).is_some_and(Verdict::is_good);
        Estimate::exact(rows.iter().filter(is_met).count() as f64)
    };
    let count_within_error = Row::both(
        format!("constraints of {} satisfied as often, or the interval reaches what is printed", outcomes.len()),
        within_error(Column::ByMethod),
        within_error(Column::ByDefault),
    );
    rows.extend(outcomes.iter().map(|outcome| both("unique", outcome, &unique)));
    rows.extend([count, count_within_error]);
    rows
}

/// The rows of tables 6.2 and 6.4.
fn additional_rows(outcomes: &[Outcome]) -> Vec<Row> {
    let mut rows = Vec::new();
    for Outcome { constraint, network, default } in outcomes {
        let of_steps = |name: &str, estimate: fn(&[f64]) -> Estimate| {
            let measured = |summary: &Summary| (summary.satisfied() > 0).then(|| estimate(&from_zero(summary)));
            Row { name: format!("{constraint}: {name}"), by_method: measured(network), by_default: measured(default) }
        };
        rows.push(of_steps("mean half moves", Estimate::mean));
        rows.push(of_steps("median half moves", Estimate::median));
        let differences = network.differences().into_iter().zip(default.differences());
        rows.extend(differences.zip(1..).map(|((by_network, by_distance), k)| {
            Row::both(format!("{constraint}: {k}-PDR"), share(network, by_network), share(default, by_distance))
        }));
    }
    rows
}

fn share(summary: &Summary, part: u32) -> Estimate {
    Estimate::percentage(part.into(), summary.positions().into())
}

/// Plies as Petrželka counts them.
fn from_zero(summary: &Summary) -> Vec<f64> {
    summary.steps().iter().map(|&steps| steps as f64 - 1.0).collect()
}

fn find(outcomes: &[Outcome], counts: [u8; 5]) -> &Outcome {
    outcomes.iter().find(|outcome| outcome.constraint.0 == counts).expect("a constraint of the experiment")
}

/// The fact that the constraints of a kind are satisfied less often than all others.
fn worst(outcomes: &[Outcome], of_kind: impl Fn([u8; 5]) -> bool) -> Estimate {
    let share = |outcome: &Outcome| share(&outcome.network, outcome.network.satisfied()).value;
    let (of_kind, others): (Vec<&Outcome>, Vec<&Outcome>) =
        outcomes.iter().partition(|outcome| of_kind(outcome.constraint.0));
    let best = of_kind.into_iter().map(share).fold(0.0, f64::max);
    Estimate::fact(others.into_iter().all(|outcome| share(outcome) > best))
}

/// The gain in how often a constraint is satisfied, in points.
fn gain(before: &Summary, after: &Summary) -> Estimate {
    let of = |summary: &Summary| {
        let (share, n) = (share(summary, summary.satisfied()).value / 100.0, f64::from(summary.positions().max(1)));
        (share, share * (1.0 - share) / n)
    };
    let ((before, variance), (now, other)) = (of(before), of(after));
    let error = 100.0 * (variance + other).sqrt();
    Estimate::with_error(100.0 * (now - before), error, after.positions().into())
}
