//! `motley studio` seen from outside: the program on a port, and pages over real sockets.

mod asks;
mod bad_input;
mod client;
mod code;
mod files;
mod fuzz;
mod http;
mod lan;
mod limits;
mod openings;
mod pages;
mod protocol;
mod puzzles;
mod record;
mod review;
mod token;
