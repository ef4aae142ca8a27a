//! Several lines of one `go`, for players whose move is sampled and need not be the one with the best score.
//!
//! Players say first what they have to say of their move, and report its lines last: programs look for the score in the
//! last line before `bestmove`.

use shakmaty::{CastlingMode, Chess, Move};

use crate::chess::notation::san;
use crate::engine::{Info, Reporter};

/// Reports lines in order of score, the best first, and numbers them. All have one depth, the least of theirs
/// (`seldepth` tells how long each is): chess programs take lines of several depths for parts of different sets. Where
/// the first is not that of the move which will be played, that move is named before, with `share` behind it in
/// brackets where it has one: `plays Nf3 (18.0 %)`.
pub fn report_ranked(
    mut lines: Vec<Info>,
    position: &Chess,
    played: Move,
    share: Option<f64>,
    report: &mut dyn Reporter,
) {
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    if lines.first().is_some_and(|line| line.pv.first() != Some(&played)) {
        let share = share.map_or_else(String::new, |share| format!(" ({:.1} %)", 100.0 * share));
        report.message(&format!("plays {}{share}", san(position, played)));
    }
    let depth = lines.iter().map(|line| line.depth).min().unwrap_or_default();
    for (index, line) in lines.iter_mut().enumerate() {
        (line.multipv, line.depth) = (index + 1, depth);
        report.info(line);
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

/// The number of games of which [`report_move_stats`] tells in how many a move is played.
const GAMES: u32 = 10_000;

/// Reports the probability of every move as lc0 does under its option `VerboseMoveStats`: a line a move, the most
/// probable last, then the line of the node. `N`, lc0's visits, is in how many of 10,000 games the move is expected;
/// programs draw by it. The number behind the move, lc0's index of it, is its rank.
pub fn report_move_stats(ranked: &[(Move, f32)], castling: CastlingMode, report: &mut dyn Reporter) {
    let line = |name: &str, rank: usize, probability: f32| {
        let games = (GAMES as f32 * probability).round();
        let percent = 100.0 * probability;
        format!("{name:<5} ({rank:<4}) N: {games:>7} (+ 0) (P: {percent:>5.2}%)")
    };
    let mut ascending: Vec<&(Move, f32)> = ranked.iter().collect();
    ascending.sort_by(|a, b| a.1.total_cmp(&b.1));
    for (index, (mv, probability)) in ascending.into_iter().enumerate() {
        report.message(&line(&mv.to_uci(castling).to_string(), ranked.len() - index, *probability));
    }
    report.message(&line("node", ranked.len(), 1.0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Depth, Game, Recorder, Score};

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
    fn all_lines_of_a_set_have_the_least_depth_of_them() {
        let game = Game::default();
        let of_depth = |uci: &str, depth| Info { depth: Depth(depth), seldepth: 21, ..line(&game, uci, 0) };
        let lines = vec![of_depth("e2e4", 21), of_depth("d2d4", 3), of_depth("c2c4", 7)];
        let mut recorder = Recorder::default();
        report_ranked(lines, game.position(), game.read_uci("e2e4").unwrap(), None, &mut recorder);
        let depths: Vec<(i32, usize)> = recorder.infos.iter().map(|info| (info.depth.0, info.seldepth)).collect();
        assert_eq!(depths, [(3, 21); 3]);
    }

    #[test]
    fn move_stats_are_written_as_lc0_does_the_most_probable_last() {
        let game = Game::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1", CastlingMode::Standard).unwrap();
        let ranked = [("e1g1", 0.851), ("h1h8", 0.149), ("e1d1", 0.0)].map(|(uci, p)| (game.read_uci(uci).unwrap(), p));
        let mut recorder = Recorder::default();
        report_move_stats(&ranked, CastlingMode::Standard, &mut recorder);
        let expected = [
            "e1d1  (3   ) N:       0 (+ 0) (P:  0.00%)",
            "h1h8  (2   ) N:    1490 (+ 0) (P: 14.90%)",
            "e1g1  (1   ) N:    8510 (+ 0) (P: 85.10%)",
            "node  (3   ) N:   10000 (+ 0) (P: 100.00%)",
        ];
        assert_eq!(recorder.messages, expected);
    }

    #[test]
    fn a_played_move_that_is_not_the_first_line_is_named_with_its_share() {
        assert_eq!(reported("e2e4", Some(0.18)).messages, ["plays e4 (18.0 %)"]);
        assert_eq!(reported("a2a3", None).messages, ["plays a3"]);
    }
}
