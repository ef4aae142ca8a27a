//! Kumar, *Pattern Based Chess Engine: Part 1*, 2019.

use super::super::scopes::PATTERN;
use super::super::{DataFile, Estimate, Findings, Item, ItemError, Row, Setting, Size};
use super::files::{CCC, SELF_PLAY, TCEC};
use super::logs::{Log, LogFile};
use crate::studies::winner::{PredictionReport, PredictionSettings, charts, predict_winners, read_won_games};
use motley::games::file::GameFile;
use motley::games::inputs::PartFilter;
use motley::games::split::{Part, Split, Unit};
use motley::nets::RuntimeChoice;
use motley::nets::pattern::{PatternNet, Reader};
use motley::picture::chart::{Curves, stacked};

pub const ITEMS: &[Item] = &[
    Item {
        key: "kumar-accuracy",
        title: "Accuracy in training, validation and test",
        data: &[SELF_PLAY, TCEC, CCC],
        scope: &PATTERN,
        measure: accuracy,
    },
    Item {
        key: "kumar-splits",
        title: "Five million windows: the split by window and the one by game",
        data: &[],
        scope: &PATTERN,
        measure: splits,
    },
    Item {
        key: "kumar-windows",
        title: "The samples: random windows of 50 half moves of games that somebody won",
        data: &[TCEC],
        scope: &PATTERN,
        measure: windows,
    },
    Item {
        key: "kumar-baselines",
        title: "What accuracy is worth: beside counting men, by source",
        data: &[SELF_PLAY, TCEC, CCC],
        scope: &PATTERN,
        measure: baselines,
    },
];

/// The split of the nets that ship: by game.
const SPLIT: Split = Split { unit: Unit::Game, validation: 0.02, test: 0.04, seed: 1 };
/// Positions of a game.
const POSITIONS: usize = 8;

/// The predictions of the article's net and of the default one on games of one part.
fn reports(setting: &Setting, files: &[DataFile], part: Part) -> Result<[PredictionReport; 2], ItemError> {
    let most = match (part, setting.size) {
        (_, Size::Quick) => 300,
        // The training part is fifty times the test part.
        (Part::Train, Size::Full) => 6_000,
        (_, Size::Full) => u64::MAX,
    };
    let settings = PredictionSettings {
        positions: POSITIONS,
        max_games: most,
        balance: true,
        part: PartFilter(Some((SPLIT, part))),
        seed: 1,
    };
    let paths: Vec<_> = files.iter().map(|file| setting.data.path(file)).collect();
    let (games, _) = read_won_games(&paths, &settings, &mut GameFile::open)?;
    let report = |net: PatternNet| -> Result<PredictionReport, ItemError> {
        let mut readers = (0..setting.threads.get())
            .map(|_| Reader::embedded(net, &RuntimeChoice::default()))
            .collect::<Result<Vec<_>, _>>()?;
        let predictions = predict_winners(&mut readers, &games, &settings)?;
        PredictionReport::new(&predictions).ok_or_else(|| "no game that one side won".into())
    };
    Ok([report(PatternNet::Kumar)?, report(PatternNet::WholeGame)?])
}

/// Accuracy in per cent; positions of a game are not independent, so that the interval is that of the games.
fn in_per_cent(report: &PredictionReport) -> Estimate {
    let games = report.positions as f64 / POSITIONS as f64;
    let error = (report.accuracy * (1.0 - report.accuracy) / games).sqrt();
    Estimate::with_error(report.accuracy, error, report.positions).scaled(100.0)
}

fn accuracy(setting: &Setting) -> Result<Findings, ItemError> {
    let files = [SELF_PLAY, TCEC, CCC];
    let mut rows = Vec::new();
    let mut picture = String::new();
    for (name, part) in [("training", Part::Train), ("validation", Part::Validation), ("test", Part::Test)] {
        let [literal, whole] = reports(setting, &files, part)?;
        rows.push(Row::both(format!("{name} accuracy"), in_per_cent(&literal), in_per_cent(&whole)));
        if part == Part::Test {
            picture = stacked(&charts(&whole));
        }
    }
    Ok(Findings::new(rows)
        .with_note(
            "Kumar's net has his architecture and was trained on a million windows of engine games split by game; \
             the article has five million of CCRL games, split by window, so that positions of one game are on both \
             sides. As many games here were won by White as by Black. The intervals count all positions of a game as \
             one sample.",
        )
        .with_picture("curves", "Calibration and accuracy of the default net by half move", picture))
}

const CURVES: LogFile = LogFile {
    path: "nets/pattern/curves.tsv",
    text: include_str!("../../../../nets/pattern/curves.tsv"),
    command: "scripts/train/pattern.py kumar DATA OUT --validate 1500",
};

/// The accuracy of the trained nets, file by file.
const TESTS: LogFile = LogFile {
    path: "nets/pattern/tests.tsv",
    text: include_str!("../../../../nets/pattern/tests.tsv"),
    command: "scripts/train/pattern.py kumar DATA OUT",
};
/// Names of the rows, and of the files in that table.
const SOURCES: [(&str, &str); 4] = [
    ("test accuracy", "all"),
    ("test accuracy, self-play", "selfplay-700n.bin.zst"),
    ("test accuracy, TCEC", "tcec.pgn.zst"),
    ("test accuracy, CCC", "ccc.pgn.zst"),
];

/// The last value of a column; none where the training has not begun.
fn last_of(log: &Log, column: &str, factor: f64) -> Result<Option<Estimate>, ItemError> {
    Ok(log.numbers(column)?.last().map(|value| Estimate::exact(factor * value)))
}

const SPLITS_NOTE: &str = "By its method: windows go to training (three and a half of five million), validation and \
     test one by one, so that positions of one game are on both sides. By default: games do. The training accuracy \
     is counted since the previous validation; there is one pass, as in the article. The test is of the weights of the \
     least validation loss: by window those at the end, by game those after a third of the pass. The intervals count \
     every window as a sample of its own, although windows of a game are alike.";

fn splits(_: &Setting) -> Result<Findings, ItemError> {
    let tests = TESTS.read()?;
    CURVES.findings(|curves| splits_of(curves, &tests))
}

/// The accuracy in the test part of one file of games; none where the training has not ended.
fn tested(tests: &Log, split: &str, source: &str) -> Result<Option<Estimate>, ItemError> {
    let found = tests.only("split", split)?.only("source", source)?;
    Ok((found.len() == 1).then(|| found.accuracy(0)).transpose()?)
}

fn splits_of(log: &Log, tests: &Log) -> Result<Findings, ItemError> {
    let (by_window, by_game) = (log.only("split", "window")?, log.only("split", "game")?);
    let row = |name: &str, of: &dyn Fn(&Log) -> Result<Option<Estimate>, ItemError>| -> Result<Row, ItemError> {
        Ok(Row { name: name.to_owned(), by_method: of(&by_window)?, by_default: of(&by_game)? })
    };
    let validation = |log: &Log| Ok(log.len().checked_sub(1).map(|last| log.accuracy(last)).transpose()?);
    let mut rows = vec![
        row("training accuracy", &|log| last_of(log, "training_accuracy", 100.0))?,
        row("validation accuracy", &validation)?,
        row("windows read, millions", &|log| last_of(log, "windows", 1e-6))?,
    ];
    for (name, source) in SOURCES {
        let (by_method, by_default) = (tested(tests, "window", source)?, tested(tests, "game", source)?);
        rows.push(Row { name: name.to_owned(), by_method, by_default });
    }
    let (mut series, mut note) = (Vec::new(), SPLITS_NOTE.to_owned());
    for (split, log) in [("by window", &by_window), ("by game", &by_game)] {
        let passes = last_of(log, "epoch", 1.0)?.map_or(0.0, |epoch| epoch.value);
        if passes < 1.0 {
            note.push_str(&format!(" The training {split} has not ended: {:.0} % of its pass.", 100.0 * passes));
        }
        for (part, column) in [("training", "training_accuracy"), ("validation", "accuracy")] {
            series.push((format!("{part}, {split}"), log.points("windows", 1000.0, column)?));
        }
    }
    series.retain(|(_, points)| !points.is_empty());
    let curves = Curves {
        title: "Accuracy over the windows read".to_owned(),
        x: "thousand windows".to_owned(),
        least: 0.5,
        series,
    };
    Ok(Findings::new(rows).with_note(note).with_picture(
        "curves",
        "Accuracy of Kumar's net over the windows read, with both splits",
        curves.svg(),
    ))
}

fn windows(setting: &Setting) -> Result<Findings, ItemError> {
    let settings = PredictionSettings {
        positions: 1,
        max_games: setting.sized(300, u64::MAX),
        balance: false,
        part: PartFilter(None),
        seed: 1,
    };
    let (games, counts) = read_won_games(&[setting.data.path(&TCEC)], &settings, &mut GameFile::open)?;
    let reader = Reader::embedded(PatternNet::Kumar, &RuntimeChoice::default())?;
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    let rows = vec![
        Row::by_method("words of the vocabulary", Estimate::exact(reader.vocabulary().len() as f64)),
        Row::by_method("games that somebody won", Estimate::exact(games.len() as f64)),
        Row::by_method("games left out (drawn, other starts)", Estimate::exact(counts.filtered as f64)),
        Row::by_method("half moves of a game, mean", Estimate::exact(moves as f64 / games.len().max(1) as f64)),
    ];
    Ok(Findings::new(rows).with_note("Counted on the TCEC's games."))
}

fn baselines(setting: &Setting) -> Result<Findings, ItemError> {
    let mut rows = Vec::new();
    for (name, file) in [("self-play", SELF_PLAY), ("TCEC", TCEC), ("CCC", CCC)] {
        let [literal, whole] = reports(setting, &[file], Part::Test)?;
        rows.push(Row::both(format!("{name}: the net"), in_per_cent(&literal), in_per_cent(&whole)));
        let men = Estimate::exact(100.0 * whole.baselines.material);
        rows.push(Row::by_method(format!("{name}: the side with more men"), men));
        let majority = Estimate::exact(100.0 * whole.baselines.majority);
        rows.push(Row::by_method(format!("{name}: the side that wins more often"), majority));
    }
    Ok(Findings::new(rows).with_note(
        "The article compares its net with nothing. Figures are per cent of the \
         positions of the test part.",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_training_that_has_not_ended_says_how_far_it_is() {
        let text = "split\tepoch\twindows\ttraining_accuracy\taccuracy\tjudged\n\
                    window\t0.131\t480115\t0.702\t0.706\t4096\n\
                    game\t1\t3650000\t0.74\t0.73\t4096\n";
        let log = LogFile { text, ..CURVES }.read().expect("rows");
        let tests = "split\tsource\tjudged\taccuracy\nwindow\tall\t1000\t0.75\nwindow\ttcec.pgn.zst\t200\t0.8\n";
        let tests = LogFile { text: tests, ..TESTS }.read().expect("rows");
        let findings = splits_of(&log, &tests).expect("findings");
        let of = |name: &str| findings.rows.iter().find(|row| row.name == name).expect(name);
        assert_eq!(of("test accuracy, TCEC").by_method.map(|found| found.value), Some(80.0));
        assert!(of("test accuracy, CCC").by_method.is_none() && of("test accuracy").by_default.is_none());
        assert!(findings.note.contains("by window has not ended: 13 % of its pass"), "{}", findings.note);
        assert!(!findings.note.contains("by game has"), "{}", findings.note);
    }
}
