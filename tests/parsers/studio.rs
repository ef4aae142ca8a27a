//! Messages to the page's server, a line each.

use std::net::TcpStream;
use std::sync::LazyLock;
use std::time::Duration;
use std::{env, io, process, thread};

use motley::studio::{Server, Settings};
use serde_json::{Value, json};
use tungstenite::{Error, Message, WebSocket};

/// No answer takes as long, on a loaded machine and with a fuzzer's checks neither.
const LONGEST: Duration = Duration::from_secs(20);
/// The number of the last request.
const LAST: u64 = 9_007_199_254_740_991;

/// The address of the socket of a server in this process.
static URL: LazyLock<String> = LazyLock::new(|| {
    let record = env::temp_dir().join(format!("motley-messages-{}.sqlite", process::id()));
    let server = Server::bind(&Settings { record: Some(record), ..Settings::default() }).expect("a port");
    let url = server.url().replace("http://", "ws://").replace("/#", "/socket?");
    thread::spawn(move || server.serve());
    url
});

/// Whatever was asked before, the last request is answered. Returns whether nothing was answered with an error.
pub fn run(bytes: &[u8]) -> bool {
    let mut page = open();
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines().take(10) {
        page.send(Message::text(line)).expect("the page is open");
    }
    for last in [json!({ "ask": "stop", "id": LAST - 1 }), json!({ "ask": "hello", "id": LAST })] {
        page.send(Message::text(last.to_string())).expect("the page is open");
    }
    let mut is_sound = true;
    loop {
        let message = match page.read() {
            // The fuzzer's alarm.
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::Interrupted => continue,
            message => message.expect("an answer in time"),
        };
        let Ok(text) = message.to_text() else { continue };
        let answer: Value = serde_json::from_str(text).expect("JSON");
        is_sound &= answer["kind"] != "error";
        if answer["id"] == json!(LAST) && answer["kind"] == "done" {
            return is_sound;
        }
    }
}

fn open() -> WebSocket<TcpStream> {
    let address = URL.trim_start_matches("ws://").split('/').next().expect("an address");
    let stream = TcpStream::connect(address).expect("the server is there");
    stream.set_read_timeout(Some(LONGEST)).expect("a bound");
    tungstenite::client(URL.as_str(), stream).expect("a socket").0
}
