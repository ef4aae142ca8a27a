//! The training of the seven networks of Griffiths' architecture, and the hyperparameters that mattered.

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::super::logs::{Log, LogFile};
use motley::nets::mockfish::NETWORKS;
use motley::picture::chart::{Bars, Curves, stacked};

const CURVES: LogFile = LogFile {
    path: "nets/griffiths/curves.tsv",
    text: include_str!("../../../../../nets/griffiths/curves.tsv"),
    command: "scripts/train/griffiths.py DATA OUT",
};
/// The same on so few games that the end is a matter of an hour.
const FEW_GAMES: LogFile = LogFile {
    path: "nets/griffiths/few-games.tsv",
    text: include_str!("../../../../../nets/griffiths/few-games.tsv"),
    command: CURVES.command,
};
const IMPORTANCE: LogFile = LogFile {
    path: "nets/griffiths/importance.tsv",
    text: include_str!("../../../../../nets/griffiths/importance.tsv"),
    command: "scripts/train/griffiths_search.py DATA OUT",
};
const TRIALS: LogFile = LogFile {
    path: "nets/griffiths/trials.tsv",
    text: include_str!("../../../../../nets/griffiths/trials.tsv"),
    command: IMPORTANCE.command,
};

/// "Networks are trained until validation loss fails to increase 5 validation cycles in a row", of a fifth of an epoch.
const PATIENCE: f64 = 1.0;
/// Numbers of epochs are similar where the longest is at most so many times the shortest.
const SIMILAR: f64 = 2.0;

/// The epochs after which each network's loss was least; `None` while one is still learning.
fn plateaus(curves: &[Log]) -> Result<Option<Vec<f64>>, ItemError> {
    let mut found = Vec::new();
    for curve in curves {
        let (Some(best), epochs) = (curve.best()?, curve.numbers("epoch")?) else { return Ok(None) };
        let last = epochs.last().copied().unwrap_or_default();
        if last < epochs[best] + PATIENCE {
            return Ok(None);
        }
        found.push(epochs[best]);
    }
    Ok(Some(found))
}

/// Accuracy in training and validation over the positions that were read.
fn chart(name: &str, column: &str, curves: &[Log]) -> Result<Curves, ItemError> {
    let series = NETWORKS
        .iter()
        .zip(curves)
        .map(|(network, curve)| Ok(((*network).to_owned(), curve.points("positions", 1000.0, column)?)));
    let series = series.collect::<Result<Vec<_>, ItemError>>()?;
    Ok(Curves { title: name.to_owned(), x: "thousand positions".to_owned(), least: 0.0, series })
}

/// The curves of each network.
fn by_network(log: &Log) -> Result<Vec<Log>, ItemError> {
    Ok(NETWORKS.iter().map(|name| log.only("network", name)).collect::<Result<Vec<_>, _>>()?)
}

pub fn curves(_: &Setting) -> Result<Findings, ItemError> {
    let few = FEW_GAMES.read()?;
    CURVES.findings(|log| curves_of(log, &few))
}

fn curves_of(log: &Log, few: &Log) -> Result<Findings, ItemError> {
    let (curves, few) = (by_network(log)?, by_network(few)?);
    let mut rows = Vec::new();
    let (many_ended, few_ended) = (plateaus(&curves)?, plateaus(&few)?);
    if let Some(epochs) = many_ended.as_ref().or(few_ended.as_ref()) {
        let [least, most] = [f64::min, f64::max].map(|of| epochs.iter().copied().reduce(of).unwrap_or_default());
        let similar = Estimate::fact(most <= SIMILAR * least);
        rows.push(Row::by_method("all networks plateau after similar numbers of epochs", similar));
    }
    for (network, curve) in NETWORKS.iter().zip(&curves) {
        let Some(last) = curve.len().checked_sub(1) else { continue };
        rows.push(Row::by_method(format!("{network}: epochs"), Estimate::exact(curve.numbers("epoch")?[last])));
        let best = curve.best()?.unwrap_or(last);
        rows.push(Row::by_method(format!("{network}: validation accuracy, per cent"), curve.accuracy(best)?));
    }
    for (network, curve) in NETWORKS.iter().zip(&few) {
        let Some(best) = curve.best()? else { continue };
        let epochs = Estimate::exact(curve.numbers("epoch")?[best]);
        rows.push(Row::by_method(format!("{network}, few games: epochs to the least loss"), epochs));
        let accuracy = curve.accuracy(best)?;
        rows.push(Row::by_method(format!("{network}, few games: validation accuracy there, per cent"), accuracy));
    }
    let state = match (many_ended, few_ended) {
        (Some(_), _) => "All seven were trained until the loss was not better for an epoch.",
        (None, Some(_)) => {
            "The networks are still learning: each ends when its loss has not improved for an epoch. The same networks \
             were trained to that end on 448 games, a fifth of them for validation; what the caption says is compared \
             with these. An epoch of the selector has as many positions as those of the six others together."
        }
        (None, None) => "The networks are still learning: each ends when its loss has not improved for an epoch.",
    };
    Ok(Findings::new(rows)
        .with_note(format!(
            "Griffiths' architecture and hyperparameters on 46,650 games of players from 2000 on, a tenth of them \
             for validation, split by game. He had 45,000 games and does not say how he split them. {state} The \
             figure itself is a picture; only what the caption says is compared."
        ))
        .with_picture("curves", "Accuracy of the seven networks by positions read", both_charts(&curves)?)
        .with_picture("few-games", "The same with 448 games, to the end", both_charts(&few)?))
}

fn both_charts(curves: &[Log]) -> Result<String, ItemError> {
    Ok(stacked(&[
        chart("Accuracy in training", "training_accuracy", curves)?,
        chart("Accuracy in validation", "accuracy", curves)?,
    ]))
}

pub fn importance(_: &Setting) -> Result<Findings, ItemError> {
    IMPORTANCE.findings(importance_of)
}

fn importance_of(log: &Log) -> Result<Findings, ItemError> {
    let trials = TRIALS.read()?;
    let (names, shares) = (log.texts("hyperparameter")?, log.numbers("importance")?);
    let of = |name: &str| names.iter().position(|known| *known == name).map_or(0.0, |at| shares[at]);
    let others = ["hidden layers", "dropout", "batch size, power of two"].map(of);
    let most = others.into_iter().fold(0.0, f64::max);
    let mut rows = vec![
        Row::by_method(
            "learning rate and hidden size matter most",
            Estimate::fact(of("learning rate").min(of("hidden size")) > most),
        ),
        Row::by_method("dropout matters little", Estimate::fact(of("dropout") < 1.0 / names.len() as f64)),
    ];
    let accuracies = trials.numbers("accuracy")?;
    let best = (0..accuracies.len()).max_by(|&a, &b| accuracies[a].total_cmp(&accuracies[b])).unwrap_or_default();
    for name in ["hidden layers", "hidden size", "dropout", "learning rate"] {
        rows.push(Row::by_method(format!("best trial: {name}"), Estimate::exact(trials.numbers(name)?[best])));
    }
    let power = trials.numbers("batch size, power of two")?[best];
    rows.push(Row::by_method("best trial: batch size", Estimate::exact(power.exp2())));
    rows.extend(names.iter().zip(&shares).map(|(name, share)| {
        Row::by_method(format!("importance of {name}, per cent"), Estimate::exact(100.0 * share))
    }));
    let bars = Bars {
        title: "Importance of hyperparameters (fANOVA)".to_owned(),
        categories: names.iter().map(|name| (*name).to_owned()).collect(),
        series: vec![("share of the variance of accuracy".to_owned(), shares)],
    };
    Ok(Findings::new(rows)
        .with_note(format!(
            "{} trials of Optuna's tree-structured Parzen estimator over his ranges (he ran 20). Each trial trains \
             the selector on 80 games in two passes with convolutions a quarter as wide as his. He trained his in \
             full; in so short a training the number of steps decides, which depends on the batch size.",
            trials.len()
        ))
        .with_picture("importance", "Importance of five hyperparameters", bars.svg()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_its_plateau_when_an_epoch_brought_nothing_better() {
        let ended = Log::of("epoch\tloss\n0.5\t3\n1\t2\n1.5\t2.5\n2\t2.4\n");
        let learning = Log::of("epoch\tloss\n0.5\t3\n1\t2\n1.5\t2.5\n");
        assert_eq!(plateaus(std::slice::from_ref(&ended)).expect("numbers"), Some(vec![1.0]));
        assert_eq!(plateaus(&[ended, learning]).expect("numbers"), None);
    }
}
