//! `motley studio --lan`: other devices of the network, with the token and without it.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, TcpStream};
use std::process::Command;

use serde_json::json;

use crate::client::Studio;
use crate::code;

const SOCKET: &str = "Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\n\
                      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n";

fn start() -> Studio {
    Studio::start_with(&["--port", "0", "--lan"])
}

fn get(studio: &Studio, path: &str, more: &str) -> String {
    studio.http(&format!("GET {path} HTTP/1.1\nHost: 127.0.0.1:PORT\n{more}\n"))
}

/// The address of this machine in its network, as the program printed it; `None` where there is none.
fn own_address(studio: &Studio) -> Option<IpAddr> {
    let host = studio.address.strip_prefix("http://")?.split_once('/')?.0.rsplit_once(':')?.0;
    let address: IpAddr = host.trim_matches(['[', ']']).parse().expect("an address");
    if address.is_loopback() {
        println!("skipped: this machine is in no network");
    }
    Some(address).filter(|address| !address.is_loopback())
}

#[test]
fn without_the_token_nothing_is_answered() {
    let (studio, other) = (start(), start());
    let wrong = &other.token;
    for path in ["/", "/index.html", "/js/main.js", "/icon.svg", "/missing.js", "/token", "/socket"] {
        for query in ["", "?token=", &format!("?token={wrong}"), &format!("?ticket={wrong}"), "?ticket="] {
            for cookie in ["", &format!("Cookie: motley-{}={wrong}\n", studio.port)] {
                let answer = get(&studio, &format!("{path}{query}"), &format!("{SOCKET}{cookie}"));
                assert!(answer.starts_with("HTTP/1.1 403 "), "{path}{query}: {answer}");
                let body = answer.split_once("\r\n\r\n").expect("a body").1;
                assert_eq!(body, "403 Forbidden", "{path}{query}");
                assert!(!answer.contains("Set-Cookie") && !answer.contains(&studio.token));
            }
        }
    }
}

#[test]
fn the_token_of_the_address_opens_the_page_and_its_cookie_the_rest() {
    let studio = start();
    let page = get(&studio, &format!("/?token={}", studio.token), "");
    assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("<title>Motley Studio"), "{page}");
    let cookie = page.lines().find_map(|line| line.strip_prefix("Set-Cookie: ")).expect("a cookie");
    let (pair, attributes) = cookie.split_once("; ").expect("attributes");
    assert_eq!(pair, format!("motley-{}={}", studio.port, studio.token));
    assert!(attributes.contains("HttpOnly") && attributes.contains("SameSite=Strict"), "{attributes}");
    let with_cookie = format!("Cookie: other=1; {pair}\n");
    assert!(get(&studio, "/js/main.js", &with_cookie).starts_with("HTTP/1.1 200 "));
    assert!(get(&studio, "/missing.js", &with_cookie).starts_with("HTTP/1.1 404 "));
    assert!(get(&studio, "/socket", &format!("{with_cookie}{SOCKET}")).starts_with("HTTP/1.1 403 "));
    assert!(get(&studio, &format!("/token?token={}", studio.token), "").ends_with(r#"{"right":true}"#));
    assert_eq!(studio.page().done(json!({"ask": "stop"}))["kind"], "done");
}

#[test]
fn a_name_or_another_address_is_refused_also_with_the_token() {
    let studio = start();
    let path = format!("/?token={}", studio.token);
    let cookie = format!("Cookie: motley-{}={}", studio.port, studio.token);
    for host in ["evil.example:PORT", "motley.local:PORT", "198.51.100.7:PORT", "127.0.0.1", "[fd00::77]:PORT"] {
        let answer = studio.http(&format!("GET {path} HTTP/1.1\nHost: {host}\n{cookie}\n\n"));
        assert!(answer.starts_with("HTTP/1.1 403 ") && !answer.contains("Set-Cookie"), "{host}: {answer}");
    }
    for origin in ["http://evil.example", "http://198.51.100.7:PORT", "null"] {
        let answer = get(&studio, &path, &format!("Origin: {origin}\n"));
        assert!(answer.starts_with("HTTP/1.1 403 "), "{origin}: {answer}");
    }
}

#[test]
fn another_device_reaches_the_printed_address_and_only_with_lan() {
    let studio = start();
    let Some(address) = own_address(&studio) else { return };
    let host = studio.address.strip_prefix("http://").and_then(|rest| rest.split_once('/')).expect("a host").0;
    let ask = |host: &str, path: &str| {
        let mut stream = TcpStream::connect((address, studio.port)).expect("it serves");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\r\n").expect("it is read");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer in text");
        answer
    };
    assert!(ask(host, "/").starts_with("HTTP/1.1 403 "));
    assert!(ask(host, &format!("/?token={}", studio.token)).starts_with("HTTP/1.1 200 "));
    let named = format!("evil.example:{}", studio.port);
    assert!(ask(&named, &format!("/?token={}", studio.token)).starts_with("HTTP/1.1 403 "));

    let alone = Studio::start();
    assert!(TcpStream::connect((address, alone.port)).is_err(), "without --lan this machine alone is served");
}

#[test]
fn the_code_that_is_printed_is_that_of_the_address() {
    let mut studio = start();
    if own_address(&studio).is_none() {
        return;
    }
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line: &String| !line.starts_with("Other devices")) {
        lines.push(studio.line());
    }
    lines.pop();
    assert_eq!(code::read(&lines), studio.address);
}

#[test]
fn files_cannot_be_named_from_the_network() {
    let studio = start();
    let go = json!({"ask": "go", "player": "Classical", "limits": {"nodes": 1}, "options": {"BookFile": "a.bin"}});
    assert_eq!(studio.page().refused(go)["at"]["field"], "options.BookFile");
    let motley = || Command::new(env!("CARGO_BIN_EXE_motley"));
    let both = motley().args(["studio", "--lan", "--allow-files", "--no-open"]).output().expect("it runs");
    assert_eq!(both.status.code(), Some(2), "{both:?}");
    let help = motley().args(["studio", "--help"]).output().expect("it runs");
    let help = String::from_utf8(help.stdout).expect("text");
    assert!(help.contains("--lan") && help.contains("not encrypted"), "{help}");
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_every_listener() {
    let mut studio = start();
    let page = studio.page();
    let sent = Command::new("kill").args(["-INT", &studio.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    assert_eq!(studio.wait().code(), Some(0));
    drop(page);
}

#[test]
#[cfg(target_os = "linux")]
fn the_browser_of_this_machine_is_sent_to_the_token_once() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    let folder = std::env::temp_dir().join(format!("motley-studio-lan-browser-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    let (program, opened) = (folder.join("xdg-open"), folder.join("opened"));
    fs::write(&program, format!("#!/bin/sh\necho \"$1\" >{0}.new\nmv {0}.new {0}\n", opened.display()))
        .expect("a file");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it may be run");
    let studio = Studio::start_with_browser(&folder, &["--lan"]);
    crate::pages::wait_until("the browser is opened", || opened.exists());
    let url = fs::read_to_string(&opened).expect("what was opened");
    fs::remove_dir_all(&folder).expect("the test's own folder");
    let ticket = url.trim().split_once("/?ticket=").expect("a ticket").1;
    let answer = get(&studio, &format!("/?ticket={ticket}"), "");
    assert!(answer.starts_with("HTTP/1.1 303 "), "{answer}");
    assert!(answer.contains(&format!("\r\nLocation: /?token={}\r\n", studio.token)), "{answer}");
    assert!(get(&studio, &format!("/?ticket={ticket}"), "").starts_with("HTTP/1.1 403 "), "it is used up");
}
