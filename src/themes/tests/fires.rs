//! Every theme where it is there, with the sentence.

use super::super::Theme;
use super::{Example, in_game};

/// A theme, where it is, and the sentence about it.
const EXAMPLES: &[(Theme, Example, &str)] = &[
    (
        Theme::Mate,
        Example {
            fen: "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2",
            played: "g4",
            refutation: "Qh4#",
            better: "e4 Nf6",
        },
        "2. g4 allows mate: 2...Qh4#.",
    ),
    (
        Theme::Mate,
        Example { fen: "7k/8/5K2/8/8/8/6Q1/8 w - - 0 60", played: "Qe4", refutation: "Kg8", better: "Qg7#" },
        "60. Qg7# was mate.",
    ),
    (
        Theme::BackRankMate,
        Example {
            fen: "6k1/5ppp/8/8/8/8/1r3PPP/R5K1 b - - 0 30",
            played: "Rd2",
            refutation: "Ra8+ Rd8 Rxd8#",
            better: "Kf8 h3",
        },
        "30...Rd2 allows mate in 2: 31. Ra8+ Rd8 32. Rxd8#. The pawn on f7, the pawn on g7 and the pawn on h7 shut the \
         king on g8 in on the back rank.",
    ),
    (
        Theme::MateThreat,
        Example {
            fen: "6k1/5ppp/8/8/8/5b1q/P4P1P/3QR1K1 w - - 0 30",
            played: "a4",
            refutation: "Qg2#",
            better: "Qxf3 Qxf3 Re8#",
        },
        "Black threatened mate by Qg2#, and 30. a4 does not stop it.",
    ),
    (
        Theme::Stalemate,
        Example { fen: "7k/8/5K2/8/8/8/6Q1/8 w - - 0 60", played: "Qg6", refutation: "", better: "Qg7#" },
        "60. Qg6 is stalemate: Black has no legal move.",
    ),
    (
        Theme::Promotion,
        Example {
            fen: "6k1/8/8/8/8/8/pR4PP/6K1 w - - 0 40",
            played: "Rb8+",
            refutation: "Kg7 h3 a1=Q+ Kh2",
            better: "Rxa2 Kg7",
        },
        "40. Rb8+ lets the pawn on a2 through: 40...Kg7 41. h3 a1=Q+ makes a queen.",
    ),
    (
        Theme::DoubleCheck,
        Example {
            fen: "3q2k1/6pp/8/3N4/8/1B6/5PPP/6K1 b - - 0 30",
            played: "Qd7",
            refutation: "Nf6+ Kf8 Nxd7+",
            better: "Kh8 h3",
        },
        "After 30...Qd7 31. Nf6+ the knight and the bishop on b3 give check at once, so that only the king can move; \
         32. Nxd7+ wins the queen.",
    ),
    (
        Theme::DiscoveredCheck,
        Example {
            fen: "3q2k1/6pp/8/3N4/8/1B6/5PPP/6K1 b - - 0 30",
            played: "Qe8",
            refutation: "Nc7+ Kf8 Nxe8",
            better: "Kh8 h3",
        },
        "After 30...Qe8 31. Nc7+ the knight uncovers check by the bishop on b3 to the king on g8 and attacks the queen \
         on e8; 32. Nxe8 wins the queen for a knight.",
    ),
    (
        Theme::DiscoveredAttack,
        Example {
            fen: "3q3k/5pp1/8/8/8/3B4/5PPP/3R2K1 b - - 0 30",
            played: "f6",
            refutation: "Bh7+ Kxh7 Rxd8",
            better: "Qg5 h3",
        },
        "After 30...f6 31. Bh7 the bishop has moved out of the line of the rook on d1 to the queen on d8; 32. Rxd8 \
         wins the queen for a bishop.",
    ),
    (
        Theme::Fork,
        Example {
            fen: "3q3k/6pp/8/4N3/8/7P/5PP1/6K1 b - - 0 30",
            played: "h6",
            refutation: "Nf7+ Kg8 Nxd8",
            better: "Kg8 Nf3",
        },
        "After 30...h6 31. Nf7+ the knight on f7 attacks the king on h8 and the queen on d8; 32. Nxd8 wins the queen.",
    ),
    (
        Theme::Pin,
        Example {
            fen: "6k1/5ppp/1b6/8/7q/6N1/PP3PP1/3R2K1 w - - 0 30",
            played: "a3",
            refutation: "Qxg3 b4 h6",
            better: "Kf1 h6",
        },
        "After 30. a3 Qxg3 the pawn on f2 cannot take back on g3, because the bishop on b6 pins it to the king on g1; \
         Black wins the knight.",
    ),
    (
        Theme::Pin,
        Example {
            fen: "4k3/ppp2ppp/2n5/1B6/3P4/8/5PPP/6K1 b - - 0 20",
            played: "h6",
            refutation: "d5 h5 dxc6 bxc6 Bxc6+",
            better: "a6 Bxc6+ bxc6",
        },
        "After 20...h6 21. d5 the knight on c6 cannot leave, because the bishop on b5 pins it to the king on e8; \
         22. dxc6 wins the knight.",
    ),
    (
        Theme::Skewer,
        Example {
            fen: "4q3/8/8/3k4/8/8/6PP/R5K1 b - - 0 50",
            played: "Ke5",
            refutation: "Re1+ Kd6 Rxe8",
            better: "Kd6 h3",
        },
        "After 50...Ke5 51. Re1+ the rook on e1 attacks the king on e5 and, behind it, the queen on e8; 52. Rxe8 wins \
         the queen.",
    ),
    (
        Theme::OverloadedPiece,
        Example {
            fen: "6k1/4q1pp/8/8/1n1Pb3/8/3B2PP/4R1K1 b - - 0 30",
            played: "h6",
            refutation: "Bxb4 Qxb4 Rxe4",
            better: "Nd5 h3",
        },
        "After 30...h6 31. Bxb4 Qxb4 the queen from e7 could not defend both the knight on b4 and the bishop on e4; \
         32. Rxe4 wins the bishop.",
    ),
    (
        Theme::RemovedDefender,
        Example {
            fen: "4r1k1/5ppp/5n2/3b2B1/8/8/5PPP/3Q2K1 b - - 0 30",
            played: "h6",
            refutation: "Bxf6 gxf6 Qxd5",
            better: "Be6 h3",
        },
        "After 30...h6 31. Bxf6 the bishop on d5 has lost its defender, the knight on f6; 32. Qxd5 wins the bishop.",
    ),
    (
        Theme::TrappedPiece,
        Example {
            fen: "6k1/5ppp/4b3/8/8/8/PPP2PPP/2K4R b - - 0 20",
            played: "Bxa2",
            refutation: "b3 h6 Kb2 Bxb3 Kxb3",
            better: "Bf5 b3",
        },
        "After 20...Bxa2 21. b3 h6 22. Kb2 the bishop on a2 is attacked and has no safe square; 23. Kxb3 wins the \
         bishop for two pawns.",
    ),
    (
        Theme::InBetweenMove,
        Example {
            fen: "6k1/5ppp/2b5/3q4/8/6n1/6QK/5R2 w - - 0 30",
            played: "Qxd5",
            refutation: "Nxf1+ Kg1 Bxd5 Kxf1",
            better: "Qxg3 Qh5+ Kg1",
        },
        "After 30. Qxd5 Black first plays 30...Nxf1+ and takes the queen on d5 a move later: 30...Nxf1+ 31. Kg1 Bxd5 \
         wins the rook for a knight.",
    ),
    (
        Theme::LostTrade,
        Example {
            fen: "6k1/5ppp/3b4/4p3/8/5N2/5PPP/4R1K1 b - - 0 30",
            played: "h6",
            refutation: "Nxe5 Bxe5 Rxe5",
            better: "f6 h3",
        },
        "30...h6 does not save the pawn on e5, which was attacked: 31. Nxe5 Bxe5 32. Rxe5, and White wins the pawn.",
    ),
    (
        Theme::HangingPiece,
        Example {
            fen: "4q1k1/5ppp/8/4N3/8/8/4QPPP/6K1 w - - 0 14",
            played: "Qd2",
            refutation: "Qxe5 h3",
            better: "Qe3 h6",
        },
        "14. Qd2 leaves the knight on e5 without a defender: 14...Qxe5 wins the knight.",
    ),
    (
        Theme::HangingPiece,
        Example { fen: "6k1/5ppp/8/4n3/8/8/4QPPP/6K1 w - - 0 14", played: "h3", refutation: "Ng6", better: "Qxe5 h6" },
        "The knight on e5 had no defender: 14. Qxe5 wins the knight.",
    ),
    (
        Theme::PawnLost,
        Example {
            fen: "4r1k1/5ppp/8/8/4P3/5N2/5PPP/3R2K1 w - - 0 20",
            played: "h3",
            refutation: "Rxe4 Nd2",
            better: "Re1 h6",
        },
        "20. h3 does not save the pawn on e4, which was attacked: 20...Rxe4 wins the pawn.",
    ),
    (
        Theme::KingOpened,
        Example {
            fen: "4r1k1/5ppp/8/8/8/3r4/1Q3PPP/5RK1 b - - 0 25",
            played: "f6",
            refutation: "Qb3+ Kf8 Qxd3",
            better: "h6 h3",
        },
        "25...f6 takes the pawn on f7 away from the king on g8, and 26. Qb3+ gives check through the gap.",
    ),
    (
        Theme::Interference,
        Example {
            fen: "3r4/4k1pp/8/8/2P5/2Nb4/5PPP/3Q2K1 w - - 0 30",
            played: "h3",
            refutation: "Bxc4 Qc2",
            better: "Nd5+ Kf8 Qxd3",
        },
        "Better was 30. Nd5+: the knight on d5 cuts the rook on d8 off from the bishop on d3, and 31. Qxd3 wins the \
         bishop.",
    ),
    (
        Theme::Clearance,
        Example {
            fen: "r5k1/6pp/8/3N4/8/8/5PPP/3Q2K1 w - - 0 30",
            played: "h3",
            refutation: "Rd8 Kh2",
            better: "Nf6+ gxf6 Qd5+ Kg7 Qxa8",
        },
        "Better was 30. Nf6+ gxf6 31. Qd5+: the knight makes way on d5 for the queen on d1, and 32. Qxa8 wins the \
         rook for a knight.",
    ),
];

#[test]
fn every_theme_is_found_where_it_is() {
    let mut wrong = Vec::new();
    for (theme, example, sentence) in EXAMPLES {
        let findings = example.findings();
        let found = findings.iter().find(|finding| finding.theme == *theme);
        let texts: Vec<&str> = findings.iter().map(|finding| finding.text.as_str()).collect();
        if found.map(|finding| finding.text.as_str()) != Some(*sentence) {
            wrong.push(format!("{theme}: {texts:#?}, not {sentence}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_of_the_opening_count_where_nothing_else_explains_the_loss() {
    let texts = |history: &str, played: &str, better: &str| -> Vec<String> {
        in_game(history, played, "", better).into_iter().map(|finding| finding.text).collect()
    };
    let wandering = "d4 d5 Nf3 Nf6 Ne5 Nbd7";
    assert_eq!(
        texts(wandering, "Nd3", "Bf4"),
        ["4. Nd3 moves the same knight for the third time while three of White's knights and bishops have not moved; \
          better was 4. Bf4."]
    );
    assert!(texts(wandering, "Nd3", "Nxd7").is_empty(), "the better move moves the same knight");
    let uncastled = "e4 e5 Nf3 Nc6 Bc4 Bc5 d3 Nf6 Nc3 O-O h3 d6 a3 a6";
    assert_eq!(
        texts(uncastled, "b4", "O-O"),
        ["8. b4 leaves the king on e1 in the centre although Black has castled; better was 8. O-O."]
    );
    assert!(texts(uncastled, "b4", "Bg5").is_empty());
    assert!(texts(uncastled, "O-O", "Bg5").is_empty());
}

#[test]
fn a_third_repetition_is_told_by_the_moves_of_the_game() {
    let texts = |history: &str, played: &str, refutation: &str, better: &str| -> Vec<String> {
        in_game(history, played, refutation, better).into_iter().map(|finding| finding.text).collect()
    };
    let once = "e4 e5 Bc4 Na6 Nf3 Nb8 Ng1 Na6 Nf3 Nb8";
    let reply = "After 6. Ng1 Na6 the position is on the board for the third time, and Black can claim a draw.";
    assert_eq!(texts(once, "Ng1", "Na6", "Nxe5 Nf6"), [reply]);
    assert_eq!(
        texts(&format!("{once} Ng1"), "Na6", "", "Nf6 d3"),
        ["After 6...Na6 the position is on the board for the third time, and White can claim a draw."]
    );
    assert_eq!(
        texts(&format!("{once} Ng1"), "h6", "d4", "Na6"),
        ["There was a draw: after 6...Na6 the position is on the board for the third time."]
    );
    let second = "e4 e5 Bc4 Na6 Nf3 Nb8";
    assert!(texts(second, "Ng1", "Na6", "Nxe5 Nf6").iter().all(|text| !text.contains("third time")), "the second time");
    assert!(texts(once, "Ng1", "Na6", "Ng1").is_empty(), "no other line");
    let third = format!("{once} Ng1 Na6");
    assert!(texts(&third, "h3", "d5", "").is_empty(), "it was there before the move, and no better one is known");
}

/// Pieces that the loser gives up for a check or two do not hide the rook that was lost.
#[test]
fn what_the_first_captures_win_is_said_whatever_follows() {
    let example = |fen, played, refutation, better| Example { fen, played, refutation, better };
    for (theme, example) in [
        // The queen is taken by a pawn; a rook and a pawn that fall later change nothing of it.
        (
            Theme::HangingPiece,
            example(
                "r4rk1/2p2pp1/p1pq1bp1/3p4/6PP/NPP1P3/P4P2/R1BQK2R b KQ - 0 16",
                "Qg3",
                "fxg3 Bxc3+ Bd2 Bb2 Nc2 Bxa1",
                "Bxc3+ Bd2 Bxa1 Qxa1 Qxa3 h5",
            ),
        ),
        // A capture that attacks king and rook.
        (
            Theme::Fork,
            example(
                "r5k1/5ppp/5b2/8/8/2P5/P4PPP/RN2K3 w - - 0 1",
                "Na3",
                "Bxc3+ Ke2 Bxa1 Nc4 Rxa2+ Ke3",
                "a4 Bd8 Ke2 Bb6 Nd2 Re8+",
            ),
        ),
        // The forking knight is taken by the rook, and that by the queen.
        (
            Theme::Fork,
            example(
                "rn2k2r/pp3bpp/2p5/2q5/4n3/1BP2P2/P5PP/RNBQ1RK1 w kq - 1 13",
                "Kh1",
                "Nf2+ Rxf2 Qxf2 Bxf7+ Kxf7 Nd2",
                "Qd4 Bxb3 fxe4 Qxd4+ cxd4 Bc4",
            ),
        ),
    ] {
        let findings = example.findings();
        assert!(findings.iter().any(|finding| finding.theme == theme), "{}: {findings:#?}", example.played);
    }
    let moves = "e3 e5 d4 Nc6 Nf3 Nf6 dxe5 Bb4+ c3 Be7 exf6 Bxf6 b3 O-O Bc4 d5 Bb5 a6 Bxc6 bxc6 Na3 Bg4 h3 Bh5";
    let findings = in_game(moves, "g4", "Bxc3+ Bd2 Bxa1 gxh5 Bf6 h6", "O-O a5 Nc2 Re8");
    assert_eq!(findings[0].theme, Theme::Fork, "{findings:#?}");
}

#[test]
fn a_piece_is_reason_enough_whatever_follows() {
    let example = Example {
        fen: "5r1k/3n2pp/7q/1P6/1Q1PBP1n/4P2P/1PP5/5RK1 b - - 0 27",
        played: "Nf6",
        refutation: "Qxf8+ Ng8 Bd5 Qg6+ Kh1 Qe4+",
        better: "Qe6 d5 Qxh3 Kf2 Nf5 Bxf5",
    };
    let texts: Vec<String> = example.findings().into_iter().map(|finding| finding.text).collect();
    assert_eq!(texts, ["27...Nf6 leaves the rook on f8 without a defender: 28. Qxf8+ wins the rook."]);
}

#[test]
fn a_rook_that_was_attacked_already_is_lost_by_any_other_move() {
    let example = Example {
        fen: "rn1qkb1r/p1pppp1p/1p3np1/8/5P2/2P3P1/PP1P1PBP/RNBQK2R b KQkq - 0 6",
        played: "Bg7",
        refutation: "Bxa8 c6 O-O Qc8 d4 O-O",
        better: "d5 d4 Bg7 Nd2 e6 O-O",
    };
    let texts: Vec<String> = example.findings().into_iter().map(|finding| finding.text).collect();
    assert_eq!(texts, ["6...Bg7 does not save the rook on a8, which was attacked: 7. Bxa8 wins the rook."]);
}
