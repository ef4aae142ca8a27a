use shakmaty::CastlingMode;
use shakmaty::fen::Fen;

use super::*;

const ROOK_ENDING: &str = "8/5pk1/6p1/8/8/6P1/5PK1/R6r w - - 0 40";

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().expect(fen).into_position(CastlingMode::Standard).expect(fen)
}

fn situation<'a>(position: &'a Chess, expected: &'a [f32]) -> MannersContext<'a> {
    MannersContext { position, expected, since_offer: None, is_offered: false, may_claim: false }
}

/// In how many of a hundred endings a player decides so.
fn count(rating: Option<u16>, expected: &[f32], decision: Decision) -> usize {
    let rank = |file: usize, letter: char| {
        let gap = |squares: usize| if squares == 0 { String::new() } else { squares.to_string() };
        format!("{}{letter}{}", gap(file), gap(7 - file))
    };
    let fens = (0..512).map(|number| {
        let [king, rook, knight] = [(number / 64, 'k'), (number / 8 % 8, 'r'), (number % 8, 'N')];
        let [king, rook, knight] = [king, rook, knight].map(|(file, letter)| rank(file, letter));
        format!("{king}/8/{rook}/8/8/3K4/{knight}/8 w - - 0 40")
    });
    let positions: Vec<Chess> =
        fens.filter_map(|fen| fen.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()).collect();
    let decides = |position: &&Chess| Manners { rating }.decide(&situation(position, expected)) == decision;
    100 * positions.iter().filter(decides).count() / positions.len()
}

#[test]
fn stronger_players_resign_sooner_and_all_most_often_when_the_loss_is_fresh() {
    let (fresh, later) = ([0.3, 0.001], [0.001, 0.001]);
    let shares = [700, 1200, 1800, 2600].map(|rating| resignation(rating, &later));
    assert!(shares.is_sorted() && shares[3] > 3.0 * shares[0], "{shares:?}");
    assert!([700, 1200, 1800, 2600].iter().all(|&rating| resignation(rating, &fresh) > resignation(rating, &later)));
    let (few, many) = (count(Some(800), &fresh, Decision::Resigns), count(Some(2400), &fresh, Decision::Resigns));
    assert!(few < many && (10..50).contains(&many), "{few}, {many}");
    assert_eq!(count(Some(2400), &[0.3, 0.2], Decision::Resigns), 0, "not hopeless");
    assert_eq!(count(None, &fresh, Decision::Resigns), 0, "at full strength");
}

#[test]
fn a_draw_is_accepted_by_who_expects_no_more_and_again_only_after_a_pause() {
    let (ending, start) = (position(ROOK_ENDING), Chess::default());
    let answer = |position: &Chess, expected: f32, since_offer| {
        let expected = [expected];
        let offered = MannersContext { since_offer, is_offered: true, ..situation(position, &expected) };
        Manners { rating: Some(1500) }.decide(&offered)
    };
    assert_eq!(answer(&ending, 0.5, None), Decision::Accepts);
    assert_eq!(answer(&ending, 0.8, None), Decision::PlaysOn);
    assert_eq!(answer(&start, 0.5, None), Decision::PlaysOn, "the game has only begun");
    assert_eq!(answer(&start, 0.2, None), Decision::Accepts);
    assert_eq!(answer(&ending, 0.5, Some(4)), Decision::PlaysOn);
    assert_eq!(answer(&ending, 0.5, Some(40)), Decision::Accepts);
    let unknown = MannersContext { is_offered: true, ..situation(&ending, &[]) };
    assert_eq!(Manners { rating: None }.decide(&unknown), Decision::PlaysOn, "it has not thought yet");
}

#[test]
fn a_draw_is_offered_in_endings_that_stay_equal() {
    let (even, sharp) = ([0.5; 6], [0.5, 0.5, 0.8, 0.5, 0.5, 0.5]);
    let offers = count(Some(1500), &even, Decision::Offers);
    assert!((1..20).contains(&offers), "{offers}");
    assert_eq!(count(Some(1500), &sharp, Decision::Offers), 0);
    assert_eq!(count(None, &even, Decision::Offers), 0);
    let start = Chess::default();
    assert_eq!(Manners { rating: Some(1500) }.decide(&situation(&start, &even)), Decision::PlaysOn);
}

#[test]
fn a_draw_is_claimed_by_who_does_not_expect_more() {
    let ending = position(ROOK_ENDING);
    let claim = |expected: f32| {
        let expected = [expected];
        let may = MannersContext { may_claim: true, ..situation(&ending, &expected) };
        Manners { rating: None }.decide(&may)
    };
    assert_eq!((claim(0.3), claim(0.9)), (Decision::Claims, Decision::PlaysOn));
}

#[test]
fn shares_between_two_ratings_lie_between_theirs() {
    let [low, high] = [1200, 1600].map(|rating| resignation(rating, &[0.01]));
    let middle = resignation(1400, &[0.01]);
    assert!(low < middle && middle < high, "{low} {middle} {high}");
    let ends = [100, 3000].map(|rating| resignation(rating, &[0.01]));
    assert_eq!(ends, [RESIGNATIONS[0].fresh[1], RESIGNATIONS[4].fresh[1]]);
    assert_eq!(resignation(1500, &[]), 0.0);
}
