//! Figure 3.4, by the reading of it that its numbers support and by the one that its words do.

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::games::{Analysis, lichess, strong};
use crate::studies::constraints::published_win_rate;
use motley::chess::PieceCount;
use motley::constraint::Ends;

/// A way to count wins.
#[derive(Clone, Copy)]
enum Wins {
    /// Among all games: a draw is no win, and so it is lost.
    OfAll,
    /// Among the games that somebody won.
    OfDecisive,
}

impl Wins {
    fn rate(self, ends: Ends) -> Estimate {
        let [won, drawn, lost] = [ends.won, ends.drawn, ends.lost].map(u64::from);
        match self {
            Wins::OfAll => Estimate::share(won, won + drawn + lost),
            Wins::OfDecisive => Estimate::share(won, won + lost),
        }
    }

    /// The seventeen rates, in the order of table 3.2.
    fn rates(self, games: &Analysis) -> Vec<Estimate> {
        games.study.statistics.iter().map(|statistics| self.rate(statistics.ends)).collect()
    }

    /// The same less the rate of all games, in points.
    fn above_all(self, games: &Analysis) -> Vec<Estimate> {
        let all = self.rate(games.study.ends).value;
        self.rates(games).into_iter().map(|rate| moved(rate, -all).scaled(100.0)).collect()
    }
}

fn moved(estimate: Estimate, by: f64) -> Estimate {
    let interval = estimate.interval.map(|ends| ends.map(|end| end + by));
    Estimate { value: estimate.value + by, interval, ..estimate }
}

pub fn win_rates(setting: &Setting) -> Result<Findings, ItemError> {
    let (games, strong) = (lichess(setting)?, strong(setting)?);
    let [of_all, decisive] = [Wins::OfAll, Wins::OfDecisive].map(|wins| wins.rates(&games));
    let names: Vec<String> = PieceCount::SEVENTEEN.iter().map(PieceCount::to_string).collect();
    let paired = |what: &str, by_method: &[Estimate], by_default: &[Estimate]| -> Vec<Row> {
        let each = names.iter().zip(by_method.iter().zip(by_default));
        each.map(|(name, (a, b))| Row::both(format!("{name}: {what}"), *a, *b)).collect()
    };
    let lost =
        |rates: &[Estimate]| -> Vec<Estimate> { rates.iter().map(|rate| moved(rate.scaled(-1.0), 1.0)).collect() };
    let mut rows = paired("win", &of_all, &decisive);
    rows.extend(paired("lost", &lost(&of_all), &lost(&decisive)));
    rows.extend(paired("above all games, points", &Wins::OfAll.above_all(&games), &Wins::OfDecisive.above_all(&games)));
    let by_strong = names.iter().zip(Wins::OfDecisive.above_all(&strong));
    rows.extend(
        by_strong
            .map(|(name, above)| Row::by_default(format!("{name}: above all games of strong players, points"), above)),
    );
    rows.extend(facts(&games, &strong, &[of_all, decisive]));
    Ok(Findings::new(rows).with_note(
        "Ours are Lichess games of January 2013, Petrželka's of February 2017 (see table 3.1). The printed rates of \
         winning and losing add up to 1. They are nearer to White's wins among all games, draws counted as lost (by \
         the document's method), than to those among decisive games (by default); so the queen's loss costs what it \
         does in the thesis. What a constraint is worth is its difference to all games of the file.",
    ))
}

fn facts(games: &Analysis, strong: &Analysis, rates: &[Vec<Estimate>; 2]) -> Vec<Row> {
    let both = |name: &str, of: &dyn Fn(&[Estimate]) -> Estimate| Row::both(name, of(&rates[0]), of(&rates[1]));
    let queen = index([0, 2, 2, 2, 8]);
    let below_half = |rates: &[Estimate]| moved(rates[queen].scaled(-1.0), 0.5).scaled(100.0);
    let printed: Vec<f64> =
        PieceCount::SEVENTEEN.iter().filter_map(|&constraint| published_win_rate(constraint)).collect();
    let off = |rates: &[Estimate]| {
        let sum: f64 = rates.iter().zip(&printed).map(|(ours, printed)| (ours.value - printed).abs()).sum();
        Estimate::exact(100.0 * sum / printed.len() as f64)
    };
    let values = |rates: &[Estimate]| rates.iter().map(|rate| rate.value).collect::<Vec<f64>>();
    let ranked = |rates: &[Estimate]| Estimate::exact(rank_correlation(&values(rates), &printed));
    let of_all_games = |wins: Wins| wins.rate(games.study.ends);
    vec![
        both("certain constraints win less than half", &|rates| {
            Estimate::fact(rates.iter().any(|rate| rate.interval.is_some_and(|[_, high]| high < 0.5)))
        }),
        both("without the queen, below one half", &below_half),
        Row::both("all games: win", of_all_games(Wins::OfAll), of_all_games(Wins::OfDecisive)),
        Row::by_default("all games of strong players: win", Wins::OfDecisive.rate(strong.study.ends)),
        both("mean distance to the printed rates, points", &off),
        both("rank correlation with the printed rates", &ranked),
        Row::by_default("rank correlation among strong players", ranked(&Wins::OfDecisive.rates(strong))),
    ]
}

fn index(counts: [u8; 5]) -> usize {
    PieceCount::SEVENTEEN.iter().position(|known| known.0 == counts).expect("one of the seventeen")
}

/// Spearman's, of values that are all different.
fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let ranks = |values: &[f64]| -> Vec<f64> {
        values.iter().map(|value| values.iter().filter(|other| *other < value).count() as f64).collect()
    };
    let squares: f64 = ranks(a).iter().zip(ranks(b)).map(|(a, b)| (a - b).powi(2)).sum();
    let n = a.len() as f64;
    1.0 - 6.0 * squares / (n * (n * n - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_correlate_by_their_order_alone() {
        assert_eq!(rank_correlation(&[1.0, 2.0, 30.0], &[0.1, 0.2, 0.3]), 1.0);
        assert_eq!(rank_correlation(&[3.0, 2.0, 1.0], &[0.1, 0.2, 0.3]), -1.0);
        assert_eq!(rank_correlation(&[2.0, 1.0, 3.0], &[1.0, 2.0, 3.0]), 0.5);
    }
}
