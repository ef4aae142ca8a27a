//! Nothing that a client does, or stops doing, keeps the program busy or others out.

use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Studio;
#[cfg(target_os = "linux")]
use crate::pages::{process, wait_until};

/// Takes six seconds: so long may the head of a request take.
#[test]
fn connections_that_send_a_byte_now_and_then_do_not_keep_others_out() {
    let studio = Studio::start();
    let mut dripping: Vec<_> = (0..64).map(|_| studio.connect()).collect();
    for stream in &mut dripping {
        stream.write_all(b"GET / HTTP/1.1\r\nX-Filler: ").expect("it is read");
    }
    let start = Instant::now();
    loop {
        // Where there is no place the answer may be lost with the request that was not read.
        let mut stream = studio.connect();
        let mut answer = String::new();
        let request = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", studio.port);
        let _ = stream.write_all(request.as_bytes()).and_then(|()| stream.read_to_string(&mut answer).map(drop));
        if answer.starts_with("HTTP/1.1 200 ") {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "nobody else is answered");
        thread::sleep(Duration::from_millis(500));
        for stream in &mut dripping {
            let _ = stream.write_all(b"x");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_lack_of_open_files_is_waited_for_without_work() {
    let studio = Studio::start_with_files(16);
    let waiting: Vec<_> = (0..40).map(|_| studio.connect()).collect();
    // Connections wait in the system's queue; some were accepted, the others cannot be.
    thread::sleep(Duration::from_millis(200));
    let ticks = process::ticks(studio.id());
    thread::sleep(Duration::from_secs(1));
    let used = process::ticks(studio.id()) - ticks;
    assert!(used <= 5, "it used {used} ticks of 10 ms in a second");
    drop(waiting);
    let is_served = || {
        let mut stream = studio.connect();
        let mut answer = String::new();
        let request = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", studio.port);
        let _ = stream.write_all(request.as_bytes()).and_then(|()| stream.read_to_string(&mut answer).map(drop));
        answer.starts_with("HTTP/1.1 200 ")
    };
    wait_until("it serves again", is_served);
}

/// A server whose pool of threads has begun, with the number of its threads while no page is open.
#[cfg(target_os = "linux")]
fn started() -> (Studio, usize) {
    let studio = Studio::start();
    let mut first = studio.page();
    first.done(json!({"ask": "openings-tree"}));
    let with_a_page = process::threads(studio.id());
    drop(first);
    wait_until("the first page is gone", || process::threads(studio.id()) < with_a_page);
    let threads = process::threads(studio.id());
    (studio, threads)
}

/// Samples lines for a twentieth of a second.
#[cfg(target_os = "linux")]
fn slow_request() -> Value {
    json!({"ask": "openings-tree", "iterations": 100_000})
}

#[test]
#[cfg(target_os = "linux")]
fn requests_of_a_page_that_is_gone_are_not_worked_off() {
    let (studio, before) = started();
    for is_closed_first in [true, false] {
        let mut page = studio.page();
        // All of them take more than a minute.
        for _ in 0..1500 {
            page.send(slow_request());
        }
        page.next();
        if is_closed_first {
            page.socket.close(None).expect("it is closed");
        }
        drop(page);
        let start = Instant::now();
        wait_until("its thread remains", || process::threads(studio.id()) <= before);
        assert!(start.elapsed() < Duration::from_secs(20), "it went on for {:?}", start.elapsed());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_search_behind_a_request_ends_with_its_socket() {
    let (studio, before) = started();
    let mut page = studio.page();
    page.send(json!({"ask": "go", "player": "Classical", "limits": {}}));
    for _ in 0..400 {
        page.send(slow_request());
    }
    while page.next()["kind"] != "info" {}
    drop(page);
    let start = Instant::now();
    wait_until("its threads remain", || process::threads(studio.id()) <= before);
    assert!(start.elapsed() < Duration::from_secs(10), "it went on for {:?}", start.elapsed());
}

#[test]
#[cfg(target_os = "linux")]
fn all_seats_of_a_page_together_use_no_more_than_512_mib() {
    let studio = Studio::start();
    let mut page = studio.page();
    let hello = page.done(json!({"ask": "hello"}));
    let options = hello["players"][0]["options"].as_array().expect("options");
    let most = options.iter().find(|option| option["name"] == "Hash").expect("an option")["max"].clone();
    for seat in 0..6 {
        let options = json!({"Hash": most});
        let seat = seat.to_string();
        page.done(
            json!({"ask": "go", "player": "Classical", "seat": seat, "options": options, "limits": {"depth": 1}}),
        );
        let used = process::memory(studio.id());
        assert!(used <= 512 + 40, "{used} MiB, the program itself included");
    }
}
