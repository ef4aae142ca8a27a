//! Files and headers, who may ask, and how the program begins and ends.

use std::fs;
use std::io::{Read, Write};
use std::process::Command;

use serde_json::json;

use crate::client::Studio;

const HOST: &str = "Host: 127.0.0.1:PORT";

fn get(studio: &Studio, path: &str, more: &str) -> String {
    studio.http(&format!("GET {path} HTTP/1.1\n{HOST}\n{more}\n"))
}

#[test]
fn the_page_is_served_with_headers_that_allow_nothing_from_elsewhere() {
    let studio = Studio::start();
    let page = get(&studio, "/", "");
    assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("<title>Motley Studio"), "{page}");
    let policy = page.lines().find_map(|line| line.strip_prefix("Content-Security-Policy: ")).expect("a policy");
    assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
    assert!(page.contains("\r\nX-Content-Type-Options: nosniff\r\n"));
    for missing in ["/missing.js", "/../Cargo.toml", "/socket/x", "/index"] {
        assert!(get(&studio, missing, "").starts_with("HTTP/1.1 404 "), "{missing}");
    }
    let head = studio.http(&format!("HEAD / HTTP/1.1\n{HOST}\n\n"));
    assert!(head.starts_with("HTTP/1.1 200 ") && head.ends_with("\r\n\r\n"), "{head}");
}

#[test]
fn requests_from_elsewhere_are_forbidden() {
    let studio = Studio::start();
    let socket = "Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\n\
                  Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n";
    for path in ["/", "/socket"] {
        for headers in ["Host: evil.example", "Host: evil.example:PORT", "Accept: */*"] {
            let answer = studio.http(&format!("GET {path} HTTP/1.1\n{headers}\n{socket}\n"));
            assert!(answer.starts_with("HTTP/1.1 403 "), "{path} {headers}: {answer}");
        }
        for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
            let answer = get(&studio, path, &format!("Origin: {origin}\n{socket}"));
            assert!(answer.starts_with("HTTP/1.1 403 "), "{path} {origin}: {answer}");
        }
        // An origin that is no text is none of this page.
        let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nOrigin: ", studio.port);
        let bytes = [request.as_bytes(), b"http://\xff\r\n", socket.replace('\n', "\r\n").as_bytes(), b"\r\n"].concat();
        let mut stream = studio.connect();
        stream.write_all(&bytes).expect("it is read");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer in text");
        assert!(answer.starts_with("HTTP/1.1 403 "), "{path}: {answer}");
    }
}

#[test]
fn methods_and_bodies_that_no_page_sends_are_refused() {
    let studio = Studio::start();
    let post = |length: usize| {
        studio.http(&format!("POST / HTTP/1.1\n{HOST}\nContent-Length: {length}\n\n{}", "x".repeat(length)))
    };
    assert!(post(1_000_001).starts_with("HTTP/1.1 413 "));
    assert!(post(10).starts_with("HTTP/1.1 405 "));
    let crowded = get(&studio, "/", &"X-Filler: yes\n".repeat(100));
    assert!(crowded.starts_with("HTTP/1.1 431 "), "{crowded}");
    let long = get(&studio, "/", &format!("X-Filler: {}\n", "y".repeat(40_000)));
    assert!(long.starts_with("HTTP/1.1 431 "), "{long}");
    assert!(studio.http("hello\n\n").starts_with("HTTP/1.1 400 "));
    assert!(get(&studio, "/socket", "").starts_with("HTTP/1.1 400 "), "a socket without its headers");
}

#[test]
fn where_the_port_is_in_use_the_next_free_one_is_taken_and_said() {
    let first = Studio::start();
    let second = Studio::start_with(&["--port", &first.port.to_string()]);
    assert!(second.port > first.port, "{} after {}", second.port, first.port);
    assert!(second.printed.concat().contains(&format!("port {} is in use", first.port)), "{:?}", second.printed);
    assert_eq!(second.page().done(json!({"ask": "stop"}))["kind"], "done");
}

#[test]
fn the_files_of_a_folder_are_read_anew_at_every_request() {
    let folder = std::env::temp_dir().join(format!("motley-studio-web-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    fs::write(folder.join("index.html"), "first").expect("a file");
    let studio = Studio::start_with(&["--port", "0", "--web", &folder.display().to_string()]);
    assert!(get(&studio, "/", "").ends_with("first"));
    fs::write(folder.join("index.html"), "second").expect("a file");
    assert!(get(&studio, "/?a=1#b", "").ends_with("second"));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc/hosts", folder.join("hosts.html")).expect("a link");
        assert!(get(&studio, "/hosts.html", "").starts_with("HTTP/1.1 404 "), "a link that leads out of the folder");
        let made = Command::new("mkfifo").arg(folder.join("pipe.html")).status().expect("mkfifo runs");
        assert!(made.success());
        assert!(get(&studio, "/pipe.html", "").starts_with("HTTP/1.1 404 "), "a pipe that nobody writes to");
    }
    fs::remove_dir_all(&folder).expect("the test's own folder");
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_the_program_cleanly_while_a_player_thinks() {
    let mut studio = Studio::start();
    let mut page = studio.page();
    page.send(json!({"ask": "go", "player": "Classical", "limits": {"infinite": true}}));
    assert_eq!(page.next()["kind"], "info");
    let sent = Command::new("kill").args(["-INT", &studio.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    assert_eq!(studio.wait().code(), Some(0));
}
