//! The right to ask: the token of the address that was printed.

use serde_json::{Value, json};

use crate::client::Studio;

const SOCKET: &str = "Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\n\
                      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n";

fn get(studio: &Studio, path: &str) -> String {
    studio.http(&format!("GET {path} HTTP/1.1\nHost: 127.0.0.1:PORT\n{SOCKET}\n"))
}

#[test]
fn no_socket_opens_without_the_token_of_this_start() {
    let (studio, other) = (Studio::start(), Studio::start());
    assert_eq!((studio.token.len(), studio.token == other.token), (32, false));
    let shorter = &studio.token[..31];
    for query in ["", "?token=", "?token", &format!("?token={}", other.token), &format!("?token={shorter}")] {
        let answer = get(&studio, &format!("/socket{query}"));
        assert!(answer.starts_with("HTTP/1.1 403 "), "{query}: {answer}");
        assert!(!answer.contains(&studio.token));
    }
    assert_eq!(studio.page().done(json!({"ask": "stop"}))["kind"], "done");
}

#[test]
fn a_page_learns_whether_its_token_is_right_and_no_file_has_it() {
    let studio = Studio::start();
    assert!(get(&studio, &format!("/token?token={}", studio.token)).ends_with(r#"{"right":true}"#));
    assert!(get(&studio, "/token?token=0").ends_with(r#"{"right":false}"#));
    assert!(get(&studio, "/token").ends_with(r#"{"right":false}"#));
    let page = get(&studio, "/");
    assert!(page.starts_with("HTTP/1.1 200 ") && !page.contains(&studio.token), "the page itself is no secret");
}

/// The answer of `/token`.
fn told(studio: &Studio, query: &str) -> Value {
    let answer = get(studio, &format!("/token?{query}"));
    serde_json::from_str(answer.split("\r\n\r\n").nth(1).expect("a body")).expect("JSON")
}

#[test]
#[cfg(target_os = "linux")]
fn the_command_line_of_the_browser_has_a_ticket_that_is_used_up() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    let folder = std::env::temp_dir().join(format!("motley-studio-browser-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    let (program, opened) = (folder.join("xdg-open"), folder.join("opened"));
    fs::write(&program, format!("#!/bin/sh\necho \"$1\" >{0}.new\nmv {0}.new {0}\n", opened.display()))
        .expect("a file");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it may be run");

    let studio = Studio::start_with_browser(&folder, &[]);
    crate::pages::wait_until("the browser is opened", || opened.exists());
    let url = fs::read_to_string(&opened).expect("what was opened");
    fs::remove_dir_all(&folder).expect("the test's own folder");
    assert!(!url.contains(&studio.token), "{url}");
    let ticket = url.trim().split_once("/#ticket=").expect("a ticket").1;
    assert_eq!(told(&studio, "ticket=0"), json!({"right": false}));
    assert_eq!(told(&studio, &format!("ticket={ticket}")), json!({"right": true, "token": studio.token}));
    assert_eq!(told(&studio, &format!("ticket={ticket}")), json!({"right": false}));
    assert_eq!(told(&studio, "ticket="), json!({"right": false}), "there is none any more");
}
