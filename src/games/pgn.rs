//! The main lines of games from PGN, one at a time, from plain text or zstd.

use std::io::{self, Read};
use std::path::Path;

use shakmaty::{Chess, Move, Outcome};
use thiserror::Error;

use super::foreign::{DecodedText, looks_like};
pub use super::left_out::PgnFaults;
use super::reader::{GameFault, MOST_PLIES, Reader, Remark, Text};
use super::share::FileShare;
pub use super::tags::Tags;
use super::unpacked;
use crate::files::io_error::reason;
use crate::files::{self, Bounds};

/// Bytes by which a file is known that is no PGN.
const LOOKED_AT: usize = 4096;

/// Why games could not be read on.
#[derive(Debug, Error)]
pub enum PgnError {
    #[error("cannot open {path}: {}", reason(.source))]
    Open { path: String, source: io::Error },
    #[error("cannot read games: {}", reason(.0))]
    Read(#[from] io::Error),
    #[error("this is no PGN: it looks like {0}")]
    Foreign(&'static str),
}

/// Why a file does not give the game of a number.
#[derive(Debug, Error)]
pub enum NumberedError {
    #[error(transparent)]
    Pgn(#[from] PgnError),
    #[error("there is no game {number}: {}", games_in_words(*.games, .stray.as_deref()))]
    Missing { number: u64, games: u64, stray: Option<String> },
    #[error(transparent)]
    Refused(GameFault),
}

fn games_in_words(games: u64, stray: Option<&str>) -> String {
    match (games, stray) {
        (0, Some(word)) => format!("expected is PGN, and `{word}` begins no game"),
        (0, None) => "expected is PGN".to_owned(),
        (1, _) => "the text has 1 game".to_owned(),
        (games, _) => format!("the text has {games} games"),
    }
}

/// A game as far as its moves can be read.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// Of the game in its file, from 1; those that cannot be read count.
    pub number: u64,
    pub tags: Tags,
    /// The position before the first move, Chess960 games in their own castling mode.
    pub start: Chess,
    pub moves: Vec<Move>,
    /// The mover's clock after each move, in tenths of seconds; empty unless it is stated after every move.
    pub clocks: Vec<u32>,
    /// The tag `Result`, or the mark behind the moves where the tag is missing.
    pub outcome: Outcome,
    /// The word that cannot be read and at which the game was cut, with its place and the reason.
    pub fault: Option<GameFault>,
    /// Remarks on what was read otherwise than written.
    pub remarks: Vec<Remark>,
}

impl PgnGame {
    /// A game of which nothing but its moves is known, which must be legal one after another from `start` on.
    pub fn of_moves(start: Chess, moves: Vec<Move>, outcome: Outcome) -> PgnGame {
        PgnGame {
            number: 1,
            tags: Tags::default(),
            start,
            moves,
            clocks: Vec::new(),
            outcome,
            fault: None,
            remarks: Vec::new(),
        }
    }

    /// Returns true if the game was cut at a word that cannot be read.
    pub fn is_cut(&self) -> bool {
        self.fault.is_some()
    }
}

/// Reads games one after another; memory holds one game at a time.
///
/// Annotations, variations, and comments but for clock times are passed over.
pub struct PgnReader {
    reader: Reader,
    max_plies: usize,
    /// Says by the tags whether the moves are read.
    reads_moves: Box<dyn Fn(&Tags) -> bool + Send>,
    faults: PgnFaults,
    failed: bool,
    share: FileShare,
}

impl PgnReader {
    /// Opens a file of games, plain or compressed with zstd (recognised by its content, not by its name).
    ///
    /// # Errors
    /// [`PgnError::Open`] when the file cannot be opened or is no file, [`PgnError::Read`] when its first bytes cannot
    /// be read.
    pub fn open(path: &Path) -> Result<PgnReader, PgnError> {
        let file = files::open(path).map_err(|source| PgnError::Open { path: path.display().to_string(), source })?;
        PgnReader::new(file)
    }

    /// Reads games from `source`, plain or compressed with zstd.
    ///
    /// # Errors
    /// [`PgnError::Read`] when the first bytes cannot be read, [`PgnError::Foreign`] when they are those of something
    /// else.
    pub fn new(source: impl Read + Send + 'static) -> Result<PgnReader, PgnError> {
        PgnReader::within(source, Bounds::LINES)
    }

    /// As [`PgnReader::new`], of so much unpacked text.
    ///
    /// # Errors
    /// As [`PgnReader::new`].
    pub fn within(source: impl Read + Send + 'static, bounds: Bounds) -> Result<PgnReader, PgnError> {
        let mut text = Text::new(Box::new(DecodedText::new(unpacked(source, bounds)?)));
        if let Some(what) = looks_like(text.rest_of(LOOKED_AT)) {
            return Err(PgnError::Foreign(what));
        }
        Ok(PgnReader {
            reader: Reader::new(text),
            max_plies: MOST_PLIES,
            reads_moves: Box::new(|_| true),
            faults: PgnFaults::default(),
            failed: false,
            share: FileShare::ALL,
        })
    }

    /// Ends every game after `plies` plies; the rest of its text is passed over quickly.
    #[must_use]
    pub fn with_max_plies(mut self, plies: usize) -> PgnReader {
        self.max_plies = plies.min(MOST_PLIES);
        self
    }

    /// Passes over the moves of games whose tags `wanted` does not accept; such games are returned with their tags
    /// alone, as if they ended before the first move.
    #[must_use]
    pub fn with_moves_where(mut self, wanted: impl Fn(&Tags) -> bool + Send + 'static) -> PgnReader {
        self.reads_moves = Box::new(wanted);
        self
    }

    /// Reads only the games of a share; others are passed over quickly, and their faults are not counted.
    #[must_use]
    pub fn with_share(mut self, share: FileShare) -> PgnReader {
        self.share = share;
        self
    }

    /// The number of games passed in the file, the last one that was returned and faulty ones included.
    pub fn passed(&self) -> u64 {
        self.reader.passed()
    }

    /// The first word of the text that belongs to no game, if there is one: a text that is no PGN has nothing else.
    pub fn stray(&self) -> Option<&str> {
        self.reader.stray()
    }

    /// Game `number` (from 1) of the file, and nothing of the others.
    ///
    /// # Errors
    /// Fails if the file cannot be read or has no such game, or the game is left out, with the reason.
    pub fn numbered(mut self, number: u64) -> Result<PgnGame, NumberedError> {
        let head = numbered_head(&mut self.reader, number)?;
        self.reader.main_line(head, self.max_plies).map_err(NumberedError::Refused)
    }

    /// The faults so far.
    pub fn faults(&self) -> &PgnFaults {
        &self.faults
    }
}

/// The head of game `number` (from 1), the games before it passed over.
///
/// # Errors
/// Fails if the text cannot be read so far, or has no such game.
pub(super) fn numbered_head(reader: &mut Reader, number: u64) -> Result<super::reader::Head, NumberedError> {
    loop {
        let Some(head) = reader.head() else {
            return Err(match reader.take_failure() {
                Some(error) => PgnError::Read(error).into(),
                None => {
                    let stray = reader.stray().map(str::to_owned);
                    NumberedError::Missing { number, games: reader.passed(), stray }
                }
            });
        };
        if reader.passed() == number {
            return Ok(head);
        }
        reader.pass();
    }
}

impl Iterator for PgnReader {
    /// An error ends the iteration: the source itself can no longer be read.
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.failed {
            let Some(head) = self.reader.head() else {
                self.failed = true;
                return self.reader.take_failure().map(|error| Err(error.into()));
            };
            if !self.share.takes(self.reader.passed() - 1) {
                self.reader.pass();
                continue;
            }
            let reads_moves = (self.reads_moves)(&head.tags);
            match self.reader.main_line(head, if reads_moves { self.max_plies } else { 0 }) {
                Ok(game) => {
                    self.faults.note(game.fault.as_ref(), &game.remarks);
                    return Some(Ok(game));
                }
                Err(fault) => self.faults.skip(&fault),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use shakmaty::{Color, KnownOutcome};

    use super::*;
    use shakmaty::Position as _;

    const TWO_GAMES: &str = "[Event \"A\"]\n[WhiteElo \"2710\"]\n[BlackElo \"?\"]\n[Result \"1-0\"]\n\n\
        1. e4 {best by test} e5 2. Bc4 (2. Nf3 Nc6) 2... Nc6 3. Qh5 $6 Nf6?? 4. Qxf7# 1-0\n\n\
        [Event \"B\"]\n\nf3 e5 g4 Qh4# 0-1\n";

    fn reader(text: impl Into<Vec<u8>>) -> PgnReader {
        PgnReader::new(Cursor::new(text.into())).expect("text in memory can be read")
    }

    fn games(text: impl Into<Vec<u8>>) -> (Vec<PgnGame>, PgnFaults) {
        let mut reader = reader(text);
        let games = reader.by_ref().collect::<Result<_, _>>().expect("text in memory can be read");
        (games, reader.faults().clone())
    }

    fn final_position(game: &PgnGame) -> Chess {
        game.moves.iter().fold(game.start.clone(), |mut position, &mv| {
            position.play_unchecked(mv);
            position
        })
    }

    #[test]
    fn games_are_read_with_tags_moves_and_outcome() {
        let (games, faults) = games(TWO_GAMES);
        assert_eq!(games.len(), 2);
        assert_eq!(faults, PgnFaults::default());

        assert_eq!(games[0].moves.len(), 7);
        assert!(final_position(&games[0]).is_checkmate());
        assert_eq!(games[0].outcome.winner(), Some(Color::White));
        assert_eq!((games[0].tags.white_elo(), games[0].tags.black_elo()), (Some(2710), None));

        // No tag `Result`: the mark behind the moves counts.
        assert!(final_position(&games[1]).is_checkmate());
        assert_eq!(games[1].outcome, Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }));
    }

    #[test]
    fn clock_times_are_kept_where_every_move_has_one() {
        let clocks = |text: &str| games(text).0.into_iter().map(|game| game.clocks).collect::<Vec<_>>();
        let whole = "{begin} e4 {[%clk 0:01:00]} (d4 {[%clk 0:00:30]}) e5 {[%clk 0:00:59.5]} {good} *\n\n";
        let broken = "e4 {[%clk 0:01:00]} e5 {[%clk 0:00:9]} Nf3 {[%clk 0:00:58]} *\n\n";
        assert_eq!(clocks(&[whole, broken, "e4 *\n\n"].concat()), [vec![600, 595], vec![], vec![]]);
        let told = format!("e4 {{[%clk 0:01:00] {}}} *\n\n", "a long story ".repeat(200));
        assert_eq!(clocks(&told), [vec![600]]);
        let cut = reader(whole).with_max_plies(1).next().expect("a game").expect("reads");
        assert_eq!((cut.moves.len(), cut.clocks), (1, vec![600]));
    }

    #[test]
    fn compressed_games_are_the_same_games() {
        let packed = zstd::encode_all(TWO_GAMES.as_bytes(), 3).expect("packs");
        let (plain, _) = games(TWO_GAMES);
        let (unpacked, _) = games(packed);
        let moves = |games: &[PgnGame]| games.iter().map(|game| game.moves.clone()).collect::<Vec<_>>();
        assert_eq!(moves(&plain), moves(&unpacked));
    }

    #[test]
    fn a_truncated_archive_is_an_error_and_ends_the_games() {
        let mut packed = zstd::encode_all(TWO_GAMES.repeat(2000).as_bytes(), 3).expect("packs");
        packed.truncate(packed.len() / 2);
        let mut reader = reader(packed);
        assert!(reader.by_ref().any(|game| matches!(game, Err(PgnError::Read(_)))));
        assert!(reader.next().is_none());
    }

    #[test]
    fn an_illegal_move_cuts_its_game_and_no_other() {
        let (games, faults) = games(format!("[Event \"C\"]\n\n1. e4 e5 2. Ke3 Nf6 3. Nf3 1/2-1/2\n\n{TWO_GAMES}"));
        assert_eq!(
            games.iter().map(|game| (game.moves.len(), game.is_cut())).collect::<Vec<_>>(),
            [(2, true), (7, false), (4, false)]
        );
        assert_eq!((faults.skipped, faults.cut), (0, 1));
    }

    #[test]
    fn max_plies_shortens_games_without_losing_any() {
        let games = reader(TWO_GAMES).with_max_plies(3).collect::<Result<Vec<_>, _>>().expect("reads");
        assert_eq!(
            games.iter().map(|game| (game.moves.len(), game.is_cut())).collect::<Vec<_>>(),
            [(3, false), (3, false)]
        );
        assert_eq!(games[0].outcome.winner(), Some(Color::White));
    }

    #[test]
    fn moves_are_read_of_the_games_that_are_wanted_only() {
        let mut reader = reader(TWO_GAMES).with_moves_where(|tags| tags.get("Event") == Some("B"));
        let games = reader.by_ref().collect::<Result<Vec<_>, _>>().expect("reads");
        let lengths: Vec<(Option<&str>, usize)> =
            games.iter().map(|game| (game.tags.get("Event"), game.moves.len())).collect();
        assert_eq!(lengths, [(Some("A"), 0), (Some("B"), 4)]);
    }

    #[test]
    fn other_start_positions_and_variants() {
        let endgame = "[FEN \"8/8/8/8/8/4k3/4p3/4K2R w K - 0 1\"]\n\nO-O 1-0\n\n";
        let chess960 = "[Variant \"Chess960\"]\n[FEN \"1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1\"]\n\nO-O-O O-O-O *\n\n";
        let atomic = "[Variant \"Atomic\"]\n\ne4 *\n\n";
        let usual_start = "[Variant \"fischerandom\"]\n\ne4 *\n\n";
        let two_kings = "[FEN \"8/8/8/8/8/4k3/4K3/4K2R w - - 0 1\"]\n\nRh2 *\n\n";

        // In the endgame the pawn at e2 covers f1, so White may not castle.
        let (games, faults) = games([endgame, chess960, atomic, usual_start, two_kings].concat());
        assert_eq!(
            games.iter().map(|game| (game.moves.len(), game.is_cut())).collect::<Vec<_>>(),
            [(0, true), (2, false), (1, false)]
        );
        assert_eq!((faults.skipped, faults.cut), (2, 1));
    }

    #[test]
    fn garbage_is_passed_over() {
        let (found, faults) = games(format!("[Event \"never closed\n{TWO_GAMES}"));
        assert_eq!(found.last().map(|game| game.moves.len()), Some(4));
        assert_eq!(faults.cut, 0);

        let (found, _) = games(vec![0xFF; 100_000]);
        assert!(found.iter().all(|game| game.moves.is_empty()));
    }

    #[test]
    fn a_game_by_its_number_is_given_or_refused_with_the_reason() {
        let atomic = "[Variant \"Atomic\"]\n\ne4 *\n\n";
        let text = format!("{TWO_GAMES}{atomic}[FEN \"8/8\"]\n\ne4 *\n\n");
        let numbered = |number| reader(text.clone()).numbered(number).map(|game| game.moves.len());
        assert_eq!((numbered(1).expect("a game"), numbered(2).expect("a game")), (7, 4));
        let error = |number| numbered(number).expect_err("refused").to_string();
        assert_eq!(error(3), "game 3 (line 11): games of the variant `Atomic` cannot be read");
        assert!(error(4).starts_with("game 4 (line 15): the tag FEN, `8/8`, holds no position"), "{}", error(4));
        assert_eq!(error(5), "there is no game 5: the text has 4 games");
        assert_eq!(reader("").numbered(1).expect_err("empty").to_string(), "there is no game 1: expected is PGN");
    }

    #[test]
    fn an_empty_source_has_no_games() {
        assert!(games("").0.is_empty());
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = PgnReader::open(Path::new("no/such/file.pgn")).err().expect("there is no such file");
        assert!(error.to_string().contains("no/such/file.pgn"), "{error}");
    }
}
