//! The table of asks: the name of each, its request and its answers, and whether it is answered at once or by a search.

use super::asks::{Entry, answered, searched};
use super::protocol::declare::asks;
use super::protocol::{drill, game, hello, manners, mind, openings, order, pgn, position, puzzles, repertoire, review};

asks! {
    "hello": answered hello::HelloAsk => hello::Hello;
    "stop": answered game::StopAsk => game::Stopped;
    "position": answered position::PositionAsk => position::Position;
    "board": answered position::BoardAsk => position::BoardReport;
    "go": searched game::GoAsk => game::Choice, info game::Info;
    "manners": answered manners::MannersAsk => manners::MannersAnswer;
    "compare": searched game::CompareAsk => game::Comparison, info game::ComparedInfo,
        progress game::ComparisonProgress;
    "review": searched review::ReviewAsk => review::Review, info review::ReviewInfo, progress review::ReviewProgress;
    "pgn-read": answered pgn::PgnReadAsk => pgn::Pgn;
    "pgn-list": answered pgn::PgnListAsk => pgn::PgnTitles;
    "pgn-write": answered pgn::PgnWriteAsk => pgn::WrittenPgn;
    "openings-moves": answered openings::NextMovesAsk => openings::NextMoves;
    "openings-tree": answered openings::TreeAsk => openings::Tree;
    "openings-search": answered openings::SearchAsk => openings::Found;
    "openings-families": answered openings::FamiliesAsk => openings::Families;
    "openings-fit": searched openings::FitAsk => openings::Fit, progress openings::FitProgress;
    "mind-mockfish": answered mind::MockfishAsk => mind::MockfishMind;
    "mind-pattern": answered mind::PatternAsk => mind::PatternMind;
    "mind-classical": answered mind::ClassicalAsk => mind::ClassicalMind;
    "order-check": answered order::OrderCheckAsk => order::OrderCheck;
    "order": searched order::OrderAsk => order::Order, info order::OrderInfo, progress order::OrderProgress;
    "order-sheet": answered order::OrderSheetAsk => order::OrderSheet;
    "drill-start": answered drill::DrillStartAsk => drill::DrillStart;
    "drill-answer": answered drill::DrillAnswerAsk => drill::DrillVerdict;
    "drill-hint": answered drill::DrillHintAsk => drill::DrillHint;
    "drill-record": answered drill::DrillRecordAsk => drill::DrillRecord;
    "repertoire-check": searched repertoire::RepertoireCheckAsk => repertoire::RepertoireCheck,
        progress repertoire::RepertoireProgress;
    "repertoire-write": answered repertoire::RepertoireWriteAsk => repertoire::WrittenRepertoire;
    "puzzles-make": searched puzzles::PuzzlesMakeAsk => puzzles::MadePuzzles, progress puzzles::PuzzlesProgress;
    "puzzles-list": answered puzzles::PuzzlesListAsk => puzzles::PuzzleList;
    "puzzle-next": answered puzzles::PuzzleNextAsk => puzzles::NextPuzzle;
    "puzzle-answer": answered puzzles::PuzzleAnswerAsk => puzzles::PuzzleAnswered;
    "puzzle-solution": answered puzzles::PuzzleSolutionAsk => puzzles::PuzzleEnd;
    "puzzle-hint": answered puzzles::PuzzleHintAsk => puzzles::PuzzleHint;
}
