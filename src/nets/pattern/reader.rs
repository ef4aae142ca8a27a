//! A recurrent net that reads moves one after another: a further move costs one step, however many came before.

use std::path::Path;

use shakmaty::{Chess, Move, Position as _};
use thiserror::Error;

use super::embedded::PatternNet;
use super::state::{PLACES, ReaderState};
use super::vocabulary::{Index, PADDING, Vocabulary, VocabularyError};
use super::words::Form;
use crate::nets::graph::NEVER;
use crate::nets::net::{Net, NetError};
use crate::nets::runtime_choice::RuntimeChoice;

/// The name of the input for words begins with this; the fingerprint of the vocabulary follows.
const WORDS: &str = "words_";

/// Why a net that reads games cannot be used.
#[derive(Debug, Error)]
pub enum ReaderError {
    #[error(transparent)]
    Net(#[from] NetError),
    #[error(transparent)]
    Vocabulary(#[from] VocabularyError),
    #[error("the net `{net}` was trained with the vocabulary {expected}, but that beside it is {found}")]
    Mismatch { net: String, expected: String, found: String },
}

/// The numbers of one move's words.
type MoveWords = Vec<Index>;

/// The moves of a game as numbers of words, behind the rows that begin it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveSequence {
    beginning: usize,
    rows: Vec<MoveWords>,
}

/// A net that reads one move a step: inputs `words_<fingerprint>` [1, words a move] and `state` [rows, width], outputs
/// `after` (the new state) and `logit` [1, 1]; nets of the form `board` have two more, `wdl` [1, 3] (logits of loss,
/// draw and win for White) and `policy` [1, 1536] (of the next move's words). Its vocabulary says how moves are written
/// as words and how many of them it reads.
pub struct Reader {
    net: Net,
    vocabulary: Vocabulary,
    /// Numbers in the state.
    memory: usize,
}

impl Reader {
    /// One that the binary carries.
    ///
    /// # Errors
    /// None: every runtime that is used runs it; see [`Net::embedded`].
    pub fn embedded(net: PatternNet, choice: &RuntimeChoice) -> Result<Reader, ReaderError> {
        let vocabulary = Vocabulary::parse(net.name(), net.vocabulary())?;
        Reader::new(net.name(), Net::embedded(net.name(), net.file(), choice)?, vocabulary)
    }

    /// One from a file, with its vocabulary in a file of the same name and the ending `.json`.
    ///
    /// # Errors
    /// Fails if one of them is missing or broken, or they do not belong together.
    pub fn open(path: &Path, choice: &RuntimeChoice) -> Result<Reader, ReaderError> {
        let net = Net::open(path, choice)?;
        Reader::new(&path.display().to_string(), net, Vocabulary::open(&path.with_extension("json"))?)
    }

    /// Checks that net and vocabulary belong together. `name` stands for the net in error messages.
    fn new(name: &str, net: Net, vocabulary: Vocabulary) -> Result<Reader, ReaderError> {
        let words_a_move = vocabulary.form().words_a_move();
        let wrong_inputs = || {
            let expected = format!("inputs words_<fingerprint> [1, {words_a_move}] and state [rows, width]");
            net.misshapen(expected, format!("{:?}", net.inputs()))
        };
        let [(words, words_sizes), (state, state_sizes)] = net.inputs() else { return Err(wrong_inputs().into()) };
        let Some(fingerprint) = words.strip_prefix(WORDS) else { return Err(wrong_inputs().into()) };
        if state != "state" || state_sizes.len() != 2 {
            return Err(wrong_inputs().into());
        }
        if fingerprint != vocabulary.fingerprint() {
            let (expected, found) = (fingerprint.to_owned(), vocabulary.fingerprint());
            return Err(ReaderError::Mismatch { net: name.to_owned(), expected, found });
        }
        if *words_sizes != [1, words_a_move] {
            return Err(wrong_inputs().into());
        }
        net.expect_outputs(&[("after", state_sizes), ("logit", &[1, 1])])?;
        if vocabulary.form() == Form::Board {
            net.expect_outputs(&[("wdl", &[1, 3]), ("policy", &[1, 2 * PLACES])])?;
        }
        let memory = state_sizes.iter().product();
        Ok(Reader { net, vocabulary, memory })
    }

    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Returns true if the net is given the placement of the pieces, so that it reads games from any position on.
    pub fn reads_positions(&self) -> bool {
        self.vocabulary.form() == Form::Board
    }

    /// Returns true if the net gives the probability of a draw.
    pub fn knows_draws(&self) -> bool {
        self.vocabulary.form() == Form::Board
    }

    /// Returns true if the net says which moves it expects.
    pub fn proposes_moves(&self) -> bool {
        self.vocabulary.form() == Form::Board
    }

    /// The moves of a game from `start` on as numbers of words. A net that reads whole games begins with the rows that
    /// its form has for that, as in training.
    pub fn encode(&self, start: &Chess, moves: &[Move]) -> MoveSequence {
        let mut rows: Vec<MoveWords> = match self.vocabulary.window() {
            None => self.vocabulary.beginning(start).collect(),
            Some(_) => Vec::new(),
        };
        let (beginning, mut position) = (rows.len(), start.clone());
        for &mv in moves {
            rows.push(self.vocabulary.numbers(&position, mv).collect());
            position.play_unchecked(mv);
        }
        MoveSequence { beginning, rows }
    }

    /// Reads one row more; words that are missing are padding.
    fn step(
        &mut self,
        before: &ReaderState,
        words: &[Index],
        stopped: &dyn Fn() -> bool,
    ) -> Result<ReaderState, NetError> {
        let count = self.vocabulary.form().words_a_move();
        let words = words.iter().copied().chain(std::iter::repeat(PADDING)).take(count).map(f32::from).collect();
        let knows_draws = self.knows_draws();
        self.net.run_all([words, before.memory.clone()], stopped, |take| {
            let (memory, logit) = (take("after")?, take("logit")?[0]);
            match knows_draws {
                true => Ok(ReaderState::with_draws(memory, logit, &take("wdl")?, take("policy")?)),
                false => Ok(ReaderState::without_draws(memory, logit)),
            }
        })
    }

    /// Reads one legal move more.
    ///
    /// # Errors
    /// [`NetError::Run`], [`NetError::Stopped`].
    pub fn read_move(
        &mut self,
        before: &ReaderState,
        position: &Chess,
        mv: Move,
        stopped: &dyn Fn() -> bool,
    ) -> Result<ReaderState, NetError> {
        let words: MoveWords = self.vocabulary.numbers(position, mv).collect();
        self.step(before, &words, stopped)
    }

    /// The state after all moves of a sequence. A net with a window reads only the last of them, and `ahead` fewer than
    /// its window, so that after as many further moves it has read exactly its window; where there are too few moves,
    /// padding stands in front.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn read(&mut self, sequence: &MoveSequence, ahead: usize) -> Result<ReaderState, NetError> {
        Ok(self.read_until(sequence, ahead, NEVER)?.expect("nothing interrupts it"))
    }

    /// The same, but `None` as soon as `stopped` is true: it is asked before every move, and by a large net within it.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn read_until(
        &mut self,
        sequence: &MoveSequence,
        ahead: usize,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<ReaderState>, NetError> {
        let (padding, rows) = match self.vocabulary.window() {
            None => (0, &sequence.rows[..]),
            Some(window) => {
                let (room, length) = (window.saturating_sub(ahead), sequence.rows.len());
                (room.saturating_sub(length), &sequence.rows[length.saturating_sub(room)..])
            }
        };
        let pad: &[Index] = &[];
        let words = std::iter::repeat_n(pad, padding).chain(rows.iter().map(Vec::as_slice));
        match self.read_all(words, stopped) {
            Err(NetError::Stopped) => Ok(None),
            read => read.map(Some),
        }
    }

    /// The state after all of these rows.
    fn read_all<'a>(
        &mut self,
        rows: impl Iterator<Item = &'a [Index]>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<ReaderState, NetError> {
        let mut state = ReaderState::without_draws(vec![0.0; self.memory], 0.0);
        for (index, words) in rows.enumerate() {
            // A step of a small net does not ask.
            if index > 0 && stopped() {
                return Err(NetError::Stopped);
            }
            state = self.step(&state, words, stopped)?;
        }
        Ok(state)
    }

    /// The state after each of these numbers of plies (0 is before the first), in their order.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn states(&mut self, sequence: &MoveSequence, plies: &[usize]) -> Result<Vec<ReaderState>, NetError> {
        let before = |ply: usize| MoveSequence {
            beginning: sequence.beginning,
            rows: sequence.rows[..sequence.beginning + ply].to_vec(),
        };
        if self.vocabulary.window().is_some() {
            return plies.iter().map(|&ply| self.read(&before(ply), 0)).collect();
        }
        let last = plies.iter().copied().max().unwrap_or_default();
        let mut states = vec![self.read(&before(0), 0)?];
        for words in &sequence.rows[sequence.beginning..][..last] {
            states.push(self.step(&states[states.len() - 1], words, NEVER)?);
        }
        Ok(plies.iter().map(|&ply| states[ply].clone()).collect())
    }

    /// The logit after each of these numbers of plies (0 is before the first), in their order.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn logits(&mut self, sequence: &MoveSequence, plies: &[usize]) -> Result<Vec<f32>, NetError> {
        Ok(self.states(sequence, plies)?.iter().map(|state| state.logit).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pgn::{PgnGame, PgnReader};

    const MOVES: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7";

    fn game(moves: &str) -> PgnGame {
        PgnReader::new(std::io::Cursor::new(format!("[Result \"*\"]\n\n{moves} *\n\n").into_bytes()))
            .unwrap()
            .next()
            .unwrap()
            .unwrap()
    }

    fn near(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-4
    }

    /// The net's logit after these moves.
    fn logit_after(reader: &mut Reader, moves: &str) -> f32 {
        let game = game(moves);
        let sequence = reader.encode(&game.start, &game.moves);
        reader.read(&sequence, 0).unwrap().logit
    }

    #[test]
    fn a_further_move_gives_the_same_as_reading_the_whole_game() {
        let game = game(MOVES);
        for net in PatternNet::ALL {
            let mut reader = Reader::embedded(net, &RuntimeChoice::default()).unwrap();
            let (last, before) = game.moves.split_last().unwrap();
            let mut position = game.start.clone();
            before.iter().for_each(|&mv| position.play_unchecked(mv));
            let (most, all) = (reader.encode(&game.start, before), reader.encode(&game.start, &game.moves));
            let state = reader.read(&most, 1).unwrap();
            let (continued, whole) =
                (reader.read_move(&state, &position, *last, NEVER).unwrap(), reader.read(&all, 0).unwrap());
            assert!(near(continued.logit, whole.logit), "{net:?}: {} and {}", continued.logit, whole.logit);
            let (early, before_last) = (logit_after(&mut reader, ""), logit_after(&mut reader, "e4 e5"));
            let logits = reader.logits(&all, &[20, 0, 2]).unwrap();
            assert_eq!(logits, [whole.logit, early, before_last], "{net:?}, in the order that was asked for");
        }
    }

    #[test]
    fn a_net_with_a_window_reads_all_moves_inside_it_and_none_before() {
        let mut reader = Reader::embedded(PatternNet::Kumar, &RuntimeChoice::default()).unwrap();
        let shuffle = " Nf3 Nf6 Ng1 Ng8".repeat(12);
        let mut logit = |opening: &str| logit_after(&mut reader, &format!("{opening}{shuffle}"));
        assert_eq!(logit("e3 e6 c3 c6"), logit("d3 d6 c3 c6"), "the last fifty half moves are the same");
        assert_ne!(logit("c3 c6"), logit("d3 c6"), "the first of the last fifty half moves differs");
    }

    #[test]
    fn moves_that_a_window_lacks_are_padding_in_front() {
        let mut reader = Reader::embedded(PatternNet::Kumar, &RuntimeChoice::default()).unwrap();
        let game = game("e4");
        let short = reader.encode(&game.start, &game.moves);
        let padded = MoveSequence { beginning: 0, rows: [vec![vec![PADDING]; 49], short.rows.clone()].concat() };
        assert_eq!(reader.read(&short, 0).unwrap(), reader.read(&padded, 0).unwrap());
    }

    #[test]
    fn a_position_that_is_set_up_is_judged_as_what_stands_there() {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).unwrap();
        let mut logit = |fen: &str| {
            let start = fen.parse::<shakmaty::fen::Fen>().unwrap();
            let start: Chess = start.into_position(shakmaty::CastlingMode::Standard).unwrap();
            let sequence = reader.encode(&start, &[]);
            reader.read(&sequence, 0).unwrap().points
        };
        let ahead = logit("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1");
        let behind = logit("3qk3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1");
        assert!(ahead > 2.0 && behind < -2.0, "{ahead} {behind}");
    }

    /// The rows that set the position up and the moves that lead there give the same sum, and nearly the same
    /// prediction.
    #[test]
    fn a_game_set_up_in_its_middle_is_judged_as_the_game() {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).unwrap();
        let game = game(MOVES);
        let mut middle = game.start.clone();
        game.moves.iter().for_each(|&mv| middle.play_unchecked(mv));
        let (whole, set_up) = (reader.encode(&game.start, &game.moves), reader.encode(&middle, &[]));
        let (whole, set_up) = (reader.read(&whole, 0).unwrap().points, reader.read(&set_up, 0).unwrap().points);
        assert!((whole - set_up).abs() < 0.5, "{whole} {set_up}");
    }

    #[test]
    fn points_lie_between_the_logits_of_win_and_draw() {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).unwrap();
        let sequence = reader.encode(&Chess::default(), &[]);
        let state = reader.read(&sequence, 0).unwrap();
        assert!(state.draw > 0.05 && state.points.abs() < state.logit.abs() + 1e-3, "{} {}", state.draw, state.points);
    }

    #[test]
    fn moves_to_come_leave_room_in_the_window() {
        let mut reader = Reader::embedded(PatternNet::Kumar, &RuntimeChoice::default()).unwrap();
        let game = game(&"Nf3 Nf6 Ng1 Ng8 ".repeat(13));
        let all = reader.encode(&game.start, &game.moves);
        let last = MoveSequence { beginning: 0, rows: all.rows[52 - 47..].to_vec() };
        assert_eq!(reader.read(&all, 3).unwrap(), reader.read(&last, 3).unwrap());
        assert_ne!(reader.read(&all, 3).unwrap(), reader.read(&all, 1).unwrap());
    }

    #[test]
    fn a_vocabulary_of_another_net_is_refused_with_both_fingerprints() {
        let net = Net::embedded("net", PatternNet::WholeGame.file(), &RuntimeChoice::default()).unwrap();
        let other = Vocabulary::new(crate::nets::pattern::Form::Parts, 0, vec!["@P".to_owned()]);
        let found = other.fingerprint();
        let error = Reader::new("net", net, other).map(|_| ()).unwrap_err();
        let expected = Vocabulary::parse("", PatternNet::WholeGame.vocabulary()).unwrap().fingerprint();
        assert!(error.to_string().contains(&found) && error.to_string().contains(&expected), "{error}");
    }

    #[test]
    fn a_lost_queen_lowers_the_prediction() {
        let mut reader = Reader::embedded(PatternNet::WholeGame, &RuntimeChoice::default()).unwrap();
        let even = logit_after(&mut reader, "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7");
        let lost = logit_after(&mut reader, "e4 e5 Qh5 Nc6 Qxh7 Rxh7 Nf3 Nf6");
        assert!(lost < even - 1.0, "{lost} after the queen was given away, {even} in a quiet game");
    }
}
