//! The themes that a mistake can have.

use std::fmt;

use serde::{Serialize, Serializer};

/// The kind of tactic, or of neglect, that a mistake allows or misses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// The line ends in mate.
    Mate,
    /// The line ends in mate by a queen or rook along the last rank, where the king's own pieces shut it in.
    BackRankMate,
    /// Mate in one was threatened before the move, and the move does not stop it.
    MateThreat,
    Stalemate,
    /// The position comes for the third time.
    Repetition,
    /// A pawn is let through and promotes.
    Promotion,
    DoubleCheck,
    DiscoveredCheck,
    DiscoveredAttack,
    /// A piece attacks two targets at once.
    Fork,
    /// A piece cannot move, or not take back, since it stands in a line with one behind it.
    Pin,
    /// A piece moves out of a line, and the one behind it is taken.
    Skewer,
    /// A piece that defends two things can only do one.
    OverloadedPiece,
    /// The defender of a piece is captured, lured or driven away.
    RemovedDefender,
    /// A piece is attacked and has no safe square.
    TrappedPiece,
    /// A move that comes before the capture that was to be expected.
    InBetweenMove,
    /// The captures on one square end in a loss.
    LostTrade,
    /// A piece is taken for nothing.
    HangingPiece,
    /// A pawn is taken for nothing.
    PawnLost,
    /// The pawn cover of the king is gone, and the line attacks the king there.
    KingOpened,
    /// A rule of the opening is broken.
    OpeningRule,
    /// A piece comes between a defender and what it defends.
    Interference,
    /// A piece makes way for another of its side.
    Clearance,
    /// Something that the other side would do if one passed.
    Threat,
    /// More pieces bear on a king than defend it.
    KingAttack,
    /// The last pieces are exchanged, and the pawn ending decides.
    PawnEnding,
    /// A passed pawn that the king cannot catch.
    Runner,
    Opposition,
    Zugzwang,
    /// Taking back with the wrong piece, or an exchange that was to be avoided.
    WrongExchange,
    /// Played at once, with much time left.
    Haste,
    /// Played with little time left.
    TimeTrouble,
}

impl Theme {
    pub const ALL: [Theme; 32] = [
        Theme::Mate,
        Theme::BackRankMate,
        Theme::MateThreat,
        Theme::Stalemate,
        Theme::Repetition,
        Theme::Promotion,
        Theme::DoubleCheck,
        Theme::DiscoveredCheck,
        Theme::DiscoveredAttack,
        Theme::Fork,
        Theme::Pin,
        Theme::Skewer,
        Theme::OverloadedPiece,
        Theme::RemovedDefender,
        Theme::TrappedPiece,
        Theme::InBetweenMove,
        Theme::LostTrade,
        Theme::HangingPiece,
        Theme::PawnLost,
        Theme::KingOpened,
        Theme::OpeningRule,
        Theme::Interference,
        Theme::Clearance,
        Theme::Threat,
        Theme::KingAttack,
        Theme::PawnEnding,
        Theme::Runner,
        Theme::Opposition,
        Theme::Zugzwang,
        Theme::WrongExchange,
        Theme::Haste,
        Theme::TimeTrouble,
    ];

    /// As people call it: `in-between move`.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Mate => "mate",
            Theme::BackRankMate => "back-rank mate",
            Theme::MateThreat => "mate threat",
            Theme::Stalemate => "stalemate",
            Theme::Repetition => "repetition",
            Theme::Promotion => "promotion",
            Theme::DoubleCheck => "double check",
            Theme::DiscoveredCheck => "discovered check",
            Theme::DiscoveredAttack => "discovered attack",
            Theme::Fork => "fork",
            Theme::Pin => "pin",
            Theme::Skewer => "skewer",
            Theme::OverloadedPiece => "overloaded piece",
            Theme::RemovedDefender => "removed defender",
            Theme::TrappedPiece => "trapped piece",
            Theme::InBetweenMove => "in-between move",
            Theme::LostTrade => "lost trade",
            Theme::HangingPiece => "hanging piece",
            Theme::PawnLost => "pawn lost",
            Theme::KingOpened => "king opened",
            Theme::OpeningRule => "opening rule",
            Theme::Interference => "interference",
            Theme::Clearance => "clearance",
            Theme::Threat => "threat",
            Theme::KingAttack => "attack on the king",
            Theme::PawnEnding => "pawn ending",
            Theme::Runner => "runaway pawn",
            Theme::Opposition => "opposition",
            Theme::Zugzwang => "zugzwang",
            Theme::WrongExchange => "wrong exchange",
            Theme::Haste => "haste",
            Theme::TimeTrouble => "time trouble",
        }
    }

    /// The theme of this name.
    ///
    /// ```
    /// use motley::themes::Theme;
    ///
    /// assert_eq!(Theme::named("in-between move"), Some(Theme::InBetweenMove));
    /// assert_eq!(Theme::named("bad luck"), None);
    /// ```
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Theme {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
