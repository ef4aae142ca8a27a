//! Look-alikes: positions that resemble a theme in which the line proves nothing.

use super::super::Theme;
use super::Example;

/// Findings that must not be made, and why they are not there.
const LOOKALIKES: &[(Theme, Example, &str)] = &[
    (
        Theme::Mate,
        Example {
            fen: "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2",
            played: "g4",
            refutation: "Nf6 e4",
            better: "e4 Nf6",
        },
        "the line does not mate",
    ),
    (
        Theme::MateThreat,
        Example {
            fen: "6k1/5ppp/8/8/8/5b2/P4P1P/3QR1K1 w - - 0 30",
            played: "a4",
            refutation: "Bxd1 Rxd1",
            better: "Qxf3 h6",
        },
        "there is no mate",
    ),
    (
        Theme::Promotion,
        Example {
            fen: "6k1/8/8/8/8/8/p5PP/2R3K1 w - - 0 40",
            played: "h3",
            refutation: "a1=Q Rxa1",
            better: "Ra1 Kg7",
        },
        "the queen is taken",
    ),
    (
        Theme::Fork,
        Example {
            fen: "3r3k/5rpp/8/4N3/8/7P/5PP1/6K1 b - - 0 30",
            played: "h6",
            refutation: "Nxf7+ Kg8 Nxd8",
            better: "Rfd7 Nxd7 Rxd7",
        },
        "the first rook was simply taken",
    ),
    (
        Theme::Fork,
        Example {
            fen: "2br3k/6pp/8/3nN3/8/1P5P/2P2PP1/6K1 b - - 0 30",
            played: "Kg8",
            refutation: "c4 Nc3 Nc6 Rd6 Ne5",
            better: "Nf4 g3",
        },
        "the forked pieces get away",
    ),
    (
        Theme::Pin,
        Example {
            fen: "6k1/5ppp/8/2b5/7q/6N1/PP3PP1/3R1K2 w - - 0 30",
            played: "a3",
            refutation: "Qh1+ Nxh1",
            better: "Ke2 Qxg3",
        },
        "the pinned pawn is not asked for",
    ),
    (
        Theme::Pin,
        Example {
            fen: "4k3/ppp2ppp/2n5/1B6/8/8/3P1PPP/6K1 b - - 0 20",
            played: "h6",
            refutation: "Bxc6+ bxc6",
            better: "Kd7 d4",
        },
        "a pin that costs nothing",
    ),
    (
        Theme::RemovedDefender,
        Example {
            fen: "4r1k1/5ppp/4pn2/3b2B1/8/8/5PPP/3Q2K1 b - - 0 30",
            played: "h6",
            refutation: "Bxf6 gxf6 Qd4",
            better: "Be4 h3",
        },
        "the pawn defends it too",
    ),
    (
        Theme::OverloadedPiece,
        Example {
            fen: "6k1/4q1pp/3b4/8/1n1Pb3/8/3B2PP/4R1K1 b - - 0 30",
            played: "h6",
            refutation: "Bxb4 Bxb4 Rf1",
            better: "Nd5 h3",
        },
        "the bishop takes back",
    ),
    (
        Theme::TrappedPiece,
        Example {
            fen: "6k1/5ppp/4b3/8/8/8/PPP2PPP/2K4R b - - 0 20",
            played: "Bxa2",
            refutation: "b3 Bxb3 cxb3",
            better: "Bf5 b3",
        },
        "it was not attacked",
    ),
    (
        Theme::InBetweenMove,
        Example {
            fen: "6k1/5ppp/2b5/3q4/8/8/6QK/5R2 w - - 0 30",
            played: "Qxd5",
            refutation: "Bxd5 Rd1",
            better: "Rf2 Qxg2+ Rxg2",
        },
        "it is taken at once",
    ),
    (
        Theme::HangingPiece,
        Example {
            fen: "4q1k1/5ppp/8/4N3/8/8/4QPPP/6K1 w - - 0 14",
            played: "Qe3",
            refutation: "Qxe5 Qxe5",
            better: "Qe4 h6",
        },
        "the knight is defended",
    ),
    (
        Theme::LostTrade,
        Example {
            fen: "6k1/5ppp/3b4/4p3/8/5N2/5PPP/4R1K1 b - - 0 30",
            played: "f6",
            refutation: "Nxe5 fxe5",
            better: "Kf8 Nxe5 Bxe5 Rxe5",
        },
        "the trade loses for the other side",
    ),
    (
        Theme::KingOpened,
        Example {
            fen: "4r1k1/5ppp/8/8/8/3r4/1Q3PPP/5RK1 b - - 0 25",
            played: "h6",
            refutation: "Qb5 Rd5 Qxd5",
            better: "f6 h3",
        },
        "the pawn closed no line of the check",
    ),
    (
        Theme::Stalemate,
        Example { fen: "7k/8/5K2/8/8/8/6Q1/8 w - - 0 60", played: "Qg5", refutation: "Kh7", better: "Qg7#" },
        "the king can move",
    ),
];

#[test]
fn look_alikes_are_not_told() {
    for (theme, example, why) in LOOKALIKES {
        let findings = example.findings();
        assert!(findings.iter().all(|finding| finding.theme != *theme), "{theme}, but {why}: {findings:#?}");
    }
}

/// A theme is not why the move was a mistake where both lines lose the same.
#[test]
fn what_the_better_line_loses_too_explains_nothing() {
    let example = Example {
        fen: "3q3k/6pp/8/4N3/8/7P/5PP1/6K1 b - - 0 30",
        played: "h6",
        refutation: "Nf7+ Kg8 Nxd8",
        better: "g6 Nf7+ Kg8 Nxd8",
    };
    assert!(example.themes().is_empty(), "{:?}", example.themes());
}

/// A draw by stalemate is an idea of the side that is behind, not of the one that is ahead.
#[test]
fn whoever_is_ahead_has_no_use_for_stalemate() {
    let ahead = super::position("7k/8/5K2/8/8/8/6Q1/8 w - - 0 60");
    let stalemate = super::read(&ahead, "Qg6");
    assert_eq!(super::super::idea(&ahead, &stalemate, None), None);
}
