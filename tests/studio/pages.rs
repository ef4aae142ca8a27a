//! Several pages, searches that are stopped, and what is left when pages go.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::Studio;

#[test]
fn a_second_go_stops_the_first_and_stop_ends_any() {
    let studio = Studio::start();
    let mut page = studio.page();
    let endless = |player: &str| json!({"ask": "go", "player": player, "limits": {}});
    let first = page.send(endless("Classical"));
    assert_eq!(page.next()["kind"], "info", "it thinks");
    let second = page.send(endless("Textbook"));
    let (_, stopped) = page.finish(first);
    assert!(stopped["stopped"] == json!(true) && stopped["move"].is_string(), "{stopped}");
    // Other asks are answered while it thinks, and a stop of another request changes nothing.
    let position = page.send(json!({"ask": "position", "moves": ["e2e4"]}));
    assert_eq!(page.finish(position).1["turn"], "black");
    let other = page.send(json!({"ask": "stop", "of": first}));
    page.finish(other);
    let line = page.send(json!({"ask": "stop", "of": second}));
    let (before, _) = page.finish(line);
    assert!(before.iter().all(|answer| answer["kind"] == "info"), "{before:?}");
    let (_, stopped) = page.finish(second);
    assert_eq!(stopped["stopped"], json!(true));
}

#[test]
fn two_pages_think_at_once_and_neither_disturbs_the_other() {
    let studio = Studio::start();
    let (mut one, mut other) = (studio.page(), studio.page());
    let endless = one.send(json!({"ask": "go", "player": "Classical", "limits": {"infinite": true}}));
    assert_eq!(one.next()["kind"], "info");
    let answer = other.done(json!({"ask": "go", "player": "Classical", "limits": {"depth": 3}}));
    assert_eq!(answer["stopped"], json!(false));
    other.done(json!({"ask": "stop"}));
    one.send(json!({"ask": "stop"}));
    assert_eq!(one.finish(endless).1["stopped"], json!(true));
}

/// A number out of the process's files in `/proc`.
#[cfg(target_os = "linux")]
pub mod process {
    use std::fs;

    pub fn threads(id: u32) -> usize {
        let status = fs::read_to_string(format!("/proc/{id}/status")).expect("a process");
        let line = status.lines().find_map(|line| line.strip_prefix("Threads:")).expect("its threads");
        line.trim().parse().expect("a number")
    }

    /// Memory that it uses, in MiB.
    pub fn memory(id: u32) -> u64 {
        let status = fs::read_to_string(format!("/proc/{id}/status")).expect("a process");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") / 1024
    }

    /// Processor time in ticks of ten milliseconds.
    pub fn ticks(id: u32) -> u64 {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).expect("a process");
        let fields: Vec<&str> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
        [fields[11], fields[12]].iter().map(|ticks| ticks.parse::<u64>().expect("a number")).sum()
    }
}

/// Waits until `holds`, at most two minutes.
pub fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(120), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_hundred_connections_that_are_dropped_leave_no_thread_and_no_search() {
    let studio = Studio::start();
    let mut first = studio.page();
    first.done(json!({"ask": "openings-moves"}));
    let with_a_page = process::threads(studio.id());
    drop(first);
    wait_until("the first page is gone", || process::threads(studio.id()) < with_a_page);
    let before = process::threads(studio.id());
    for round in 0..10 {
        let mut pages: Vec<_> = (0..10).map(|_| studio.page()).collect();
        for page in pages.iter_mut().step_by(2) {
            page.send(json!({"ask": "go", "player": "Random", "limits": {"infinite": true}}));
        }
        if round == 0 {
            pages[1].send(json!({"ask": "go", "player": "Classical", "limits": {"infinite": true}}));
            assert_eq!(pages[1].next()["kind"], "info");
        }
        // Some are closed as a browser does, others are gone at once, one in the middle of a request.
        for mut page in pages.drain(..5) {
            page.socket.close(None).expect("it is closed");
        }
        drop(pages);
        drop(studio.connect());
    }
    wait_until("threads remain", || process::threads(studio.id()) <= before);
    let ticks = process::ticks(studio.id());
    std::thread::sleep(Duration::from_secs(1));
    assert!(process::ticks(studio.id()) <= ticks + 1, "it works though nothing is asked");
}

#[test]
#[cfg(target_os = "linux")]
fn an_open_page_that_asks_nothing_takes_no_processor_time() {
    let studio = Studio::start();
    let mut page = studio.page();
    page.done(json!({"ask": "go", "player": "Classical", "limits": {"depth": 2}}));
    let ticks = process::ticks(studio.id());
    std::thread::sleep(Duration::from_secs(1));
    assert!(process::ticks(studio.id()) <= ticks + 1);
}

#[test]
fn too_many_pages_are_refused_and_a_place_is_free_again() {
    let studio = Studio::start();
    let mut pages: Vec<_> = (0..32).map(|_| studio.page()).collect();
    pages.iter_mut().for_each(|page| drop(page.done(json!({"ask": "stop"}))));
    let url = studio.url();
    assert!(tungstenite::client(url.as_str(), studio.connect()).is_err());
    pages.truncate(16);
    wait_until("a place", || tungstenite::client(url.as_str(), studio.connect()).is_ok());
}
