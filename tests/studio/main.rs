//! `motley studio` seen from outside: the program on a port, and pages over real sockets.

mod asks;
mod bad_input;
mod client;
mod fuzz;
mod http;
mod openings;
mod pages;
mod record;
