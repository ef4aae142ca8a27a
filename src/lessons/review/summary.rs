//! The summary of a review of a whole game.

use shakmaty::{ByColor, Color};

use super::accuracy::accuracy;
use super::estimate::{GRID, Likelihood, RatingModel};
use super::mark::Mark;
use super::opening::OpeningReview;
use super::params::{MOMENT_LOSS, MOMENTS};
use super::phase::GamePhase;
use super::report::{GameReview, MoveReview, PhaseLosses, SideRating, SideReview, ThemeLosses};

/// `people` are the probabilities of the moves by rating, in their order.
pub fn summarise(
    opening: OpeningReview,
    moves: Vec<MoveReview>,
    people: &[Option<[f64; GRID.len()]>],
    sides: ByColor<bool>,
    ratings: ByColor<SideRating>,
    stopped: bool,
) -> GameReview {
    let reviewed = [Color::White, Color::Black].into_iter().filter(|&color| *sides.get(color));
    let sides = reviewed.map(|side| {
        let own: Vec<&MoveReview> = moves.iter().filter(|review| review.side == side).collect();
        let of_side = moves.iter().zip(people).filter(|(review, _)| review.side == side);
        let mut likelihood = Likelihood::default();
        of_side.filter_map(|(_, by_rating)| by_rating.as_ref()).for_each(|mv| likelihood.add(mv));
        SideReview {
            looks_like: RatingModel::CALIBRATED.estimate(&likelihood),
            ..side_review(side, *ratings.get(side), &own)
        }
    });
    GameReview { opening, sides: sides.collect(), moves, stopped }
}

fn side_review(side: Color, rating: SideRating, moves: &[&MoveReview]) -> SideReview {
    let losses: Vec<f64> = moves.iter().map(|review| review.loss).collect();
    let marked = |mark| moves.iter().filter(|review| review.mark == Some(mark)).count();
    let mean = |sum: f64| if moves.is_empty() { 0.0 } else { sum / moves.len() as f64 };
    SideReview {
        side,
        rating,
        moves: moves.len(),
        accuracy: accuracy(&losses),
        loss: mean(losses.iter().sum()),
        people_loss: mean(moves.iter().map(|review| people_loss(review)).sum()),
        good: marked(Mark::Good),
        inaccuracies: marked(Mark::Inaccuracy),
        mistakes: marked(Mark::Mistake),
        blunders: marked(Mark::Blunder),
        moments: moments(moves),
        phases: phases(moves),
        themes: themes(moves),
        looks_like: None,
    }
}

fn people_loss(review: &MoveReview) -> f64 {
    review.people.map_or(0.0, |people| people.loss)
}

/// The plies that lost most beyond what people of the rating lose there, in the order of the game: what such people
/// lose as well is hard to learn from.
fn moments(moves: &[&MoveReview]) -> Vec<usize> {
    let excess = |review: &&MoveReview| review.loss - people_loss(review);
    let mut worst: Vec<&&MoveReview> = moves.iter().filter(|review| excess(review) >= MOMENT_LOSS).collect();
    worst.sort_by(|a, b| excess(b).total_cmp(&excess(a)));
    let mut plies: Vec<usize> = worst.iter().take(MOMENTS).map(|review| review.ply).collect();
    plies.sort_unstable();
    plies
}

fn phases(moves: &[&MoveReview]) -> Vec<PhaseLosses> {
    let of_phase = |phase: GamePhase| {
        let of_phase: Vec<&&MoveReview> = moves.iter().filter(|review| review.phase == phase).collect();
        PhaseLosses {
            phase,
            moves: of_phase.len(),
            loss: of_phase.iter().map(|review| review.loss).sum(),
            people_loss: of_phase.iter().map(|review| people_loss(review)).sum(),
        }
    };
    GamePhase::ALL.into_iter().map(of_phase).filter(|losses| losses.moves > 0).collect()
}

/// By the most important theme of each mistake, the greatest loss first.
fn themes(moves: &[&MoveReview]) -> Vec<ThemeLosses> {
    let mut themes: Vec<ThemeLosses> = Vec::new();
    for review in moves {
        let Some(theme) = review.themes.first() else { continue };
        match themes.iter_mut().find(|known| known.theme == *theme) {
            Some(known) => {
                known.times += 1;
                known.loss += review.loss;
            }
            None => themes.push(ThemeLosses { theme: theme.clone(), times: 1, loss: review.loss }),
        }
    }
    themes.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    themes
}
