//! The memory of a net in a game, and its prediction.

/// Pieces on squares: the rows of each half of the policy.
pub(super) const PLACES: usize = 12 * 64;

/// The state of a net after some moves, and its prediction there.
#[derive(Clone, Debug, PartialEq)]
pub struct ReaderState {
    pub(super) memory: Vec<f32>,
    /// The natural logarithm of the odds that White wins, given that somebody does.
    pub logit: f32,
    /// The natural logarithm of the odds of the points that White can expect. Where the net knows no draws, the logit.
    pub points: f32,
    /// The probability of a draw; 0 where the net knows none.
    pub draw: f32,
    /// Logits of who leaves its square with the next move and who arrives, [`PLACES`] each; empty where the net
    /// proposes no moves.
    pub(super) policy: Vec<f32>,
}

impl ReaderState {
    /// Of a net that knows no draws.
    pub(super) fn without_draws(memory: Vec<f32>, logit: f32) -> ReaderState {
        ReaderState { memory, logit, points: logit, draw: 0.0, policy: Vec::new() }
    }

    /// Of a net that gives the logits of loss, draw and win for White.
    pub(super) fn with_draws(memory: Vec<f32>, logit: f32, wdl: &[f32], policy: Vec<f32>) -> ReaderState {
        let [loss, draw, win] = [wdl[0], wdl[1], wdl[2]];
        let all = log_sum(log_sum(loss, draw), win);
        // Half of a draw counts for either side.
        let half = draw - std::f32::consts::LN_2;
        let points = log_sum(win, half) - log_sum(loss, half);
        ReaderState { memory, logit, points, draw: (draw - all).exp(), policy }
    }
}

/// ln(eᵃ + eᵇ).
fn log_sum(a: f32, b: f32) -> f32 {
    a.max(b) + (-(a - b).abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_bring_the_points_nearer_to_even() {
        let state = |wdl: [f32; 3]| ReaderState::with_draws(Vec::new(), wdl[2] - wdl[0], &wdl, Vec::new());
        let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-4, "{a} {b}");
        let (even, none) = (state([0.0, 0.0, 0.0]), state([0.0, -50.0, 2.0]));
        near(even.draw, 1.0 / 3.0);
        near(even.points, 0.0);
        near(none.points, none.logit);
        // Half a win and half a draw are three quarters of a point.
        near(state([-50.0, 1.0, 1.0]).points, 3_f32.ln());
    }
}
