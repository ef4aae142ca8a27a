//! From the parser's calls to a game.

use std::ops::ControlFlow;

use pgn_reader::{RawComment, RawTag, SanPlus, Visitor};
use shakmaty::{Chess, Outcome, Position};

use super::clock::tenths_left;
use super::pgn::PgnGame;
use super::start::{StartError, start_position};
use super::tags::Tags;

/// The longest game that the rules allow has 17,697 half moves: with 75 moves without a capture or a pawn's move it is
/// drawn. What is longer is no game, and without a bound it would fill the memory.
pub(super) const MOST_PLIES: usize = 20_000;
/// Games in the wild have some dozen tags; those behind these are passed over.
const MOST_TAGS: usize = 1000;

/// Takes the games out of what the parser finds.
pub(super) struct GameVisitor {
    pub max_plies: usize,
    /// Says by the tags whether the moves are read.
    pub reads_moves: Box<dyn Fn(&Tags) -> bool + Send>,
    /// Why the last game was left out that was.
    pub refusal: Option<StartError>,
}

pub(super) struct GameInProgress {
    game: PgnGame,
    position: Chess,
}

impl Visitor for GameVisitor {
    type Tags = Tags;
    type Movetext = GameInProgress;
    /// `None` for a game that is left out.
    type Output = Option<PgnGame>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if tags.count() < MOST_TAGS {
            tags.push(String::from_utf8_lossy(name).trim(), &value.decode_utf8_lossy());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, GameInProgress> {
        let start = match start_position(&tags) {
            Ok(start) => start,
            Err(reason) => {
                self.refusal = Some(reason);
                return ControlFlow::Break(None);
            }
        };
        let outcome = tags
            .get("Result")
            .and_then(|result| Outcome::from_ascii(result.trim().as_bytes()).ok())
            .unwrap_or(Outcome::Unknown);

        let position = start.clone();
        let game = PgnGame { tags, start, moves: Vec::new(), clocks: Vec::new(), outcome, cut: false, illegal: None };
        if !(self.reads_moves)(&game.tags) {
            return ControlFlow::Break(Some(game));
        }
        ControlFlow::Continue(GameInProgress { game, position })
    }

    fn san(&mut self, playing: &mut GameInProgress, san: SanPlus) -> ControlFlow<Self::Output> {
        if playing.game.moves.len() >= self.max_plies {
            playing.game.cut = self.max_plies == MOST_PLIES;
            return ControlFlow::Break(Some(playing.take()));
        }
        let Ok(mv) = san.san.to_move(&playing.position) else {
            playing.game.cut = true;
            playing.game.illegal = Some(san.to_string());
            return ControlFlow::Break(Some(playing.take()));
        };
        playing.position.play_unchecked(mv);
        playing.game.moves.push(mv);
        ControlFlow::Continue(())
    }

    fn comment(&mut self, playing: &mut GameInProgress, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        let game = &mut playing.game;
        if game.clocks.len() + 1 == game.moves.len() {
            game.clocks.extend(tenths_left(comment.as_bytes()));
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, playing: &mut GameInProgress, outcome: Outcome) -> ControlFlow<Self::Output> {
        if playing.game.tags.get("Result").is_none() {
            playing.game.outcome = outcome;
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut playing: GameInProgress) -> Self::Output {
        Some(playing.take())
    }
}

impl GameInProgress {
    /// Hands the game out, from a borrow, since the reader may leave it early.
    fn take(&mut self) -> PgnGame {
        let game = &mut self.game;
        if game.clocks.len() != game.moves.len() {
            game.clocks.clear();
        }
        PgnGame {
            tags: std::mem::take(&mut game.tags),
            start: game.start.clone(),
            moves: std::mem::take(&mut game.moves),
            clocks: std::mem::take(&mut game.clocks),
            illegal: game.illegal.take(),
            ..*game
        }
    }
}
