//! Nets that estimate how likely White is to meet a constraint from a position on (Petrželka, *Generating valid chess
//! positions using AI methods*, section 4.5).

mod embedded;

use shakmaty::{Board, Color};

pub use embedded::Experiment;

use super::graph::NEVER;
use super::net::{Net, NetError};
use super::runtime_choice::RuntimeChoice;
use crate::chess::PieceCount;
use crate::chess::view::ROLE_PLANES;

const SQUARES: usize = 64;
const BOARD_PLANES: usize = 2 * ROLE_PLANES;
/// The planes of the board, and one for each number of the constraint.
const PLANES: usize = BOARD_PLANES + 5;

/// One of Petrželka's nets, or one of the same shape: input 1×17×8×8, output `share` 1×1.
///
/// Positions are evaluated one at a time: a batch would be no faster.
pub struct Network {
    net: Net,
}

impl Network {
    /// One that the binary carries.
    ///
    /// # Errors
    /// None: every runtime that is used runs it; see [`Net::embedded`].
    pub fn embedded(experiment: Experiment, choice: &RuntimeChoice) -> Result<Network, NetError> {
        Network::new(Net::embedded(experiment.name(), experiment.file(), choice)?)
    }

    fn new(net: Net) -> Result<Network, NetError> {
        let sizes = [1, PLANES, 8, 8];
        if net.input() != sizes {
            return Err(net.misshapen(format!("an input of {sizes:?}"), format!("{:?}", net.input())));
        }
        net.expect_outputs(&[("share", &[1, 1])])?;
        Ok(Network { net })
    }

    /// The share of games through this board in which White meets the constraint here or later, from 0 to 1, as the net
    /// estimates it. The side to move is not part of Petrželka's input. For constraints that the net was not trained
    /// on (see [`Experiment::constraints`]) it extrapolates.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn score(&mut self, board: &Board, constraint: PieceCount) -> Result<f32, NetError> {
        self.net.run(planes(board, constraint), NEVER, |take| Ok(take("share")?[0]))
    }
}

/// Petrželka's 17×8×8, White at the bottom: White's pawns, knights, bishops, rooks, queens, king, the same of Black,
/// then five planes filled with the constraint's numbers; squares count a1 = 0 … h8 = 63. The same planes as in
/// `scripts/train/cooperative_samples.py`.
fn planes(board: &Board, constraint: PieceCount) -> Vec<f32> {
    let mut planes = vec![0.0; BOARD_PLANES * SQUARES];
    for (square, piece) in board.iter() {
        let plane = piece.role as usize - 1 + if piece.color == Color::White { 0 } else { ROLE_PLANES };
        planes[plane * SQUARES + square.to_usize()] = 1.0;
    }
    planes.extend(constraint.0.iter().flat_map(|&count| [f32::from(count); SQUARES]));
    planes
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;

    fn board(fen: &[u8]) -> Board {
        Board::from_ascii_board_fen(fen).unwrap()
    }

    #[test]
    fn planes_show_white_first_and_the_numbers_last() {
        let planes = planes(&board(b"4k3/8/8/8/8/8/4P3/4K2n"), PieceCount([1, 0, 2, 1, 7]));
        assert_eq!(planes.len(), PLANES * SQUARES);
        let men: Vec<usize> = (0..BOARD_PLANES * SQUARES).filter(|&index| planes[index] != 0.0).collect();
        let marks = [(0, Square::E2), (5, Square::E1), (7, Square::H1), (11, Square::E8)];
        assert_eq!(men, marks.map(|(plane, square)| plane * SQUARES + square.to_usize()));
        for (number, plane) in [1.0, 0.0, 2.0, 1.0, 7.0].iter().zip(planes[BOARD_PLANES * SQUARES..].chunks(SQUARES)) {
            assert!(plane.iter().all(|value| value == number));
        }
    }

    #[test]
    fn each_net_rates_met_constraints_above_those_out_of_reach() {
        // White lacks a pawn, and later a knight too.
        let pawn = board(b"rnbqkbnr/ppp1pppp/8/8/4p3/2N5/PPPP1PPP/R1BQKBNR");
        let knight = board(b"rnbqkbnr/ppp1pppp/8/8/8/2N2p2/PPPP1PPP/R1BQKB1R");
        let (one, two) = (PieceCount([1, 2, 2, 2, 7]), PieceCount([1, 2, 2, 1, 7]));
        for experiment in Experiment::ALL {
            let mut net = Network::embedded(experiment, &RuntimeChoice::default()).unwrap();
            let mut score = |board, constraint| net.score(board, constraint).unwrap();
            let (met, open) = (score(&pawn, one), score(&pawn, two));
            assert!(met > 0.9 && open < 0.5, "{experiment:?}: one is met ({met}), the other may be later ({open})");
            let (met, lost) = (score(&knight, two), score(&knight, one));
            assert!(
                met > lost + 0.1,
                "{experiment:?}: the other is met now ({met}), and no knight comes back ({lost})"
            );
        }
    }

    #[test]
    fn a_net_of_another_shape_is_refused() {
        let tactics = crate::nets::mockfish::TacticNet::FILE;
        let tactics = Net::embedded("tactics.onnx", tactics, &RuntimeChoice::default()).unwrap();
        assert!(matches!(Network::new(tactics), Err(NetError::Shape { .. })));
    }
}
