//! Every parser on sound input and on damaged: the promises of the fuzz targets, kept on every compiler. The inputs lie
//! in `fuzz/corpus`, those that once broke a promise too.

mod constraint;
mod damage;
mod datagen;
mod epd;
mod fen;
mod nnue;
mod openings;
mod opponent;
mod pgn;
mod polyglot;
mod record;
mod scratch;
mod studio;
mod vocabulary;

use damage::try_all;

#[test]
fn constraint_reads_anything() {
    try_all("constraint", 400, constraint::run);
}

#[test]
fn datagen_reads_anything() {
    try_all("datagen", 100, datagen::run);
}

#[test]
fn epd_reads_anything() {
    try_all("epd", 400, epd::run);
}

#[test]
fn fen_reads_anything() {
    try_all("fen", 400, fen::run);
}

#[test]
fn nnue_reads_anything() {
    try_all("nnue", 100, nnue::run);
}

#[test]
fn openings_reads_anything() {
    try_all("openings", 400, openings::run);
}

#[test]
fn opponent_reads_anything() {
    try_all("opponent", 60, opponent::run);
}

#[test]
fn pgn_reads_anything() {
    try_all("pgn", 400, pgn::run);
}

#[test]
fn polyglot_reads_anything() {
    try_all("polyglot", 400, polyglot::run);
}

#[test]
fn record_reads_anything() {
    try_all("record", 200, record::run);
}

#[test]
fn record_reads_any_file() {
    try_all("record", 15, record::run_in_folder);
}

#[test]
fn vocabulary_reads_anything() {
    try_all("vocabulary", 400, vocabulary::run);
}

#[test]
fn studio_reads_anything() {
    try_all("studio", 20, studio::run);
}
