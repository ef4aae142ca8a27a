//! For a mistake about which no tactic is proved: the terms of the hand-made evaluation in which its line ends worse
//! than the better one.

mod detail;

use shakmaty::{Chess, Color, Move, Position as _};

use self::detail::detail;
use super::params::{LARGE_TERM, SHOWN_PLIES, TERM_PLIES, TERMS_TOLD};
use super::report::MoveReview;
use crate::chess::notation::color_name;
use crate::personalities::classical::eval::handmade::{Explanation, FULL_PHASE, explain};
use crate::themes::is_quiet;

/// The terms by what players call them; those of one name count together.
const NAMES: [(&str, &str); 10] = [
    ("Material", "material"),
    ("Piece squares", "the placing of the pieces"),
    ("Mobility", "mobility"),
    ("Pawns", "pawn structure"),
    ("Passed pawns", "passed pawns"),
    ("Pieces", "the work of the pieces"),
    ("King shelter", "king safety"),
    ("King danger", "king safety"),
    ("Threats", "threats"),
    ("Space", "space"),
];

/// "Compared with the better line, White ends worse in king safety by 0.6 pawns (4 pieces bear on the king on g1, not
/// 2) and in mobility by 0.4."; `None` where no term is much worse, or a line ends at once.
pub fn terms(before: &Chess, review: &MoveReview) -> Option<String> {
    let played: Vec<Move> = std::iter::once(review.mv).chain(review.refutation.moves.iter().copied()).collect();
    let ends = [quiet_end(before, &played)?, quiet_end(before, &review.best.moves)?];
    let [worse, better] = ends.each_ref().map(|end| by_name(&explain(end), review.side));
    let mut lost: Vec<(&str, f64)> =
        better.iter().zip(&worse).map(|((name, better), (_, worse))| (*name, better - worse)).collect();
    lost.retain(|(_, pawns)| *pawns >= LARGE_TERM);
    lost.sort_by(|a, b| b.1.total_cmp(&a.1));
    if lost.is_empty() {
        return None;
    }
    let [worse, better] = &ends;
    let told = lost.iter().take(TERMS_TOLD).enumerate().map(|(index, (name, pawns))| {
        let unit = if index == 0 { " pawns" } else { "" };
        let detail = detail(name, review.side, worse, better).map_or_else(String::new, |text| format!(" ({text})"));
        format!("in {name} by {pawns:.1}{unit}{detail}")
    });
    let told = told.collect::<Vec<_>>().join(" and ");
    Some(format!("Compared with the better line, {} ends worse {told}.", color_name(review.side)))
}

/// The last quiet position of what is shown of a line, with no exchange under way.
fn quiet_end(start: &Chess, line: &[Move]) -> Option<Chess> {
    let (mut position, mut quiet) = (start.clone(), None);
    for (ply, &mv) in line.iter().take(SHOWN_PLIES).enumerate() {
        position.play_unchecked(mv);
        if ply + 1 >= TERM_PLIES && is_quiet(&position) {
            quiet = Some(position.clone());
        }
    }
    quiet
}

/// The terms of a side less those of the other, in pawns, by name; none in a known endgame.
fn by_name(explained: &Explanation, side: Color) -> Vec<(&'static str, f64)> {
    let tapered = |[middlegame, endgame]: [i32; 2]| {
        f64::from(middlegame * explained.phase + endgame * (FULL_PHASE - explained.phase)) / f64::from(100 * FULL_PHASE)
    };
    let mut sums: Vec<(&str, f64)> = Vec::new();
    for (term, name) in NAMES {
        let Some(found) = explained.terms.iter().find(|found| found.name == term) else { continue };
        let pawns = tapered(found.white) - tapered(found.black);
        let of_side = side.fold_wb(pawns, -pawns);
        match sums.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += of_side,
            None => sums.push((name, of_side)),
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::chess::fen::read_fen;
    use crate::chess::notation::parse_move;
    use crate::personalities::classical::eval::handmade::terms::Topic;

    fn position(fen: &str) -> Chess {
        read_fen(fen, CastlingMode::Standard).expect(fen).position
    }

    #[test]
    fn every_term_but_the_tempo_has_a_name() {
        for topic in Topic::ALL.iter().filter(|topic| topic.title() != "Tempo") {
            assert!(NAMES.iter().any(|(term, _)| *term == topic.title()), "{}", topic.title());
        }
    }

    #[test]
    fn a_pawn_less_is_material() {
        let more = by_name(&explain(&position("4k3/5ppp/8/8/8/8/4PPPP/R3K2R w KQ - 0 1")), Color::White);
        let less = by_name(&explain(&position("4k3/5ppp/8/8/8/8/5PPP/R3K2R w KQ - 0 1")), Color::White);
        let material =
            |terms: &[(&str, f64)]| terms.iter().find(|(name, _)| *name == "material").expect("it is there").1;
        assert!((0.5..2.0).contains(&(material(&more) - material(&less))));
    }

    #[test]
    fn a_line_ends_where_it_is_quiet() {
        let start = Chess::default();
        let line = |words: &str| {
            let mut position = start.clone();
            let play = |word: &str| {
                let mv = parse_move(&position, word).expect(word);
                position.play_unchecked(mv);
                mv
            };
            words.split(' ').map(play).collect::<Vec<Move>>()
        };
        let end = quiet_end(&start, &line("e4 d5 exd5 Nf6 Nc3 Nxd5")).expect("four plies");
        assert_eq!(end.board().occupied().count(), 30, "the pawn on d5 is not yet taken back after the first four");
        assert!(quiet_end(&start, &line("e4 d5")).is_none(), "too short");
    }
}
