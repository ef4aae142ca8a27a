//! Several lines of one `go`, for players whose move is sampled and need not be the one with the best score.

use shakmaty::{Chess, Move};

use crate::chess::notation::san;
use crate::engine::{Info, Reporter};

/// Reports lines in order of score, the best first, and numbers them. Where the first is not that of the move which
/// will be played, that move is named, with `share` behind it in brackets where it has one: `plays Nf3 (18.0 %)`.
pub fn report_ranked(
    mut lines: Vec<Info>,
    position: &Chess,
    played: Move,
    share: Option<f64>,
    report: &mut dyn Reporter,
) {
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    for (index, line) in lines.iter_mut().enumerate() {
        line.multipv = index + 1;
        report.info(line);
    }
    if lines.first().is_some_and(|line| line.pv.first() != Some(&played)) {
        let share = share.map_or_else(String::new, |share| format!(" ({:.1} %)", 100.0 * share));
        report.message(&format!("plays {}{share}", san(position, played)));
    }
}

/// Moves whose shares are reported, whatever `MultiPV` asks for.
const MIN_SHARES: usize = 3;

/// Reports the probabilities of the first moves of `ranked`, the most probable first, at least of the `shown` ones, and
/// of the one that was sampled: "e4 43.1 %, d4 30.0 %".
pub fn report_shares(position: &Chess, ranked: &[(Move, f32)], shown: usize, chosen: usize, report: &mut dyn Reporter) {
    let first = shown.max(MIN_SHARES).min(ranked.len());
    let unlisted = (chosen >= first).then_some(&ranked[chosen]);
    let share = |&(mv, probability): &(Move, f32)| format!("{} {:.1} %", san(position, mv), 100.0 * probability);
    let listed: Vec<String> = ranked[..first].iter().chain(unlisted).map(share).collect();
    report.message(&listed.join(", "));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Game, Recorder, Score};

    fn line(game: &Game, uci: &str, score: i32) -> Info {
        Info { score: Score(score), pv: vec![game.read_uci(uci).unwrap()], ..Info::default() }
    }

    fn reported(played: &str, share: Option<f64>) -> Recorder {
        let game = Game::default();
        let lines = vec![line(&game, "e2e4", 10), line(&game, "g1f3", 30), line(&game, "d2d4", 30)];
        let mut recorder = Recorder::default();
        report_ranked(lines, game.position(), game.read_uci(played).unwrap(), share, &mut recorder);
        recorder
    }

    #[test]
    fn lines_are_numbered_from_the_best_score_on_and_equal_ones_keep_their_order() {
        let recorder = reported("g1f3", None);
        let ranks: Vec<(usize, i32)> = recorder.infos.iter().map(|info| (info.multipv, info.score.0)).collect();
        assert_eq!(ranks, [(1, 30), (2, 30), (3, 10)]);
        assert_eq!(recorder.infos[0].pv[0].to_string(), "Ng1-f3");
        assert!(recorder.messages.is_empty());
    }

    #[test]
    fn a_played_move_that_is_not_the_first_line_is_named_with_its_share() {
        assert_eq!(reported("e2e4", Some(0.18)).messages, ["plays e4 (18.0 %)"]);
        assert_eq!(reported("a2a3", None).messages, ["plays a3"]);
    }
}
